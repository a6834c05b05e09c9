"""The cards: what exists, how it is written and drawn."""
