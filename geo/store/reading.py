"""Read an article into a store, with the settings of the store and what it knows of publishers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from geo import pipeline
from geo.publishers import observed

if TYPE_CHECKING:
    from gazetteer.place import Gazetteer
    from geo.model import Article, Reading
    from geo.store.sqlite import Store


def read_into(store: Store, article: Article, gazetteer: Gazetteer) -> Reading | None:
    """Read an article and keep what was read and what it tells of its publisher.

    None: the article stood already. Raises what `Store.add` raises.
    """
    guidance = store.steering().guidance(article)
    reading = pipeline.read_article(article, gazetteer, guidance)
    tells = observed(article, gazetteer, guidance, reading=reading) if article.source else None
    kept = store.add(
        reading,
        edition=gazetteer.edition,
        gazetteer=gazetteer,
        guidance=guidance,
        observation=tells,
    )
    return reading if kept else None
