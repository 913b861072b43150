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
@click.option(
    "--ordinary",
    type=click.Path(path_type=Path),
    metavar="NEWS.jsonl",
    help="Events only: count as well how many are read from these articles of ordinary news.",
)
def evaluate(what: str, gold: Path, predictions: Path | None, ordinary: Path | None) -> None:
    """Measure places or events against a file of right answers, and print a table."""
    from gazetteer import open_gazetteer
    from geo.errors import BadInputError, UnreadableError

    if ordinary and what != "events":
        raise BadInputError(f"--ordinary {ordinary}: only events are counted in ordinary news")
    for path in filter(None, (gold, predictions, ordinary)):
        if not path.is_file():
            raise UnreadableError(f"{path}: not found; wanted a JSON lines file")
    measure = import_module(f"geo.evaluation.{what}").evaluate
    options = {"predictions": predictions, "ordinary": ordinary}
    given = {name: path for name, path in options.items() if path}
    with open_gazetteer() as gazetteer:
        click.echo(measure(gold, gazetteer, **given))
