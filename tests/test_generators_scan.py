"""Seeds behind decks: a planted one is found among all that a generator has, and a good deck has none."""

from collections.abc import Sequence
from secrets import SystemRandom

import numpy as np
import pytest

from fairfelt.stats.generators.draw_kernel import draw
from fairfelt.stats.generators.found import GeneratorError
from fairfelt.stats.generators.lattice import reduced
from fairfelt.stats.generators.orders import WAYS, Way, shuffled
from fairfelt.stats.generators.scan import CATALOGUE, Scan, scan
from fairfelt.stats.generators.search import Source, sources

START = list(range(52))
SOURCES = sources()
BY_TITLE = {source.title: source for source in SOURCES}
DOWNWARD = Way("downward", "from the front")
FORWARD = Way("forward", "from the front")
JAVA_DECK = [
    44, 3, 34, 1, 11, 6, 21, 50, 7, 35, 28, 51, 27, 20, 5, 46, 42, 25, 41, 19, 15, 14, 26, 0, 4, 45, 30, 16, 24, 13,
    37, 8, 38, 36, 2, 32, 9, 47, 33, 18, 40, 31, 12, 39, 29, 43, 23, 49, 48, 22, 17, 10,
]  # fmt: skip
"""`Collections.shuffle(list, new Random(1750000000123L))` of OpenJDK, for a list of 0 to 51."""
NODE_DECKS = [
    [43, 29, 22, 21, 35, 23, 14, 3, 27, 19, 45, 0, 7, 50, 1, 26, 11, 8, 20, 30, 47, 34, 10, 12, 33, 51, 2, 5, 24, 15,
     38, 39, 37, 6, 32, 48, 13, 40, 16, 17, 9, 36, 31, 41, 44, 4, 28, 46, 25, 49, 42, 18],
    [46, 50, 27, 36, 39, 20, 4, 35, 44, 8, 42, 16, 5, 37, 30, 19, 3, 25, 6, 15, 45, 9, 43, 29, 7, 26, 34, 10, 12, 22,
     38, 21, 2, 32, 23, 47, 28, 24, 0, 41, 14, 51, 49, 11, 31, 18, 13, 40, 1, 17, 33, 48],
    [39, 9, 4, 23, 0, 8, 27, 17, 42, 45, 26, 21, 48, 6, 18, 46, 37, 24, 30, 43, 22, 28, 29, 19, 34, 40, 13, 44, 38, 14,
     47, 31, 3, 2, 25, 15, 35, 12, 51, 49, 20, 33, 41, 50, 10, 32, 16, 11, 1, 36, 7, 5],
]  # fmt: skip
"""Three decks in a row by Node.js 20, Fisher-Yates downward with `Math.floor(Math.random() * (i + 1))`."""


def source(name: str, scaling: str = "") -> Source:
    return next(each for each in SOURCES if each.name.startswith(name) and each.scaling.title.startswith(scaling))


MSVC = source("Microsoft", "the remainder")
JAVA = source("java.util.Random", "java.util.Random.nextInt")
V8 = source("Math.random of V8")


def decks_of(by: Source, way: Way, seed: int, count: int = 1, gap: int = 0) -> list[list[int]]:
    """Shuffle decks from one stream, `gap` outputs apart."""
    words, at = by.outputs(seed, count * (4 * len(START) + gap)), 0

    def below(bound: int) -> int:
        nonlocal at
        index, used = draw(by.scaling.method, words, at, np.uint64(by.span), np.uint64(bound))
        at += used
        return int(index)

    decks = []
    for _ in range(count):
        decks.append(shuffled(way, START, below))
        at += gap
    return decks


def one(by: Source, way: Way, decks: Sequence[Sequence[int]], start: Sequence[int] = START) -> Scan:
    return scan(decks, start, chosen=[by], ways=[way])


def seed_for(by: Source) -> int:
    state = int.from_bytes(np.random.default_rng(by.bits).bytes(32), "little")
    # V8's seeds count the place in a block too.
    return state % (1 << by.bits - 1) * (64 if by is V8 else 1) + 1


# Every generator, every way


@pytest.mark.parametrize("title", BY_TITLE)
def test_the_planted_seed_of_each_generator_is_found(title: str) -> None:
    by = BY_TITLE[title]
    way = WAYS[list(BY_TITLE).index(title) % len(WAYS)]
    (found,) = one(by, way, decks_of(by, way, seed_for(by), 2)).found
    assert (found.seed, found.shuffle) == (seed_for(by), way.title)
    assert found.relation == "one stream"


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.order}, {way.dealt}")
@pytest.mark.parametrize("by", [MSVC, JAVA, source("drand48")], ids=lambda by: by.name)
def test_the_planted_seed_of_each_way_is_found(by: Source, way: Way) -> None:
    (found,) = one(by, way, decks_of(by, way, 123_456_789)).found
    assert (found.seed, found.relation) == (123_456_789, "one deck")


@pytest.mark.long
@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.order}, {way.dealt}")
@pytest.mark.parametrize("title", BY_TITLE)
def test_every_planted_seed_is_found_in_every_way(title: str, way: Way) -> None:
    by = BY_TITLE[title]
    (found,) = one(by, way, decks_of(by, way, seed_for(by), 2)).found
    assert (found.seed, found.shuffle) == (seed_for(by), way.title)


def test_a_deck_of_javas_own_shuffle_gives_its_seed_away() -> None:
    (found,) = one(JAVA, DOWNWARD, [JAVA_DECK]).found
    assert found.seed == 1_750_000_000_123


def test_decks_of_nodes_own_random_numbers_are_one_stream() -> None:
    (found,) = one(V8, DOWNWARD, NODE_DECKS).found
    assert (found.relation, found.decks, found.gap) == ("one stream", 3, 0)


@pytest.mark.parametrize("seed", [0, 1, 2**31 - 1])
def test_the_first_and_the_last_state_are_searched_too(seed: int) -> None:
    (found,) = one(MSVC, DOWNWARD, decks_of(MSVC, DOWNWARD, seed)).found
    assert found.seed == seed


# What isn't found


def good_decks(count: int) -> list[list[int]]:
    return [np.random.Generator(np.random.PCG64(seed)).permutation(52).tolist() for seed in range(count)]


@pytest.mark.parametrize("by", [MSVC, JAVA, V8, source("xorshift32"), source("drand48")], ids=lambda by: by.title)
def test_a_good_source_has_no_seed(by: Source) -> None:
    deck = list(START)
    SystemRandom().shuffle(deck)
    assert one(by, DOWNWARD, good_decks(1)).found == ()
    assert one(by, FORWARD, [deck]).found == ()


@pytest.mark.long
def test_a_good_source_has_no_seed_in_the_whole_catalogue() -> None:
    done = scan(good_decks(3), START)
    assert done.found == ()
    assert done.searched == CATALOGUE


@pytest.mark.parametrize("by", [MSVC, JAVA, V8, source("drand48")], ids=lambda by: by.title)
def test_a_deck_with_two_cards_exchanged_has_no_seed(by: Source) -> None:
    (deck,) = decks_of(by, DOWNWARD, 12_345)
    deck[20], deck[30] = deck[30], deck[20]
    assert one(by, DOWNWARD, [deck]).found == ()


def test_another_way_or_another_start_order_finds_nothing() -> None:
    decks = decks_of(MSVC, DOWNWARD, 12_345)
    assert one(MSVC, FORWARD, decks).found == ()
    assert one(MSVC, DOWNWARD, decks, START[::-1]).found == ()
    assert one(source("Microsoft", "the output"), DOWNWARD, decks).found == ()


# The decks after the first


def test_decks_of_one_stream_may_lie_apart() -> None:
    (found,) = one(MSVC, DOWNWARD, decks_of(MSVC, DOWNWARD, 7, 4, gap=3)).found
    assert (found.relation, found.decks, found.gap) == ("one stream", 4, 3)


@pytest.mark.parametrize(
    ("seeds", "relation"),
    [
        ((500, 501, 502), "consecutive seeds"),
        ((500, 510, 520), "seeds at equal distances"),
        ((500, 507, 9_500), "seeds that rise like a clock"),
        ((500, 4_000_000_000 % 2**31, 77), "seeds without a pattern"),
    ],
)
def test_decks_with_seeds_of_their_own_are_told_by_their_pattern(seeds: tuple[int, ...], relation: str) -> None:
    decks = [deck for seed in seeds for deck in decks_of(MSVC, DOWNWARD, seed)]
    (found,) = one(MSVC, DOWNWARD, decks).found
    assert (found.relation, found.seeds, found.decks) == (relation, seeds, len(seeds))


def test_decks_from_elsewhere_are_not_explained() -> None:
    (found,) = one(MSVC, DOWNWARD, [*decks_of(MSVC, DOWNWARD, 500), *good_decks(2)]).found
    assert (found.relation, found.decks) == ("not explained", 1)


# Cards seen in part, and what is said of it


def test_the_first_cards_are_enough_for_a_small_generator() -> None:
    decks = [deck[:12] for deck in decks_of(MSVC, FORWARD, 31_337, 2)]
    done = one(MSVC, FORWARD, decks)
    assert [found.seed for found in done.found] == [31_337]
    assert 2**-50 < done.found[0].chance < 2**-30


@pytest.mark.parametrize(("by", "way", "seen"), [(MSVC, FORWARD, 9), (MSVC, DOWNWARD, 12), (JAVA, FORWARD, 12)])
def test_what_so_few_cards_cant_tell_isnt_said_to_be_searched(by: Source, way: Way, seen: int) -> None:
    assert one(by, way, [deck[:seen] for deck in decks_of(by, way, 31_337)]) == Scan((), ())


def test_what_was_searched_is_what_the_catalogue_says() -> None:
    done = one(MSVC, DOWNWARD, good_decks(1))
    assert set(done.searched) < set(CATALOGUE)
    assert done.searched[0].seeds == "states of 31 bits: each of them tried"
    assert len(CATALOGUE) == len(set(CATALOGUE)) == len(SOURCES) * len(WAYS)


def test_progress_runs_from_nothing_to_all() -> None:
    seen: list[float] = []
    scan(good_decks(1), START, seen.append, chosen=[MSVC], ways=[DOWNWARD, FORWARD])
    assert seen == [0.0, 0.5, 1.0]


def test_a_chance_counts_all_searches() -> None:
    decks = decks_of(MSVC, DOWNWARD, 5)
    (alone,) = one(MSVC, DOWNWARD, decks).found
    (of_two,) = scan(decks, START, chosen=[MSVC], ways=[DOWNWARD, FORWARD]).found
    assert alone.bits == pytest.approx(225.58 - 31, abs=0.01)
    assert of_two.bits == pytest.approx(alone.bits - 1)


def test_a_deck_with_a_card_twice_is_refused() -> None:
    with pytest.raises(GeneratorError, match="deck 1"):
        scan([[0, *START[:-1]]], START)


# The lattice


def test_a_reduced_basis_spans_the_same_lattice_with_shorter_rows() -> None:
    rows = [[1, 0, 1345], [0, 1, 35], [0, 0, 2**20]]
    short = reduced(rows)
    assert abs(round(np.linalg.det(np.array(short, float)))) == 2**20
    assert max(abs(entry) for row in short for entry in row) < 2**10
    assert all((row[0] * 1345 + row[1] * 35 - row[2]) % 2**20 == 0 for row in short)
