"""Times are read against the publication date and the last day spoken of."""

from __future__ import annotations

from datetime import date

import pytest

from geo.dates import event_dates, read_times
from geo.sentences import split

TUESDAY = date(2019, 2, 26)


def _times(text, *, published=TUESDAY, language="en"):
    return read_times(text, split(text), published=published, language=language)


def _span(phrase, *, published=TUESDAY, language="en"):
    [timed] = _times(phrase, published=published, language=language)
    [mention] = timed.mentions
    return mention.span.earliest.isoformat(), mention.span.latest.isoformat()


@pytest.mark.parametrize(
    ("sentence", "earliest", "latest"),
    [
        ("They crossed on Sunday.", "2019-02-24", "2019-02-24"),
        ("They crossed Tuesday.", "2019-02-26", "2019-02-26"),
        ("They crossed last Tuesday.", "2019-02-19", "2019-02-19"),
        ("They crossed early Monday.", "2019-02-25", "2019-02-25"),
        ("They crossed on Saturday night.", "2019-02-23", "2019-02-23"),
        ("They crossed yesterday.", "2019-02-25", "2019-02-25"),
        ("They crossed overnight.", "2019-02-25", "2019-02-26"),
        ("They crossed last night.", "2019-02-25", "2019-02-26"),
        ("They crossed this morning.", "2019-02-26", "2019-02-26"),
        ("They crossed on Feb. 23.", "2019-02-23", "2019-02-23"),
        ("They crossed on 23 February 2019.", "2019-02-23", "2019-02-23"),
        ("They crossed on December 30.", "2018-12-30", "2018-12-30"),
        ("They crossed on 2019-02-20.", "2019-02-20", "2019-02-20"),
        ("They crossed over the last three days.", "2019-02-23", "2019-02-26"),
        ("They crossed in a span of four days.", "2019-02-22", "2019-02-26"),
        ("They crossed in the past week.", "2019-02-19", "2019-02-26"),
        ("They crossed within 48 hours.", "2019-02-24", "2019-02-26"),
        ("They crossed two days ago.", "2019-02-24", "2019-02-24"),
        ("They crossed a week ago.", "2019-02-16", "2019-02-22"),
        ("They crossed last week.", "2019-02-18", "2019-02-24"),
        ("They crossed at the weekend.", "2019-02-23", "2019-02-24"),
        ("They crossed last month.", "2019-01-01", "2019-01-31"),
        ("They crossed in January.", "2019-01-01", "2019-01-31"),
        ("They crossed in May last year.", "2018-05-01", "2018-05-31"),
        ("They crossed in late January.", "2019-01-20", "2019-01-31"),
        ("They crossed in 2015.", "2015-01-01", "2015-12-31"),
        ("They crossed since Sunday.", "2019-02-24", "2019-02-26"),
        ("They crossed between Friday and Sunday.", "2019-02-22", "2019-02-24"),
        ("They crossed on Sunday and again on Monday.", "2019-02-24", "2019-02-25"),
        ("They will cross on Friday.", "2019-03-01", "2019-03-01"),
    ],
)
def test_an_english_phrase_means_these_days(sentence, earliest, latest):
    assert _span(sentence) == (earliest, latest)


@pytest.mark.parametrize(
    ("language", "sentence", "earliest", "latest"),
    [
        ("es", "Cruzaron el domingo.", "2019-02-24", "2019-02-24"),
        ("es", "Cruzaron este martes.", "2019-02-26", "2019-02-26"),
        ("es", "Cruzaron ayer.", "2019-02-25", "2019-02-25"),
        ("es", "Cruzaron anoche.", "2019-02-25", "2019-02-26"),
        ("es", "Cruzaron el 21 de febrero.", "2019-02-21", "2019-02-21"),
        ("es", "Cruzaron desde el domingo.", "2019-02-24", "2019-02-26"),
        ("es", "Cruzaron hace dos días.", "2019-02-24", "2019-02-24"),
        ("es", "Cruzaron en los últimos tres días.", "2019-02-23", "2019-02-26"),
        ("es", "Cruzaron la semana pasada.", "2019-02-18", "2019-02-24"),
        ("es", "Cruzaron en 2008.", "2008-01-01", "2008-12-31"),
        ("es", "Cruzaron anteanoche.", "2019-02-24", "2019-02-24"),
        ("es", "Cruzaron la noche del domingo al lunes.", "2019-02-24", "2019-02-25"),
        ("es", "Cruzaron del 21 al 23 de febrero.", "2019-02-21", "2019-02-23"),
        ("es", "Cruzaron el martes de la semana pasada.", "2019-02-19", "2019-02-19"),
        ("es", "Cruzan desde hace tres días.", "2019-02-23", "2019-02-26"),
        ("es", "El lunes 5.600 personas cruzaron.", "2019-02-25", "2019-02-25"),
        ("es", "Acampados, esperan desde el lunes.", "2019-02-25", "2019-02-26"),
        ("pt", "Cruzaram no domingo.", "2019-02-24", "2019-02-24"),
        ("pt", "Cruzaram entre sábado e segunda-feira.", "2019-02-23", "2019-02-25"),
        ("pt", "Cruzaram na noite de domingo para segunda.", "2019-02-24", "2019-02-25"),
        ("pt", "Cruzaram de 21 a 23 de fevereiro.", "2019-02-21", "2019-02-23"),
        ("pt", "Cruzaram no passado sábado.", "2019-02-23", "2019-02-23"),
        ("pt", "Há três dias que cruzam.", "2019-02-23", "2019-02-26"),
        ("pt", "Cruzaram na segunda-feira.", "2019-02-25", "2019-02-25"),
        ("pt", "Cruzaram nesta terça (26).", "2019-02-26", "2019-02-26"),
        ("pt", "Cruzaram ontem.", "2019-02-25", "2019-02-25"),
        ("pt", "Cruzaram em 18 de fevereiro.", "2019-02-18", "2019-02-18"),
        ("pt", "Cruzaram há dois dias.", "2019-02-24", "2019-02-24"),
        ("pt", "Cruzaram na semana passada.", "2019-02-18", "2019-02-24"),
    ],
)
def test_a_spanish_or_portuguese_phrase_means_these_days(language, sentence, earliest, latest):
    assert _span(sentence, language=language) == (earliest, latest)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("They met on Saturday. A day later they crossed.", "2019-02-24"),
        ("They met on Saturday. The next morning they crossed.", "2019-02-24"),
        ("They met on Saturday. Two days later they crossed.", "2019-02-25"),
        ("They met on Saturday. Two days earlier, they had crossed.", "2019-02-21"),
        ("They met on Saturday. The day before they had crossed.", "2019-02-22"),
        ("They met on Saturday. That afternoon they crossed.", "2019-02-23"),
    ],
)
def test_a_day_is_counted_from_the_last_day_spoken_of(text, day):
    assert _times(text)[-1].mentions[0].span.earliest == date.fromisoformat(day)


@pytest.mark.parametrize(
    "sentence",
    [
        "They crossed, officials said Tuesday.",
        "They crossed, officials said on Tuesday.",
        "They crossed, the ministry said in a statement on Tuesday.",
        "On Tuesday, the ministry said that 40 had crossed.",
        "They crossed, the mayor told reporters late on Tuesday.",
    ],
)
def test_the_time_of_a_statement_is_marked_as_such(sentence):
    [mention] = _times(sentence)[0].mentions
    assert mention.statement


def test_the_time_of_an_event_is_no_statement():
    [mention] = _times("Officials said they had crossed on Sunday.")[0].mentions
    assert not mention.statement


@pytest.mark.parametrize(
    "sentence",
    [
        "They may march in spring.",
        "The second march was long.",
        "He sat in the sun.",
        "It cost 2,015 dollars.",
    ],
)
def test_words_that_only_look_like_times_are_none(sentence):
    assert _times(sentence)[0].mentions == ()


def _when(text, *, published=TUESDAY, state=False):
    timed = read_times(text, split(text), published=published, language="en")[-1]
    start, end = split(text)[-1]
    return event_dates(timed, at=start, clause=(start, end), published=published, state=state)


def test_without_a_time_of_its_own_an_event_is_of_the_last_day_spoken_of():
    when = _when("They marched on Saturday. Police fired tear gas.")
    assert when[:2] == (date(2019, 2, 23), date(2019, 2, 23))


def test_a_state_lasts_from_the_last_day_spoken_of_to_publication():
    when = _when("They crossed on Saturday. They are sleeping in a hall.", state=True)
    assert when[:2] == (date(2019, 2, 23), TUESDAY)


def test_without_any_day_an_event_is_of_the_week_before_publication():
    when = _when("Police fired tear gas.")
    assert when[:2] == (date(2019, 2, 20), TUESDAY)


def test_a_statement_bounds_what_it_tells_of():
    when = _when("Forty people have crossed, officials said Monday.")
    assert when.latest == date(2019, 2, 25)


@pytest.mark.parametrize(
    ("text", "background"),
    [
        ("They crossed in 2015.", True),
        ("They crossed in October.", True),
        ("They crossed three years ago.", True),
        ("They crossed last month.", False),
        ("They crossed on Sunday.", False),
    ],
)
def test_what_lies_more_than_sixty_days_back_is_background(text, background):
    assert _when(text).background is background


def test_what_happened_never_ends_after_publication():
    assert _when("They have crossed since Monday.").latest == TUESDAY


def test_the_entries_of_a_live_blog_have_their_own_day():
    text = "10:40 a.m. Sunday - A march sets out.\n\n11:55 a.m. - Police fire gas.\n\nMonday, 9:00 a.m. - It is quiet."
    assert [timed.today.isoformat() for timed in _times(text)] == [
        "2019-02-24",
        "2019-02-24",
        "2019-02-25",
    ]


def test_without_a_publication_date_nothing_is_guessed():
    assert _when("They crossed on Sunday.", published=None)[:2] == (None, None)
