"""The words of Barons: each with its meaning, signature, English phrase and example.

One file a sort of word; `WORDS` is all of them, in the order of the reference.
"""

from __future__ import annotations

from barons_core.language.words import Word
from barons_core.rules.vocabulary.events import EVENTS
from barons_core.rules.vocabulary.nouns import NOUNS
from barons_core.rules.vocabulary.parameters import PARAMETERS
from barons_core.rules.vocabulary.properties import PROPERTIES
from barons_core.rules.vocabulary.qualifiers import QUALIFIERS
from barons_core.rules.vocabulary.structure import STRUCTURE
from barons_core.rules.vocabulary.verbs import VERBS

WORDS: tuple[Word, ...] = (*STRUCTURE, *NOUNS, *QUALIFIERS, *PROPERTIES, *VERBS, *EVENTS, *PARAMETERS)

__all__ = ["WORDS"]
