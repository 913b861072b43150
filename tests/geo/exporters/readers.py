"""The ids of a file's events, each form read by a program that is not ours."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
from typing import TYPE_CHECKING, Any

import geopandas
import pandas as pd
import pyogrio
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def _geojson(path: Path) -> list[str]:
    return [feature["id"] for feature in json.loads(path.read_text("utf-8"))["features"]]


def _csv(path: Path) -> list[str]:
    return list(pd.read_csv(path, dtype={"event_id": str})["event_id"])


def _hxl(path: Path) -> list[str]:
    rows = pd.read_csv(path, dtype=str)
    assert rows["event_id"][0] == "#event+code"
    return list(rows["event_id"][1:])


def _acled(path: Path) -> list[str]:
    return list(pd.read_csv(path, dtype={"event_id_cnty": str})["event_id_cnty"])


def _layer(path: Path, driver: str) -> list[str]:
    # GDAL decides by the end of a name.
    named = path.with_suffix(path.suffix + {"FlatGeobuf": ".fgb"}.get(driver, f".{driver.lower()}"))
    shutil.copy(path, named)
    layer = pyogrio.read_dataframe(named)
    # A layer of KML has the fields that its first placemark has.
    return list(layer["event_id"]) if len(layer) else []


def _parquet(path: Path) -> list[str]:
    try:
        return list(geopandas.read_parquet(path)["event_id"])
    except ValueError as error:  # a file without any geometry type is one without events
        pytest.fail(f"GeoParquet: {error}")


def _timemap(path: Path) -> list[str]:
    told: dict[str, Any] = json.loads(path.read_text("utf-8"))
    assert {source for event in told["events"] for source in event["sources"]} == set(
        told["sources"]
    )
    return [event["id"] for event in told["events"]]


#: By format, what returns the ids of a file.
IDS: dict[str, Callable[[Path], list[str]]] = {
    "geojson": _geojson,
    "csv": _csv,
    "hxl": _hxl,
    "acled": _acled,
    "kml": lambda path: _layer(path, "KML"),
    "gpkg": lambda path: _layer(path, "GPKG"),
    "flatgeobuf": lambda path: _layer(path, "FlatGeobuf"),
    "geoparquet": _parquet,
    "timemap": _timemap,
}


def by_libreoffice(path: Path, folder: Path) -> list[list[str]]:
    """Return the cells that LibreOffice finds in a CSV file, formulas calculated."""
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("no LibreOffice (soffice) on this machine")
    named = folder / "events.csv"
    shutil.copy(path, named)
    done = subprocess.run(
        [program, f"-env:UserInstallation=file://{folder}/profile", "--headless",
         "--infilter=CSV:44,34,76,1", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76",
         "--outdir", str(folder / "out"), str(named)],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    made = folder / "out" / "events.csv"
    if not made.exists():
        pytest.skip(f"LibreOffice without its spreadsheet: {done.stderr.strip()[:80]}")
    with made.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.reader(file))
