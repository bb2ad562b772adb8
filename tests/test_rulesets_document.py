"""A file that two YAML readers could read differently is refused, with the place and the cure."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fairfelt.rulesets.document import parse_document, read_document
from fairfelt.rulesets.errors import RulesetError
from tests.rulesets.samples import assert_refused


def read(text: str) -> object:
    return parse_document(text, "game.yaml").data


def refusal(text: str) -> RulesetError:
    with pytest.raises(RulesetError) as refused:
        read(text)
    return refused.value


def test_words_numbers_lists_and_mappings_are_read_as_plain_data() -> None:
    assert read("a: word\nb: [1, -2, 'two']\nc: {d: true}\n") == {"a": "word", "b": [1, -2, "two"], "c": {"d": True}}


@pytest.mark.parametrize(
    "word",
    ["yes", "No", "on", "OFF", "y", "3:2", "1:30:00", "2026-01-31", "010", "09", "0b11", "-0x1F", "1_000", "1_0.5"],
)
def test_a_word_that_yaml_1_1_reads_otherwise_is_refused_as_value_and_as_key(word: str) -> None:
    assert_refused(refusal(f"first: 1\nodds: {word}\n"), 2, "means something else", word)
    assert_refused(refusal(f"first: 1\n{word}: 1\n"), 2, "means something else", word)


@pytest.mark.parametrize("word", ["yes", "no", "3:2", "2026-01-31", "010"])
def test_the_same_word_in_quotes_is_a_word(word: str) -> None:
    assert read(f'"{word}": "{word}"\n') == {word: word}


def test_odds_with_a_colon_are_refused_with_the_right_spelling() -> None:
    assert "`3 to 2`" in refusal("blind: 3:2\n").mend


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        pytest.param("", 1, "is empty", id="empty"),
        pytest.param("# only a comment\n", 1, "is empty", id="only a comment"),
        pytest.param("a: 1\nb: 1\na: 2\n", 1, "stands twice, again on line 3", id="repeated key"),
        pytest.param("a:\n  b: 1\n  b: 2\n", 2, "stands twice, again on line 3", id="repeated inner key"),
        pytest.param("a: 1\nb: 1.5\n", 2, "not a whole number", id="decimals"),
        pytest.param("a: 1\nb: 1e3\n", 2, "not a whole number", id="exponent"),
        pytest.param("a: 1\nb: .inf\n", 2, "not a whole number", id="infinity"),
        pytest.param("a: 1\nb: 0o17\n", 2, "whole number", id="octal"),
        pytest.param("a: 1\nb: 0x1F\n", 2, "whole number", id="hexadecimal"),
        pytest.param("a: 1\nb: 12345678901234567890\n", 2, "whole number", id="too long a number"),
        pytest.param("a: 1\nb:\n", 2, "has no value", id="no value"),
        pytest.param("a: 1\nb: ~\n", 2, "has no value", id="null"),
        pytest.param("a: 1\nb: &x 2\n", 2, "anchor &x", id="anchor"),
        pytest.param("a: 1\nb: *x\n", 2, "undefined alias", id="alias"),
        pytest.param("a: 1\n<<: {b: 2}\n", 1, "not a plain word", id="merge key"),
        pytest.param("a: 1\n? [b]\n: 2\n", 1, "not a plain word", id="list as key"),
        pytest.param("a: 1\nb: !odds 2\n", 2, "tag !odds", id="tag"),
        pytest.param("a: 1\nb: !!int '2'\n", 2, "tag", id="number in quotes, tagged"),
        pytest.param("a: 1\nb: !!set {x}\n", 2, "tag", id="set"),
        pytest.param("a:\n\tb: 1\n", 2, "cannot start any token", id="tab"),
        pytest.param("a: [1\nb: 2\n", 2, "is no YAML", id="open bracket"),
        pytest.param('a: "open\n', 2, "is no YAML", id="open quote"),
        pytest.param("a: 1\n b: 2\n", 2, "is no YAML", id="indentation"),
        pytest.param("a: 1\n---\nb: 2\n", 2, "another document", id="two documents"),
        pytest.param("a: 1\nb: 'bell \x07'\n", 2, "control sign", id="control sign"),
        pytest.param("%YAML 1.3\n---\na: 1\n", 1, "is no YAML", id="another version"),
        pytest.param("[" * 700, 1, "is no YAML", id="too deep"),
    ],
)
def test_a_damaged_document_is_refused_at_its_line(text: str, line: int, words: str) -> None:
    assert_refused(refusal(text), line, words)


def test_the_column_points_at_the_value() -> None:
    assert refusal("a: {b: 1, c: 2.5}\n").where == "game.yaml:1:11"


def test_a_file_that_is_missing_or_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "binary.yaml").write_bytes(b"a: \xff\xfe")
    for name, words in (
        ("absent.yaml", "can't be read"),
        ("binary.yaml", "not UTF-8 at byte 3"),
        (".", "can't be read"),
    ):
        with pytest.raises(RulesetError, match=words) as refused:
            read_document(tmp_path / name)
        assert refused.value.mend


@given(st.text(alphabet="ab:-,[]{}'\"#&*!|>%@`\n\t 0123yesno.~\\?<\x07é", max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read(text)
    except RulesetError as error:
        assert error.where
        assert error.what
        assert error.mend
