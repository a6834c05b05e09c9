"""Questions at one keyboard: what is private, what is answered aloud, and what may be seen meanwhile."""

import pytest

from cucco_tui.engine.match import Match
from cucco_tui.engine.record import Header
from cucco_tui.engine.state import Action
from cucco_tui.games import find_game
from cucco_tui.games.exchange.view import ExchangeView
from cucco_tui.tui.pages import AnswerPage, BotPage, CurtainPage, HandPage, MomentPage, SettlementPage, Table
from tests.dealing import deal_out


def table(
    game: str, cards: dict[int, str], rules: dict[str, object] | None = None, bots: dict[int, str] | None = None
) -> Table:
    """Sit down to a match of three whose first deal is known: seat 0 deals, anticlockwise seat 2 is eldest."""
    match = Match(find_game(game), Header(game=game, rules=rules or {}, players=("Anna", "Bea", "Ciro")))
    deal_out(match, cards[2], cards[1], cards[0])
    return Table(match, bots or {})


def act(t: Table, do: str, **arguments: object) -> None:
    """Let who is asked do something."""
    waiting = t.match.waiting
    t.act(Action(waiting.seat, do, **arguments))  # type: ignore[union-attr, arg-type]


def own(t: Table) -> str | None:
    """Give the card that the screen may show as the own one."""
    view = t.view
    assert isinstance(view, ExchangeView)
    return view.own


@pytest.mark.clause("CUCU-10", "CUCU-11", "CUCU-12")
def test_the_inn_of_campli_is_asked_in_private_and_answered_aloud() -> None:
    t = table("cucu", {2: "Nulla", 1: "XI", 0: "V"})
    t.open_curtain()
    act(t, "offer")
    assert isinstance(t.page, MomentPage) and own(t) is None
    assert all(not event.cards for event in t.page.events)
    t.done()
    assert t.page == CurtainPage(HandPage(2))
    t.open_curtain()
    assert own(t) == "Nulla"
    act(t, "ask_nulla")
    assert t.page == AnswerPage(1) and t.seated is None and own(t) is None
    assert not t.can_take_back, "it was said aloud"
    assert [action.do for action in t.view.choices] == ["accept", "refuse"]
    act(t, "refuse")
    assert t.page == CurtainPage(HandPage(1))
    t.open_curtain()
    assert own(t) == "Nulla"


@pytest.mark.clause("STU-7")
def test_the_bargain_of_montorio_is_made_in_private_and_answered_aloud() -> None:
    t = table("stu", {2: "Nulla", 1: "XI", 0: "V"})
    t.open_curtain()
    act(t, "offer")
    t.done()
    t.open_curtain()
    act(t, "bargain", coins=2, share=10)
    assert t.page == AnswerPage(1) and own(t) is None
    act(t, "accept")
    assert t.page == CurtainPage(HandPage(1))
    assert t.view.coins == (-1, 1, -3)


@pytest.mark.clause("ZEH-3")
def test_the_refusal_of_1769_is_a_private_page() -> None:
    t = table("cucuspiel", {2: "I", 1: "V", 0: "VII"}, {"refusal": "costs_token"})
    t.open_curtain()
    act(t, "offer")
    assert t.page == CurtainPage(HandPage(1))
    t.open_curtain()
    assert own(t) == "V"
    assert [action.do for action in t.view.choices] == ["swap", "refuse"]


@pytest.mark.clause("CUCU-17")
def test_coming_back_is_answered_aloud_after_the_settlement() -> None:
    t = table("cucu", {2: "I", 1: "V", 0: "VII"}, {"tokens": 1})
    for _ in range(3):
        t.open_curtain()
        act(t, "stand")
    assert isinstance(t.page, SettlementPage)
    t.done()
    assert t.page == AnswerPage(2)
    act(t, "buy_back")
    assert t.view.coins == (-1, -1, -2)
    assert isinstance(t.page, MomentPage) and t.page.events[-1].key == "event.buys-back"
    t.done()
    assert t.page == CurtainPage(HandPage(1))


@pytest.mark.clause("CUCU-22")
def test_sharing_the_pot_is_offered_between_deals_and_answered_aloud() -> None:
    match = Match(find_game("cucu"), Header(game="cucu", players=("Anna", "Bea"), rules={"tokens": 2}))
    rest = list(match.pack.cards)
    rest.remove("I")
    rest.remove("V")
    match.shuffle([*rest, "I", "V"])
    t = Table(match, {})
    for _ in range(2):
        t.open_curtain()
        act(t, "stand")
    assert isinstance(t.page, SettlementPage)
    t.act(Action(0, "split", shares=(60, 40)))
    assert t.page == AnswerPage(1)
    t.act(Action(1, "agree"))
    assert t.match.view(None).coins == (1, -1) or sum(t.match.view(None).coins) == 0
    assert t.page.__class__.__name__ == "EndPage"


def test_bots_answer_on_a_public_page() -> None:
    t = table("cucu", {2: "Nulla", 1: "XI", 0: "V"}, bots={1: "steady"})
    t.open_curtain()
    act(t, "offer")
    t.done()
    t.open_curtain()
    act(t, "ask_nulla")
    assert t.page == BotPage(1)
    t.bot_acts()
    assert t.match.last_action is not None and t.match.last_action.do in ("accept", "refuse")
