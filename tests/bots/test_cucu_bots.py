"""The steady bot at the games of the cucco pack: what the privileged cards, the fool and the questions change."""

from collections.abc import Mapping

import pytest

from cucco_tui.bots import BOTS
from cucco_tui.bots.outlook import Outlook
from cucco_tui.bots.steady import risks
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, Over, Shuffle, Turn
from cucco_tui.games import find_game
from cucco_tui.games.exchange.state import ExchangeState
from cucco_tui.games.exchange.view import ExchangeView
from tests.dealing import on_top

GAMES = ("cucu", "stu", "cucuspiel")
OTHERS = "V VI VII VIII VIIII X"
"""Middling cards for who sits farther off."""


def dealt(
    game: str, hands: str, *acted: str, rules: Mapping[str, object] | None = None, coins: int = 0, share: int = 0
) -> ExchangeView:
    """Deal cards to the eldest and on, the rest to the stock, let some act, and give the view of who is next.

    There are as many seats as cards before a stroke. A bargain offers `coins` and a `share`.
    """
    found = find_game(game)
    at_table = len(hands.partition("/")[0].split())
    state = found.new(found.preset(None), rules or {}, at_table, 0)
    assert isinstance(state, ExchangeState)
    order = on_top(state.pack, *hands.replace("/", " ").split())
    state.deal(order[::-1] if state.procedure.from_bottom else order)
    for do in acted:
        offered = (coins, share) if do == "bargain" else (None, None)
        state.apply(Action(turn(state), do, coins=offered[0], share=offered[1]))
    view = state.view(turn(state))
    assert isinstance(view, ExchangeView)
    return view


def turn(state: ExchangeState) -> int:
    assert isinstance(state.waiting, Turn)
    return state.waiting.by


def answer(view: ExchangeView) -> Action:
    return BOTS["steady"](view, Chance(b"not needed"), 1)


def steady(view: ExchangeView) -> str:
    return answer(view).do


# Standing, offering, cutting


@pytest.mark.parametrize("game", GAMES)
def test_it_keeps_privileged_cards_and_passes_the_lowest_on(game: str) -> None:
    for card in ("XV", "XIIII", "XIII", "XII", "XI", "X"):
        assert steady(dealt(game, f"{card} I II III")) == "stand"
    for card in ("Mascherone", "Nulla", "I"):
        assert steady(dealt(game, f"{card} VI VII VIII")) == "offer"


@pytest.mark.parametrize("game", GAMES)
def test_a_fool_is_passed_on_unless_the_other_one_is_known_to_be_held(game: str) -> None:
    assert steady(dealt(game, f"Matto V {OTHERS}")) == "offer"
    assert steady(dealt(game, "Matto V")) == "offer"
    assert steady(dealt(game, f"Matto Matto {OTHERS}", "offer")) == "stand"
    assert steady(dealt(game, "X X Matto", "stand", "stand")) == "cut"


@pytest.mark.parametrize("game", GAMES)
def test_a_fool_covers_nobody(game: str) -> None:
    """A II is safe after a Mascherone, but not after a fool."""
    assert steady(dealt(game, "II Mascherone V X", "offer")) == "stand"
    assert risks(dealt(game, "II Mascherone V X", "offer"))["stand"] == 0
    assert steady(dealt(game, "II Matto V X", "offer")) == "offer"


def test_of_equal_cards_only_the_first_pays_in_stu() -> None:
    """Who was asked for a VI and got a VI knows that the other has one too."""
    assert risks(dealt("stu", "VI VI", "offer"))["stand"] == 0
    assert steady(dealt("stu", "VI VI", "offer")) == "stand"
    assert risks(dealt("cucu", "VI VI", "offer"))["stand"] == 1
    assert steady(dealt("cucu", "VI VI", "offer")) == "cut"


@pytest.mark.parametrize("game", GAMES)
def test_who_may_be_shot_by_the_cards_that_are_left_asks_less(game: str) -> None:
    """XIIII and XII cost the asker a token: with all of them seen, asking is cheaper."""
    view = dealt(game, "VI V VII VIII")
    unseen = Outlook(view)
    shots, ordinary_or_blocking = sum(unseen.penalties), sum(unseen.ordinary) + sum(unseen.blocking)
    assert shots == 4
    unseen.penalties = [0] * len(unseen.penalties)
    assert Outlook(view).offer(unseen.own) - unseen.offer(unseen.own) == pytest.approx(shots / ordinary_or_blocking)


def test_the_last_token_can_be_lost_but_once() -> None:
    """Who is out by a shot pays nothing more for his card."""
    last, not_last = (Outlook(dealt("cucu", "I V VII VIII", rules={"tokens": n})) for n in (1, 3))
    assert last.offer(last.own) < not_last.offer(not_last.own)


# Questions


@pytest.mark.parametrize("game", ["cucu", "cucuspiel"])
def test_at_the_inn_it_asks_for_a_nulla_unless_it_holds_something_better(game: str) -> None:
    for card in ("Nulla", "III", "Matto"):
        assert steady(dealt(game, f"{card} XI {OTHERS}", "offer")) == "ask_nulla"
    assert steady(dealt(game, f"XV XI {OTHERS}", "offer")) == "withdraw"


@pytest.mark.parametrize("game", ["cucu", "cucuspiel"])
def test_an_innkeeper_would_rather_pay_for_a_nulla_than_give_his_inn_away(game: str) -> None:
    for hands in (f"Nulla XI {OTHERS}", "III XI"):
        view = dealt(game, hands, "offer", "ask_nulla")
        assert view.question is not None and view.question.name == "pay-for-nulla"
        assert 0 < risks(view)["accept"] < risks(view)["refuse"] < 1
        assert steady(view) == "accept"


def test_it_bargains_for_an_inn_with_half_of_what_it_is_worth() -> None:
    """With eight players of three tokens a token is worth a third of a stake."""
    poor, rich = (dealt("stu", f"I XI {OTHERS}", "offer", rules={"stake": stake}) for stake in (1, 300))
    assert answer(poor) == Action(poor.viewer or 0, "bargain")
    coins = answer(rich).coins
    assert coins is not None and 10 < coins <= 50
    assert answer(dealt("stu", f"Nulla XI {OTHERS}", "offer", rules={"stake": 300})).coins is None
    assert answer(dealt("stu", f"XV XI {OTHERS}", "offer", rules={"stake": 300})).coins is None


@pytest.mark.parametrize(
    ("coins", "share", "does"),
    [(0, 0, "refuse"), (1, 0, "refuse"), (90, 0, "accept"), (0, 1, "refuse"), (0, 50, "accept")],
)
def test_an_innkeeper_takes_what_is_worth_more_than_his_inn(coins: int, share: int, does: str) -> None:
    rules = {"stake": 300}
    view = dealt("stu", f"I XI {OTHERS}", "offer", "bargain", rules=rules, coins=coins, share=share)
    assert steady(view) == does


def test_where_nothing_is_staked_any_coin_is_worth_an_inn() -> None:
    hands, acted = f"I XI {OTHERS}", ("offer", "bargain")
    assert steady(dealt("stu", hands, *acted, rules={"stake": 0})) == "refuse"
    assert steady(dealt("stu", hands, *acted, rules={"stake": 0}, coins=1)) == "accept"


def test_no_card_is_worth_the_token_that_a_refusal_costs() -> None:
    view = dealt("cucuspiel", f"Mascherone X {OTHERS}", "offer", rules={"refusal": "costs_token"})
    assert view.question is not None and view.question.name == "refusal"
    assert steady(view) == "swap"


@pytest.mark.parametrize("game", ["cucu", "stu"])
def test_it_buys_back_where_new_tokens_are_worth_their_price(game: str) -> None:
    """The worth of its tokens is their part, by number, of a pot that holds the price too."""
    found, chance, done = find_game(game), Chance(b"buying back"), set[str]()
    for seats in (3, 12):
        state = found.new(found.preset(None), {"stake": 12}, seats, 0)
        while not isinstance(state.waiting, Over):
            if isinstance(state.waiting, Shuffle):
                state.deal(chance.shuffled(state.pack.cards))
                continue
            view = state.view(state.waiting.by)
            assert isinstance(view, ExchangeView)
            action = answer(view)
            if view.question is not None and view.question.name == "buy-back":
                price = view.question.amount
                part = 3 / (3 + sum(seat.tokens for seat in view.seats))
                assert action.do == ("buy_back" if price <= part * (view.pot + price) else "leave")
                assert action.sponsors is None
                done.add(action.do)
            state.apply(action)
    assert done == {"buy_back", "leave"}


@pytest.mark.parametrize("game", GAMES)
def test_it_agrees_to_a_fair_share(game: str) -> None:
    """The shares are told in the order of the seats, whoever offers."""
    found, chance, offers = find_game(game), Chance(b"sharing"), 0
    for dealer in (0, 1):
        state = found.new(found.preset(None), {"tokens": 9}, 2, dealer)
        while offers < 40 and not isinstance(state.waiting, Over):
            if isinstance(state.waiting, Turn):
                state.apply(answer(state.view(state.waiting.by)))  # type: ignore[arg-type]
                continue
            tokens = [seat.tokens or 0 for seat in state.report()]
            for offering in (0, 1):
                for mine in range(0, 101, 5):
                    offered = state.clone()
                    action = Action(offering, "split", shares=(mine, 100 - mine))
                    if offered.why_not(action) is None:
                        offered.apply(action)
                        asked = 1 - offering
                        fair = (mine, 100 - mine)[asked] * sum(tokens) >= 100 * tokens[asked]
                        view = offered.view(asked)
                        assert isinstance(view, ExchangeView)
                        assert steady(view) == ("agree" if fair else "decline")
                        offers += 1
            state.deal(chance.shuffled(state.pack.cards))
    assert offers >= 40
