"""The application factory."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from flask import Flask

from gazetteer import open_gazetteer
from geo.addresses import safe_link
from webapp import responses, security, state
from webapp.assets import find_assets
from webapp.basemap import Basemap
from webapp.phrases import phrase
from webapp.state import State, store
from webapp.views import articles, embed, errors, events, exports, pages, static, tiles
from webapp.words import day_words, span_words

if TYPE_CHECKING:
    from webapp.config import Config

# A text of a million characters, as a form sends it.
_MAX_BODY_BYTES = 12_000_000


def create_app(config: Config) -> Flask:
    """Return an application on a store that stands already.

    Raises gazetteer.errors.NotBuiltError, and geo.errors.StoreError where the store cannot be read.
    """
    app = Flask(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = app.config["MAX_FORM_MEMORY_SIZE"] = _MAX_BODY_BYTES
    gazetteer = open_gazetteer(config.gazetteer)
    app.extensions["placeline"] = State(
        config=config,
        gazetteer=gazetteer,
        basemap=Basemap(gazetteer, folder=config.tiles),
        assets=find_assets(),
        bodies=responses.Bodies(),
    )
    for part in (responses, security, state, errors):
        part.init_app(app)
    for view in (pages, embed, events, exports, articles, tiles, static):
        app.register_blueprint(view.blueprint)
    assets = state.state_of(app).assets
    app.jinja_env.globals.update(
        config=config,
        asset=assets.url,
        modules=assets.modules,
        phrase=phrase,
        span_words=span_words,
        iso_words=lambda text: day_words(date.fromisoformat(text)),
    )
    app.jinja_env.filters["is_link"] = safe_link
    with app.test_request_context(base_url="http://localhost/"):
        store().version()
    if config.warm_basemap:
        state.state_of(app).basemap.warm()
    return app
