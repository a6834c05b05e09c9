"""A public decision: all look, somebody answers aloud, and the answer takes a second key."""

from typing import Any

from textual.content import Content

from cucco_tui.engine.question import Question
from cucco_tui.engine.state import Action
from cucco_tui.tui.screens.amounts import Amount, AmountsScreen
from cucco_tui.tui.screens.exchange import ExchangeScreen
from cucco_tui.tui.telling import offer_key
from cucco_tui.tui.widgets.choices import Choice

HELPED = "helped"
"""The choice to come back with the coins of others."""


class AnswerScreen(ExchangeScreen):
    """The table with nobody's card, a question, and who answers it."""

    @property
    def question(self) -> Question:
        """Give what is asked."""
        question = self.view.question
        assert question is not None
        return question

    def said(self) -> Content:
        """Tell the question and who answers."""
        question, words, teller = self.question, self.words, self.sitting.teller
        places: dict[str, Any] = {"seat": self.sitting.name(question.seat), "coins": question.amount}
        if question.other is not None:
            places["other"] = self.sitting.name(question.other)
        key = f"question.{question.name}"
        if question.shares is not None:
            places |= {"share": question.shares[0], "rest": question.shares[1]}
            key = teller.first(offer_key(key, question.amount, question.shares[0]), key)
        asked = teller.sentence(key, n=question.amount, **places)
        answers = Content.assemble(self.sitting.name(question.seat), " ", words("answer.answers"))
        return Content("\n").join((asked.stylize("bold"), answers.stylize("$faint")))

    def choices(self) -> list[Choice]:
        """List the answers; who comes back may ask others to pay."""
        choices = [self.decision(action.do) for action in self.view.choices]
        if self.question.helped and self.question.amount:
            choices.insert(1, self.decision(HELPED))
        return choices

    def give(self, do: str) -> None:
        """Give the answer."""
        if do == HELPED:
            self.ask_sponsors()
        else:
            super().give(do)

    def ask_sponsors(self) -> None:
        """Ask who pays how much of the price."""
        question = self.question
        others = [seat for seat in range(len(self.sitting.names)) if seat != question.seat]
        amounts = [Amount(str(seat), self.sitting.name(seat), question.amount) for seat in others]
        title = self.sitting.teller.sentence(
            "amounts.sponsors", n=question.amount, seat=self.sitting.name(question.seat), coins=question.amount
        )
        self.app.push_screen(AmountsScreen(title, amounts, self.ask_each, total=question.amount))

    def ask_each(self, amounts: dict[str, int]) -> None:
        """Ask each who is to pay, by a key of his own; then come back with what was promised."""
        sponsors = [(int(seat), coins) for seat, coins in amounts.items() if coins]
        self.ask_next(sponsors, tuple(sponsors))

    def ask_next(self, left: list[tuple[int, int]], sponsors: tuple[tuple[int, int], ...]) -> None:
        """Ask the next sponsor; nobody pays if one of them says no."""
        from cucco_tui.tui.screens.confirm import ConfirmScreen

        if not left:
            self.sitting.do(Action(self.question.seat, "buy_back", sponsors=sponsors))
            return
        (seat, coins), *others = left
        names = self.sitting.names

        def answered(yes: bool | None) -> None:
            if yes:
                self.ask_next(others, sponsors)

        self.app.push_screen(
            ConfirmScreen("confirm.sponsor", n=coins, name=names[seat], coins=coins, other=names[self.question.seat]),
            answered,
        )
