"""Events as sentences: every event in both languages, nothing hidden, names unharmed."""

import gettext
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import cast

import pytest

from cucco_tui import locale
from cucco_tui.cards.packs import FRENCH, ITALIAN, Pack
from cucco_tui.engine.events import Event
from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Shuffle
from cucco_tui.games import find_game
from cucco_tui.locale import LANGUAGES, words
from cucco_tui.tui.telling import SAID, Teller, compact

PRESETS = [preset.id for preset in find_game("cuckoo").presets]
NAMES = ("Anna", "Bea", "Ciro", "Dario", "Anna")
HOSTILE = ("[/]", "[red]x", "{n}", "{seat}", "渡辺 花子")
SEEDS = 6

OURS = ("call", "card", "digest", "event", "help", "list", "log", "rank", "read", "rules", "suit", "the", "why")
"""The first parts of the keys that are told here and on the pages to read."""


@cache
def played(preset: str, seed: int) -> Match:
    """Play a match to its end by chance; where a decision has a time limit, sometimes let it run out."""
    match = Match(find_game("cuckoo"), Header(game="cuckoo", preset=preset, players=NAMES))
    chance = Chance(f"{preset} {seed}".encode())
    while not isinstance(match.waiting, Over):
        waiting = match.waiting
        if isinstance(waiting, Shuffle):
            match.shuffle(chance.shuffled(match.preset.pack.cards))
        elif match.rules.fast and chance.below(5) == 0:
            match.act(Action(waiting.seat, "timeout"))
        else:
            match.act(chance.pick(match.state.legal_actions()))
    return match


def events_of(preset: str) -> Iterator[Event]:
    for seed in range(SEEDS):
        for step in played(preset, seed).events:
            yield from step


def deals_of(preset: str) -> Iterator[list[Event]]:
    for seed in range(SEEDS):
        deal: list[Event] = []
        for step in played(preset, seed).events:
            if step[0].key == "event.deals" and deal:
                yield deal
                deal = []
            deal += step
        yield deal


def teller(
    language: str = "en", preset: str = "cuckoo", names: tuple[str, ...] = NAMES, *, ascii_only: bool = False
) -> Teller:
    pack = find_game("cuckoo").preset(preset).pack
    return Teller(words(language), names, pack.id, preset, "cuckoo", ascii_only=ascii_only)


def names_of(card: str, told: Teller) -> set[str]:
    return {told.card(card), told.the_card(card), told.short(card)}


def plain(language: str, event: Event, viewer: int | None = None) -> str:
    return teller(language).tell(event.seen_by(viewer)).plain


# --- Everything can be told, and nothing hidden is ------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_event_can_be_told_to_everybody(preset: str, language: str) -> None:
    told = teller(language, preset)
    for event in events_of(preset):
        for viewer in (None, *range(len(NAMES))):
            text = told.tell(event.seen_by(viewer)).plain
            assert text
            assert "{" not in text
            assert "event." not in text


@pytest.mark.clause("EX-7", "EX-11")
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_a_redacted_event_names_no_card(preset: str, language: str) -> None:
    told = teller(language, preset)
    kinds = find_game("cuckoo").preset(preset).pack.kinds
    every_name = {name for card in kinds for name in names_of(card, told)}
    redacted = 0
    for event in events_of(preset):
        for viewer in (None, *range(len(NAMES))):
            if event.eyes is not None and viewer not in event.eyes:
                redacted += 1
                for line in (told.tell(event.seen_by(viewer)), *told.line([event.seen_by(viewer)])):
                    assert not any(name in line.plain for name in every_name), line.plain
    assert redacted


@pytest.mark.clause("EX-7")
@pytest.mark.parametrize("preset", PRESETS)
def test_the_public_log_names_only_cards_that_were_shown(preset: str) -> None:
    told = teller("en", preset)
    kinds = find_game("cuckoo").preset(preset).pack.kinds
    for deal in deals_of(preset):
        shown = {card for event in deal if event.eyes is None for card in event.cards}
        log = "\n".join(line.plain for line in told.line(event.seen_by(None) for event in deal))
        assert log == "\n".join(line.plain for line in told.digest(deal, most=1000))
        for card in set(kinds) - shown:
            assert f"{told.short(card)}," not in log
            assert f"{told.short(card)}." not in log


@pytest.mark.clause("EX-7")
def test_the_two_who_swapped_are_told_their_cards() -> None:
    event = Event("event.swaps", 0, 1, cards=("Kh", "3c"), eyes=frozenset({0, 1}))
    for viewer in (0, 1):
        assert plain("en", event, viewer) == "Anna gives Bea the King of hearts and gets the 3 of clubs."
        assert plain("it", event, viewer) == "Anna dà a Bea il Re di cuori e riceve il 3 di fiori."
    for other in (2, None):
        assert plain("en", event, other) == "Anna swaps with Bea."
        assert plain("it", event, other) == "Anna scambia con Bea."


# --- Names ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_any_name_stands_in_the_sentence_as_it_is(preset: str, language: str) -> None:
    plain_names = tuple(f"<{seat}>" for seat in range(len(HOSTILE)))
    told, model = teller(language, preset, HOSTILE), teller(language, preset, plain_names)
    for deal in deals_of(preset):
        for line, expected in zip(
            (*map(told.tell, deal), *told.line(deal)), (*map(model.tell, deal), *model.line(deal)), strict=True
        ):
            text = expected.plain
            for name, hostile in zip(plain_names, HOSTILE, strict=True):
                text = text.replace(name, hostile)
            assert line.plain == text


def test_two_people_of_one_name_differ_in_colour_and_sign() -> None:
    told = teller()
    first, second = told.name(0, sign=True), told.name(4, sign=True)
    assert first.plain != second.plain
    assert first.spans != second.spans
    swap = told.tell(Event("event.swaps", 0, 4))
    assert swap.plain == "Anna swaps with Anna."
    assert [span.style for span in swap.spans] == ["bold $player-0", "bold $player-4"]


def test_names_are_joined_as_a_language_joins_them() -> None:
    assert teller().name_all([1]).plain == "Bea"
    assert teller().name_all([1, 2]).plain == "Bea and Ciro"
    assert teller("it").name_all([1, 2, 3]).plain == "Bea, Ciro e Dario"


# --- Cards and calls ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("pack", [FRENCH, ITALIAN], ids=lambda pack: cast("Pack", pack).id)
def test_every_card_has_a_name_of_its_own(pack: Pack, language: str) -> None:
    told = Teller(words(language), NAMES, pack.id, "cuckoo", "cuckoo")
    for name in (told.card, told.the_card, told.short):
        names = {name(code) for code in pack.kinds}
        assert len(names) == len(pack.kinds)
        assert not any("." in name or "{" in name for name in names)


def test_cards_are_named_as_people_name_them() -> None:
    assert teller().card("Td") == "10 of diamonds"
    assert teller().short("Td") == "10♦"
    assert teller("it").the_card("As") == "l’Asso di picche"
    assert teller("it").the_card("8s") == "l’8 di picche"
    assert teller("it").the_card("Qs") == "la Donna di picche"
    assert teller("it", "saltacavallo").card("Cs") == "Cavallo di spade"
    assert teller("en", "saltacavallo").the_card("1d") == "the Ace of coins"


def test_old_terminals_get_old_characters() -> None:
    told = teller(ascii_only=True)
    event = Event("event.calls", 1, 0, cards=("Kh",), call="call.cuckoo")
    for line in (*told.line([event]), told.tell(event), told.name(2, sign=True), *told.digest([event] * 9, most=3)):
        assert line.plain.isascii(), line.plain
    assert teller("it", ascii_only=True).the_card("As") == "l'Asso di picche"


def test_what_is_said_is_said_in_the_language_of_the_preset() -> None:
    assert [teller("it").call(do) for do in ("stand", "offer", "cuckoo")] == ["Fermo", "Scambio", "Cucù!"]
    for language in LANGUAGES:
        coucou = teller(language, "coucou")
        assert [coucou.call(do) for do in ("stand", "offer", "cuckoo")] == ["Je garde", "Je change", "Coucou!"]
        assert teller(language, "chase-the-ace").call("cuckoo") == "Chase!"
        horse = teller(language, "saltacavallo")
        assert [horse.call(do) for do in ("stand", "cuckoo", "jump")] == ["Sto bene", "Cucco!", "Salta!"]
    assert teller("en", "five-lives").call("offer") == "I swap"
    event = Event("event.calls", 1, 0, cards=("Kh",), call="call.cuckoo")
    assert teller("en", "coucou").tell(event).plain == ("Bea answers Anna with the King of hearts: “Coucou!” No swap.")


# --- Few lines ------------------------------------------------------------------------------------------------------


def test_an_offer_is_told_with_what_came_of_it() -> None:
    offer, swap = Event("event.offers", 0, 1), Event("event.swaps", 0, 1)
    assert compact([offer, swap]) == [swap]
    assert compact([offer]) == [offer]


def test_cards_dealt_unseen_fill_no_log() -> None:
    dealt = Event("event.dealt", 1, cards=("Kh",), eyes=frozenset({1}))
    assert [line.plain for line in teller().line([dealt.seen_by(0)])] == []
    assert [line.plain for line in teller().line([dealt.seen_by(1)])] == ["Bea is dealt K♥."]


def test_those_who_stand_one_after_the_other_share_a_line() -> None:
    stands = [Event("event.stands", seat) for seat in (0, 1, 2)]
    assert [line.plain for line in teller().line(stands)] == ["Anna, Bea and Ciro stand."]


def test_losses_of_one_settlement_are_told_together() -> None:
    lose = [Event("event.loses", seat, tokens=-1) for seat in range(4)]
    out = [Event("event.out", seat) for seat in range(4)]
    lines = teller().line([lose[0], lose[1], out[1], lose[2], lose[3], out[3]])
    assert [line.plain for line in lines] == [
        "Anna and Ciro lose a token each.",
        "Bea and Dario lose their last token.",
    ]
    assert [line.plain for line in teller("it").line([lose[1], out[1]])] == ["Bea perde l’ultimo gettone."]


@pytest.mark.clause("CK-10")
def test_a_token_lost_by_slowness_is_told_with_it() -> None:
    slow, loss = Event("event.timeout", 0), Event("event.loses", 0, tokens=-1)
    assert [line.plain for line in teller().line([slow, loss])] == ["Anna takes too long and loses a token."]
    last = teller().line([slow, loss, Event("event.out", 0)])
    assert [line.plain for line in last] == ["Anna takes too long and loses the last token."]


def test_deals_are_numbered_if_the_first_number_is_known() -> None:
    deals = [Event("event.deals", 0), Event("event.stands", 1), Event("event.deals", 1)]
    assert [line.plain for line in teller().line(deals, 7)][::2] == ["Deal 7: Anna deals.", "Deal 8: Bea deals."]


@pytest.mark.clause("CK-9")
def test_a_sudden_death_is_told_as_one() -> None:
    shown = Event("event.showdown", seats=(0, 1), cards=("Kh", "3c"), moment=True)
    lines = [line.plain for line in teller().line([Event("event.deals", 1), shown])]
    assert lines == ["Sudden death: Bea deals, the highest card wins.", "Cards up: Anna K♥, Bea 3♣."]


def test_a_digest_keeps_the_newest_lines_and_counts_the_others() -> None:
    events = [Event("event.swaps", seat, seat + 1) for seat in range(4)]
    told = teller()
    assert [line.plain for line in told.digest(events, 4)] == [line.plain for line in told.line(events)]
    assert [line.plain for line in told.digest(events, 3)] == [
        "… and 2 things before that",
        "Ciro swaps with Dario.",
        "Dario swaps with Anna.",
    ]
    assert len(told.digest(events, 3, since=1)) == 3
    assert told.digest(events, since=4) == []


def test_a_digest_is_public_whatever_it_is_given() -> None:
    event = Event("event.draws", 0, cards=("Kh", "3c"), eyes=frozenset({0}))
    assert [line.plain for line in teller().digest([event])] == ["Anna swaps with the stock."]


# --- Why ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("CK-8")
def test_why_a_token_was_lost() -> None:
    shown = Event("event.showdown", seats=(0, 1, 2), cards=("Kh", "3c", "3d"), moment=True)
    alone = [shown, Event("event.loses", 1, tokens=-1)]
    assert {seat: why.plain for seat, why in teller().reasons(alone).items()} == {1: "lowest card"}
    tied = [*alone, Event("event.loses", 2, tokens=-1), Event("event.out", 2)]
    assert {seat: why.plain for seat, why in teller().reasons(tied).items()} == {
        1: "lowest card, tied with Ciro",
        2: "lowest card, tied with Bea",
    }
    slow = [Event("event.timeout", 1), Event("event.loses", 1, tokens=-1), *alone]
    assert {seat: why.plain for seat, why in teller("it").reasons(slow).items()} == {1: "fuori tempo; carta più bassa"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
def test_every_loss_of_a_deal_has_a_reason(preset: str, language: str) -> None:
    told = teller(language, preset)
    for deal in deals_of(preset):
        losers = {event.seat for event in deal if event.key == "event.loses"}
        reasons = told.reasons(event.seen_by(None) for event in deal)
        assert set(reasons) == losers
        assert all(why.plain and "why." not in why.plain for why in reasons.values())


def test_the_matches_by_chance_meet_every_kind_of_event() -> None:
    met = {event.key for preset in PRESETS for event in events_of(preset)}
    assert met >= {f"event.{key}" for key in ("swaps", "calls", "draws", "stock-blocks", "exposes", "timeout", "wins")}


# --- The two catalogs -----------------------------------------------------------------------------------------------


def sentences(language: str) -> dict[str, list[str]]:
    """List the sentences of a language by key; those with singular and plural give both."""
    path = Path(locale.__file__).parent / language / "LC_MESSAGES" / "cucco_tui.mo"
    with path.open("rb") as file:
        catalog = cast("dict[str | tuple[str, int], str]", vars(gettext.GNUTranslations(file))["_catalog"])
    found: dict[str, list[str]] = {}
    for key, text in catalog.items():
        name = key if isinstance(key, str) else key[0]
        if name.partition(".")[0] in OURS:
            found.setdefault(name, []).append(text)
    return found


def places(text: str) -> set[str]:
    return {place for _, place, _, _ in Formatter().parse(text) if place is not None}


def test_both_languages_have_the_same_keys_and_places() -> None:
    english, italian = sentences("en"), sentences("it")
    assert english.keys() == italian.keys()
    for key, texts in english.items():
        assert set().union(*map(places, texts)) == set().union(*map(places, italian[key])), key
        assert all(text.strip() == text and text for text in (*texts, *italian[key])), key


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_called_out_is_not_said_again_below_it(language: str) -> None:
    """The sentence loses the call and keeps all else; a log, which calls nothing out, has it."""
    say = words(language)
    teller = Teller(say, ("Anna", "Bea"), "cucco", "campli", "cucu")
    calls = {"event.calls": ("bum", "cucu", "gnaf", "salta", "fermatevi", "tingh-la-cas"), "event.goes-on": ("go_on",)}
    for key, names in calls.items():
        for name in names:
            event = Event(key, 0, 1, cards=("XIIII",), call=f"call.{name}", moment=True)
            call, whole, rest = teller.call(name), teller.tell(event).plain, teller.tell(event, called=True).plain
            assert call in whole and call not in rest
            assert rest == re.sub(r": [“«].*?[”»]", ".", whole)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_with_a_call_can_be_told_without_it(language: str) -> None:
    told = {key: forms for key, forms in sentences(language).items() if key.startswith("event.")}
    called = [text for forms in told.values() for text in forms if "{call}" in text]
    assert len(called) > 20
    assert [text for text in called if len(SAID.findall(text)) != 1] == []


@pytest.mark.clause("STU-7")
@pytest.mark.parametrize(
    ("coins", "share", "told"),
    [
        (0, 0, "Anna offers Bea nothing."),
        (1, 0, "Anna offers Bea 1 coin."),
        (3, 0, "Anna offers Bea 3 coins."),
        (0, 20, "Anna offers Bea 20 % of the pot."),
        (1, 20, "Anna offers Bea 1 coin and 20 % of the pot."),
        (3, 20, "Anna offers Bea 3 coins and 20 % of the pot."),
    ],
)
def test_an_offer_for_the_inn_tells_what_is_offered(coins: int, share: int, told: str) -> None:
    event = Event("event.bargains", 0, 1, coins=coins, shares=(share,))
    assert plain("en", event) == told


@pytest.mark.parametrize(("coins", "told"), [(1, "Anna comes back for 1 coin."), (2, "Anna comes back for 2 coins.")])
def test_one_coin_is_one_coin(coins: int, told: str) -> None:
    assert plain("en", Event("event.buys-back", 0, coins=coins)) == told
