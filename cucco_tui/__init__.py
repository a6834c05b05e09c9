"""The old games of the cuckoo pack, for friends around one keyboard."""

__version__ = "0.1.0"
