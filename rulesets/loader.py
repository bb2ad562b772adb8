"""Load games, rankings and sources, from the package or from an outsider's own files."""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import TypeVar

from fairfelt.rulesets.compiler import compile_game
from fairfelt.rulesets.document import Document, read_document
from fairfelt.rulesets.errors import Flaw, RulesetError
from fairfelt.rulesets.model import GameFile, Part, RankingFile, SourceFile
from fairfelt.rulesets.rankings import Category, Ranking, floor
from fairfelt.rulesets.rules import Clause, Ruleset
from pydantic import ValidationError

HOME = Path(__file__).parent
_Model = TypeVar("_Model", bound=Part)

_MENDS = {
    "extra_forbidden": "take the key out, or check its spelling against `fairfelt rules schema`",
    "missing": "add the key",
    "step": "see `fairfelt rules schema` for the steps of a round",
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
            game,
            "is no game that ships with fairfelt",
            f"choose one of {', '.join(list_games())}, or name a .yaml file",
        )
    return _load_shipped(game)


@cache
def _load_shipped(game: str) -> Ruleset:
    return load_file(HOME / "games" / f"{game}.yaml")


def load_file(path: Path) -> Ruleset:
    """Load a game file; its sources and rankings may stand beside it, in `sources/` and `rankings/`."""
    return compile_document(read_document(path), path.resolve().parent)


def compile_document(document: Document, folder: Path | None = None) -> Ruleset:
    """Compile a game that was read; raise RulesetError with the line of whatever is wrong."""
    file = validated(document, GameFile)
    folders = [HOME, *([folder, folder.parent] if folder else [])]
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
    used = {hand.best for hand in file.hands.values()}
    canonical = {
        "game": document.data,
        "rankings": {name: rankings[name][0].data for name in sorted(used) if name in rankings},
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
        first = error.errors()[0]
        path = tuple(
            part
            for part in first["loc"]
            if part not in ("deal", "show", "ask", "each-seat") or _is_key(first["loc"], part)
        )
        what = f"{'.'.join(str(part) for part in path) or 'the file'}: {first['msg'][0].lower()}{first['msg'][1:]}"
        mend = _MENDS.get(str(first["type"]), "see `fairfelt rules schema` for what may stand here")
        raise RulesetError(document.where(_existing(document, path)), what, mend) from None


def _is_key(loc: tuple[int | str, ...], part: int | str) -> bool:
    """Tell a key of the document from the tag that the union of steps adds to an error's path."""
    return loc.index(part) + 1 == len(loc) or loc.count(part) > 1


def _existing(document: Document, path: tuple[int | str, ...]) -> tuple[int | str, ...]:
    while path and path not in document.positions:
        path = path[:-1]
    return path


def _sources(folders: list[Path]) -> tuple[dict[str, Document], dict[str, Clause]]:
    documents: dict[str, Document] = {}
    clauses: dict[str, Clause] = {}
    for path in _files(folders, "sources"):
        document = read_document(path)
        file = validated(document, SourceFile)
        documents[file.source] = document
        for name, clause in file.clauses.items():
            full = f"{file.source}/{name}"
            clauses[full] = Clause(full, file.title, clause.section, clause.says)
    return documents, clauses


def _rankings(folders: list[Path]) -> Mapping[str, tuple[Document, Ranking]]:
    found: dict[str, tuple[Document, Ranking]] = {}
    for path in _files(folders, "rankings"):
        document = read_document(path)
        try:
            ranking = _ranking(validated(document, RankingFile))
        except ValueError as error:
            raise RulesetError(
                document.where(("named",)), str(error), "mend the floor or the categories"
            ) from None
        found[ranking.name] = document, ranking
    return found


def _ranking(file: RankingFile) -> Ranking:
    categories = tuple(
        Category(name, tuple(part.groups), part.run, part.suited) for name, part in file.categories.items()
    )
    plain = Ranking(file.ranking, file.cards, categories, file.wheel)
    named = {name: floor(plain, *next(iter(spec.items()))) for name, spec in file.named.items()}
    return Ranking(file.ranking, file.cards, categories, file.wheel, named) if named else plain


def _files(folders: list[Path], kind: str) -> list[Path]:
    return [path for folder in folders for path in sorted((folder / kind).glob("*.yaml"))]
