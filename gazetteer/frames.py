"""Places as a GeoDataFrame, for those who work in geopandas."""

from __future__ import annotations

from typing import TYPE_CHECKING

import geopandas
import shapely

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gazetteer.place import Gazetteer, Place

__all__ = ["frame"]


def frame(gazetteer: Gazetteer, places: Iterable[Place]) -> geopandas.GeoDataFrame:
    """Return places as a frame in EPSG:4326; the geometry is the footprint, or else the point."""
    rows = list(places)
    columns = {
        "id": [place.id for place in rows],
        "name": [place.name for place in rows],
        "kind": [place.kind.value for place in rows],
        "country_codes": [";".join(place.country_codes) for place in rows],
        "admin1": [place.admin1 for place in rows],
        "population": [place.population for place in rows],
        "accuracy_km": [place.accuracy_km for place in rows],
        "source": [place.source for place in rows],
    }
    shapes = [
        gazetteer.footprint(place) or shapely.Point(*place.coordinates.lonlat) for place in rows
    ]
    return geopandas.GeoDataFrame(columns, geometry=shapes, crs="EPSG:4326")
