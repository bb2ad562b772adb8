"""Compile a ranking file, and refuse one that would rank some hands in silence otherwise than its author meant."""

from itertools import combinations

from fairfelt.rulesets.errors import Flaw, Path
from fairfelt.rulesets.model import RankingFile
from fairfelt.rulesets.rankings import Category, Ranking, Strength, floor


def compile_ranking(file: RankingFile) -> Ranking:
    """Compile one ranking; raise a Flaw with the path of whatever is wrong."""
    categories = tuple(
        Category(name, tuple(part.groups), part.run, part.suited) for name, part in file.categories.items()
    )
    for category in categories:
        _check_category(category, file.cards)
    for above, below in combinations(categories, 2):
        if _covers(above, below):
            what = f"{below.name!r} can never apply: {above.name!r} above it takes all such hands"
            raise Flaw(("categories", below.name), what, "order the categories from the rarest, and end with `{}`")
    last = categories[-1]
    if last.groups or last.run or last.suited:
        what = f"hands below {last.name!r} have no category"
        raise Flaw(("categories", last.name), what, "end with a category that asks nothing, as `high-card: {}`")
    plain = Ranking(file.ranking, file.cards, categories, file.wheel)
    named = {name: _named(plain, name, spec) for name, spec in file.named.items()}
    return Ranking(file.ranking, file.cards, categories, file.wheel, named) if named else plain


def _check_category(category: Category, cards: int) -> None:
    path: Path = ("categories", category.name)
    groups = list(category.groups)
    if category.name == "lower":
        raise Flaw(path, "'lower' means all lower hands in a pay table", "name the category otherwise")
    if groups != sorted(groups, reverse=True) or any(group < 2 for group in groups) or sum(groups) > cards:
        what = f"no hand of {cards} cards shows the groups {groups}"
        raise Flaw((*path, "groups"), what, "write groups of two or more cards, the largest first, as in `[3, 2]`")
    if groups and category.run:
        raise Flaw(path, "a run has no two cards of one rank, so it shows no groups", "take `groups` or `run` out")


def _covers(above: Category, below: Category) -> bool:
    same_start = below.groups[: len(above.groups)] == above.groups
    return same_start and above.run <= below.run and above.suited <= below.suited


def _named(ranking: Ranking, name: str, spec: dict[str, list[str]]) -> Strength:
    path: Path = ("named", name)
    categories = [category.name for category in ranking.categories]
    if name in (*categories, "lower"):
        raise Flaw(path, f"{name!r} has a meaning already", "give this floor a name of its own")
    if len(spec) != 1 or next(iter(spec)) not in categories:
        what = f"is no floor in one of the categories {', '.join(categories)}"
        raise Flaw(path, what, "write one category and its ranks, as in `{straight-flush: [A]}`")
    category, ranks = next(iter(spec.items()))
    try:
        return floor(ranking, category, ranks)
    except ValueError as error:
        raise Flaw(path, str(error), "write the ranks from the most repeated down") from None
