"""The name index: a memory-mapped trie of folded names, and the places that each may mean."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Final

import marisa_trie

from gazetteer.files import map_file
from gazetteer.place import NameType

if TYPE_CHECKING:
    from array import array
    from collections.abc import Sequence
    from pathlib import Path

TRIE_FILE: Final = "names.marisa"
POSTINGS_FILE: Final = "names.bin"
TYPES: Final = tuple(NameType)
_NUMBER_OF_TYPE: Final = {name_type: number for number, name_type in enumerate(TYPES)}
# A posting is the place's ordinal, shifted, and the number of the name's type in the low bits.
SHIFT: Final = 3
MASK: Final = (1 << SHIFT) - 1
_HEADER: Final = struct.Struct("<II")


class NameIndex:
    """Look folded names up; the files are mapped, not read."""

    def __init__(self, folder: Path) -> None:
        self._trie = marisa_trie.Trie()
        self._trie.mmap(str(folder / TRIE_FILE))
        self._map = map_file(folder / POSTINGS_FILE)
        names, _ = _HEADER.unpack_from(self._map)
        if names != len(self._trie):
            raise ValueError(f"found {len(self._trie)} names, wanted {names}")
        self._view = memoryview(self._map).cast("I")
        self._offsets = self._view[2 : 2 + names + 1]
        self._postings = self._view[2 + names + 1 :]
        self._number = self._trie.get
        self.prefixes = self._trie.prefixes

    def __len__(self) -> int:
        return len(self._offsets) - 1

    def __contains__(self, folded: str) -> bool:
        return folded in self._trie

    def find(self, folded: str) -> Sequence[int]:
        """Return the postings of a folded name, the best place first."""
        number = self._number(folded)
        if number is None:
            return ()
        start, end = self._offsets[number], self._offsets[number + 1]
        if end - start == 1:
            return (self._postings[start],)
        return self._postings[start:end].tolist()

    def close(self) -> None:
        """Release the files."""
        for view in (self._postings, self._offsets, self._view):
            view.release()
        self._map.close()


class NameWriter:
    """Collect folded names and write the index."""

    def __init__(self) -> None:
        from array import array

        self._names: list[str] = []
        self._postings: array[int] = array("I")
        self._scores: array[float] = array("f")

    def add(self, folded: str, *, ordinal: int, name_type: NameType, score: float) -> None:
        """Let a folded name mean a place; of a name's places the highest score comes first."""
        if folded:
            self._names.append(folded)
            self._postings.append(ordinal << SHIFT | _NUMBER_OF_TYPE[name_type])
            self._scores.append(score)

    def write(self, folder: Path) -> int:
        """Write both files; return the number of distinct names."""
        import numpy as np

        trie = marisa_trie.Trie(self._names)
        trie.save(str(folder / TRIE_FILE))
        keys = np.fromiter((trie[name] for name in self._names), dtype=np.uint32)
        postings = np.frombuffer(self._postings, dtype=np.uint32)
        scores = np.frombuffer(self._scores, dtype=np.float32)
        order = np.lexsort((postings, -scores, keys))
        keys, postings = keys[order], postings[order]
        # The same place under the same folded name twice: the better type stands first and stays.
        pairs = (keys.astype(np.uint64) << np.uint64(32)) | (postings >> SHIFT)
        first = np.sort(np.unique(pairs, return_index=True)[1])
        keys, postings = keys[first], postings[first]
        offsets = np.searchsorted(keys, np.arange(len(trie) + 1)).astype(np.uint32)
        with (folder / POSTINGS_FILE).open("wb") as file:
            file.write(_HEADER.pack(len(trie), len(postings)))
            file.write(offsets.tobytes())
            file.write(postings.astype(np.uint32).tobytes())
        return len(trie)
