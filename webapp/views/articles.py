"""The page of one article, and the page where a text is read before it is kept."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from flask import Blueprint, Response, abort, render_template, request

from geo.articles import Fields, make_article
from geo.errors import UnreadableError
from geo.pipeline import read_article
from geo.privacy import Audience
from geo.store import open_store, read_into
from webapp.inline import inline_json
from webapp.kinds import drawn_kinds
from webapp.mapview import build_article_map, render
from webapp.reading import sheet
from webapp.responses import known_already, page_tag, tagged
from webapp.security import audience, config, is_own_page
from webapp.state import state, store

if TYPE_CHECKING:
    from geo.model import Article, Reading
    from webapp.reading import Sheet

blueprint = Blueprint("articles", __name__)
_FIELDS = ("title", "source", "published", "url", "language")


@blueprint.get("/articles/<path:article_id>")
def article(article_id: str) -> Response:
    """Return an article with every place and claim marked in its text."""
    tag = page_tag()
    known = known_already(tag)
    if known:
        return known
    reading = store().reading(article_id) or abort(404, "No article of this id is known here.")
    return tagged(Response(_page(reading, note="", given=None)), tag)


@blueprint.get("/read")
def paste() -> Response:
    """Return the form that a text is pasted into."""
    _owner_only()
    return Response(render_template("read.html", given=dict(request.args), fault=""))


@blueprint.post("/read")
def preview() -> Response:
    """Return what is read in a pasted text; nothing is kept."""
    _owner_only()
    if "again" in request.form:
        return Response(render_template("read.html", given=dict(request.form), fault=""))
    try:
        found, note = _given()
    except UnreadableError as error:
        page = render_template("read.html", given=dict(request.form), fault=str(error))
        return Response(page, status=400)
    reading = read_article(found, state().gazetteer, store().steering().guidance(found))
    return Response(_page(reading, note=note, given=dict(request.form)))


@blueprint.post("/articles")
def add() -> Response:
    """Keep a pasted text and what was read in it, and go to its page."""
    _owner_only()
    found, _ = _given()
    with open_store(config().db, audience=Audience.OWNER) as opened:
        read_into(opened, found, state().gazetteer)
    return Response(status=303, headers={"Location": article_address(found)})


def article_address(found: Article) -> str:
    """Return the address of an article's page."""
    return f"/articles/{quote(found.id, safe='')}"


def _owner_only() -> None:
    """Only the one at this machine may have texts read, and only from our own pages."""
    if audience() is not Audience.OWNER:
        abort(403, "Texts are read for the owner only, on the machine that Placeline runs on.")
    if request.method == "POST" and not is_own_page():
        abort(403, "This form was not sent from a page of this map.")


def _given() -> tuple[Article, str]:
    """Return the article of the form and a note on what was changed in it."""
    form = request.form
    fields = {key: form.get(key, "") for key in _FIELDS}
    return make_article(Fields(text=form.get("text", ""), **fields))


def _page(reading: Reading, *, note: str, given: dict[str, str] | None) -> str:
    labels = {kind["name"]: kind["label"] for kind in drawn_kinds()}
    shown: Sheet = sheet(reading, labels=labels, gazetteer=state().gazetteer)
    made = build_article_map(assets=state().assets, kinds=drawn_kinds())
    return render_template(
        "article.html",
        article=reading.article,
        sheet=shown,
        parts=render(made),
        data=inline_json(shown.data),
        kinds={kind["name"]: kind for kind in drawn_kinds()},
        note=note,
        given=given,
    )
