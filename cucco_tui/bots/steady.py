"""The bot that reckons: in the exchange games it does whatever can be expected to cost it the fewest tokens.

In the trick games it counts cards and goes by a few rules: see `card_play`, `bidding` and `ducking`. It looks no
further than the deal that is on, samples nothing and never draws where it can weigh.
"""

from collections.abc import Callable

from cucco_tui.bots.answers import ANSWERS, bargain
from cucco_tui.bots.bidding import bid
from cucco_tui.bots.card_play import play_for_points
from cucco_tui.bots.ducking import answer_capote, call_doctor, duck
from cucco_tui.bots.outlook import Outlook
from cucco_tui.engine.shuffle import Chance
from cucco_tui.engine.state import Action, View
from cucco_tui.games.exchange.procedure import CUT, OFFER, STAND
from cucco_tui.games.exchange.view import ExchangeView
from cucco_tui.games.tricks.view import TrickView


def play_steadily(view: View, chance: Chance, simulations: int) -> Action:
    """Do what costs least, of equals the first; draw between choices that it cannot weigh."""
    if isinstance(view, TrickView):
        return play_tricks(view)
    if isinstance(view, ExchangeView) and view.question is not None and view.question.name == "bargain":
        return bargain(view, view.question)
    weighed = risks(view)
    if not weighed:
        return chance.pick(view.choices)
    return min(view.choices, key=lambda action: weighed[action.do])


def risks(view: View) -> dict[str, float]:
    """Give by choice the tokens that it can be expected to cost; nothing where there is no choice to weigh.

    Where only the lowest card costs a token that is the chance to end lowest.
    """
    if not isinstance(view, ExchangeView):
        return {}
    if view.question is not None:
        answer = ANSWERS.get(view.question.name)
        return answer(view, view.question) if answer else {}
    choices = {action.do for action in view.choices}
    if not {STAND} < choices <= {STAND, OFFER, CUT}:
        return {}
    outlook = Outlook(view)
    stand = outlook.keep(outlook.own, outlook.to_come)
    if OFFER in choices:
        return {STAND: stand, OFFER: outlook.offer(outlook.own)}
    return {STAND: stand, CUT: outlook.cut(outlook.own, outlook.cuts)}


def play_tricks(view: TrickView) -> Action:
    """Answer what is asked in a trick game, or play a card: for points, or where they cost something against them."""
    if view.asked is not None:
        return QUESTIONS[view.asked](view)
    return duck(view) if view.procedure.points_cost else play_for_points(view)


QUESTIONS: dict[str, Callable[[TrickView], Action]] = {"bid": bid, "capote": answer_capote, "doctor": call_doctor}
