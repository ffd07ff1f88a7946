"""The shape of the house, as far as the import contracts in pyproject.toml cannot say it.

A failure here names the file and line, what is wrong, and what to do instead.
"""

from __future__ import annotations

import ast
import functools
import re
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[1]
PACKAGES = ("world", "couriers", "service", "migrations", "scenarios")
PURE = ("world", "couriers")
LONGEST_MODULE = 400


def modules(*packages: str) -> list[Path]:
    return sorted(path for package in packages for path in (ROOT / package).rglob("*.py"))


def at(path: Path, node: ast.AST | int) -> str:
    line = node if isinstance(node, int) else getattr(node, "lineno", 1)
    return f"{path.relative_to(ROOT)}:{line}"


@functools.cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"), str(path))


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(parsed(path))


def listed(found: list[str], rule: str) -> str:
    return f"{rule}\n  " + "\n  ".join(found)


# --- modules -------------------------------------------------------------------------------------


def test_a_module_fits_on_a_few_screens() -> None:
    found = [
        f"{at(path, 1)}: {count} lines"
        for path in modules(*PACKAGES)
        if (count := len(path.read_text("utf-8").splitlines())) > LONGEST_MODULE
    ]
    assert not found, listed(
        found, f"Longer than {LONGEST_MODULE} lines; split off what can be named on its own:"
    )


def test_a_module_is_named_after_the_thing_it_holds() -> None:
    nothing = re.compile(
        r"(utils?|helpers?|managers?|misc|common|stuff|tools?)(_.*)?|.*_(utils?|helpers?|manager)"
    )
    found = [at(path, 1) for path in modules(*PACKAGES) if nothing.fullmatch(path.stem)]
    assert not found, listed(found, "These names say nothing; use the word of the field:")


# --- a pure world --------------------------------------------------------------------------------

# What reads the machine without an import that a contract could refuse.
WALL_CLOCK = {"now", "utcnow", "today"}
MACHINE = {"open", "input", "print", "breakpoint", "exec", "eval", "compile", "__import__"}


def impurities(tree: ast.AST) -> Iterator[tuple[ast.Call, str]]:
    inside_hash = {
        id(node)
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef) and function.name == "__hash__"
        for node in ast.walk(function)
    }
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in MACHINE:
                yield node, f"{name}() touches the machine; text comes in and goes out as values"
            case ast.Call(func=ast.Name(id="hash")) if id(node) not in inside_hash:
                yield node, "hash() differs between processes; use the keyed hash of identities"
            case ast.Call(
                func=ast.Attribute(
                    value=ast.Name(id="datetime" | "date")
                    | ast.Attribute(attr="datetime" | "date"),
                    attr=attribute,
                )
            ) if attribute in WALL_CLOCK:
                yield node, f"{attribute}() reads the wall clock; instants are handed in"
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="random"))):
                yield node, "numbers are drawn with Step.roll, so that they can be proved"


def test_world_and_couriers_do_not_read_the_machine() -> None:
    found = [
        f"{at(path, node)}: {why}"
        for path in modules(*PURE)
        for node, why in impurities(parsed(path))
    ]
    assert not found, listed(found, "world and couriers are pure:")


@pytest.mark.parametrize(
    "planted",
    [
        "open('map.txt')",
        "hash('II Corps')",
        "datetime.now(UTC)",
        "datetime.datetime.now()",
        "date.today()",
        "np.random.default_rng()",
    ],
)
def test_a_planted_impurity_is_found(planted: str) -> None:
    assert list(impurities(ast.parse(planted)))


def test_a_hash_method_may_hash() -> None:
    assert not list(impurities(ast.parse("class A:\n def __hash__(self): return hash(self.id)")))


# --- who may do what in the service --------------------------------------------------------------


def imported(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Every name that is imported: ``from a.b import c`` gives a.b.c, ``import a.b`` gives a.b."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from ((node, alias.name) for alias in names)
            case ast.ImportFrom(module=str(module), names=names):
                yield from ((node, f"{module}.{alias.name}") for alias in names)


@pytest.mark.parametrize(
    ("name", "allowed", "instead"),
    [
        # What people say is kept before anything is done about it.
        (
            r"service\.store\.inputs(\..+)?",
            ("service/intake/", "service/store/"),
            "Hand it to service.intake, the one door for what is said",
        ),
        # upcoming() only reads, StepFailed is only caught.
        (
            r"world\.advance(\.(advance|run_entry|_.+))?",
            # The figures of docs/history.md are of worlds that no database holds.
            ("service/keeper/turn.py", "service/history/"),
            "Only the keeper's turn moves a campaign of the database on; call it",
        ),
        # No database, so there is no campaign that two could move at once.
        (
            r"world\.simulation(\..+)?",
            ("service/cli/",),
            "A simulation is for the command line; campaigns are moved by the keeper's turn",
        ),
    ],
    ids=["one door", "one turn", "simulation"],
)
def test_the_service_goes_by_its_doors(name: str, allowed: tuple[str, ...], instead: str) -> None:
    found = sorted(
        {
            f"{at(path, node)}: {reached}"
            for path in modules("service")
            if not path.relative_to(ROOT).as_posix().startswith(allowed)
            for node, reached in imported(parsed(path))
            if re.fullmatch(name, reached)
        }
    )
    assert not found, listed(found, f"{instead}:")


@pytest.mark.parametrize(
    ("planted", "name"),
    [
        ("import service.store.inputs", "service.store.inputs"),
        ("from service.store import inputs", "service.store.inputs"),
        ("from world.advance import advance as go", "world.advance.advance"),
        ("def f():\n from world import advance", "world.advance"),
    ],
)
def test_a_planted_import_is_found(planted: str, name: str) -> None:
    assert name in {reached for _, reached in imported(ast.parse(planted))}


def test_what_is_imported_is_declared() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    declared = {
        re.split(r"[<>=!\[; ]", line)[0].lower().replace("_", "-")
        for line in project["dependencies"]
    }
    provided = metadata.packages_distributions()
    ours = {*PACKAGES, *sys.stdlib_module_names}
    found = sorted(
        {
            f"{at(path, node)}: {top}"
            for path in modules(*PACKAGES)
            for node, name in imported(parsed(path))
            if (top := name.split(".")[0]) not in ours
            and not declared
            & {one.lower().replace("_", "-") for one in provided.get(top, ["not installed"])}
        }
    )
    assert not found, listed(found, "An installed wheel would not have it; add it to dependencies:")


# --- SQL -----------------------------------------------------------------------------------------

SQL = re.compile(
    r"\b(SELECT\s.+\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|LOCK\s+TABLE"
    r"|(CREATE|ALTER|DROP|TRUNCATE)\s+(TABLE|INDEX|VIEW|SCHEMA|DATABASE|ROLE)|COPY\s+\w+\s+(FROM|TO))\b",
    re.DOTALL,
)


def texts(tree: ast.AST) -> Iterator[tuple[ast.AST, str]]:
    """Every string of a module that is not a docstring, f-strings as one text."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        match node:
            case ast.JoinedStr(values=parts):
                yield (
                    node,
                    "".join(
                        str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts
                    ),
                )
            case ast.Constant(value=str(text)) if id(node) not in docstrings:
                yield node, text


def test_sql_is_written_in_the_store_alone() -> None:
    found = sorted(
        {
            at(path, node)
            for path in modules("world", "couriers", "service")
            if not path.is_relative_to(ROOT / "service" / "store")
            for node, text in texts(parsed(path))
            if SQL.search(text)
        }
    )
    assert not found, listed(found, "SQL belongs into service/store; give it a function there:")


@pytest.mark.parametrize(
    ("planted", "is_sql"),
    [
        ("x = 'SELECT id\\nFROM campaign'", True),
        ("x = f'UPDATE {table} SET version = 1'", True),
        ("run('INSERT INTO input VALUES ($1)')", True),
        ("x = 'Select a stronghold to march from'", False),
        ("def f():\n 'Runs SELECT 1 FROM due.'", False),
    ],
)
def test_planted_sql_is_found_and_prose_is_not(planted: str, is_sql: bool) -> None:
    assert any(SQL.search(text) for _, text in texts(ast.parse(planted))) is is_sql


# --- what is committed ---------------------------------------------------------------------------

# Written in halves, so that this file does not name them either.
REGISTRY = re.compile(
    "|".join(
        re.escape(head + tail)
        for head, tail in (
            ("py", "pi.org"),
            ("python", "hosted.org"),
            ("registry.npm", "js.org"),
            ("registry.yarn", "pkg.com"),
            ("npm", "mirror.com"),
            ("static.crates", ".io"),
            ("proxy.go", "lang.org"),
            ("deb.de", "bian.org"),
            ("anaconda", ".org"),
        )
    )
)


def committed() -> list[Path]:
    """What git holds, and what is about to be added; in an unpacked archive, every file."""
    try:
        listing = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=ROOT,
            check=True,
            capture_output=True,
        ).stdout.decode()
    except (OSError, subprocess.CalledProcessError):
        return [path for path in ROOT.rglob("*") if path.is_file() and ".venv" not in path.parts]
    return [path for name in listing.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_committed_file_names_the_host_of_a_package_registry() -> None:
    found = [
        f"{at(path, number)}: {match.group()}"
        for path in committed()
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), 1)
        if (match := REGISTRY.search(line))
    ]
    assert not found, listed(found, "Every machine uses the index it is set up for; leave it out:")


def test_locks_pin_and_hash_every_package() -> None:
    found = []
    for lock in sorted((ROOT / "requirements").glob("*.txt")):
        text = lock.read_text("utf-8").replace("\\\n", " ")
        for number, line in enumerate(text.splitlines(), 1):
            if (
                line
                and not line.startswith(("#", " "))
                and not re.match(r"\S+==\S+ .*--hash=sha256:", line)
            ):
                found.append(f"{at(lock, number)}: {line[:60]}")
    assert not found, listed(found, "Run `make lock`; a lock holds versions and hashes:")


# --- tests ---------------------------------------------------------------------------------------


def test_no_test_is_skipped_or_expected_to_fail() -> None:
    excuses = {"skip", "skipif", "xfail", "importorskip"}
    found = [
        at(path, node)
        for path in modules("tests")
        for node in nodes(path)
        if isinstance(node, ast.Attribute)
        and node.attr in excuses
        and isinstance(node.value, ast.Name | ast.Attribute)
        and ast.unparse(node.value) in {"pytest", "pytest.mark"}
    ]
    assert not found, listed(found, "Make what the test needs part of its setup, or mend the code:")
