"""From the parser's tree to statements."""

from __future__ import annotations

from typing import Any

from lark import Token as LarkToken
from lark import Transformer, Tree

from barons_core.language.syntax import Phrase, PriceText, Statement, Token

_KINDS = {
    "NAME": "name", "INT": "int", "STRING": "string", "PREP": "prep", "CONN": "conn", "COMMA": "comma",
    "LPAR": "open", "RPAR": "close", "FUNCTION": "call", "CMP": "cmp", "SIGN": "sign",
}  # fmt: skip


class Shape(Transformer[LarkToken, Any]):
    """Turn lark's tree into `Statement`s; `offset` is the number of lines above the piece."""

    def __init__(self, offset: int) -> None:
        super().__init__(visit_tokens=False)
        self.offset = offset

    def _token(self, token: LarkToken) -> Token:
        kind = _KINDS.get(token.type, "key")
        line = (token.line or 1) + self.offset
        end_line = (token.end_line or token.line or 1) + self.offset
        column = token.column or 1
        return Token(kind, str(token), line, column, end_line, token.end_column or column + len(token))

    def _flat(self, children: list[Any]) -> Phrase:
        words: list[Token] = []
        for child in children:
            if isinstance(child, LarkToken):
                words.append(self._token(child))
            elif isinstance(child, tuple):
                words.extend(child)
        return tuple(words)

    def phrase(self, children: list[Any]) -> Phrase:
        return self._flat(children)

    group = call = operand = sum = test = condition = part = phrase

    def need(self, children: list[Any]) -> Tree[Any]:
        return Tree("need", [children[-1]])

    def bind(self, children: list[Any]) -> Tree[Any]:
        return Tree("bind", [self._token(children[-1])])

    def block(self, children: list[Any]) -> list[Statement]:
        return [child for child in children if isinstance(child, Statement)]

    choices = block

    def otherwise(self, children: list[Any]) -> Tree[Any]:
        return Tree("otherwise", [children[-1]])

    def declaration(self, children: list[Any]) -> tuple[Phrase, tuple[Statement, ...]]:
        return children[0], tuple(children[-1])

    def bare(self, children: list[Any]) -> tuple[Phrase, tuple[Statement, ...]]:
        return children[0], ()

    def price(self, children: list[Any]) -> PriceText:
        return PriceText(tuple(child for child in children if isinstance(child, tuple)))

    def free(self, children: list[Any]) -> PriceText:
        return PriceText(())

    def _statement(self, kind: str, children: list[Any]) -> Statement:
        words: Phrase = tuple(word for child in children if isinstance(child, tuple) for word in child)
        body: tuple[Statement, ...] = next((tuple(child) for child in children if isinstance(child, list)), ())
        condition: Phrase = _part(children, "need") or ()
        name: Token | None = _part(children, "bind")
        otherwise: tuple[Statement, ...] = tuple(_part(children, "otherwise") or ())
        keys = [child for child in children if isinstance(child, LarkToken) and child.type in KEYS]
        key = self._token(keys[0]) if keys else words[0]
        if kind in ("if", "needs"):
            words, condition = (), words
        return Statement(kind, key, words, condition, name, (), body, otherwise)

    def cost(self, children: list[Any]) -> Statement:
        tokens = [child for child in children if isinstance(child, LarkToken)]
        labels = [self._token(token) for token in tokens if token.type == "NAME"]
        prices = tuple(child for child in children if isinstance(child, PriceText))
        name: Token | None = _part(children, "bind")
        binds: Phrase = () if name is None else (name,)
        return Statement("cost", self._token(tokens[0]), binds, name=labels[0] if labels else None, prices=prices)

    def named(self, children: list[Any]) -> Statement:
        key, name = children[0], children[1]
        words = next(child for child in children if isinstance(child, tuple))
        return Statement("named", self._token(key), words, name=self._token(name))


def _part(children: list[Any], data: str) -> Any:
    """Return what the part of a statement that has a name holds, None without such a part."""
    return next((child.children[0] for child in children if isinstance(child, Tree) and child.data == data), None)


KEYS = {"WHEN", "SCOPE", "EACH", "IF", "MAY", "CHOOSE_ONE", "STATIC", "NEEDS"}


def _shaper(kind: str) -> Any:
    def shape(self: Shape, children: list[Any]) -> Statement:
        return self._statement(kind, children)

    return shape


for _kind in (
    "trigger",
    "lasting",
    "each",
    "may_block",
    "may_one_of",
    "one_of",
    "may",
    "static",
    "needs",
    "section",
    "do",
):
    setattr(Shape, _kind, _shaper(_kind))
Shape.if_ = _shaper("if")  # type: ignore[attr-defined]
