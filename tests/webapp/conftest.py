"""The application on a small store of known events, asked by its owner and by the public."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.webapp.samples import sample_store
from webapp import Config, create_app

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient

    from gazetteer.place import Gazetteer


@pytest.fixture(scope="session")
def sample_db(tmp_path_factory: pytest.TempPathFactory, gazetteer: Gazetteer) -> Path:
    """A store of the sample events; read only."""
    return sample_store(tmp_path_factory.mktemp("store") / "sample.sqlite", gazetteer)


@pytest.fixture(scope="session")
def app(sample_db: Path, tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """The application on the sample store, its basemap not yet read."""
    config = Config(
        db=sample_db,
        title="Border events",
        tiles=tmp_path_factory.mktemp("tiles"),
        warm_basemap=False,
        public_url="https://map.example.org",
    )
    return create_app(config)


@pytest.fixture
def owner(app: Flask) -> FlaskClient:
    """One who asks from the machine itself."""
    return app.test_client()


@pytest.fixture
def public(app: Flask) -> FlaskClient:
    """One who asks from elsewhere, by the public address."""
    client = app.test_client()
    client.environ_base.update({"REMOTE_ADDR": "203.0.113.9", "HTTP_HOST": "map.example.org"})
    return client
