"""A store keeps readings, answers queries, and loses and doubles nothing."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon, box, from_wkt

from gazetteer.place import Coordinates
from geo.errors import BadInputError, StoreError
from geo.model import Alternative, Precision, Status
from geo.query import BoundingBox, EventQuery
from geo.store import IdTakenError, Store, open_store

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Making

HOSTILE_WORDS = [
    '"unbalanced', "a AND", "NEAR(", "*", "-", '"', "a OR", "NOT", "title:x", "{a b}:c", "^x",
    "a\0b", "(", ")", "';DROP TABLE articles;--", "clash*", '""', "+", "é\u0301", "NEAR(a b, 3)",
]  # fmt: skip


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "news.sqlite") as opened:
        yield opened


def ids(store: Store, **asked: Any) -> list[str]:
    return [record.article.id for record in store.records(EventQuery(**asked))]


def test_a_reading_comes_back_as_it_was_put_in(store: Store, make: Making) -> None:
    reading = make.reading(geometry=box(-158, 21, -157, 22))
    assert store.add(reading, edition="g1")
    found = store.reading("a1")
    assert found is not None
    assert replace(found, incidents=()) == reading
    assert found.incidents[0].events == reading.events


def test_alternatives_keep_their_chances_and_those_of_old_stores_have_none(
    store: Store, make: Making
) -> None:
    reading = make.reading()
    others = (
        Alternative(place=make.cucuta, chance=0.07),
        Alternative(place=make.honolulu, chance=None),
    )
    found = replace(reading.resolutions[0], alternatives=others)
    store.add(replace(reading, resolutions=(found,)), edition="g1")
    kept = store.reading("a1")
    assert kept is not None
    assert kept.resolutions[0].alternatives == others


def test_reading_the_same_article_twice_adds_nothing(store: Store, make: Making) -> None:
    reading = make.reading()
    assert store.add(reading, edition="g1")
    version = store.version()
    assert not store.add(reading, edition="g1")
    assert store.version() == version
    assert store.total(EventQuery()) == 1


@pytest.mark.parametrize(
    "changes",
    [
        {"id": "other", "url": "https://elsewhere.example/story"},
        {"id": "other", "text": "Changed.", "url": "https://www.news.example/a1/?utm_source=x#top"},
        {"id": "other", "text": "Changed.", "url": "http://news.example/a1?fbclid=123"},
    ],
    ids=["the same text elsewhere", "the same page by another address", "the same page, tracked"],
)
def test_an_article_is_known_by_its_content_and_by_its_address(
    store: Store, make: Making, changes: dict[str, str]
) -> None:
    store.add(make.reading(), edition="g1")
    again = make.reading(article=changes)
    assert store.knows(again.article)
    assert not store.add(again, edition="g1")


def test_pages_of_one_host_are_different_articles(store: Store, make: Making) -> None:
    home = {"url": "https://news.example/"}
    store.add(make.reading(article=home), edition="g1")
    assert store.add(make.reading("A clash in Honolulu.", key="a2", article=home), edition="g1")


def test_an_id_that_stands_for_another_text_is_refused_not_swallowed(
    store: Store, make: Making
) -> None:
    store.add(make.reading(), edition="g1")
    other = make.reading("Quite another clash in Honolulu.", article={"url": ""})
    with pytest.raises(IdTakenError, match="'a1' stands for another text"):
        store.add(other, edition="g1")
    assert store.total(EventQuery()) == 1


def test_an_incident_is_one_record_however_many_events_report_it(
    store: Store, make: Making
) -> None:
    first = make.reading("Rebels shelled a bakery in Honolulu and killed 3.")
    second = make.reading(
        "At a bakery in Honolulu shelled by rebels 3 died.", key="a2", article={"source": "Other"}
    )
    for reading in (first, second):
        store.add(reading, edition="g1")
    (record,) = store.records(EventQuery())
    assert (record.article_count, record.independent_source_count) == (2, 2)
    found = store.incidents().record(record.incident_id)
    assert found is not None
    told = {first.events[0].id, second.events[0].id}
    assert {report.event.id for report in found.reports} == told
    assert found.reports[0] == record
    other = store.record(second.events[0].id)
    assert other is not None
    assert other.article.id == "a2"


def test_records_come_latest_first_then_by_id_the_undated_last(store: Store, make: Making) -> None:
    days = [date(2019, 2, 24), None, date(2020, 1, 1), date(2019, 2, 24)]
    for number, day in enumerate(days):
        text = f"Clash number {number} in Honolulu."
        store.add(make.reading(text, key=f"a{number}", earliest=day, latest=day), edition="g1")
    records = list(store.records(EventQuery()))
    assert [r.event.earliest for r in records] == sorted(
        days, key=lambda day: (day is None, -(day or date.min).toordinal())
    )
    assert records[1].event.id < records[2].event.id


def test_paging_by_cursor_yields_each_record_once(store: Store, make: Making) -> None:
    for number in range(7):
        text = f"Clash number {number} in Honolulu."
        store.add(make.reading(text, key=f"a{number}"), edition="g1")
    whole = [record.event.id for record in store.records(EventQuery())]
    paged: list[str] = []
    after = ""
    while page := list(store.records(EventQuery(limit=2, after=after))):
        paged += [record.event.id for record in page]
        after = page[-1].cursor
    assert paged == whole


def test_counts_ignore_the_kinds_asked_for_and_total_does_not(store: Store, make: Making) -> None:
    store.add(make.reading(), edition="g1")
    store.add(make.reading("They crossed near Honolulu.", key="a2", kind="crossing"), edition="g1")
    asked = EventQuery(kinds=frozenset({"clash"}))
    assert store.counts(asked) == {"clash": 1, "crossing": 1}
    assert store.total(asked) == 1


def test_only_what_happened_is_found_unless_more_is_asked_for(store: Store, make: Making) -> None:
    store.add(make.reading("A strike on Honolulu is planned.", status=Status.PLANNED), edition="g1")
    assert ids(store) == []
    assert ids(store, statuses=frozenset(Status)) == ["a1"]


@pytest.mark.parametrize(
    ("earliest", "latest", "found"),
    [
        (date(2019, 2, 24), None, True),
        (date(2019, 2, 25), None, False),
        (None, date(2019, 2, 23), True),
        (None, date(2019, 2, 22), False),
        (date(2019, 2, 1), date(2019, 3, 1), True),
    ],
)
def test_days_of_event_and_query_must_overlap(
    store: Store, make: Making, earliest: date | None, latest: date | None, found: bool
) -> None:
    store.add(make.reading(), edition="g1")
    assert bool(ids(store, earliest=earliest, latest=latest)) is found


def test_an_event_without_a_date_is_in_no_range_of_days(store: Store, make: Making) -> None:
    store.add(make.reading(earliest=None, latest=None), edition="g1")
    assert ids(store) == ["a1"]
    assert ids(store, earliest=date(1, 1, 1)) == []
    assert ids(store, latest=date(9999, 12, 31)) == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("honolulu", True),
        ("HONOLULU clash", True),
        ("clashes dead", True),
        ("honolulu absent", False),
        ("report", True),
        ("onolulu", False),
    ],
)
def test_text_is_plain_words_that_begin_words(
    store: Store, make: Making, asked: str, found: bool
) -> None:
    store.add(make.reading(), edition="g1")
    assert bool(ids(store, text=asked)) is found


def test_text_is_found_without_its_accents(store: Store, make: Making) -> None:
    store.add(make.reading("Enfrentamientos en Cúcuta.", "Cúcuta", place=make.cucuta), edition="g1")
    assert ids(store, text="cucuta") == ids(store, place="CÚCUTA") == ["a1"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [("geonames:5856195", True), ("geonames:1", False), ("Honolulu", True), ("Report", False)],
)
def test_a_place_is_asked_for_by_id_or_by_name(
    store: Store, make: Making, asked: str, found: bool
) -> None:
    store.add(make.reading(), edition="g1")
    assert bool(ids(store, place=asked)) is found


@pytest.mark.parametrize("words", HOSTILE_WORDS)
def test_no_words_make_a_search_fail(store: Store, make: Making, words: str) -> None:
    store.add(make.reading(), edition="g1")
    query = EventQuery.parse(q=words, place=words)
    assert list(store.records(query)) == []
    assert store.total(query) == 0


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(words=st.text(max_size=60), sources=st.frozensets(st.text(max_size=9), max_size=3))
def test_no_query_makes_a_search_fail(store: Store, words: str, sources: frozenset[str]) -> None:
    query = EventQuery.parse(q=words, place=words[::-1], source=sources)
    assert list(store.records(query)) == []
    assert store.counts(query) == {}


@pytest.mark.parametrize(
    ("bbox", "found"),
    [
        ("-158,21,-157,22", True),
        ("-157.86,21.31,-157.86,21.31", True),
        ("-157.8599999,21,-157,22", False),
        ("-158,21.3100001,-157,22", False),
        ("21,-158,22,-157", None),
        ("170,0,-150,30", True),
        ("170,0,-170,30", False),
        ("-180,-90,180,90", True),
    ],
)
def test_a_box_is_exact_to_the_last_decimal(
    store: Store, make: Making, bbox: str, found: bool | None
) -> None:
    store.add(make.reading(), edition="g1")
    if found is None:
        with pytest.raises(BadInputError):
            BoundingBox.parse(bbox)
    else:
        assert bool(ids(store, bbox=BoundingBox.parse(bbox))) is found


def test_a_box_asks_for_the_shape_not_for_its_label(store: Store, make: Making) -> None:
    river = LineString([(-158, 21), (-157, 22)])
    store.add(make.reading(geometry=river, precision=Precision.REGION), edition="g1")
    assert ids(store, bbox=BoundingBox.parse("-157.51,21.49,-157.49,21.51")) == ["a1"]
    assert ids(store, bbox=BoundingBox.parse("-157.2,21,-157,21.2")) == []


def test_a_shape_across_the_antimeridian_is_found_on_both_sides(store: Store, make: Making) -> None:
    ring = Polygon([(179, 10), (181, 10), (181, 12), (179, 12)])
    store.add(make.reading(geometry=ring), edition="g1")
    for bbox in ("179.5,11,179.6,11.1", "-179.6,11,-179.5,11.1", "179.9,11,-179.9,11.1"):
        assert ids(store, bbox=BoundingBox.parse(bbox)) == ["a1"]
    assert ids(store, bbox=BoundingBox.parse("0,11,1,11.1")) == []


def test_an_event_without_a_place_is_listed_and_in_no_box(store: Store, make: Making) -> None:
    store.add(make.reading(located=False), edition="g1")
    assert ids(store) == ["a1"]
    assert ids(store, bbox=BoundingBox.parse("-180,-90,180,90")) == []
    assert [found.mention.surface for found in store.unplaced()] == ["Honolulu"]


@pytest.mark.parametrize(
    "wkt",
    [
        "POLYGON EMPTY",
        "LINESTRING (0 0, NaN 1)",
        "LINESTRING (0 0, Infinity 1)",
        "LINESTRING (0 0, 0 95)",
    ],
)
def test_an_unsound_geometry_is_refused_and_leaves_nothing_behind(
    store: Store, make: Making, wkt: str
) -> None:
    with np.errstate(invalid="ignore"):
        geometry = from_wkt(wkt)
    with pytest.raises(BadInputError, match="WGS 84"):
        store.add(make.reading(geometry=geometry), edition="g1")
    assert list(store.articles()) == []
    assert store.add(make.reading(), edition="g1")


def test_null_island_is_refused(store: Store, make: Making) -> None:
    with pytest.raises(BadInputError, match="0, 0"):
        store.add(make.reading(at=Coordinates(lat=0.0, lon=0.0)), edition="g1")


def test_the_lists_tell_what_is_there(store: Store, make: Making) -> None:
    store.add(make.reading(), edition="g7")
    (entry,) = store.articles()
    assert (entry.article.title, entry.event_count, entry.edition) == ("Report a1", 1, "g7")
    assert store.sources() == {"Example Wire": 1}
    assert store.date_range() == (date(2019, 2, 23), date(2019, 2, 24))
    assert store.edition() == "g7"


def test_an_empty_store_answers_with_nothing(store: Store) -> None:
    assert (list(store.articles()), store.sources(), store.date_range()) == ([], {}, None)
    assert (store.article("x"), store.reading("x"), store.record("x")) == (None, None, None)
    assert store.incidents().record("x") is None
    assert store.incidents().decisions() == []
    assert store.edition() == ""


def test_quarantine_keeps_the_original_with_the_reason_once(store: Store) -> None:
    for _ in range(2):
        store.quarantine("a.jsonl line 3", "not JSON", original=b"{broken")
    (kept,) = store.quarantined()
    assert (kept.item, kept.reason, kept.original) == ("a.jsonl line 3", "not JSON", b"{broken")


def test_two_stores_never_share_a_version(tmp_path: Path) -> None:
    with open_store(tmp_path / "a.sqlite") as one, open_store(tmp_path / "b.sqlite") as other:
        assert one.version() != other.version()


def test_a_reader_sees_what_a_writer_adds(tmp_path: Path, make: Making) -> None:
    with (
        open_store(tmp_path / "a.sqlite") as writer,
        open_store(tmp_path / "a.sqlite", read_only=True) as reader,
    ):
        before = reader.version()
        writer.add(make.reading(), edition="g1")
        assert reader.version() != before
        assert ids(reader) == ["a1"]


def test_a_read_only_handle_cannot_write(tmp_path: Path, make: Making) -> None:
    open_store(tmp_path / "a.sqlite").close()
    with (
        open_store(tmp_path / "a.sqlite", read_only=True) as reader,
        pytest.raises(StoreError, match="read-only"),
    ):
        reader.add(make.reading(), edition="g1")


def test_a_store_of_a_later_version_is_refused_with_both_numbers(tmp_path: Path) -> None:
    path = tmp_path / "a.sqlite"
    open_store(path).close()
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA user_version = 99")
    connection.close()
    for read_only in (False, True):
        with pytest.raises(StoreError, match=r"version 99, this Placeline knows up to \d+"):
            open_store(path, read_only=read_only)


@pytest.mark.parametrize("content", [b"not a database at all", b"x" * 5000])
def test_a_file_that_is_no_store_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "letter.txt"
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(StoreError, match="is not a Placeline store"):
            open_store(path, read_only=read_only)
    assert path.read_bytes() == content


def test_another_programs_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE theirs (x)")
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="is not a Placeline store"):
        open_store(path)
    assert path.read_bytes() == before


def test_a_missing_store_is_not_made_by_a_reader(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="placeline ingest"):
        open_store(tmp_path / "none.sqlite", read_only=True)
    assert not (tmp_path / "none.sqlite").exists()


def test_damage_is_one_clear_line(tmp_path: Path, make: Making) -> None:
    path = tmp_path / "a.sqlite"
    with open_store(path) as store:
        for number in range(50):
            text = f"Clash number {number} in Honolulu. " + "x" * 3000
            store.add(make.reading(text, key=f"a{number}"), edition="g1")
    data = bytearray(path.read_bytes())
    data[4096:] = bytes(len(data) - 4096)
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"damaged|Placeline store"), open_store(path) as store:
        list(store.records(EventQuery()))


def test_eight_writers_at_once_all_succeed(tmp_path: Path, make: Making) -> None:
    path = tmp_path / "a.sqlite"
    failures: list[Exception] = []

    def write(writer: int) -> None:
        try:
            with open_store(path) as store:
                for number in range(5):
                    text = f"Writer {writer} tells of clash {number} in Honolulu."
                    store.add(make.reading(text, key=f"{writer}-{number}"), edition="g1")
        except StoreError as error:
            failures.append(error)

    threads = [threading.Thread(target=write, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with open_store(path, read_only=True) as store:
        assert sum(entry.event_count for entry in store.articles()) == 40


IMPORT = """
    import sys
    sys.path.insert(0, {tests!r})
    from conftest import Making
    from geo.store import open_store
    make = Making()
    with open_store({path!r}) as store:
        for number in range(400):
            text = f"Clash number {{number}} in Honolulu."
            store.add(make.reading(text, key=f"a{{number}}"), edition="g1")
            print(number, flush=True)
"""


@pytest.mark.parametrize("acknowledged", [1, 7, 40, 133])
def test_a_killed_import_loses_and_doubles_nothing(
    tmp_path: Path, acknowledged: int, make: Making
) -> None:
    """Kill -9 while the import writes; all that it had acknowledged is there, each once."""
    path = tmp_path / "a.sqlite"
    tests = str(Path(sys.modules[type(make).__module__].__file__ or "").parent)
    script = textwrap.dedent(IMPORT.format(tests=tests, path=str(path)))
    with subprocess.Popen(
        [sys.executable, "-c", script], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        seen = [next(process.stdout) for _ in range(acknowledged)]
        process.send_signal(signal.SIGKILL)
        seen += process.stdout.readlines()
    told = {f"a{int(line)}" for line in seen if line.endswith("\n")}
    with open_store(path) as store:
        kept = [entry.article.id for entry in store.articles()]
        assert told <= set(kept)
        assert len(kept) == len(set(kept)) == store.total(EventQuery())
        for number in range(150):
            text = f"Clash number {number} in Honolulu."
            store.add(make.reading(text, key=f"a{number}"), edition="g1")
        assert store.total(EventQuery()) == len(set(kept) | {f"a{n}" for n in range(150)})


def test_points_and_shapes_agree_with_an_exact_check(store: Store, make: Making) -> None:
    spots = [(-179.99, -10.0), (179.99, -10.0), (0.5, 0.5), (12.3456789, 45.6789012), (-0.1, 89.9)]
    for number, (lon, lat) in enumerate(spots):
        text = f"Clash number {number} in Honolulu."
        at = Coordinates(lat=lat, lon=lon)
        store.add(make.reading(text, key=f"a{number}", at=at), edition="g1")
    for bbox in ("-180,-90,0,90", "12.3456788,45,12.345679,46", "170,-20,-170,0", "0,0,1,1"):
        asked = BoundingBox.parse(bbox)
        areas = [box(p.west, p.south, p.east, p.north) for p in asked.parts]
        wanted = {
            f"a{n}" for n, spot in enumerate(spots) if any(a.intersects(Point(spot)) for a in areas)
        }
        assert set(ids(store, bbox=asked)) == wanted


def test_a_full_disk_is_told_and_costs_nothing_that_was_kept(store: Store, make: Making) -> None:
    store.add(make.reading(), edition="g1")
    pages = store._connection.execute("PRAGMA page_count").fetchone()[0]
    store._connection.execute(f"PRAGMA max_page_count = {pages}")
    large = make.reading("Clash in Honolulu. " + "x" * 500_000, key="a2")
    with pytest.raises(StoreError, match="the disk is full; nothing of this step was kept"):
        store.add(large, edition="g1")
    assert ids(store) == ["a1"]
    store._connection.execute("PRAGMA max_page_count = 1000000")
    assert store.add(large, edition="g1")
    assert store._connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_store_that_cannot_change_is_read_without_a_journal(tmp_path: Path, make: Making) -> None:
    folder = tmp_path / "medium"
    folder.mkdir()
    with open_store(folder / "a.sqlite") as store:
        store.add(make.reading(), edition="g1")
    folder.chmod(0o500)
    try:
        with open_store(folder / "a.sqlite", read_only=True) as store:
            assert ids(store) == ["a1"]
    finally:
        folder.chmod(0o700)


def test_an_address_of_sqlite_is_a_path(tmp_path: Path) -> None:
    with open_store(f"sqlite:///{tmp_path / 'a.sqlite'}") as store:
        assert store.path == tmp_path / "a.sqlite"
