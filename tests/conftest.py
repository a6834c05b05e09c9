"""What all tests share: a home of their own, one language, and examples that are the same on every run."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import cucco_tui

# What tests share is no test file, and shall explain its assertions all the same.
pytest.register_assert_rewrite("tests.games", "tests.tui")

# A failure must come again: the examples are the same on every run, and a slow machine is no failure.
settings.register_profile(
    "steady", derandomize=True, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow]
)
# HYPOTHESIS_PROFILE=search looks for new examples, many more of them.
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_report_header() -> str:
    return f"cucco_tui {cucco_tui.__version__} from {Path(cucco_tui.__file__).parent}"


@pytest.fixture(autouse=True)
def home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test an empty data folder, and the environment of an English terminal.

    Nothing that a test saves reaches the player's own folder; commands that a test starts inherit it.
    """
    folder = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("CUCCO_TUI_HOME", str(folder))
    for name in ("CUCCO_TUI_CARDS", "LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("TERM", "xterm-256color")
    # A frame is a frame at once; what moves has tests of its own.
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    monkeypatch.setenv("COLORTERM", "truecolor")
    return folder
