"""Layers: what a parameter becomes may depend on earlier layers only, so that the rules never go in circles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from barons_core.language.reports import Report
from barons_core.language.scope import span_of
from barons_core.language.syntax import Token
from barons_core.language.tree import Apply, Fits, LetNode, Node, Qualified, Select, Test
from barons_core.language.words import LAYERS, Adjective, Literal, Word, template


def layer_reports(node: LetNode, words: Sequence[Token], file: str) -> Iterator[Report]:
    """Report the first word of a `let` line that reads the layer of its own parameter, or a later one."""
    own = node.word.layer
    for word in _read(node):
        if word.layer and LAYERS.index(word.layer) >= LAYERS.index(own):
            yield _report(node.word, word, words, file)
            return


def _report(parameter: Word, word: Word, words: Sequence[Token], file: str) -> Report:
    spelling = _first(word)
    token = next((token for token in words if token.text in spelling), words[0])
    earlier = LAYERS[: LAYERS.index(parameter.layer)]
    allowed = f"it may depend on {', '.join(earlier)}" if earlier else "it may depend on nothing but being in force"
    return Report("BC145", f"'{word.spelling}' may not decide {parameter.spelling}: that could go in a circle",
                  span_of(file, token), notes=(f"'{word.spelling}' reads the layer {word.layer}",),
                  help=f"{parameter.spelling} is in the layer {parameter.layer}; {allowed}")  # fmt: skip


def _read(node: LetNode) -> Iterator[Word]:
    """Yield the words whose meaning is asked for when the parameter is."""
    roots: list[Node] = [value for _, value in node.arguments]
    roots.append(node.value)
    roots.extend(part for part in (node.condition, node.detail) if isinstance(part, Node))
    for root in roots:
        for inner in root.walk():
            yield from _words(inner)


def _words(node: Node) -> Iterator[Word]:
    match node:
        case Select(noun=noun, adjectives=adjectives):
            yield noun
            yield from (word for word in adjectives if isinstance(word, Adjective))
        case Fits(adjective=Adjective() as word) | Qualified(word=word) | Apply(word=word) | Test(word=word):
            yield word


def _first(word: Word) -> tuple[str, ...]:
    """Return the spellings of the first literal of a word."""
    parts = template(getattr(word, "template", "") or word.spelling)
    literal = next((part for part in parts if isinstance(part, Literal)), None)
    plural = getattr(word, "plural", "")
    return (*(literal.spellings if literal else ()), *([plural] if plural else []))
