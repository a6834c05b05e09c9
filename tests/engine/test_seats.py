"""The way round the table: seats are numbered clockwise."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cucco_tui.engine.seats import Direction, next_seat, round_from

CLOCKWISE, ANTICLOCKWISE = Direction.CLOCKWISE, Direction.ANTICLOCKWISE


def present(seats: str) -> list[bool]:
    """Read who is there: `x` is, `-` is not."""
    return [seat == "x" for seat in seats]


def test_directions() -> None:
    assert (CLOCKWISE.step, ANTICLOCKWISE.step) == (1, -1)
    assert CLOCKWISE.opposite is ANTICLOCKWISE
    assert ANTICLOCKWISE.opposite is CLOCKWISE
    assert [direction.value for direction in Direction] == ["clockwise", "anticlockwise"]


@pytest.mark.parametrize(
    ("seat", "seats", "direction", "found"),
    [
        (0, "xxxx", CLOCKWISE, 1),
        (3, "xxxx", CLOCKWISE, 0),
        (0, "xxxx", ANTICLOCKWISE, 3),
        (2, "xxxx", ANTICLOCKWISE, 1),
        (0, "x--x", CLOCKWISE, 3),
        (3, "-x-x", CLOCKWISE, 1),
        (3, "-x-x", ANTICLOCKWISE, 1),
        (1, "x--x", ANTICLOCKWISE, 0),
        (1, "x--x", CLOCKWISE, 3),
        (2, "--x-", CLOCKWISE, 2),
        (2, "--x-", ANTICLOCKWISE, 2),
        (0, "--x-", ANTICLOCKWISE, 2),
    ],
)
def test_the_next_seat(seat: int, seats: str, direction: Direction, found: int) -> None:
    assert next_seat(seat, present(seats), direction) == found


def test_there_is_no_next_seat_at_an_empty_table() -> None:
    with pytest.raises(ValueError, match="nobody"):
        next_seat(0, [False, False, False], CLOCKWISE)


@pytest.mark.parametrize(
    ("first", "seats", "direction", "found"),
    [
        (0, "xxxx", CLOCKWISE, [0, 1, 2, 3]),
        (2, "xxxx", CLOCKWISE, [2, 3, 0, 1]),
        (2, "xxxx", ANTICLOCKWISE, [2, 1, 0, 3]),
        (2, "xx-x", CLOCKWISE, [3, 0, 1]),
        (2, "xx-x", ANTICLOCKWISE, [1, 0, 3]),
        (1, "----", CLOCKWISE, []),
    ],
)
def test_a_round(first: int, seats: str, direction: Direction, found: list[int]) -> None:
    assert round_from(first, present(seats), direction) == found


@given(st.lists(st.booleans(), min_size=1, max_size=30).filter(any), st.data(), st.sampled_from(Direction))
def test_going_from_seat_to_seat_is_going_round(table: list[bool], data: st.DataObject, direction: Direction) -> None:
    first = data.draw(st.sampled_from([seat for seat, there in enumerate(table) if there]))
    walked = [first]
    while (seat := next_seat(walked[-1], table, direction)) != first:
        walked.append(seat)
    assert walked == round_from(first, table, direction)
    assert walked[1:] == round_from(first, table, direction.opposite)[:0:-1]
