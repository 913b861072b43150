"""The page of an incident: reports side by side, where they differ, and every id it ever had."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from geo.query import EventQuery
from geo.store import open_store
from tests.webapp.samples import SAMPLE, sample_store
from webapp import Config, create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask.testing import FlaskClient

    from gazetteer.place import Gazetteer

ATTACK = (
    "Gunmen on motorbikes attacked a cattle market in Kassala on Tuesday, killing four people, "
    "a hospital official said."
)
NURSE = (
    "A nurse in Kassala counted three killed after gunmen on motorbikes shot at the cattle market."
)
SCHOOL = (
    "About {} families sleep in the classrooms of Nile Bridge School in Kassala, its cook said."
)


def row(title: str, sentence: str, source: str, published: str, **parts: Any) -> dict[str, Any]:
    return {
        "kind": "clash", "title": title, "sentence": sentence, "source": source,
        "published": published, "url": f"https://example.org/{source.replace(' ', '-').lower()}",
        "surface": "Kassala", "place": "geonames:372753", "from": "2024-03-05", "to": "2024-03-05",
        **parts,
    }  # fmt: skip


FIRST = row(
    "Market attacked", ATTACK, "East Courier", "2024-03-05", counts={"killed": [4, "exactly"]}
)
COPY = row(
    "Raid on market",
    f"Wire: {ATTACK}",
    "Nile Daily",
    "2024-03-06",
    counts={"killed": [4, "exactly"]},
)
NURSED = row(
    "Traders count losses", NURSE, "Horn Post", "2024-03-06", counts={"killed": [3, "at least"]}
)
REFUGES = [
    row(f"School shelters {n} families", SCHOOL.format(n), source, "2024-03-06", kind="refuge",
        counts={"people": [n, "about"]}, url=f"https://example.org/school-{n}")
    for n, source in ((40, "East Courier"), (42, "Horn Post"))
]  # fmt: skip


@pytest.fixture
def db(tmp_path: Path, gazetteer: Gazetteer) -> Path:
    return sample_store(
        tmp_path / "x.sqlite", gazetteer, [FIRST, COPY, NURSED, *REFUGES, SAMPLE[0]]
    )


@pytest.fixture
def client(db: Path, tmp_path: Path) -> FlaskClient:
    config = Config(db=db, tiles=tmp_path, warm_basemap=False, public_url="https://map.example.org")
    return create_app(config).test_client()


def incident(db: Path, kind: str = "clash") -> str:
    with open_store(db, read_only=True) as store:
        found = list(store.records(EventQuery(kinds=frozenset({kind}))))
    return next(r.incident_id for r in found if r.article_count > 1)


def events(db: Path, identity: str) -> dict[str, str]:
    with open_store(db, read_only=True) as store:
        found = store.incidents().record(identity)
        assert found is not None
        return {report.article.source: report.event.id for report in found.reports}


def test_the_map_counts_an_incident_once_with_its_other_articles(client: FlaskClient) -> None:
    page = client.get("/events.geojson?kind=clash&from=2024-01-01&words=1").json
    (found,) = page["features"]
    assert page["counts"]["clash"] == 1
    assert found["words"]["more"] == "+2 articles (1 independent)"
    assert found["words"]["counts"] == ["3–4 killed"]
    told = found["properties"]
    assert (told["killed_min"], told["killed_max"]) == (3, 4)
    assert (told["article_count"], told["independent_source_count"]) == (3, 2)


def test_the_page_shows_all_reports_their_differences_and_why(
    db: Path, client: FlaskClient
) -> None:
    page = client.get(f"/events/{incident(db)}").text
    for title in ("Market attacked", "Raid on market", "Traders count losses"):
        assert f">{title}</h" in page
    assert "Told by 3 articles, 2 independent" in page
    assert "Killed <b>3–4</b>" in page
    assert ">at least 3</b>" in page
    assert page.count("Carries the text of East Courier") == 1
    assert "killed 3 against 4" in page
    assert "built-in" not in page


def test_each_report_leads_to_the_page_of_its_incident(db: Path, client: FlaskClient) -> None:
    for event in events(db, incident(db)).values():
        answer = client.get(f"/events/{event}")
        assert answer.status_code == 200
        assert (
            f'rel="canonical" href="https://map.example.org/events/{incident(db)}"' in answer.text
        )
        assert client.get(f"/events/{event}.json").json["incident"] == incident(db)


def test_an_id_that_was_merged_away_leads_on_and_back_when_undone(
    db: Path, client: FlaskClient
) -> None:
    nursed = events(db, incident(db))["Horn Post"]
    with open_store(db) as store:
        apart = store.incidents().split(nursed, who="Ada", why="another market")
    assert client.get(f"/events/{apart}").status_code == 200
    with open_store(db) as store:
        store.incidents().undo(1, who="Ada")
    for suffix in ("", ".json"):
        answer = client.get(f"/events/{apart}{suffix}")
        assert (answer.status_code, answer.headers["Location"]) == (
            302, f"/events/{incident(db)}{suffix}",
        )  # fmt: skip


def test_decisions_are_shown_to_the_owner_only(db: Path, client: FlaskClient) -> None:
    with open_store(db) as store:
        store.incidents().split(
            events(db, incident(db))["Horn Post"], who="Ada", why="one too many"
        )
    address = f"/events/{incident(db)}"
    assert "one too many" in client.get(address).text
    client.environ_base.update({"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "map.example.org"})
    public = client.get(address).text
    assert "one too many" not in public
    assert "Ada" not in public


def test_the_public_page_of_a_refuge_withholds_in_every_report_and_reason(
    db: Path, client: FlaskClient
) -> None:
    address = f"/events/{incident(db, 'refuge')}"
    assert client.get(address).text.count("Nile Bridge School") >= 2
    client.environ_base.update({"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "map.example.org"})
    for suffix in ("", ".json"):
        public = client.get(address + suffix).text
        assert "Nile Bridge" not in public
        assert "example.org/school" not in public
