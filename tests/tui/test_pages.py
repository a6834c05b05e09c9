"""The order of pages at one keyboard: curtains, private pages, public moments, take back."""

import json

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import commitment
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from cucco_tui.games.exchange.view import ExchangeView
from cucco_tui.tui import pages
from cucco_tui.tui.pages import (
    BotPage,
    CurtainPage,
    CutPage,
    EndPage,
    HandPage,
    LookPage,
    MomentPage,
    OutcomePage,
    SettlementPage,
    Table,
)


def deal_with(match: Match, cards: dict[int, str], top: str | None = None) -> None:
    """Shuffle so that seats get these cards and `top` lies on the stock."""
    view = match.view(None)
    count = len(match.header.players)
    step = view.direction.step
    order = [cards.get((view.dealer + step * (i + 1)) % count, "") for i in range(count)]
    order.append(top or "")
    rest = [card for card in match.preset.pack.cards if card not in order]
    match.shuffle([card or rest.pop() for card in order] + rest)


def table(
    cards: dict[int, str],
    players: int = 3,
    *,
    bots: dict[int, str] | None = None,
    top: str | None = None,
    rules: dict[str, object] | None = None,
    preset: str | None = None,
) -> Table:
    """Sit down to a Cuckoo match whose first deal is known; seat 0 deals."""
    names = ("Anna", "Bea", "Ciro", "Dario")[:players]
    match = Match(find_game("cuckoo"), Header(game="cuckoo", preset=preset, rules=rules or {}, players=names))
    deal_with(match, cards, top)
    return Table(match, dict(bots or {}))


def own(t: Table) -> str | None:
    """Give the card that the screen may show as the own one."""
    view = t.view
    assert isinstance(view, ExchangeView)
    return view.own


def act(t: Table, do: str) -> None:
    """Let the seated person do something."""
    assert t.seated is not None
    t.act(Action(t.seated, do))


def test_curtain_stands_before_each_hand_and_shows_nothing() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    assert t.page == CurtainPage(HandPage(1))
    assert t.seated is None and own(t) is None
    t.open_curtain()
    assert t.page == HandPage(1) and own(t) == "3c"
    act(t, "stand")
    assert t.page == CurtainPage(HandPage(2))
    assert own(t) is None and t.seated is None


def test_swap_is_seen_by_the_asker_before_the_next_curtain() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.open_curtain()
    act(t, "offer")
    assert isinstance(t.page, OutcomePage) and t.page.seat == 1
    assert own(t) == "Jd"
    swap = next(event for event in t.page.events if event.key == "event.swaps")
    assert swap.cards == ("3c", "Jd")
    t.done()
    assert t.page == CurtainPage(HandPage(2)) and own(t) is None
    assert all(not event.cards for event in t.news_for(2))


def test_king_is_a_public_moment_that_covers_the_hand() -> None:
    t = table({0: "9c", 1: "3c", 2: "Kd"})
    t.open_curtain()
    act(t, "offer")
    assert isinstance(t.page, MomentPage) and t.seated is None and own(t) is None
    assert t.page.events[0].call == "call.cuckoo" and t.page.events[0].cards == ("Kd",)
    t.done()
    assert t.page == CurtainPage(HandPage(0))


def test_dealer_sees_what_he_cut_and_then_all_see_the_settlement() -> None:
    t = table({0: "2c", 1: "9c", 2: "8d"}, top="7h")
    for _ in (1, 2):
        t.open_curtain()
        act(t, "stand")
    t.open_curtain()
    act(t, "cut")
    assert isinstance(t.page, OutcomePage) and t.page.seat == 0
    t.done()
    assert isinstance(t.page, SettlementPage) and t.seated is None
    assert t.page.settlement.change == (-1, 0, 0)
    assert t.page.events[0].key == "event.deals"


def second_cut(top: str) -> Table:
    """Let the others stand, and the dealer cut this card, who may cut once more."""
    t = table({0: "2c", 1: "9c", 2: "8d"}, top=top, preset="double-cut")
    for _ in (1, 2):
        t.open_curtain()
        act(t, "stand")
    t.open_curtain()
    act(t, "cut")
    return t


def test_second_cut_needs_no_second_curtain_unless_a_king_was_shown() -> None:
    t = second_cut("3h")
    assert isinstance(t.page, OutcomePage)
    t.done()
    assert t.page == HandPage(0) and own(t) == "3h"

    t = second_cut("Kh")
    assert isinstance(t.page, MomentPage) and own(t) is None
    t.done()
    assert t.page == CurtainPage(HandPage(0))


def test_take_back_until_the_next_curtain_opens() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    assert not t.can_take_back
    t.open_curtain()
    act(t, "stand")
    assert t.can_take_back
    t.take_back()
    assert t.page == CurtainPage(HandPage(1)) and len(t.match.lines) == 1
    t.open_curtain()
    act(t, "stand")
    t.open_curtain()
    assert not t.can_take_back
    t.take_back()
    assert t.page == HandPage(2)


def test_a_swap_cannot_be_taken_back() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.open_curtain()
    act(t, "offer")
    assert not t.can_take_back
    t.done()
    assert not t.can_take_back


def test_cover_closes_the_curtain_and_loses_nothing() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.open_curtain()
    t.cover()
    assert t.page == CurtainPage(HandPage(1)) and own(t) is None
    t.open_curtain()
    act(t, "offer")
    outcome = t.page
    t.cover()
    assert t.page == CurtainPage(outcome) and own(t) is None  # type: ignore[arg-type]
    t.open_curtain()
    assert t.page == outcome


def test_look_is_behind_the_own_curtain_and_comes_back() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.open_curtain()
    act(t, "stand")
    assert t.lookers == [0, 1, 2]
    t.look(1)
    assert t.page == CurtainPage(LookPage(1)) and own(t) is None
    t.open_curtain()
    assert t.page == LookPage(1) and own(t) == "3c"
    assert t.view.choices == ()
    assert t.lookers == []
    t.done()
    assert t.page == CurtainPage(HandPage(2)) and own(t) is None
    t.look(0)
    t.cover()
    assert t.page == CurtainPage(HandPage(2))
    assert len(t.match.lines) == 2


def test_bots_act_on_a_public_page() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"}, bots={2: "steady"})
    t.open_curtain()
    act(t, "stand")
    assert t.page == BotPage(2) and t.seated is None
    t.bot_acts()
    assert t.match.last_action is not None and t.match.last_action.seat == 2


def test_one_person_alone_needs_no_curtain_but_can_cover() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"}, bots={0: "random", 2: "random"})
    assert t.page == HandPage(1) and own(t) == "3c"
    act(t, "stand")
    assert t.page == BotPage(2) and own(t) == "3c"
    t = table({0: "9c", 1: "3c", 2: "Jd"}, bots={0: "random", 2: "random"})
    t.cover()
    assert t.page == CurtainPage(HandPage(1)) and own(t) is None


def test_who_is_left_alone_still_gets_a_curtain_first() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"}, bots={0: "random"})
    t.give_seat(1, "steady")
    assert t.page == BotPage(1) and t.seated is None and own(t) is None
    t.bot_acts()
    while isinstance(t.page, MomentPage):
        t.done()
    assert t.page == CurtainPage(HandPage(2))


def test_a_seat_given_to_a_bot_stands_in_the_record() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.give_seat(1, "steady")
    t.bot_acts()
    assert json.loads(t.match.lines[-1])["bots"] == {"1": "steady"}


@pytest.mark.clause("CK-10")
def test_time_runs_out_covered_or_not() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"}, preset="fast")
    t.open_curtain()
    t.cover()
    t.time_out()
    assert t.match.last_action == Action(1, "timeout")
    assert t.view.settlements == ()
    assert not t.can_take_back


@pytest.mark.clause("PACK-3", "PACK-4")
def test_cutting_by_hand_is_asked_of_the_seat_before_the_dealer() -> None:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=("Anna", "Bea", "Ciro"), dealer=0))
    t = Table(match, {}, cut_by_hand=True)
    assert isinstance(t.page, CutPage)
    # Clockwise the seat before seat 0 is the last one: the dealer's right neighbour.
    assert (t.page.dealer, t.page.cutter) == (0, 2)
    told = t.page.commitment
    t.cut(20)
    line = json.loads(match.lines[0])
    order = line["shuffle"]
    before = order[-20:] + order[:-20]
    assert line["cut"] == 20
    assert commitment(line["salt"], before) == told == line["commitment"]
    assert sorted(order) == sorted(match.preset.pack.cards)
    assert t.page == CurtainPage(HandPage(1))


def test_match_of_bots_comes_to_its_end() -> None:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=("Anna", "Bea", "Ciro"), dealer=0))
    t = Table(match, {0: "random", 1: "steady", 2: "random"})
    seen: set[type] = set()
    for _ in range(2000):
        assert not pages.is_private(t.page)
        seen.add(type(t.page))
        assert t.seated is None
        if isinstance(t.page, BotPage):
            t.bot_acts()
        elif isinstance(t.page, EndPage):
            break
        else:
            t.done()
    assert isinstance(t.page, EndPage)
    assert {BotPage, SettlementPage} <= seen


def test_news_are_public_and_only_since_the_last_private_page() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd", 3: "8h"}, players=4)
    t.open_curtain()
    act(t, "stand")
    t.open_curtain()
    act(t, "offer")
    t.done()
    keys = [event.key for event in t.news_for(1)]
    assert keys == ["event.offers", "event.swaps"]
    assert [event.key for event in t.news_for(3)][-2:] == ["event.offers", "event.swaps"]
    assert "event.deals" in [event.key for event in t.news_for(3)]
    assert not any(event.cards for event in t.news_for(3))


def test_nobody_learns_the_result_before_the_showdown_is_told() -> None:
    t = table({0: "2c", 1: "9c", 2: "8d"}, top="7h", rules={"tokens": 1})
    for _ in (1, 2):
        t.open_curtain()
        act(t, "stand")
    t.open_curtain()
    act(t, "cut")
    assert isinstance(t.page, OutcomePage) and t.settlement_to_come
    assert t.view.deal == 1 and t.view.settlements == ()
    assert isinstance(t.view, ExchangeView)
    assert [seat.tokens for seat in t.view.seats] == [1, 1, 1]
    assert "event.showdown" not in [event.key for event in t.this_deal]
    assert t.last_deal == []
    t.cover()
    assert all(event.key not in ("event.showdown", "event.loses") for event in t.news_for(0))
    t.open_curtain()
    t.done()
    assert isinstance(t.page, SettlementPage)
    assert t.last_deal == []
    t.told()
    assert "event.showdown" in [event.key for event in t.last_deal]
    assert t.view.deal == 2


def test_a_king_that_ends_the_round_tells_nothing_of_the_result() -> None:
    t = table({0: "Kc", 1: "9c", 2: "8d"})
    t.open_curtain()
    act(t, "stand")
    t.open_curtain()
    act(t, "offer")
    assert isinstance(t.page, MomentPage) and t.settlement_to_come and t.view.deal == 1
    assert [event.key for event in t.this_deal][-1] == "event.calls"


def test_take_back_ends_when_a_curtain_has_been_open() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.open_curtain()
    act(t, "stand")
    t.open_curtain()
    t.cover()
    assert t.page == CurtainPage(HandPage(2))
    assert not t.can_take_back


@pytest.mark.clause("PACK-5")
def test_a_pack_that_was_committed_to_stays_the_same_after_coming_back() -> None:
    def sit_down() -> CutPage:
        header = Header.model_validate(
            {"game": "cuckoo", "players": ("Anna", "Bea", "Ciro"), "secret": "3f" * 32, "dealer": 0}
        )
        page = Table(Match(find_game("cuckoo"), header), {}, cut_by_hand=True).page
        assert isinstance(page, CutPage)
        return page

    assert sit_down().commitment == sit_down().commitment


@pytest.mark.clause("CK-10")
def test_a_look_does_not_stop_the_time() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"}, preset="fast")
    t.open_curtain()
    t.cover()
    t.look(2)
    t.open_curtain()
    assert t.page == LookPage(2)
    t.time_out()
    assert t.match.last_action == Action(1, "timeout")
    # It is his turn now, and he sits there.
    assert t.page == HandPage(2)


@pytest.mark.clause("CK-10")
def test_a_bot_has_no_time_to_run_out() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"}, preset="fast")
    t.give_seat(1, "steady")
    t.time_out()
    assert t.match.last_action is None


def test_taking_back_does_not_forget_who_left() -> None:
    t = table({0: "9c", 1: "9d", 2: "Jd"})
    t.give_seat(0, "steady")
    t.open_curtain()
    act(t, "stand")
    t.take_back()
    t.open_curtain()
    act(t, "stand")
    assert t.match.bots == {0: "steady"}


def test_nothing_can_be_taken_back_after_coming_back_to_the_table() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.open_curtain()
    act(t, "stand")
    assert t.can_take_back
    assert not Table(t.match, {}).can_take_back


def test_the_log_over_a_hand_names_no_hidden_card() -> None:
    t = table({0: "9c", 1: "3c", 2: "Jd"})
    t.open_curtain()
    act(t, "offer")
    assert not [card for event in t.this_deal for card in event.cards]


@pytest.mark.clause("PACK-5")
def test_the_first_curtain_of_a_deal_tells_what_binds_its_pack() -> None:
    match = Match(find_game("cuckoo"), Header(game="cuckoo", players=("Anna", "Bea", "Ciro"), dealer=0))
    t = Table(match, {})
    line = json.loads(match.lines[0])
    before = line["shuffle"][-line["cut"] :] + line["shuffle"][: -line["cut"]] if line["cut"] else line["shuffle"]
    assert t.commitment == commitment(line["salt"], before)
    t.open_curtain()
    act(t, "stand")
    assert t.commitment is None
