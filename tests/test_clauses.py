"""Every clause of a finished game has a test that cites it, and no test cites a clause that is not on the list.

The test files are read, not collected: so the answer is the same for a part of the suite and in every worker.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
CLAUSE_ID = re.compile(r"[A-Z]+-[1-9][0-9]*")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


class BadCitationError(ValueError):
    """A clause marker whose ids cannot be read, or that marks something that never runs as a test."""


def listed_ids(text: str) -> list[str]:
    """Read the ids of a clause list: one a line, `#` begins a comment."""
    lines = (line.partition("#")[0].strip() for line in text.splitlines())
    return [line for line in lines if line]


def is_clause_marker(node: ast.AST) -> bool:
    """Tell whether `node` is `pytest.mark.clause` or `mark.clause`, without its arguments."""
    if not (isinstance(node, ast.Attribute) and node.attr == "clause"):
        return False
    owner = node.value
    return (isinstance(owner, ast.Attribute) and owner.attr == "mark") or (
        isinstance(owner, ast.Name) and owner.id == "mark"
    )


def is_test(node: Definition) -> bool:
    return node.name.startswith("Test" if isinstance(node, ast.ClassDef) else "test")


def citations(source: str, where: str) -> Iterator[tuple[str, str]]:
    """Give each clause id that the tests in `source` cite, with the place.

    Raises:
        BadCitationError: a marker without ids, with ids that are not written out, or on something that is no test.
    """
    nodes = list(ast.walk(ast.parse(source)))
    for node in nodes:
        if isinstance(node, Definition) and not is_test(node) and marks_clauses(node):
            raise BadCitationError(f"{where}:{node.lineno}: {node.name} is no test")
    calls = [node for node in nodes if isinstance(node, ast.Call) and is_clause_marker(node.func)]
    if len(calls) != sum(map(is_clause_marker, nodes)):
        raise BadCitationError(f"{where}: a clause marker without ids, or under another name")
    for call in calls:
        for clause in written_ids(call, where):
            yield clause, f"{where}:{call.lineno}"


def marks_clauses(node: Definition) -> bool:
    return any(is_clause_marker(part) for decorator in node.decorator_list for part in ast.walk(decorator))


def written_ids(call: ast.Call, where: str) -> Iterator[str]:
    if not call.args or call.keywords:
        raise BadCitationError(f"{where}:{call.lineno}: name the clauses")
    for argument in call.args:
        if not (isinstance(argument, ast.Constant) and isinstance(argument.value, str)):
            raise BadCitationError(f"{where}:{call.lineno}: write the ids out")
        yield argument.value


def cited_in_suite() -> dict[str, list[str]]:
    cited: dict[str, list[str]] = {}
    for path in sorted({*TESTS.rglob("test_*.py"), *TESTS.rglob("*_test.py")}):
        for clause, place in citations(path.read_text(encoding="utf-8"), str(path.relative_to(TESTS))):
            cited.setdefault(clause, []).append(place)
    return cited


def listed_in_suite() -> list[str]:
    return listed_ids((TESTS / "clauses.txt").read_text(encoding="utf-8"))


def test_the_list_is_well_formed() -> None:
    listed = listed_in_suite()
    assert listed
    for clause in listed:
        assert CLAUSE_ID.fullmatch(clause), f"clauses.txt: {clause!r} is no clause id"
        assert listed.count(clause) == 1, f"clauses.txt: {clause} is listed twice"


def test_every_listed_clause_has_a_test() -> None:
    cited = cited_in_suite()
    missing = [clause for clause in listed_in_suite() if clause not in cited]
    assert not missing, f"no test cites {', '.join(missing)}"


def test_no_test_cites_an_unknown_clause() -> None:
    listed = listed_in_suite()
    unknown = [f"{clause} at {', '.join(at)}" for clause, at in cited_in_suite().items() if clause not in listed]
    assert not unknown, f"not in clauses.txt: {'; '.join(unknown)}"


def test_comments_and_empty_lines_of_a_list_are_no_clauses() -> None:
    assert listed_ids("# Cuckoo\n\nCK-1  # the pack\n  CK-2\n#CK-3\n") == ["CK-1", "CK-2"]


@pytest.mark.parametrize(
    "source",
    [
        '@pytest.mark.clause("CK-1", "EX-2")\ndef test_a(): ...',
        '@mark.clause("CK-1", "EX-2")\nasync def test_a(): ...',
        '@pytest.mark.clause("CK-1", "EX-2")\nclass TestA: ...',
        'pytestmark = [pytest.mark.slow, pytest.mark.clause("CK-1", "EX-2")]',
        'A_CASE = pytest.param(1, marks=pytest.mark.clause("CK-1", "EX-2"))',
        'class TestA:\n    @pytest.mark.clause("CK-1")\n    @pytest.mark.clause("EX-2")\n    def test_a(self): ...',
    ],
)
def test_a_citation_is_found(source: str) -> None:
    assert sorted(clause for clause, _ in citations(source, "here")) == ["CK-1", "EX-2"]


@pytest.mark.parametrize(
    "source",
    [
        '# @pytest.mark.clause("CK-1")\ndef test_a(): ...',
        '"""@pytest.mark.clause(\'CK-1\')"""',
        'clause("CK-1")',
    ],
)
def test_what_only_looks_like_a_citation_is_none(source: str) -> None:
    assert list(citations(source, "here")) == []


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.clause()\ndef test_a(): ...",
        "@pytest.mark.clause\ndef test_a(): ...",
        "@pytest.mark.clause(*IDS)\ndef test_a(): ...",
        'clause = pytest.mark.clause\n@clause("CK-1")\ndef test_a(): ...',
        '@pytest.mark.clause("CK-1")\ndef helper(): ...',
        '@pytest.mark.clause("CK-1")\n@rule()\ndef offer(self): ...',
    ],
)
def test_a_citation_that_proves_nothing_is_refused(source: str) -> None:
    with pytest.raises(BadCitationError):
        list(citations(source, "here"))
