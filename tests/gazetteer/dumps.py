"""Small dumps in GeoNames' own format: 19 columns, tab-separated."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def row(*cells: object, **named: object) -> str:
    """A line of a dump: id, name, latitude, longitude, class, code, country, then by name."""
    key, name, lat, lon, feature_class, code, country = cells
    values = [
        *(key, name, name, named.get("others", ""), lat, lon, feature_class, code, country),
        *(named.get("cc2", ""), named.get("admin1", ""), "", "", "", named.get("population", 0)),
        *("", 400, "America/Caracas", "2019-01-01"),
    ]
    return "\t".join(map(str, values))


ROWS = {
    "VE": [
        row(3625979, "Trompillo", 7.7, -72.4, "P", "PPL", "VE", others="El Trompillo"),
        row(3646738, "San Antonio", 7.8, -72.4, "P", "PPLA2", "VE", population=61630),
        row(9999001, "Quebrada La Dantera", 7.75, -72.43, "H", "STM", "VE", cc2="CO"),
        row(9999002, "Puente La Dantera", 7.76, -72.44, "S", "BDG", "VE", admin1="20"),
        row(9999003, "Carretera 1", 7.76, -72.44, "R", "RD", "VE"),
    ],
    "CO": [row(9999004, "La Uchema", 7.7, -72.48, "P", "PPL", "CO", others="lwtshyma")],
}


def write_dumps(folder: Path) -> Path:
    """Write them, one zipped and one not, as they may lie on a disk."""
    folder.mkdir()
    with zipfile.ZipFile(folder / "VE.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("VE.txt", "\n".join(ROWS["VE"]) + "\n")
        archive.writestr("readme.txt", "not a dump")
    (folder / "CO.txt").write_text("\n".join(ROWS["CO"]) + "\n", encoding="utf-8")
    return folder
