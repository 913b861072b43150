"""Every frame has its own right and wrong sentence; these hold for ours and for anyone's kind."""

from __future__ import annotations

import pytest

from geo.extraction import kinds
from geo.extraction.conditions import compile_conditions, compile_test
from geo.extraction.frames import frames
from geo.words import lexicon, read_words
from tests.geo.extraction.marking import marked

ROWS = [
    pytest.param(kind, language, frame, id=f"{kind.name}.{language}.{frame.id}")
    for kind in kinds().values()
    for language in kind.languages
    for frame in frames(kind.package, kind.frames.format(language), language).rows
]


def _meets(kind, language, frame, sentence):
    text, resolutions = marked(sentence)
    lists = lexicon(language)
    words = read_words(text, 0, len(text), lists, resolutions)
    town = lists.mask("bordertown") if "bordertown" in sentence else 0
    words = [w._replace(mask=w.mask | town) if w.resolution else w for w in words]
    rows = frames(kind.package, kind.frames.format(language), language)
    return frame.id in {hit.frame.id for hit in rows.hits(words)}


@pytest.mark.parametrize(("kind", "language", "frame"), ROWS)
def test_a_frame_meets_its_right_sentence(kind, language, frame):
    assert _meets(kind, language, frame, frame.right)


@pytest.mark.parametrize(("kind", "language", "frame"), ROWS)
def test_a_frame_does_not_meet_its_wrong_sentence(kind, language, frame):
    assert frame.wrong
    assert not _meets(kind, language, frame, frame.wrong)


@pytest.mark.parametrize("kind", kinds().values(), ids=lambda kind: kind.name)
def test_the_frames_of_a_kind_have_names_of_their_own_and_sound_confidence(kind):
    for language in kind.languages:
        rows = frames(kind.package, kind.frames.format(language), language).rows
        assert len({row.id for row in rows}) == len(rows) > 0
        assert all(0.3 <= row.confidence <= 0.9 for row in rows)
        assert {row.context for row in rows} <= {"", "b", "B", "t", "T", "m", "M"}


def test_a_condition_that_cannot_be_read_is_named():
    with pytest.raises(ValueError, match=r"people<12"):
        compile_conditions("people<12", lexicon("en"))


def test_a_class_that_no_list_has_is_named():
    with pytest.raises(KeyError, match="wizards"):
        compile_test("wizards", lexicon("en"))
