"""What the application holds while it runs, and the store handle of each request."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from flask import current_app, g

from geo.store import open_store
from webapp.security import audience, config

if TYPE_CHECKING:
    from flask import Flask

    from gazetteer.place import Gazetteer
    from geo.store import Store
    from webapp.assets import Assets
    from webapp.basemap import Basemap
    from webapp.config import Config
    from webapp.responses import Bodies


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The parts of one application."""

    config: Config
    gazetteer: Gazetteer
    basemap: Basemap
    assets: Assets
    bodies: Bodies


def state() -> State:
    """Return the parts of the running application."""
    return state_of(current_app)


def state_of(app: Flask) -> State:
    """Return the parts of an application."""
    found: State = app.extensions["placeline"]
    return found


def store() -> Store:
    """Return the request's store handle: it holds only what the one who asks may see."""
    if "store" not in g:
        g.store = open_store(config().db, read_only=True, audience=audience())
    opened: Store = g.store
    return opened


def init_app(app: Flask) -> None:
    """Close the store at the end of each request."""
    app.teardown_appcontext(_close)


def _close(error: BaseException | None) -> None:  # noqa: ARG001
    opened: Store | None = g.pop("store", None)
    if opened is not None:
        opened.close()
