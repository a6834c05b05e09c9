"""What is agreed on before a match: the plan, the form, the page to agree on, the draw, the rematch."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Literal

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, Static

from cucco_tui.cards.packs import FRENCH
from cucco_tui.engine.game import Between, Game, Needs
from cucco_tui.engine.match import Match
from cucco_tui.engine.names import clean_name
from cucco_tui.engine.record import Header
from cucco_tui.engine.shuffle import Chance
from cucco_tui.games import find_game, register
from cucco_tui.locale import LANGUAGES, Words, words
from cucco_tui.storage.settings import Settings, load_settings
from cucco_tui.tui.app import CuccoApp
from cucco_tui.tui.people import number_equal_names
from cucco_tui.tui.plan import Plan, Player, house_rules, recall
from cucco_tui.tui.rule_words import preset_name, rule_name, rule_question, rule_sentence, value_name
from cucco_tui.tui.screens.agree import AgreeScreen
from cucco_tui.tui.screens.base import CuccoScreen
from cucco_tui.tui.screens.confirm import ConfirmScreen
from cucco_tui.tui.screens.drawing import Draw, DrawingScreen, draw_for_the_deal, seats_by_draw
from cucco_tui.tui.screens.home import HomeScreen
from cucco_tui.tui.screens.matches import MatchesScreen
from cucco_tui.tui.screens.name import NameScreen, NumberScreen
from cucco_tui.tui.screens.settings import SettingsScreen
from cucco_tui.tui.screens.setup import SetupScreen, plan_header, rematch_header, seat_newcomers
from cucco_tui.tui.widgets.about import About
from cucco_tui.tui.widgets.key_lines import KeyLines
from cucco_tui.tui.widgets.rows import RowList
from tests.tui.running import SIZES, Steps, play, seen, settle

CUCKOO = find_game("cuckoo")


def plan_of(*names: str, game: Game = CUCKOO, **changes: object) -> Plan:
    """Lay a table."""
    plan = Plan(game, game.presets[0], [Player(name) for name in names])
    return replace(plan, **changes)  # type: ignore[arg-type]


# The draw


def lined_up(kinds: list[str]) -> Chance:
    """A chance that shuffles as it is told."""

    class Told(Chance):
        def shuffled(self, items: object) -> list[str]:  # type: ignore[override]
            first = [kinds.pop(0) for _ in range(3) if kinds]
            return [*first, *(kind for kind in FRENCH.kinds if kind not in first)]

    return Told(b"")


def heights_of(game: str, preset: str | None = None) -> Mapping[str, int]:
    """How high each card counts in the draw of a game."""
    found = find_game(game)
    return found.new(found.preset(preset), {}, 3, 0).view(None).heights


@pytest.mark.clause("DEAL-1")
def test_the_highest_card_deals() -> None:
    (draw,) = draw_for_the_deal(heights_of("cuckoo"), 3, lined_up(["7c", "Qd", "Ah"]))
    assert draw.cards == {0: "7c", 1: "Qd", 2: "Ah"}
    assert draw.highest == (1,)


@pytest.mark.clause("DEAL-1")
def test_equal_highest_draw_again_and_only_they() -> None:
    first, second = draw_for_the_deal(heights_of("cuckoo"), 3, lined_up(["Kc", "2d", "Kh", "5s", "9c"]))
    assert first.highest == (0, 2)
    assert second.cards == {0: "5s", 2: "9c"}
    assert second.highest == (2,)


@pytest.mark.clause("DEAL-1")
@pytest.mark.parametrize("preset", ["cuckoo", "saltacavallo"])
def test_each_draws_from_one_set_of_different_cards_and_each_may_win(preset: str) -> None:
    won = [0] * 30
    for seed in range(600):
        for draw in draw_for_the_deal(heights_of("cuckoo", preset), 30, Chance(b"%d" % seed)):
            assert len(set(draw.cards.values())) == len(draw.cards)
        won[draw.highest[0]] += 1
    assert min(won) > 0


@pytest.mark.clause("DEAL-1")
def test_cards_count_in_the_draw_as_in_the_game() -> None:
    french, italian = heights_of("cuckoo"), heights_of("cuckoo", "saltacavallo")
    assert french["Ac"] == french["As"] < french["Td"] < french["Jc"] < french["Kh"]
    assert italian["7d"] < italian["Fc"] < italian["Cs"] < italian["Rb"]
    cucco = heights_of("cucu")
    assert cucco["Matto"] < cucco["Leone"] < cucco["Mascherone"] < cucco["Secchia"] < cucco["Nulla"] < cucco["I"]
    assert len(set(cucco.values())) == 20 and max(cucco, key=lambda card: cucco[card]) == "XV"


@pytest.mark.clause("DEAL-2")
def test_the_others_sit_to_the_dealers_right_as_they_drew() -> None:
    heights = heights_of("cucu")
    draws = [Draw({0: "III", 1: "XV", 2: "X", 3: "Matto"}, (1,))]
    # Clockwise from the dealer, who drew XV: at his left the Matto, at his right the X.
    assert seats_by_draw(draws, heights) == [1, 3, 0, 2]


@pytest.mark.clause("DEAL-2")
def test_who_draws_again_sits_by_the_second_card() -> None:
    heights = heights_of("cuckoo")
    draws = [Draw({0: "Kc", 1: "2d", 2: "Kh", 3: "Ks"}, (0, 2, 3)), Draw({0: "5s", 2: "9c", 3: "7d"}, (2,))]
    assert seats_by_draw(draws, heights) == [2, 1, 0, 3]


@pytest.mark.clause("DEAL-1")
@pytest.mark.parametrize(
    ("first", "dealers"), [("drawn", {0, 1, 2}), ("seated", {0}), ("random", {0, 1, 2}), ("chosen", {1})]
)
def test_the_first_dealer_is_drawn_random_or_chosen(first: str, dealers: set[int]) -> None:
    plan = plan_of("Anna", "Bea", "Ciro", first=first)
    if first == "chosen":
        plan.dealer = plan.players[1]

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        app.push_screen(AgreeScreen(plan))
        await settle(pilot)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, DrawingScreen) is (first in ("drawn", "seated"))
        for _ in range(8):
            if app.sitting is None:
                await pilot.press("space")
                await pilot.pause(0.35)
        assert app.sitting is not None
        header = app.sitting.match.header
        assert header.dealer in dealers
        assert "draw" not in header.line()

    play(steps, STILL)


# The rematch


@pytest.mark.clause("DEAL-3")
def test_in_a_rematch_the_winner_deals_first_and_all_else_stays() -> None:
    header = plan_header(plan_of("Anna", "Bea", "Ciro", cut="by_hand", changes={"tokens": 5}), 0)
    again = rematch_header(header, 2)
    assert again.dealer == 2
    same = {"game", "preset", "rules", "players", "bots", "table", "program"}
    assert again.model_dump(include=same) == header.model_dump(include=same)
    assert Match(CUCKOO, again).view(None).dealer == 2


@pytest.mark.clause("DEAL-3")
def test_newcomers_sit_at_the_winners_left() -> None:
    assert seat_newcomers(["Anna", "Bea", "Ciro"], 1, ["Dora"]) == ["Anna", "Bea", "Dora", "Ciro"]
    assert seat_newcomers(["Anna", "Bea", "Ciro"], 2, ["Dora", "Elsa"]) == ["Anna", "Bea", "Ciro", "Dora", "Elsa"]


# The plan


@dataclass(frozen=True, slots=True)
class OddRules:
    target: Literal[31, 21] | None = 31
    deals: Annotated[int, Between(1, 100)] = 10
    revokes: Literal["prevented", "punished"] = "prevented"
    fine: Annotated[bool, Needs("revokes", ("punished",))] = False


def test_house_rules_are_read_from_the_dataclass_of_any_game() -> None:
    target, deals, revokes, fine = house_rules(OddRules)
    assert target.values == (31, 21, None)
    assert (deals.values[0], deals.values[-1], deals.wide) == (1, 100, True)
    assert revokes.values == ("prevented", "punished")
    assert fine.needs == Needs("revokes", ("punished",))


def test_values_go_round_and_numbers_stop_at_their_ends() -> None:
    rules = {rule.name: rule for rule in house_rules(CUCKOO.rules)}
    assert rules["tokens"].step(9, 1) == 9
    assert rules["tokens"].step(1, -1) == 1
    assert rules["tokens"].step(9, 1, around=True) == 1
    assert rules["blockers"].step("none", 1) == "kings"
    assert rules["fast"].step(True, 1) is False
    steps = [0]
    while (stake := rules["stake"].step(steps[-1], 1)) != steps[-1]:
        assert isinstance(stake, int)
        steps.append(stake)
    assert steps[:8] == [0, 1, 2, 3, 4, 5, 10, 20]
    assert steps[-1] == 1000
    assert rules["stake"].step(7, 1) == 10
    assert rules["stake"].step(7, -1) == 5


def test_a_rule_that_means_nothing_is_neither_shown_nor_written() -> None:
    plan = plan_of("Anna", "Bea", "Ciro")
    plan.set_rule("seconds", 9)
    assert "seconds" not in [rule.name for rule in plan.shown_rules]
    assert plan.differing == {}
    plan.set_rule("fast", True)
    assert plan.differing == {"fast": True, "seconds": 9}
    plan.set_rule("expose_kings", True)
    plan.set_rule("blockers", "none")
    assert plan.differing == {"blockers": "none", "fast": True, "seconds": 9}


def test_another_preset_keeps_what_somebody_has_set() -> None:
    plan = plan_of("Anna", "Bea", "Ciro")
    plan.set_rule("tokens", 5)
    while plan.preset.id != "five-lives":
        plan.step_preset(1)
    assert plan.rules["tokens"] == 5
    assert plan.differing == {}
    plan.step_preset(-1)
    assert plan.differing == {"tokens": 5}


@pytest.mark.parametrize("preset", [preset.id for preset in CUCKOO.presets])
def test_every_plan_that_can_be_made_is_a_match_that_can_be_played(preset: str) -> None:
    for rule in house_rules(CUCKOO.rules):
        for value in rule.values:
            plan = replace(plan_of("Anna", "Bea", "Ciro"), preset=CUCKOO.preset(preset))
            plan.set_rule(rule.name, value)
            header = plan_header(plan, 1)
            assert Match(CUCKOO, header).preset.id == preset


def test_a_plan_is_remembered() -> None:
    plan = plan_of("Anna", "Bea", "Ciro", cut="by_hand", showdown="card_by_card", hints=True, first="chosen")
    plan.dealer = plan.players[2]
    plan.players[1].bot = "steady"
    plan.set_rule("stake", 7)
    settings = Settings().with_setup("cuckoo", plan.remembered())
    again = recall(CUCKOO, settings.setups["cuckoo"], 0.8)
    assert again.remembered() == plan.remembered()
    assert again.dealer is again.players[2]


@pytest.mark.parametrize(
    "data",
    [
        {"preset": 3, "rules": [], "players": "Anna", "cut": None, "dealer": -1, "first": "chosen"},
        {"preset": "none", "rules": {"tokens": 99, "fast": 1, "gone": True}, "players": [{"name": 3}, "Bea", {}]},
        {"players": [{"name": "\x1b\u202e", "bot": "deep"}, {"name": "Bea\x07", "bot": "deep"}], "dealer": True},
    ],
)
def test_odd_memories_do_no_harm(data: dict[str, object]) -> None:
    plan = recall(CUCKOO, data, 0.8)
    assert plan.preset is CUCKOO.presets[0]
    assert plan.differing == {}
    assert plan.first in {"drawn", "seated", "chosen"}
    assert [player.name for player in plan.players] in ([], ["Bea"])
    assert all(player.bot is None for player in plan.players)


def test_the_time_grows_with_tokens_players_and_people() -> None:
    def minutes(players: int, tokens: int = 3, bots: int = 0) -> int:
        plan = plan_of(*"x" * players, changes={"tokens": tokens})
        for player in plan.players[:bots]:
            player.bot = "steady"
        assert plan.minutes is not None
        return plan.minutes

    assert minutes(3) < minutes(6) < minutes(10) < minutes(30)
    assert minutes(6, 1) < minutes(6, 5)
    assert minutes(6, bots=5) < minutes(6)
    ten = plan_of(*"x" * 10)
    assert ten.deals is not None
    assert 21 <= ten.deals <= 26


@dataclass(frozen=True, slots=True)
class NoMeasure:
    equal: bool = False


@pytest.mark.parametrize(("rules", "deals"), [(OddRules, 10), (NoMeasure, None)])
def test_a_match_is_estimated_by_what_is_known(rules: type, deals: int | None) -> None:
    """By the deals that are agreed on, where there is nothing else; and not at all where there is nothing."""
    odd = replace(CUCKOO, rules=rules, presets=(replace(CUCKOO.presets[0], rules={}),))
    assert plan_of("Anna", game=odd).deals == deals
    assert (plan_of("Anna", game=odd).minutes is None) == (deals is None)


@pytest.mark.parametrize(
    ("names", "told"),
    [
        (["Anna", "Anna", "ANNA"], ["Anna", "Anna 2", "ANNA 3"]),
        (["Anna", "Anna 2", "Anna"], ["Anna", "Anna 2", "Anna 3"]),
        (["fi", "ﬁ"], ["fi", "ﬁ 2"]),
        (["W" * 40, "W" * 40], ["W" * 40, "W" * 38 + " 2"]),
    ],
)
def test_equal_names_are_numbered(names: list[str], told: list[str]) -> None:
    assert number_equal_names(names) == told
    assert [clean_name(name) for name in told] == told


# Words


def rule_values_of(game: Game) -> Iterator[tuple[str, object]]:
    for rule in house_rules(game.rules):
        for value in rule.values if not rule.wide else (rule.values[0], rule.values[1], rule.values[-1]):
            yield rule.name, value


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", register().values(), ids=lambda game: game.id)
def test_every_preset_and_house_rule_has_its_words(language: str, game: Game) -> None:
    told: Words = words(language)
    for key in (f"game.{game.id}", f"story.{game.id}", f"kind.{game.kind}"):
        assert told.has(key)
    for preset in game.presets:
        assert told.has(f"preset.{game.id}.{preset.id}")
        assert told.has(f"preset-name.{game.id}.{preset.id}")
        assert preset_name(told, game.id, preset.id)
    for rule, value in rule_values_of(game):
        for text in (
            rule_name(told, game.id, rule),
            rule_question(told, game.id, rule),
            value_name(told, game.id, rule, value),  # type: ignore[arg-type]
            rule_sentence(told, game.id, rule, value),  # type: ignore[arg-type]
        ):
            assert text
            assert "rule." not in text
            assert "{" not in text


# The screens

STILL = Settings(language="en", motion=False)


def set_up(steps: Steps, settings: Settings = STILL, size: tuple[int, int] = (80, 24), game: Game = CUCKOO) -> None:
    """Play on the form of a game."""

    async def opened(app: CuccoApp, pilot: Pilot[None]) -> None:
        app.push_screen(SetupScreen(game))
        await settle(pilot)
        await steps(app, pilot)

    play(opened, settings, size)


def form(app: CuccoApp) -> SetupScreen:
    assert isinstance(app.screen, SetupScreen)
    return app.screen


def cursor(app: CuccoApp) -> str | None:
    return app.screen.query_one(RowList).cursor


def names(app: CuccoApp) -> list[str]:
    return [player.name for player in form(app).plan.players]


async def go_to(app: CuccoApp, pilot: Pilot[None], row: str) -> None:
    app.screen.query_one(RowList).go_to(row)
    await pilot.pause()


def test_a_table_is_laid_and_a_match_started_by_keys_alone() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("x", "x", "x", "x")
        for name in ("Anna", "Bea", "Ciro"):
            await pilot.press("a")
            await settle(pilot)
            await pilot.press(*name, "enter")
            await settle(pilot)
        assert names(app) == ["Anna", "Bea", "Ciro"]
        await pilot.press("up", "u")
        assert names(app) == ["Anna", "Ciro", "Bea"]
        await pilot.press("shift+down", "b")
        assert names(app) == ["Anna", "Bea", "Ciro"]
        assert form(app).plan.players[2].bot == "steady"
        await go_to(app, pilot, "rule:tokens")
        await pilot.press("right")
        await go_to(app, pilot, "table:first")
        await pilot.press("right", "right", "right")
        assert form(app).plan.dealer is form(app).plan.players[0]
        await pilot.press("g")
        await settle(pilot)
        assert isinstance(app.screen, AgreeScreen)
        await pilot.press("enter")
        await settle(pilot)
        assert app.sitting is not None
        header = app.sitting.match.header
        assert (header.players, header.dealer, header.rules) == (("Anna", "Bea", "Ciro"), 0, {"tokens": 4})
        assert (header.model_extra or {})["bots"] == {"2": "steady"}
        assert (header.model_extra or {})["table"]["cut"] == "automatic"
        kept, _ = load_settings()
        assert kept.names == ("Anna", "Bea")
        assert kept.setups["cuckoo"]["rules"] == {"tokens": 4}

    set_up(steps)


def test_a_match_is_started_with_the_mouse_alone() -> None:
    async def click(app: CuccoApp, pilot: Pilot[None], text: str, times: int = 1, shift: int = 1) -> None:
        lines = seen(app).splitlines()
        y = next(y for y, line in enumerate(lines) if text in line)
        for _ in range(times):
            await pilot.click(offset=(lines[y].index(text) + shift, y))
        await settle(pilot)

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await click(app, pilot, "Player 2")
        await click(app, pilot, "b person or bot")
        assert form(app).plan.players[1].bot == "steady"
        await click(app, pilot, "tokens", 2)
        assert form(app).plan.rules["tokens"] == 4
        await click(app, pilot, "‹ 4", shift=0)
        assert form(app).plan.rules["tokens"] == 3
        # From drawn past drawn with the seats; the first click only moves there.
        await click(app, pilot, "first dealer", times=3)
        assert form(app).plan.first == "random"
        await click(app, pilot, "g start")
        await click(app, pilot, "Enter all agree")
        assert app.sitting is not None

    set_up(steps, size=(100, 40))


@pytest.mark.parametrize(
    ("game", "count", "limit"),
    [
        ("cuckoo", 2, "at least 3 players"),
        ("cuckoo", 31, "at most 30 players"),
        ("zifuli", 4, "for 5 players, and 4"),
        ("zifuli", 6, "for 5 players, and 6"),
    ],
)
def test_the_limits_of_the_game_are_told(game: str, count: int, limit: str) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        form(app).plan.players = [Player(f"P{number}") for number in range(count)]
        form(app).show("start")
        await pilot.pause()
        assert limit in " ".join(str(app.screen.query_one(About).content).split())
        await pilot.press("g")
        await settle(pilot)
        assert isinstance(app.screen, SetupScreen)
        assert limit in next(iter(app._notifications)).message

    set_up(steps, game=find_game(game))


def test_a_full_table_takes_nobody_more() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        form(app).plan.players = [Player(f"P{number}") for number in range(30)]
        form(app).show()
        await pilot.press("a")
        await settle(pilot)
        await go_to(app, pilot, "add-bot")
        await pilot.press("enter")
        await settle(pilot)
        assert len(names(app)) == 30
        await pilot.press("g")
        await settle(pilot)
        assert isinstance(app.screen, AgreeScreen)

    set_up(steps)


def test_keys_are_letters_in_a_name() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, NameScreen)
        await pilot.press("q", "?", "x", "g", "enter")
        await settle(pilot)
        assert names(app)[0] == "q?xg"
        assert isinstance(app.screen, SetupScreen)

    set_up(steps)


def test_an_empty_name_is_refused_with_a_sentence() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        before = names(app)
        await pilot.press("enter")
        await settle(pilot)
        for empty in ("", "  ", "\u200b\u202e\u3164"):
            app.screen.query_one(Input).value = empty
            await pilot.press("enter")
            await settle(pilot)
            assert isinstance(app.screen, NameScreen)
            assert "letter" in str(app.screen.query_one("#refusal", Static).content)
        await pilot.press("escape")
        await settle(pilot)
        assert names(app) == before

    set_up(steps)


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("[red]Bea[/red]", "[red]Bea[/red]"),
        ("[/]", "[/]"),
        ("\x1b[31mBea\x07", "[31mBea"),
        ("Bea\u202eaeB", "BeaaeB"),
        ("a\u0301", "á"),
        ("漢" * 40, "漢" * 20),
        ("שלום", "שלום"),
        ("{n} {name}", "{n} {name}"),
    ],
)
def test_any_name_can_sit_down_and_none_breaks_a_page(typed: str, kept: str) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        await settle(pilot)
        app.screen.query_one(Input).value = typed
        await pilot.press("enter")
        await settle(pilot)
        assert names(app)[0] == kept
        assert kept[:3] in seen(app)
        await pilot.press("g")
        await settle(pilot)
        assert kept[:3] in seen(app)
        await pilot.press("enter")
        await settle(pilot)
        assert isinstance(app.screen, DrawingScreen)
        assert kept[:3] in seen(app)

    set_up(steps)


def test_names_are_offered_to_be_chosen() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        assert names(app) == ["Anna", "Bea", "Ciro", "Dora"]
        await pilot.press("a")
        await settle(pilot)
        assert "Elsa" in seen(app)
        assert "Anna" not in seen(app)
        await pilot.press("down", "enter")
        await settle(pilot)
        assert names(app)[-1] == "Elsa"
        await pilot.press("a")
        await settle(pilot)
        lines = seen(app).splitlines()
        await pilot.click(offset=(6, next(y for y, line in enumerate(lines) if "Fede" in line)))
        await pilot.pause()
        await pilot.click(offset=(6, next(y for y, line in enumerate(lines) if "Fede" in line)))
        await settle(pilot)
        assert names(app)[-1] == "Fede"

    people = ("Anna", "Bea", "Ciro", "Dora", "Elsa", "Fede")
    set_up(steps, Settings(language="en", names=people))


def test_house_rules_are_changed_marked_explained_and_set_back() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await go_to(app, pilot, "rule:fast")
        assert "seconds to decide" not in seen(app)
        await pilot.press("right")
        await pilot.pause()
        assert "seconds to decide" in seen(app)
        assert "* ‹ yes ›" in seen(app)
        about = " ".join(str(app.screen.query_one(About).content).split())
        assert "too slowly loses a token" in about
        assert "As Cuckoo it is: no" in about
        await pilot.press("x")
        await pilot.pause()
        assert form(app).plan.differing == {}
        await go_to(app, pilot, "rule:stake")
        await pilot.press("enter")
        await settle(pilot)
        app.screen.query_one(Input).value = "1001"
        await pilot.press("enter")
        await settle(pilot)
        assert "from 0 to 1000" in seen(app)
        app.screen.query_one(Input).value = "77"
        await pilot.press("enter")
        await settle(pilot)
        assert form(app).plan.rules["stake"] == 77

    set_up(steps, size=(80, 40))


@pytest.mark.clause("COCH-11")
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_number_that_may_be_none_is_chosen_by_keys_and_told_in_words(language: str) -> None:
    none = words(language)("rule.coch.target.none")

    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        async def enter(*keys: str) -> object:
            await go_to(app, pilot, "rule:target")
            await pilot.press("enter")
            await settle(pilot)
            assert none in seen(app) and "None" not in seen(app)
            await pilot.press(*keys, "enter")
            await settle(pilot)
            return form(app).plan.rules["target"] if isinstance(app.screen, SetupScreen) else seen(app)

        assert await enter("down") is None
        assert await enter() is None
        assert await enter("2", "1") == 21
        assert await enter("backspace") is None
        assert await enter("4", "0") == 40
        told: list[object] = []
        for arrow in ("right", "right", "right", "right", "right", "left", "left"):
            await pilot.press(arrow)
            told.append(form(app).plan.rules["target"])
        assert told == [50, 100, 200, None, None, 200, 100]
        refused = str(await enter("0"))
        assert "None" not in refused and none in refused and "200" in refused
        assert words(language)("number.refused", text="0", hint="") in refused

    set_up(steps, Settings(language=language, motion=False), (80, 60), find_game("coch"))


def test_escape_goes_back_once_and_forgets_nothing() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        await go_to(app, pilot, "preset")
        await pilot.press("right", "g")
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert form(app).plan.preset.id == "chase-the-ace"
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, HomeScreen)
        app.screen.query_one(RowList).go_to("cuckoo")
        await pilot.press("enter")
        await settle(pilot)
        assert form(app).plan.preset.id == "chase-the-ace"

    set_up(steps)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [3, 30])
def test_the_form_and_the_page_to_agree_on_can_be_read_at_every_size(size: tuple[int, int], players: int) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        form(app).plan.players = [Player("W" * 40) for _ in range(players)]
        form(app).show("start")
        await settle(pilot)
        text = seen(app)
        for told in ("Agree and start", "g start", "Esc back", "Cuckoo"):
            assert told in text
        await pilot.press("home")
        await pilot.pause()
        assert "WWWW" in seen(app)
        await pilot.press("g")
        await settle(pilot)
        pages = ""
        for _ in range(12):
            pages += seen(app)
            await pilot.press("pagedown")
        for told in ("Everybody has 3 tokens", f"The {players} players", "highest", "Enter all agree: start"):
            assert told in pages

    set_up(steps, size=size)


@pytest.mark.clause("COCH-12")
def test_all_agree_on_what_a_name_in_brackets_is() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        plan = plan_of("Anna", "Bea")
        coch = find_game("coch")
        app.push_screen(AgreeScreen(replace(plan, game=coch, preset=coch.presets[0])))
        await settle(pilot)
        assert "(Bea); the partner plays it" in " ".join(seen(app).split())

    play(steps)


def test_the_order_of_play_is_shown_in_the_presets_direction() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        app.push_screen(AgreeScreen(replace(plan_of("Anna", "Bea", "Ciro"), preset=CUCKOO.preset("coucou"))))
        await settle(pilot)
        assert "▲ Anna" in seen(app)
        line = next(line for line in seen(app).splitlines() if "Anna" in line)
        assert line.index("Ciro") < line.index("Bea") < line.index("Anna")
        assert "↺" in line

    play(steps, STILL)


def test_drawing_turns_cards_by_any_key_and_waits_for_who_is_too_quick() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        drawing = DrawingScreen(plan_of("Anna", "Bea", "Ciro"))
        app.push_screen(drawing)
        await pilot.press("k", "k")
        assert not drawing._began
        await settle(pilot)
        await pilot.press("k", "j")
        await pilot.pause()
        assert drawing._turned == 1
        await pilot.pause(0.4)
        await pilot.press("escape", "j")
        await pilot.pause()
        assert drawing._turned == 3
        assert app.sitting is None

    play(steps, Settings(language="en", motion=True))


def test_drawing_can_be_left_before_a_card_is_turned() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        app.push_screen(DrawingScreen(plan_of("Anna", "Bea", "Ciro")))
        await settle(pilot)
        await pilot.press("escape")
        await settle(pilot)
        assert isinstance(app.screen, HomeScreen)

    play(steps, STILL)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("players", [3, 12, 30])
def test_every_drawn_card_can_be_seen(size: tuple[int, int], players: int) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        plan = plan_of(*(f"P{number:02}" for number in range(players)))
        app.push_screen(DrawingScreen(plan))
        await settle(pilot)
        text = seen(app)
        for player in plan.players:
            assert player.name in text

    play(steps, STILL, size)


@pytest.mark.parametrize(
    "page",
    [
        lambda: SetupScreen(CUCKOO),
        lambda: AgreeScreen(plan_of(*"abcdefgh")),
        lambda: DrawingScreen(plan_of(*"abcdefgh")),
        lambda: NameScreen("name.new", "", ["Anna"]),
        lambda: NumberScreen("stake", 7, range(10)),
        lambda: ConfirmScreen("confirm.leave"),
        MatchesScreen,
        SettingsScreen,
    ],
)
def test_a_window_may_become_tiny_and_large_again(page: Callable[[], CuccoScreen]) -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        app.push_screen(page())
        await settle(pilot)
        before = seen(app)
        for size in ((1, 1), (39, 13), (20, 100), (300, 5), (300, 100)):
            await pilot.resize_terminal(*size)
            await pilot.pause()
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert seen(app) == before

    play(steps, STILL)


def test_hints_of_keys_are_never_broken() -> None:
    async def steps(app: CuccoApp, pilot: Pilot[None]) -> None:
        lines = [line.rstrip() for line in seen(app).splitlines()[-app.screen.query_one(KeyLines).size.height :]]
        assert lines == [" Enter name   b person or bot   u up", " d down   x remove   a add somebody", *lines[2:]]
        assert lines[-1].endswith("Esc back")

    set_up(steps, size=(40, 20))


def test_a_header_fits_the_record() -> None:
    header = plan_header(plan_of("Anna", "anna", "Bea"), 2)
    again = Header.model_validate_json(header.line())
    assert again == header
    assert again.players == ("Anna", "anna 2", "Bea")
