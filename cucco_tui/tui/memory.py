"""When memory is looked through for what is gone: not while the program starts, but after each page of a match."""

import gc


def put_off() -> None:
    """Let the program start: nothing that it loads will be gone soon."""
    gc.disable()


def begin() -> None:
    """Leave what the program is made of alone from now on, if all else was put off until it is there."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()


def clear() -> None:
    """Give back what is gone, in the program itself, where there is little to look through."""
    if gc.get_freeze_count():
        gc.collect()
