"""Load games, rankings and sources, from the package or from an outsider's own files."""

import json
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError

from fairfelt.rulesets.compiler import compile_game
from fairfelt.rulesets.document import Document, read_document
from fairfelt.rulesets.errors import Flaw, RulesetError
from fairfelt.rulesets.errors import Path as Place
from fairfelt.rulesets.model import NAME, ODDS, RANK, GameFile, Part, RankingFile, SourceFile
from fairfelt.rulesets.ranking_file import compile_ranking
from fairfelt.rulesets.rankings import Ranking
from fairfelt.rulesets.rules import Clause, Ruleset

HOME = Path(__file__).parent
_Model = TypeVar("_Model", bound=Part)

_MENDS = {
    "extra_forbidden": "take the key out, or check its spelling against `fairfelt rules schema`",
    "missing": "add the key",
    "string_type": "write a word: a number that is one in quotes, odds as `3 to 2`",
    NAME: "write a name of small letters, digits and hyphens, as in `aces-up`",
    RANK: "write one of 2 to 9, T, J, Q, K, A, the digits in quotes",
    ODDS: "write odds as `3 to 2`, or lose, push or nothing",
}


def list_games() -> tuple[str, ...]:
    """Name the games that ship with the package."""
    return tuple(sorted(path.stem for path in (HOME / "games").glob("*.yaml")))


def load(game: str) -> Ruleset:
    """Load a shipped game by name, or a game file by its path (ending in .yaml); raise RulesetError."""
    if game.endswith((".yaml", ".yml")):
        return load_file(Path(game))
    if game not in list_games():
        raise RulesetError(
            repr(game),
            "is no game that ships with fairfelt",
            f"choose one of {', '.join(list_games())}, or name a .yaml file",
        )
    return _load_shipped(game)


@cache
def _load_shipped(game: str) -> Ruleset:
    return replace(load_file(HOME / "games" / f"{game}.yaml"), origin=game)


def load_file(path: Path) -> Ruleset:
    """Load a game file; its sources and rankings may stand beside it, in `sources/` and `rankings/`."""
    return replace(compile_document(read_document(path), path.resolve().parent), origin=str(path))


def compile_document(document: Document, folder: Path | None = None) -> Ruleset:
    """Compile a game that was read; raise RulesetError with the line of whatever is wrong."""
    file = validated(document, GameFile)
    folders = tuple(near for near in ([folder.parent, folder] if folder else []) if near != HOME.resolve())
    sources, clauses = _sources(folders)
    if file.source not in sources:
        raise document.locate(
            Flaw(
                ("source",),
                f"source {file.source!r} is not known",
                f"there are: {', '.join(sources)}; or add sources/{file.source}.yaml beside the game",
            )
        )
    rankings = _rankings(folders)
    used = {hand.best or hand.worst or "" for hand in file.hands.values()}
    canonical = {
        "game": document.data,
        "rankings": {name: _ordered(rankings[name][0].data) for name in sorted(used) if name in rankings},
        "source": sources[file.source].data,
    }
    text = json.dumps(canonical, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        return compile_game(file, {name: ranking for name, (_, ranking) in rankings.items()}, clauses, text)
    except Flaw as flaw:
        raise document.locate(flaw) from None


def validated(document: Document, shape: type[_Model]) -> _Model:
    """Check a document's shape; raise RulesetError for the first thing that is wrong."""
    try:
        return shape.model_validate(document.data)
    except ValidationError as error:
        path, first = _first_error(document, error)
        shown = (*path, first["loc"][-1]) if first["type"] == "missing" else path
        what = f"{'.'.join(str(part) for part in shown) or 'the file'}: {first['msg'][0].lower()}{first['msg'][1:]}"
        kind = first.get("ctx", {}).get("pattern", first["type"])
        mend = _MENDS.get(kind, "see `fairfelt rules schema` for what may stand here")
        raise RulesetError(document.where(path), what, mend) from None


def _first_error(document: Document, error: ValidationError) -> tuple[Place, Any]:
    """Choose the first fault. A value of several possible kinds has an error for each: the deepest tells most."""
    located = [(_place(document, entry["loc"]), entry) for entry in error.errors()]
    start = located[0][0]
    about_it = [(path, entry) for path, entry in located if path[: len(start)] == start]
    return max(about_it, key=lambda found: len(found[0]))


def _place(document: Document, loc: Place) -> Place:
    """Follow an error's path through the document, without the names of kinds that pydantic adds to it."""
    path: Place = ()
    for at, part in enumerate(loc):
        kind_of_step = at == 2 and loc[0] == "round"
        if not kind_of_step and (*path, part) in document.positions:
            path = (*path, part)
    return path


def _sources(folders: tuple[Path, ...]) -> tuple[dict[str, Document], dict[str, Clause]]:
    """Read what ships, then what stands nearer to the game and may take its place."""
    near = [entry for folder in folders for entry in _source_files(folder)]
    found = {file.source: (document, file) for document, file in (*_shipped_sources(), *near)}
    clauses = {
        f"{name}/{short}": Clause(f"{name}/{short}", file.title, clause.section, clause.says)
        for name, (_, file) in found.items()
        for short, clause in file.clauses.items()
    }
    return {name: document for name, (document, _) in found.items()}, clauses


def _rankings(folders: tuple[Path, ...]) -> dict[str, tuple[Document, Ranking]]:
    near = [entry for folder in folders for entry in _ranking_files(folder)]
    return {ranking.name: (document, ranking) for document, ranking in (*_shipped_rankings(), *near)}


@cache
def _shipped_sources() -> tuple[tuple[Document, SourceFile], ...]:
    return _source_files(HOME)


@cache
def _shipped_rankings() -> tuple[tuple[Document, Ranking], ...]:
    return _ranking_files(HOME)


def _source_files(folder: Path) -> tuple[tuple[Document, SourceFile], ...]:
    documents = [read_document(path) for path in sorted((folder / "sources").glob("*.yaml"))]
    return tuple((document, validated(document, SourceFile)) for document in documents)


def _ranking_files(folder: Path) -> tuple[tuple[Document, Ranking], ...]:
    documents = [read_document(path) for path in sorted((folder / "rankings").glob("*.yaml"))]
    return tuple((document, _ranking(document)) for document in documents)


def _ranking(document: Document) -> Ranking:
    try:
        return compile_ranking(validated(document, RankingFile))
    except Flaw as flaw:
        raise document.locate(flaw) from None


def _ordered(ranking: Any) -> Any:
    """Keep the order of categories, which is the rule itself, in a form that sorts its keys."""
    return {**ranking, "categories": list(ranking["categories"].items())}
