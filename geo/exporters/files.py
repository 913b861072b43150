"""Write an export: under another name first, so that nobody ever sees half a file."""

from __future__ import annotations

import errno
import os
import tempfile
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from geo.errors import BadInputError
from geo.exporters.format import format_of
from geo.exporters.methods import methods_of, methods_path
from geo.privacy import redact

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gazetteer.place import Gazetteer
    from geo.query import EventQuery
    from geo.record import Record
    from geo.store import Store

_OURS = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO})


def export(
    store: Store, query: EventQuery, *, format_: str, output: Path, gazetteer: Gazetteer | None
) -> int:
    """Write what a query finds, and its methods beside it; return the number of events.

    The store's audience decides what is in it, its state at the beginning what is found. Raises
    BadInputError for an unknown format or a place that cannot be written; the file appears whole
    or not at all.
    """
    form = format_of(format_)
    if output.exists() and store.path.exists() and output.samefile(store.path):
        raise BadInputError(f"output {output}: is the store itself; wanted another file")
    with store.snapshot(), replacing(output) as temporary:
        methods = methods_of(store, query)
        records = _redacted(store, query, gazetteer)
        number = form.write(records, temporary, gazetteer=gazetteer, methods=methods)
        with replacing(methods_path(output)) as beside:
            beside.write_text(methods.text, encoding="utf-8")
    return number


@contextmanager
def replacing(output: Path) -> Iterator[Path]:
    """Give a temporary path beside a file; it takes the file's place once it is on disk."""
    if output.is_dir():
        raise BadInputError(f"output {output}: is a folder; wanted the path of a file")
    temporary = _temporary(output)
    try:
        yield temporary
        with temporary.open("rb") as written:
            os.fsync(written.fileno())
        temporary.replace(output)
    except OSError as error:
        # Of another file's errors (one that is read, say) this function knows nothing.
        if error.errno not in _OURS and error.filename not in (str(temporary), str(output)):
            raise
        raise BadInputError(f"output {output}: cannot be written ({_cause(error)})") from error
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _temporary(output: Path) -> Path:
    try:
        handle, name = tempfile.mkstemp(dir=output.parent, prefix=f".{output.name[:60]}.")
    except OSError as error:
        raise BadInputError(f"output {output}: cannot be written ({_cause(error)})") from error
    # mkstemp makes it private; give it what any new file of this user would get.
    mask = os.umask(0)
    os.umask(mask)
    os.fchmod(handle, 0o666 & ~mask)
    os.close(handle)
    return Path(name)


def _cause(error: OSError) -> str:
    return error.strerror or str(error)


def _redacted(store: Store, query: EventQuery, gazetteer: Gazetteer | None) -> Iterator[Record]:
    """Send each record through the one function that every artefact goes through."""
    for record in store.records(query):
        yield redact(record, audience=store.audience, gazetteer=gazetteer)
