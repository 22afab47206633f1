"""`barons explain CODE`: the manual page of one kind of fault."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import rich_click as click

from barons_core.cli.options import command, page_format_option, print_json

if TYPE_CHECKING:
    from barons_core.language.codes import Code

# Modules that register codes of their own beside those of the language.
REGISTERING = (
    "barons_core.card_imports", "barons_core.idle_lines", "barons_core.merging", "barons_core.packs",
    "barons_core.replays", "barons_core.testing.scenario_codes",
)


@command("barons explain BC002", "Explain a kind of fault, with an example of what is wrong and what is right.",
         "Without a code, all of them are listed.")
@click.argument("code", required=False)
@page_format_option
def explain(code: str | None, form: str) -> None:
    known = _known()
    chosen = [known[name] for name in sorted(known)] if code is None else [_find(code, known)]
    if form == "json":
        print_json([_as_json(one) for one in chosen])
    elif form == "markdown":
        click.echo(page(chosen))
    elif code is None:
        click.echo("\n".join(f"{one.code}  {one.title}" for one in chosen))
    else:
        click.echo(_page(chosen[0]))


def _known() -> dict[str, Code]:
    """Return every code, once all modules that register some are there."""
    from barons_core.language.codes import CODES, language_codes

    for module in REGISTERING:
        import_module(module)
    return {**language_codes(), **CODES}


def _find(code: str, known: dict[str, Code]) -> Code:
    from barons_core.language.reports import did_you_mean

    if code.upper() in known:
        return known[code.upper()]
    near = did_you_mean(code.upper(), known)
    hint = f" Did you mean {near}?" if near else ""
    raise click.UsageError(f"There is no code {code!r}.{hint} `barons explain` lists all.")


def _page(code: Code) -> str:
    return "\n".join([f"{code.code}: {code.title}", "", code.explanation, "", "Wrong:", "", _block(code.wrong), "",
                      "Right:", "", _block(code.right)])


HEAD = """\
# Report codes

What `barons check`, `barons test` and `barons replay` may say, one section a code. `barons explain CODE` prints one.
BC0 is about texts, files, packs and records, BC1 and BC2 about cards and rulesets, SC about scenarios. A code never
changes its meaning. This page is made by `barons explain --format markdown`."""


def page(codes: list[Code]) -> str:
    """Return the manual as a page of documentation."""
    return "\n\n".join([HEAD, *map(_section, codes)])


def _section(code: Code) -> str:
    wrong, right = (f"```text\n{_visible(text)}\n```" for text in (code.wrong, code.right))
    return f"## {code.code}: {code.title}\n\n{code.explanation}\n\nWrong:\n\n{wrong}\n\nRight:\n\n{right}"


def _visible(text: str) -> str:
    """Return a text in which control characters can be seen, and lines that are too long are cut."""
    lines = text.rstrip("\n").split("\n")
    shown = [line if len(line) <= 200 else f"{line[:200]} ..." for line in lines]
    return "\n".join("".join(sign if sign.isprintable() else repr(sign)[1:-1] for sign in line) for line in shown)


def _block(text: str) -> str:
    return "\n".join(f"    {line}".rstrip() for line in text.rstrip("\n").splitlines())


def _as_json(code: Code) -> dict[str, str]:
    return {"code": code.code, "title": code.title, "explanation": code.explanation, "wrong": code.wrong,
            "right": code.right}

