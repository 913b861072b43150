"""`placeline evaluate`: the project's own measures."""

from __future__ import annotations

from pathlib import Path

import click

from geo.errors import BadInputError, UnreadableError

_WHAT = ("places", "events")


@click.command(short_help="Measure against files of right answers.")
@click.argument("what", type=click.Choice(_WHAT))
@click.argument(
    "gold", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="GOLD.jsonl ..."
)
@click.option(
    "--predictions",
    type=click.Path(path_type=Path),
    help="Judge these lines of `placeline read` instead of reading the articles anew.",
)
@click.option(
    "--ordinary",
    type=click.Path(path_type=Path),
    metavar="NEWS.jsonl",
    help="Events: count as well how many are read from these articles of ordinary news.",
)
@click.option(
    "--test-part",
    is_flag=True,
    help="Places: leave out the articles that weights are learned from.",
)
@click.option(
    "--profile/--no-profile",
    default=None,
    help="Places: only with publishers' profiles, or only without; both as usual.",
)
@click.option(
    "--baseline/--no-baseline",
    default=True,
    help="Places: measure what is usual beside it (as usual, where spaCy is installed), or do not.",
)
def evaluate(
    what: str,
    gold: tuple[Path, ...],
    predictions: Path | None,
    ordinary: Path | None,
    *,
    test_part: bool,
    profile: bool | None,
    baseline: bool,
) -> None:
    """Measure places or events against files of right answers, and print a table for each.

    Places are measured in quality, speed and memory, beside spaCy's named entities placed at the
    most populous town of their name. Publishers' profiles are learned from all the articles of a
    file, as `placeline read` does; what is marked in them plays no part.
    """
    from gazetteer import open_gazetteer
    from geo.evaluation.events import evaluate as events
    from geo.evaluation.places import evaluate as places

    if ordinary and what != "events":
        raise BadInputError(f"--ordinary {ordinary}: only events are counted in ordinary news")
    for path in filter(None, (*gold, predictions, ordinary)):
        if not path.is_file():
            raise UnreadableError(f"{path}: not found; wanted a JSON lines file")
    if predictions and len(gold) > 1:
        raise BadInputError(f"found {len(gold)} files with --predictions; wanted one")
    with open_gazetteer() as gazetteer:
        for number, path in enumerate(gold):
            click.echo("\n" * bool(number), nl=False)
            if what == "events":
                click.echo(events(path, gazetteer, predictions=predictions, ordinary=ordinary))
                continue
            told = places(
                path,
                gazetteer,
                predictions=predictions,
                test_part=test_part,
                profile=profile,
                with_baseline=baseline,
            )
            click.echo(told)
