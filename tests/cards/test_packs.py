"""The packs: which cards they hold, and what is told of a list that is not the whole pack."""

import random

import pytest

from cucco_tui.cards.packs import FRENCH, ITALIAN, CardFault, Pack

PACKS = [FRENCH, ITALIAN]
DOUBLE = Pack("double", ("Matto", "Nulla", "I"), copies=2)


@pytest.mark.parametrize("pack", [*PACKS, DOUBLE], ids=lambda pack: pack.id)
def test_a_pack_counts_and_lists_its_cards(pack: Pack) -> None:
    assert len(pack.cards) == len(pack) == len(pack.kinds) * pack.copies
    assert len(set(pack.kinds)) == len(pack.kinds)
    assert all(code.isascii() and code.isalnum() for code in pack.kinds)


@pytest.mark.parametrize(
    ("pack", "ranks", "suits"), [(FRENCH, "A23456789TJQK", "cdhs"), (ITALIAN, "1234567FCR", "dcsb")]
)
def test_a_suited_pack_has_every_rank_in_every_suit(pack: Pack, ranks: str, suits: str) -> None:
    assert set(pack.cards) == {rank + suit for rank in ranks for suit in suits}


@pytest.mark.clause("PACK-1")
@pytest.mark.parametrize("pack", [*PACKS, DOUBLE], ids=lambda pack: pack.id)
def test_the_whole_pack_has_no_fault_in_any_order(pack: Pack) -> None:
    cards = list(pack.cards)
    random.Random(1).shuffle(cards)
    assert pack.fault(cards) is None


@pytest.mark.clause("PACK-1")
@pytest.mark.parametrize("pack", [*PACKS, DOUBLE], ids=lambda pack: pack.id)
def test_each_card_may_be_missing_or_there_once_too_often(pack: Pack) -> None:
    for index, code in enumerate(pack.cards):
        others = pack.cards[:index] + pack.cards[index + 1 :]
        assert pack.fault(others) == (CardFault.MISSING, code)
        assert pack.fault([*pack.cards, code]) == (CardFault.TWICE, code)


@pytest.mark.clause("PACK-1")
def test_a_card_in_two_places_is_told_before_the_one_whose_place_it_takes() -> None:
    assert FRENCH.fault(["As", *(code for code in FRENCH.cards if code != "Kh")]) == (CardFault.TWICE, "As")


@pytest.mark.parametrize("code", ["", "1s", "Fd", "as", "10h", "Ah ", "♠"])
def test_a_card_of_no_french_pack_is_unknown(code: str) -> None:
    assert FRENCH.fault([*FRENCH.cards, code]) == (CardFault.UNKNOWN, code)


@pytest.mark.clause("PACK-2")
def test_two_copies_are_the_same_card() -> None:
    assert DOUBLE.cards == ("Matto", "Matto", "Nulla", "Nulla", "I", "I")
    assert DOUBLE.fault(["I", "Matto", "Nulla", "Matto", "I", "Nulla"]) is None
    assert DOUBLE.fault(["I", "Matto", "Nulla", "Matto", "I", "I"]) == (CardFault.TWICE, "I")
    assert DOUBLE.fault(["I", "Matto", "Nulla", "Matto", "I"]) == (CardFault.MISSING, "Nulla")
