"""What the bot that reckons answers when it is asked something else than to stand or exchange.

- Inn, who asks: puts the question unless the inn is no better than its card. A bargain offers half of what the swap is
  worth to it in whole coins, never a share; with a Nulla nothing, for the innkeeper would pay for it.
- Inn, who is asked: keeps it or swaps, whichever costs less; paying for a Nulla and taking coins are reckoned in.
- Refusing an ordinary swap costs a token for sure, which no card is worth: it swaps.
- Buying back: if its tokens would then be worth the price, by their share of all tokens in play. It asks no sponsors.
- Sharing the pot: agrees to at least its share of the two players' tokens. It never offers.
"""

from collections.abc import Callable

from cucco_tui.bots.outlook import Outlook
from cucco_tui.engine.question import Question
from cucco_tui.engine.state import Action
from cucco_tui.games.exchange.view import ExchangeView, SeatView

NULLA = "Nulla"
"""The card that an innkeeper may have to pay for."""


def stop_at_inn(view: ExchangeView, question: Question) -> dict[str, float]:
    """Weigh the own card against the inn, which the other question may bring."""
    keep, inn = card_or_inn(view, question)
    return {"withdraw": keep, "ask_nulla": inn}


def card_or_inn(view: ExchangeView, question: Question) -> tuple[float, float]:
    """Reckon the tokens that the own card costs, and the innkeeper's instead of it."""
    outlook = Outlook(view)
    inn = outlook.levels[other(view, question).card or ""]
    return outlook.keep(outlook.own, outlook.to_come), outlook.keep(inn, outlook.to_come, passed=outlook.own)


def bargain(view: ExchangeView, question: Question) -> Action:
    """Offer for the inn half of what it is worth."""
    keep, inn = card_or_inn(view, question)
    coins = 0 if view.own == NULLA else int((keep - inn) * token_worth(view) / 2)
    return Action(question.seat, "bargain", coins=coins if coins > 0 else None)


def pay_for_nulla(view: ExchangeView, question: Question) -> dict[str, float]:
    """Weigh keeping the inn, and paying for the asker's Nulla, against his card."""
    keep, swap = inn_or_card(view, question)
    return {"accept": keep, "refuse": swap}


def answer_bargain(view: ExchangeView, question: Question) -> dict[str, float]:
    """Weigh keeping the inn, and paying for the asker's Nulla, against his card and what he offers."""
    keep, swap = inn_or_card(view, question)
    share = question.shares[0] / 100 if question.shares else 0.0
    chance = other(view, question).tokens / all_tokens(view)
    offered = question.amount + share * view.pot * chance
    return {"refuse": keep, "accept": swap - offered / token_worth(view)}


def inn_or_card(view: ExchangeView, question: Question) -> tuple[float, float]:
    """Reckon the tokens that an inn costs who keeps it, and the asker's card who swaps and decides then."""
    asker = other(view, question)
    outlook = Outlook(view, supposed={asker.seat: view.own or ""})
    inn, nulla = outlook.own, outlook.levels[NULLA]
    cards = outlook.passed
    if asker.card is not None:
        cards = [float(level == outlook.levels[asker.card]) for level in range(len(cards))]
    total = sum(cards)
    keep = outlook.keep(inn, outlook.to_come) * sum(cards[inn:]) / total
    pay = outlook.keep(nulla, outlook.to_come) * cards[nulla] / total
    swap = sum(weight * outlook.decide(level) for level, weight in enumerate(cards) if weight) / total
    return keep + pay, swap


def refuse_swap(view: ExchangeView, question: Question) -> dict[str, float]:
    """Never pay a token for what costs a token at worst."""
    return {"swap": 0.0, "refuse": 1.0}


def buy_back(view: ExchangeView, question: Question) -> dict[str, float]:
    """Weigh the price against the part of the pot that a new player's tokens are worth, in coins."""
    tokens, price = view.procedure.tokens, question.amount
    return {"buy_back": price - (view.pot + price) * tokens / (all_tokens(view) + tokens), "leave": 0.0}


def share_pot(view: ExchangeView, question: Question) -> dict[str, float]:
    """Weigh the offered share against the share of the tokens, in percent."""
    shares = question.shares or (0, 0)
    offered = shares[question.seat > other(view, question).seat]
    fair = 100 * view.seats[question.seat].tokens / all_tokens(view)
    return {"agree": fair - offered, "decline": 0.0}


ANSWERS: dict[str, Callable[[ExchangeView, Question], dict[str, float]]] = {
    "inn": stop_at_inn,
    "pay-for-nulla": pay_for_nulla,
    "bargain-answer": answer_bargain,
    "refusal": refuse_swap,
    "buy-back": buy_back,
    "split": share_pot,
}
"""What each choice costs, by the name of the question: tokens, or where it is about the pot coins or percents."""


def other(view: ExchangeView, question: Question) -> SeatView:
    """Find the seat that a question concerns."""
    assert question.other is not None
    return view.seats[question.other]


def all_tokens(view: ExchangeView) -> int:
    """Count the tokens in play."""
    return sum(seat.tokens for seat in view.seats)


def token_worth(view: ExchangeView) -> float:
    """Reckon a token's part of the pot in coins; an empty pot counts as a coin."""
    return max(view.pot, 1) / all_tokens(view)
