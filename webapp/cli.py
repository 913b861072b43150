"""`placeline serve`: the map at an address of this machine."""

from __future__ import annotations

import os
import socket
import sys
from contextlib import suppress
from pathlib import Path

import click

_THREADS = 8


@click.command()
@click.option("--db", type=click.Path(path_type=Path), required=True, help="The store to show.")
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to serve from.")
@click.option("--port", default="8000", show_default=True, help="The port to serve from.")
@click.option("--title", default="Placeline", show_default=True, help="The title of the map.")
@click.option("--public-url", default="", help="Where others reach this map, if anybody does.")
@click.option("--gazetteer", type=click.Path(path_type=Path), help="The folder of the gazetteer.")
def serve(
    *, db: Path, host: str, port: str, title: str, public_url: str, gazetteer: Path | None
) -> None:
    """Serve the map of a store until Ctrl+C."""
    from waitress import create_server

    from webapp.app import create_app
    from webapp.config import Config

    number = _port(port)
    _check_store(db)
    with _listen(host, number) as listener:
        config = Config(
            db=db, gazetteer=gazetteer, title=title, host=host, port=number, public_url=public_url
        )
        server = create_server(create_app(config), sockets=[listener], threads=_THREADS, ident="")
        click.echo(f"{title} is at {_address(host, listener.getsockname()[1])} (Ctrl+C stops it)")
        with suppress(KeyboardInterrupt):
            server.run()
        server.close()
    _leave()


def _leave() -> None:
    """End at once: a map being drawn in the background would crash in a dying interpreter."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 65536):
        raise click.ClickException(f"port {text[:40]!r}: wanted a number from 0 to 65535")
    return int(text)


def _check_store(db: Path) -> None:
    if not db.is_file():
        raise click.ClickException(
            f"no store at {db}: make one with `placeline ingest ARTICLES --db {db}`"
        )


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raises one clear line where the address cannot be had."""
    listener = None
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
    except OSError as error:
        if listener:
            listener.close()
        raise click.ClickException(
            f"cannot serve from {host}, port {port} ({error.strerror}): free it, or choose another"
            " with --port"
        ) from error
    return listener


def _address(host: str, port: int) -> str:
    shown = "127.0.0.1" if host in ("", "0.0.0.0", "::") else host  # noqa: S104
    return f"http://[{shown}]:{port}" if ":" in shown else f"http://{shown}:{port}"
