"""Words with their classes: the closed word lists that dates, counts, status and events read."""

from geo.words.lexicon import LANGUAGES, Lexicon, lexicon
from geo.words.reader import Word, read_words

__all__ = ["LANGUAGES", "Lexicon", "Word", "lexicon", "read_words"]
