"""Web Mercator in the unit square: x grows east and y south from 0 to 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import shapely

if TYPE_CHECKING:
    from numpy.typing import NDArray

TILE_SIZE = 512
MAX_LATITUDE_DEG = 85.0511287798066


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A square of the tile pyramid; raises ValueError where z, x and y name none."""

    z: int
    x: int
    y: int

    def __post_init__(self) -> None:
        if not (0 <= self.z <= 30 and 0 <= self.x < 2**self.z and 0 <= self.y < 2**self.z):
            raise ValueError(f"no tile {self.z}/{self.x}/{self.y}: wanted 0 <= x, y < 2^z")

    @property
    def span(self) -> float:
        """Its side in the unit square."""
        return float(2.0**-self.z)

    def window(self, *, margin: float = 0.0) -> tuple[float, float, float, float]:
        """Return (west, north, east, south) in the unit square; `margin` in tiles."""
        return (
            (self.x - margin) * self.span,
            (self.y - margin) * self.span,
            (self.x + 1 + margin) * self.span,
            (self.y + 1 + margin) * self.span,
        )


def project(lonlat: NDArray[np.float64]) -> NDArray[np.float64]:
    """Project rows of (longitude, latitude) in degrees into the unit square."""
    lat = np.radians(np.clip(lonlat[:, 1], -MAX_LATITUDE_DEG, MAX_LATITUDE_DEG))
    y = 0.5 - np.log(np.tan(np.pi / 4 + lat / 2)) / (2 * np.pi)
    return np.column_stack([(lonlat[:, 0] + 180) / 360, y])


def project_all(geometries: Any) -> NDArray[Any]:
    """Project an array of geometries (x = longitude) into the unit square."""
    projected: NDArray[Any] = shapely.transform(np.asarray(geometries, dtype=object), project)
    return projected
