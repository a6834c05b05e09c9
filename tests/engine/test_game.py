"""What a game tells about itself: presets, house rules, and what of them a record writes."""

from typing import Any

import pytest

from cucco_tui.engine.game import WrongSetup, changed_rules, rule_values
from cucco_tui.games import find_game

CUCKOO = find_game("cuckoo")


def test_a_preset_is_found_by_name_and_the_first_is_the_default() -> None:
    assert CUCKOO.preset(None) is CUCKOO.presets[0]
    for preset in CUCKOO.presets:
        assert CUCKOO.preset(preset.id) is preset
    with pytest.raises(WrongSetup) as wrong:
        CUCKOO.preset("Cuckoo")
    assert (wrong.value.reason.key, wrong.value.reason.args) == ("setup.preset", {"preset": "Cuckoo"})


def test_a_wrong_rule_is_named() -> None:
    with pytest.raises(WrongSetup) as wrong:
        CUCKOO.options(CUCKOO.preset(None), {"stake": 2, "tokens": 12})
    assert (wrong.value.reason.key, wrong.value.reason.args) == ("setup.rule-value", {"rule": "tokens", "value": "12"})
    with pytest.raises(WrongSetup) as wrong:
        CUCKOO.options(CUCKOO.preset(None), {"doctor": "off"})
    assert (wrong.value.reason.key, wrong.value.reason.args["rule"]) == ("setup.rule", "doctor")


def test_a_wrong_value_is_told_in_short() -> None:
    with pytest.raises(WrongSetup) as wrong:
        CUCKOO.options(CUCKOO.preset(None), {"tokens": "x" * 1000})
    assert len(str(wrong.value.reason.args["value"])) == 40


def test_seats_and_dealer_are_checked() -> None:
    preset = CUCKOO.preset(None)
    for seats, dealer, key in [
        (2, 0, "setup.seats"),
        (31, 0, "setup.seats"),
        (3, 3, "setup.dealer"),
        (3, -1, "setup.dealer"),
    ]:
        with pytest.raises(WrongSetup) as wrong:
            CUCKOO.new(preset, {}, seats, dealer)
        assert wrong.value.reason.key == key
    assert CUCKOO.new(preset, {}, 30, 29).dealer == 29


@pytest.mark.parametrize(
    ("preset", "changes", "written"),
    [
        ("cuckoo", {}, {}),
        ("cuckoo", {"tokens": 3}, {}),
        ("cuckoo", {"tokens": 5, "fast": True}, {"tokens": 5, "fast": True}),
        ("five-lives", {}, {}),
        ("five-lives", {"tokens": 5}, {}),
        ("five-lives", {"tokens": 3}, {"tokens": 3}),
        ("chase-the-ace", {"expose_kings": False}, {"expose_kings": False}),
    ],
)
def test_a_record_writes_what_differs_from_the_preset(
    preset: str, changes: dict[str, Any], written: dict[str, Any]
) -> None:
    found = CUCKOO.preset(preset)
    rules = CUCKOO.options(found, changes)
    assert changed_rules(CUCKOO, found, rules) == written
    assert CUCKOO.options(found, written) == rules


def test_all_values_can_be_read() -> None:
    values = rule_values(CUCKOO.options(CUCKOO.preset("fast"), {"stake": 7}))
    assert values["fast"] is True
    assert values["stake"] == 7
    assert set(values) == set(CUCKOO.schema()["properties"])


def test_the_schema_tells_ranges_and_defaults() -> None:
    told = CUCKOO.schema()["properties"]
    assert (told["tokens"]["minimum"], told["tokens"]["maximum"], told["tokens"]["default"]) == (1, 9, 3)
    assert told["blockers"]["enum"] == ["kings", "kings_and_queens", "none"]
    assert CUCKOO.schema()["additionalProperties"] is False
