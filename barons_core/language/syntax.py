"""The syntax tree: what is written, word by word, before anybody asks what it means."""

from __future__ import annotations

from collections.abc import Iterator

from barons_core.frozen import frozen


@frozen
class Token:
    """A word, number, string or sign with its place (1-based; `end` is exclusive).

    `kind` is one of name, int, string, prep, conn, comma, open, close, call, cmp, sign, key.
    """

    kind: str
    text: str
    line: int
    column: int
    end_line: int
    end_column: int

    @property
    def value(self) -> str:
        """Return the text of a string without its quotes."""
        return self.text[1:-1] if self.kind == "string" else self.text


Phrase = tuple[Token, ...]


@frozen
class PriceText:
    """One alternative behind `cost`: its parts, each a number and words; no parts for `none`."""

    parts: tuple[Phrase, ...]


@frozen
class Statement:
    """One line of a body, with its block.

    `kind` is one of trigger, lasting, each, if, may, may_block, may_one_of, one_of, static, cost, needs, named,
    section, do. `key` is the structure word that opens it, `words` its phrase, `condition` what stands behind `if` or
    `, if`.
    """

    kind: str
    key: Token
    words: Phrase = ()
    condition: Phrase = ()
    name: Token | None = None
    prices: tuple[PriceText, ...] = ()
    body: tuple[Statement, ...] = ()
    otherwise: tuple[Statement, ...] = ()

    @property
    def line(self) -> int:
        return self.key.line

    def walk(self) -> Iterator[Statement]:
        """Yield this statement and all below it, in the order of the text."""
        yield self
        for statement in (*self.body, *self.otherwise):
            yield from statement.walk()


@frozen
class Comment:
    """A comment and where it stands, so that a formatter can keep it."""

    text: str
    line: int
    column: int


@frozen
class Declaration:
    """A card, quantity or ruleset: its header and its body."""

    file: str
    header: Phrase
    body: tuple[Statement, ...]
    comments: tuple[Comment, ...] = ()

    @property
    def line(self) -> int:
        return self.header[0].line

    def walk(self) -> Iterator[Statement]:
        for statement in self.body:
            yield from statement.walk()


def canonical(declaration: Declaration) -> str:
    """Return a declaration as canonical source: one space between words, four spaces a level, no comments."""
    lines = [spaced(declaration.header) + (":" if declaration.body else "")]
    for statement in declaration.body:
        lines.extend(_lines(statement, 1))
    return "\n".join(lines) + "\n"


def spaced(words: Phrase) -> str:
    """Return the words of a phrase with the spaces that canonical source has between them."""
    text = ""
    for word in words:
        glued = not text or word.kind in ("comma", "close") or text.endswith("(")
        text += word.text if glued else " " + word.text
    return text


def _lines(statement: Statement, level: int) -> Iterator[str]:
    indent = "    " * level
    head = _head(statement)
    if not statement.body:
        yield indent + head
        return
    yield f"{indent}{head}:"
    for inner in statement.body:
        yield from _lines(inner, level + 1)
    if statement.otherwise:
        yield f"{indent}else:"
        for inner in statement.otherwise:
            yield from _lines(inner, level + 1)


def _head(statement: Statement) -> str:
    match statement.kind:
        case "cost":
            label = [statement.name.text] if statement.name else []
            prices = " or ".join(
                ", ".join(spaced(part) for part in price.parts) or "none" for price in statement.prices
            )
            return " ".join(["cost", *label, prices, *_bind(statement.words)])
        case "named":
            assert statement.name is not None
            return f"name {statement.name.text} = {spaced(statement.words)}"
        case "if" | "needs":
            return f"{statement.key.text} {spaced(statement.condition)}"
        case "section" | "do":
            head = spaced(statement.words)
        case "may_one_of":
            head = "may choose one of"
        case _:
            head = f"{statement.key.text} {spaced(statement.words)}".rstrip()
    if statement.condition:
        head += f", if {spaced(statement.condition)}"
    return " ".join([head, *_bind((statement.name,) if statement.name else ())])


def _bind(name: Phrase) -> list[str]:
    return ["as", name[0].text] if name else []
