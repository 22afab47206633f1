"""The parser of the card language, from tables that are worked out beforehand, which takes a tenth of the time.

`grammar/cards.json` holds them as plain data; `make docs` writes it. They are used with the very grammar and version of
lark that they were made with; with any other the parser is made from the grammar.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib.resources import files
from operator import itemgetter
from typing import Any, ClassVar

import lark
from lark import Lark
from lark.grammar import Rule
from lark.indenter import Indenter
from lark.lexer import TerminalDef

SHIFT = 0


class _Indenter(Indenter):
    NL_type = "_NL"
    OPEN_PAREN_types: ClassVar[list[str]] = []
    CLOSE_PAREN_types: ClassVar[list[str]] = []
    INDENT_type = "_INDENT"
    DEDENT_type = "_DEDENT"
    tab_len = 8


@cache
def parser() -> Lark:
    """Return the parser of one declaration."""
    grammar, tables = _text("cards.lark"), json.loads(_text("cards.json"))
    if tables["of"] != _mark(grammar):
        return made(grammar)
    table = tables["data"]["parser"]["parser"]
    # What lark finds by number stands in a list, as JSON has no numbers for keys.
    table["states"] = dict(enumerate(table["states"]))
    load: Callable[..., Lark] = Lark._load_from_dict
    return load(tables["data"], dict(enumerate(tables["memo"])), postlex=_Indenter())


def made(grammar: str) -> Lark:
    """Return the parser of a grammar, with its tables worked out."""
    return Lark(
        grammar,
        parser="lalr",
        postlex=_Indenter(),
        start="declaration",
        keep_all_tokens=True,
        propagate_positions=False,
        maybe_placeholders=False,
    )


def written() -> str:
    """Return the tables of the grammar as they are kept; the same grammar always gives the same text."""
    grammar = _text("cards.lark")
    data, memo = made(grammar).memo_serialize([TerminalDef, Rule])
    data["options"]["postlex"] = None
    data["parser"]["parser"] = _in_order(data["parser"]["parser"])
    tables = {"of": _mark(grammar), "data": data, "memo": [memo[number] for number in range(len(memo))]}
    return json.dumps(tables, sort_keys=True) + "\n"


def _in_order(table: dict[str, Any]) -> dict[str, Any]:
    """Return a parse table with its states as they are reached from the start, and names for tokens.

    How lark numbers them is chance.
    """
    place: dict[int, int] = {}
    rows: list[dict[str, Any]] = []
    waiting = list(table["start_states"].values())
    for state in waiting:
        if state in place:
            continue
        place[state] = len(rows)
        rows.append({table["tokens"][token]: action for token, action in table["states"][state].items()})
        waiting += [to for _, (kind, to) in sorted(rows[-1].items(), key=itemgetter(0)) if kind == SHIFT]
    for row in rows:
        row |= {token: (kind, place[to]) for token, (kind, to) in row.items() if kind == SHIFT}
    ends = {key: {name: place[state] for name, state in table[key].items()} for key in ("start_states", "end_states")}
    return {**table, **ends, "tokens": {name: name for name in table["tokens"].values()}, "states": rows}


def _mark(grammar: str) -> str:
    """Return what tables must have been made with to be used."""
    return f"lark {lark.__version__}, {blake2b(grammar.encode(), digest_size=8).hexdigest()}"


def _text(name: str) -> str:
    return files("barons_grammar").joinpath(name).read_text(encoding="utf-8")


if __name__ == "__main__":
    print(written(), end="")
