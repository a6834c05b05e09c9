"""Shuffles: the same on every machine, fair, and open to a check by anybody."""

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from math import factorial, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cucco_tui.cards.packs import FRENCH
from cucco_tui.engine.shuffle import Chance, commitment, cut_pack
from tests.examples import examples

# Version 1 of the shuffle, for ever: a change of these needs a new version.
GOLDEN_SEED = b"la volpe e il lupo"
GOLDEN_ORDER = (
    "9c 9d 2c 3c 7c 4s 7d 3d 5c 8s 6s Js Ks 3h Qh Jc 7s 9s Ad Qc 8d 8c 8h 2s Ac 3s "
    "Tc 6d As Ts 4h Ah Jd 5d Kh 4d 5s 7h 2d 6h Jh Kc 5h Td Qd 4c Th 2h Kd Qs 6c 9h"
)
GOLDEN_NUMBERS = [
    0,
    0,
    1,
    4,
    5,
    34,
    886,
    17959714056384297179,
    27027995381487253812884316278348381154584392172225392825951879558874599110623,
    0,
    0,
    2,
    2,
    6,
    27,
    232,
    1405640686564232608,
    14334731596888618210310651377319395402179078859639666359874019384947768805802,
]


class PlainChance:
    """The stream told a second time, with text for bits: the last digits of a block are used first."""

    def __init__(self, seed: bytes) -> None:
        self.key = sha256(b"cucco-tui shuffle 1\x00" + seed).digest()
        self.blocks = 0
        self.digits = ""

    def below(self, bound: int) -> int:
        width = 0
        while 2**width < bound:
            width += 1
        while True:
            if len(self.digits) < width:  # what is left of the old block is thrown away
                number = int(sha256(self.key + self.blocks.to_bytes(8, "big")).hexdigest(), 16)
                self.digits = format(number, "0256b")
                self.blocks += 1
            end = len(self.digits) - width
            drawn = int(self.digits[end:] or "0", 2)
            self.digits = self.digits[:end]
            if drawn < bound:
                return drawn

    def shuffled(self, items: Iterable[str]) -> list[str]:
        left = list(items)
        done: list[str] = []
        while len(left) > 1:  # the last card changes places with a drawn one, and is done
            drawn = self.below(len(left))
            left[-1], left[drawn] = left[drawn], left[-1]
            done.insert(0, left.pop())
        return left + done


def surprise(counts: Iterable[int], kinds: int) -> float:
    """Tell by how many standard deviations Pearson's statistic is more than it should be, for equal chances."""
    seen = list(counts)
    seen += [0] * (kinds - len(seen))
    expected = sum(seen) / kinds
    statistic = sum((count - expected) ** 2 / expected for count in seen)
    return (statistic - (kinds - 1)) / sqrt(2 * (kinds - 1))


@pytest.mark.clause("PACK-3")
def test_the_golden_shuffle() -> None:
    assert " ".join(Chance(GOLDEN_SEED).shuffled(FRENCH.cards)) == GOLDEN_ORDER
    assert " ".join(PlainChance(GOLDEN_SEED).shuffled(FRENCH.cards)) == GOLDEN_ORDER


def test_the_golden_numbers() -> None:
    bounds = [1, 2, 3, 6, 52, 100, 1000, 2**64, 2**256] * 2
    ours, plain = Chance(GOLDEN_SEED), PlainChance(GOLDEN_SEED)
    assert [ours.below(bound) for bound in bounds] == GOLDEN_NUMBERS
    assert [plain.below(bound) for bound in bounds] == GOLDEN_NUMBERS


@examples(50)
@given(st.binary(max_size=40), st.lists(st.integers(1, 2**70), min_size=1, max_size=60))
def test_every_number_is_as_the_plain_stream_has_it(seed: bytes, bounds: list[int]) -> None:
    ours, plain = Chance(seed), PlainChance(seed)
    for bound in bounds:
        drawn = ours.below(bound)
        assert drawn == plain.below(bound)
        assert 0 <= drawn < bound


def test_a_stream_goes_on_where_it_was() -> None:
    chance, plain = Chance(b"one match"), PlainChance(b"one match")
    orders = [chance.shuffled(FRENCH.cards) for _ in range(5)]
    assert orders == [plain.shuffled(FRENCH.cards) for _ in range(5)]
    assert len(set(map(tuple, orders))) == 5


def test_another_seed_is_another_order() -> None:
    assert Chance(b"a").shuffled(FRENCH.cards) != Chance(b"b").shuffled(FRENCH.cards)
    assert Chance(b"a").shuffled(FRENCH.cards) == Chance(b"a").shuffled(FRENCH.cards)


def test_a_secret_stream_cannot_be_foretold() -> None:
    assert Chance.secret().shuffled(FRENCH.cards) != Chance.secret().shuffled(FRENCH.cards)


def test_a_shuffle_leaves_what_it_was_given() -> None:
    cards = list("ABCDE")
    shuffled = Chance(b"x").shuffled(cards)
    assert cards == list("ABCDE")
    assert sorted(shuffled) == cards
    assert Chance(b"x").shuffled([]) == []
    assert Chance(b"x").shuffled(["A"]) == ["A"]


@pytest.mark.clause("PACK-3")
def test_every_order_is_equally_likely() -> None:
    chance = Chance(b"orders")
    orders = Counter("".join(chance.shuffled("ABCDE")) for _ in range(60 * factorial(5)))
    assert len(orders) == factorial(5)
    assert abs(surprise(orders.values(), factorial(5))) < 4


@pytest.mark.clause("PACK-3")
@pytest.mark.parametrize("place", [0, 1, 3, 26, 51])
def test_every_card_is_as_likely_at_every_place(place: int) -> None:
    chance = Chance(f"place {place}".encode())
    found = Counter(chance.shuffled(FRENCH.cards)[place] for _ in range(40 * 52))
    assert abs(surprise(found.values(), 52)) < 4


@pytest.mark.clause("PACK-3")
def test_no_card_clings_to_its_neighbour() -> None:
    chance = Chance(b"neighbours")
    after = Counter(
        (order.index("B") - order.index("A")) % 7 for _ in range(4200) if (order := chance.shuffled("ABCDEFG"))
    )
    assert 0 not in after
    assert abs(surprise(after.values(), 6)) < 4


@pytest.mark.parametrize("bound", [2, 3, 5, 7, 33, 40, 52])
def test_numbers_are_equally_likely(bound: int) -> None:
    chance = Chance(f"below {bound}".encode())
    drawn = Counter(chance.below(bound) for _ in range(100 * bound))
    assert abs(surprise(drawn.values(), bound)) < 4


def test_picks_are_equally_likely() -> None:
    chance = Chance(b"pick")
    picked = Counter(chance.pick("XYZ") for _ in range(3000))
    assert set(picked) == set("XYZ")
    assert abs(surprise(picked.values(), 3)) < 4


@pytest.mark.clause("PACK-4")
@pytest.mark.parametrize("taken", [0, 1, 26, 51, 52])
def test_a_cut_keeps_every_card_and_the_way_round(taken: int) -> None:
    order = Chance(b"cut").shuffled(FRENCH.cards)
    cut = cut_pack(order, taken)
    assert cut == order[taken:] + order[:taken]
    assert FRENCH.fault(cut) is None


def test_a_commitment_can_be_checked_with_a_standard_tool() -> None:
    """`printf '%s' "salt of this deal Kd As 5h" | sha256sum`, worked out by that."""
    told = commitment("salt of this deal", ["Kd", "As", "5h"])
    assert told == "71e6ca042836395df05dfd90fd82ccf734f8755560f3d8d85ef79796046e2374"


def test_a_commitment_binds_salt_and_order() -> None:
    told = {
        commitment(salt, order)
        for salt in ("abc", "abd")
        for order in (["Kd", "As", "5h"], ["As", "Kd", "5h"], ["Kd", "As"])
    }
    assert len(told) == 6
    assert all(len(digest) == 64 and set(digest) <= set("0123456789abcdef") for digest in told)
