"""The command `placeline`: finds its commands, and turns every error into one line and exit 1."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, NoReturn, cast

import click

from gazetteer.errors import GazetteerError, NotBuiltError
from geo.cleaning import clean_line
from geo.errors import PlacelineError

if TYPE_CHECKING:
    from collections.abc import Sequence

_OWN = ("ingest", "read", "export", "incidents", "publishers", "settings", "gazetteer", "evaluate")
_INTERRUPTED = 130
_FORESEEN = (click.ClickException, PlacelineError, GazetteerError, OSError)
_NAME = "placeline"
_COMPLETION = "_PLACELINE_COMPLETE"
_BUILD = "placeline gazetteer build"
_DEBUG = "PLACELINE_DEBUG"
_LONGEST_MESSAGE = 600
_HELP = {"help_option_names": ["-h", "--help"], "max_content_width": 100}


class Commands(click.Group):
    """The commands of this package and those that others register, imported when asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names: our own in their order of use, then those of others."""
        del ctx
        return [*_OWN, *sorted(_others().keys() - set(_OWN))]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return a command by its name."""
        del ctx
        if cmd_name in _OWN:
            return cast("click.Command", getattr(import_module(f"geo.cli.{cmd_name}"), cmd_name))
        other = _others().get(cmd_name)
        return _loaded(other) if other else None


@click.group(
    cls=Commands, context_settings=_HELP, invoke_without_command=True, no_args_is_help=False
)
@click.version_option(package_name="placeline", message="%(prog)s %(version)s")
@click.pass_context
def placeline(ctx: click.Context) -> None:
    """News articles in, a map that can be checked out."""
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run a command line; exit 0, or 1 with one line on stderr, or 130 when interrupted."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code."""
    try:
        code = _invoked(sys.argv[1:] if arguments is None else list(arguments))
        sys.stdout.flush()
    except KeyboardInterrupt as error:
        return _stopped(error)
    except BrokenPipeError:
        return _reader_gone()
    except Exception as error:
        if os.environ.get(_DEBUG) and not isinstance(error, _FORESEEN):
            raise
        return _failed(_told(error))
    return code


def _invoked(arguments: list[str]) -> int:
    """Invoke a command as click's own `main` would, but leave all errors to us."""
    if _COMPLETION in os.environ:
        return int(placeline.main(args=arguments, prog_name=_NAME, standalone_mode=False) or 0)
    try:
        with placeline.make_context(_NAME, arguments) as context:
            placeline.invoke(context)
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.Abort as error:
        raise KeyboardInterrupt from error
    return 0


def _others() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group="placeline.commands")}


def _loaded(entry: EntryPoint) -> click.Command:
    """Load another's command; one that is broken says so when it is called, and harms no other."""
    try:
        return cast("click.Command", entry.load())
    except (ImportError, AttributeError) as error:
        reason = f"command {entry.name} cannot be loaded ({error}); install its package anew"

        @click.command(entry.name, help=reason, context_settings={"ignore_unknown_options": True})
        @click.argument("anything", nargs=-1)
        def broken(**_: object) -> None:
            raise click.ClickException(reason)

        return broken


def _told(error: Exception) -> str:
    """Return what to tell the user of an error: what was found, what was wanted, what to do."""
    if isinstance(error, click.UsageError):
        path = error.ctx.command_path if error.ctx else _NAME
        return f"{error.format_message().rstrip('.')}. See: {path} --help"
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, NotBuiltError):
        told = str(error)
        return told if _BUILD in told else f"{told.rstrip('.')}. Run: {_BUILD}"
    if isinstance(error, PlacelineError | GazetteerError):
        return str(error)
    if isinstance(error, OSError):
        return f"{error.filename}: {error.strerror}" if error.filename else str(error)
    fault = f"{type(error).__name__}: {error}"
    return f"a fault in Placeline: {fault}. {_DEBUG}=1 shows where; please report it"


def _failed(message: str) -> int:
    click.echo(f"Error: {clean_line(message)[:_LONGEST_MESSAGE]}", err=True)
    return 1


def _stopped(error: BaseException) -> int:
    told = clean_line(str(error)) or "stopped"
    click.echo(f"\n{told}" if sys.stderr.isatty() else told, err=True)
    return _INTERRUPTED


def _reader_gone() -> int:
    """Whoever read our output has seen enough; do not let the interpreter complain at its end."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0
