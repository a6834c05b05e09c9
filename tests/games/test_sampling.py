"""Hidden cards of the trick games are laid where they may lie, all of them, or it is told that they cannot be.

Cards are numbers, what is barred is bits.
"""

import pytest

from cucco_tui.engine.shuffle import Chance
from cucco_tui.games.tricks.sampling import Hidden


def lay(hidden: Hidden, seed: int) -> list[list[int]]:
    return [sorted(cards) for cards in hidden.draw(Chance(b"%d" % seed))]


@pytest.mark.parametrize("seed", range(20))
def test_the_only_lay_is_found(seed: int) -> None:
    """The first place may hold 0 only, the second 0 and 1, the third 0 to 2: each has but one card left."""
    hidden = Hidden([0, 1, 2, 3], [1, 1, 1, 1], [set(), set(), set(), set()], [0b1110, 0b1100, 0b1000, 0])
    assert lay(hidden, seed) == [[0], [1], [2], [3]]


@pytest.mark.parametrize("seed", range(20))
def test_a_needed_card_stays_and_its_copy_may_lie_anywhere(seed: int) -> None:
    first, second = lay(Hidden([5, 5, 6, 7], [2, 2], [{5}, set()], [0, 1 << 7]), seed)
    assert 5 in first
    assert 7 not in second
    assert sorted([*first, *second]) == [5, 5, 6, 7]


def test_all_lays_come_up() -> None:
    hidden = Hidden([0, 1, 2], [1, 1, 1], [set(), set(), set()], [0, 0, 0b100])
    assert {str(lay(hidden, seed)) for seed in range(100)} == {
        *("[[2], [0], [1]]", "[[2], [1], [0]]", "[[0], [2], [1]]", "[[1], [2], [0]]")
    }


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize(
    ("room", "barred"),
    [([2, 2], [0b0001, 0b0001]), ([1, 3], [0b1110, 0b0001 | 0b0010]), ([2, 1], [0, 0]), ([2, 3], [0, 0])],
    ids=["a card that no place takes", "two cards for one place", "too few places", "too many places"],
)
def test_a_card_that_finds_no_place_is_told(room: list[int], barred: list[int], seed: int) -> None:
    hidden = Hidden([0, 1, 2, 3], room, [set(), set()], barred)
    with pytest.raises(ValueError, match="place"):
        hidden.draw(Chance(b"%d" % seed))
