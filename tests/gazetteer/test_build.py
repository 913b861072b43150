"""Building, adding and being killed, with a tiny world in place of the packages' towns."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import textwrap
import time
from typing import TYPE_CHECKING

import pytest

from gazetteer import GazetteerError, open_gazetteer
from gazetteer.additions import additions
from gazetteer.build import add_file, add_geonames, build, remove
from gazetteer.paths import ENVIRONMENT, additions_path
from tests.gazetteer.dumps import ROWS, write_dumps
from tests.gazetteer.world import tiny_world

if TYPE_CHECKING:
    from pathlib import Path


WAIT_S = 60


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the gazetteer of one test stands."""
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "gazetteer"))
    return tmp_path / "gazetteer"


@pytest.fixture
def dumps(tmp_path: Path) -> Path:
    """Small files in GeoNames' own format, one zipped, one not."""
    return write_dumps(tmp_path / "dumps")


def content(folder: Path) -> dict[str, object]:
    """All that a gazetteer holds, but for the time of its build."""
    found: dict[str, object] = {
        file.name: file.read_bytes() for file in folder.iterdir() if file.suffix != ".sqlite"
    }
    with sqlite3.connect(folder / "gazetteer.sqlite") as database:
        dump = "\n".join(line for line in database.iterdump() if "'built'" not in line)
    database.close()
    return found | {"gazetteer.sqlite": dump}


def test_two_builds_of_the_same_inputs_are_the_same(place: Path, tmp_path: Path) -> None:
    build(layers=tiny_world)
    build(tmp_path / "again", layers=tiny_world)
    assert content(place) == content(tmp_path / "again")


def test_a_build_that_fails_leaves_the_old_gazetteer_and_no_litter(place: Path) -> None:
    build(layers=tiny_world)
    before = content(place)

    def broken(folder: Path) -> object:
        yield from tiny_world(folder)
        raise OSError("disk full")

    with pytest.raises(OSError, match="disk full"):
        build(layers=broken)
    assert content(place) == before
    assert [p.name for p in place.parent.iterdir() if p.name.endswith(".part")] == []


@pytest.mark.parametrize("name", ["letters", "letters/a.txt"])
def test_a_folder_or_file_that_is_no_gazetteer_is_never_replaced(tmp_path: Path, name: str) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "a.txt").write_text("dear friend")
    with pytest.raises(GazetteerError, match="no gazetteer: choose another folder"):
        build(tmp_path / name, layers=tiny_world)
    assert (tmp_path / "letters" / "a.txt").read_text() == "dear friend"


def test_progress_names_the_step_and_never_goes_back(place: Path) -> None:
    told: list[tuple[str, int, int]] = []
    build(layers=tiny_world, progress=lambda *step: told.append(step))
    done = [count for _, count, _ in told]
    assert done == sorted(done)
    assert {step for step, _, _ in told} >= {"tiny", "index"}
    assert all(total >= count for _, count, total in told)


def test_a_users_table_wins_over_every_other_source(place: Path, tmp_path: Path) -> None:
    table = tmp_path / "shelters.csv"
    table.write_text(
        "Nombre,Latitud,Longitud,tipo\n"
        "Georgia,7.81,-72.44,albergue\n"
        "Refugio El Cerrito,7.75,-72.44,albergue\n"
        "Sin lugar,,,albergue\n",
        encoding="utf-8",
    )
    done = add_file(table, name="Ministry shelters", licence="CC0", layers=tiny_world)
    assert done.skipped == ("line 4: no lat and lon",)
    with open_gazetteer() as gazetteer:
        first = gazetteer.lookup("Georgia")[0].place
        assert (first.source, first.kind.value) == ("Ministry shelters", "facility")
        assert first.country_codes == ("VE",)
        assert [s.licence for s in gazetteer.sources() if s.name == "Ministry shelters"] == ["CC0"]
    assert [a.name for a in additions(additions_path())] == ["user-ministry-shelters"]


def test_an_addition_is_replaced_by_its_name_and_can_be_removed(
    place: Path, tmp_path: Path
) -> None:
    table = tmp_path / "camps.csv"
    for name in ("Camp One", "Camp Two"):
        table.write_text(f"name;lat;lon\n{name};7,81;-72,44\n", encoding="utf-8")
        add_file(table, layers=tiny_world)
    with open_gazetteer() as gazetteer:
        assert gazetteer.lookup("Camp One") == ()
        assert gazetteer.lookup("Camp Two")[0].place.coordinates.lat == 7.81
    remove("user-camps", layers=tiny_world)
    with open_gazetteer() as gazetteer:
        assert gazetteer.lookup("Camp Two") == ()
    with pytest.raises(GazetteerError, match="there are: none"):
        remove("user-camps", layers=tiny_world)


def test_a_users_geojson_brings_its_areas(place: Path, tmp_path: Path) -> None:
    file = tmp_path / "zone.geojson"
    file.write_text(
        '{"type": "FeatureCollection", "features": [{"type": "Feature",'
        '"properties": {"name": "Zona de Paz", "kind": "region", "id": 7},'
        '"geometry": {"type": "Polygon", "coordinates":'
        "[[[-72.5, 7.7], [-72.5, 7.8], [-72.4, 7.8], [-72.4, 7.7], [-72.5, 7.7]]]}}]}",
        encoding="utf-8",
    )
    add_file(file, layers=tiny_world)
    with open_gazetteer() as gazetteer:
        place_ = gazetteer.lookup("Zona de Paz")[0].place
        area = gazetteer.footprint(place_)
        assert place_.id == "zone:7"
        assert area is not None
        assert area.exterior.is_ccw


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("a.csv", b"", "empty"),
        ("a.csv", b"\xff\xfe\x00name", "UTF-8"),
        ("a.csv", b"name,lat,lon\n\x00,1,2\n", "binary"),
        ("a.csv", b"title,where\nX,Y\n", "wanted name, lat, lon"),
        ("a.csv", b"name,lat,lon\nX,91,0\n", "no usable place .line 2: latitude"),
        ("a.csv", b"name,lat,lon\nX,north,0\n", "lat: found 'north'"),
        ("a.geojson", b'{"type": "Feature', "broken JSON"),
        ("a.geojson", b'{"type": "Topology"}', "FeatureCollection"),
        ("a.geojson", b'{"features": [{"properties": {"name": "X"}}]}', "feature 1: no lat"),
        ("a.geojson", b'{"features": [5]}', "feature 1: no name"),
    ],
)
def test_a_file_that_is_no_table_is_refused_in_one_line(
    place: Path, tmp_path: Path, name: str, text: bytes, reason: str
) -> None:
    file = tmp_path / name
    file.write_bytes(text)
    with pytest.raises(GazetteerError, match=reason) as caught:
        add_file(file, layers=tiny_world)
    assert "\n" not in str(caught.value)
    assert not place.exists()


def test_a_missing_file_is_refused_in_one_line(place: Path, tmp_path: Path) -> None:
    with pytest.raises(GazetteerError, match="No such file"):
        add_file(tmp_path / "none.csv", layers=tiny_world)


def test_geonames_dumps_bring_villages_streams_and_bridges(place: Path, dumps: Path) -> None:
    done = add_geonames(["ve", "CO"], from_dir=dumps, layers=tiny_world)
    assert [a.rows for a in done.added] == [4, 1]
    with open_gazetteer() as gazetteer:
        kinds = {
            name: gazetteer.lookup(name)[0].place.kind.value
            for name in ("El Trompillo", "Quebrada La Dantera", "Puente La Dantera", "La Uchema")
        }
        stream = gazetteer.lookup("Quebrada La Dantera")[0].place
        assert gazetteer.lookup("lwtshyma") == ()
        assert gazetteer.lookup("Carretera 1") == ()
    assert kinds == {
        "El Trompillo": "settlement",
        "Quebrada La Dantera": "river",
        "Puente La Dantera": "bridge",
        "La Uchema": "settlement",
    }
    assert stream.country_codes == ("VE", "CO")
    assert stream.source == "GeoNames dump VE"


def test_feature_classes_can_be_chosen(place: Path, dumps: Path) -> None:
    done = add_geonames(
        ["VE"], from_dir=dumps, classes=frozenset({"P", "S.BDG"}), layers=tiny_world
    )
    assert [a.rows for a in done.added] == [3]


@pytest.mark.parametrize("wrong", ["R", "S.RSTN", "bridges", "s.bdg", "P.", ""])
def test_a_class_of_which_no_place_is_taken_is_refused(
    place: Path, dumps: Path, wrong: str
) -> None:
    with pytest.raises(GazetteerError, match=f"class {wrong!r}: no places") as caught:
        add_geonames(["VE"], from_dir=dumps, classes=frozenset({"P", wrong}), layers=tiny_world)
    assert "\n" not in str(caught.value)
    assert not place.exists()


@pytest.mark.parametrize(
    ("name", "data", "reason"),
    [
        ("XA.zip", b"PK\x03\x04 half a zip", "not a whole zip"),
        ("XA.zip", b"", "not a whole zip"),
        ("XA.txt", ("\n".join(ROWS["VE"])).encode(), "middle of a line"),
        ("XA.txt", b"1\tOnly\tthree\n", "found 3 columns, wanted 19"),
        ("XA.txt", b"\xff" + b"\t" * 18 + b"\n", "not UTF-8"),
        ("XA.txt", ROWS["VE"][0].replace("7.7", "97.7").encode() + b"\n", "latitude"),
    ],
)
def test_a_broken_dump_is_refused_and_the_old_gazetteer_stays(
    place: Path, dumps: Path, name: str, data: bytes, reason: str
) -> None:
    add_geonames(["VE"], from_dir=dumps, layers=tiny_world)
    before = content(place)
    (dumps / name).write_bytes(data)
    with pytest.raises(GazetteerError, match=reason) as caught:
        add_geonames(["CO", "XA"], from_dir=dumps, layers=tiny_world)
    assert "\n" not in str(caught.value)
    assert content(place) == before
    assert [a.name for a in additions(additions_path())] == ["geonames-ve"]


def test_a_damaged_member_of_a_zip_is_refused(place: Path, dumps: Path) -> None:
    data = bytearray((dumps / "VE.zip").read_bytes())
    data[60] ^= 0xFF
    (dumps / "VE.zip").write_bytes(data)
    with pytest.raises(GazetteerError, match=r"damaged|not a whole zip"):
        add_geonames(["VE"], from_dir=dumps, layers=tiny_world)


@pytest.mark.parametrize(("code", "reason"), [("VEN", "two-letter"), ("XX", "neither XX.zip")])
def test_an_unknown_dump_is_refused(place: Path, dumps: Path, code: str, reason: str) -> None:
    with pytest.raises(GazetteerError, match=reason):
        add_geonames([code], from_dir=dumps, layers=tiny_world)


_IMPORT = textwrap.dedent(
    """
    import sys
    from pathlib import Path
    from gazetteer.build import add_geonames
    from tests.gazetteer.world import tiny_world

    def slowly(step, done, total):
        print(step, done, flush=True)

    add_geonames(["VE", "CO"], from_dir=Path(sys.argv[1]), progress=slowly, layers=tiny_world)
    """
)


@pytest.mark.parametrize("attempt", range(4))
def test_an_import_killed_anywhere_and_run_again_ends_as_one_run(
    place: Path, dumps: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, attempt: int
) -> None:
    build(layers=tiny_world)
    before = content(place)
    command = [sys.executable, "-c", _IMPORT, str(dumps)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(random.Random(attempt).uniform(0, 0.15))
    process.kill()
    process.wait(WAIT_S)
    process.stdout.close()
    assert place.exists()
    if additions(additions_path()) == ():
        with open_gazetteer() as gazetteer:
            whole = gazetteer.lookup("Cúcuta")
        assert whole
        assert content(place) == before or "Trompillo" in str(content(place))
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, timeout=WAIT_S)
    killed = content(place)
    monkeypatch.setenv(ENVIRONMENT, str(tmp_path / "one-run"))
    add_geonames(["VE", "CO"], from_dir=dumps, layers=tiny_world)
    assert killed == content(tmp_path / "one-run")
    assert not list(place.parent.glob(".gazetteer*.part"))
