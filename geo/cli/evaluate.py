"""`placeline evaluate`: the project's own measures."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import click

_WHAT = ("places", "events")


@click.command(short_help="Measure against a file of right answers.")
@click.argument("what", type=click.Choice(_WHAT))
@click.argument("gold", type=click.Path(path_type=Path), metavar="GOLD.jsonl")
@click.option(
    "--predictions",
    type=click.Path(path_type=Path),
    help="Judge these lines of `placeline read` instead of reading the articles anew.",
)
def evaluate(what: str, gold: Path, predictions: Path | None) -> None:
    """Measure places or events against a file of right answers, and print a table."""
    from gazetteer import open_gazetteer
    from geo.errors import UnreadableError

    for path in filter(None, (gold, predictions)):
        if not path.is_file():
            raise UnreadableError(f"{path}: not found; wanted a JSON lines file")
    measure = import_module(f"geo.evaluation.{what}").evaluate
    given = {"predictions": predictions} if predictions else {}
    with open_gazetteer() as gazetteer:
        click.echo(measure(gold, gazetteer, **given))
