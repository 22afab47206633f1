"""List the codes of what can be wrong with a scenario: as it is written (SC0), and as it is played (SC1)."""

from barons_core.language.codes import code

MAX_CARDS = 1_000
MAX_EVENTS = 10_000

_MOVE = "    turn of P1\n    P1: pass\n"
_RIGHT = f'scenario "a player passes":\n{_MOVE}'


def _scenario(lines: str, title: str = "x") -> str:
    """Return a whole scenario, for an example."""
    return f'scenario "{title}":\n{lines}'


CHARACTER = code(
    "SC001",
    "a tab or a control character",
    "Indentation is counted in blanks, and a tab has no agreed width. Control characters are invisible.",
    _scenario("\tP1: pass\n"),
    _scenario("    P1: pass\n"),
)
INDENTATION = code(
    "SC002",
    "indentation that fits nowhere",
    "The statements of a scenario stand one level in, all in one column; those of a block one level more.",
    _scenario("    turn of P1\n  P1: pass\n"),
    _scenario(_MOVE),
)
HEADER = code(
    "SC003",
    "a line that is no header of a scenario",
    "What starts in column 1 opens a scenario: the word `scenario`, its title in quotes, and a colon.",
    f"scenario a player passes:\n{_MOVE}",
    _RIGHT,
)
EMPTY = code(
    "SC004",
    "a scenario that asserts nothing",
    "A test that plays nothing and expects nothing cannot fail, so it tells nothing.",
    _scenario("    turn of P1\n"),
    _scenario(_MOVE),
)
STATEMENT = code(
    "SC005",
    "a line that begins with no known word",
    "A statement begins with a player (`P1`) or with one of the words that `barons words --scenario` lists.",
    _scenario("    trun of P1\n    P1: pass\n"),
    _scenario(_MOVE),
)
WORD = code(
    "SC006",
    "a word that cannot stand here",
    "The statement is well formed up to the marked place, and nothing that may follow reads like this.",
    _scenario("    turn for P1\n    P1: pass\n"),
    _scenario(_MOVE),
)
SHORT = code(
    "SC007",
    "a statement that ends too early",
    "Something is missing at the end of the line.",
    _scenario("    turn of\n    P1: pass\n"),
    _scenario(_MOVE),
)
QUOTE = code(
    "SC008",
    "a quoted title without an end",
    "Titles stand in plain double quotes, opened and closed on the same line.",
    _scenario('    P1 holds "Watchtower\n    P1: pass\n'),
    _scenario('    P1 holds "Watchtower"\n    P1: pass\n'),
)
BLOCK = code(
    "SC009",
    "a block too few or too many",
    "A line that ends in a colon has a block: the lines below it, one level more. No other line has one.",
    _scenario("    P1 barony:\n    P1: pass\n"),
    _scenario("    P1 barony:\n        | Castle\n    P1: pass\n"),
)
RAGGED = code(
    "SC010",
    "a ragged drawing",
    "Each row of a drawn barony has the same number of cells; `.` stands for an empty one.",
    _scenario('    P1 barony:\n        | . | "Lighthouse"\n        | Castle\n    P1: pass\n'),
    _scenario('    P1 barony:\n        | .      | "Lighthouse"\n        | Castle | .\n    P1: pass\n'),
)
NO_CENTER = code(
    "SC011",
    "a drawing without its one Castle",
    "The Castle is at (0,0): without it nothing tells where the other cards lie. There is exactly one.",
    _scenario('    P1 barony:\n        | "Lighthouse" | land red\n    P1: pass\n'),
    _scenario('    P1 barony:\n        | "Lighthouse" | Castle\n    P1: pass\n'),
)
NO_PLAYER = code(
    "SC012",
    "a player who is not in the game",
    "`players` lists P1, P2 and so on, in order; without it there are two. No other player can be named.",
    _scenario("    turn of P3\n    P1: pass\n"),
    _scenario("    players P1, P2, P3\n    turn of P3\n    P3: pass\n"),
)
TWICE = code(
    "SC013",
    "something said twice",
    "A position is stated once: one list of players, one turn, one barony and one hand for each player.",
    _scenario("    turn of P1\n    turn of P2\n    P1: pass\n"),
    _scenario(_MOVE),
)
TOO_LATE = code(
    "SC014",
    "a position that is set after the first answer",
    "A scenario states its position first, then plays. What comes later must come about by playing.",
    _scenario('    P1: pass\n    P1 holds "Watchtower"\n'),
    _scenario('    P1 holds "Watchtower"\n    P1: pass\n'),
)
SAME_TITLE = code(
    "SC015",
    "two scenarios with one title",
    "The title names the test, and its snapshot; within a file it is unique.",
    _RIGHT + _RIGHT,
    _RIGHT,
)
TOO_LONG = code(
    "SC016",
    "a line or text that is too long",
    "A line holds at most 2,000 characters, a file at most 4,000,000.",
    _scenario(f"    P1: {'tax ' * 600}\n"),
    _scenario(_MOVE),
)
TAKEN = code(
    "SC017",
    "two cards on one space",
    "A space holds one card. `adds` puts a card beside those that are drawn.",
    _scenario('    P1 barony:\n        | Castle\n    P1 adds "Lighthouse" at (0,0)\n    P1: pass\n'),
    _scenario('    P1 barony:\n        | Castle\n    P1 adds "Lighthouse" at (0,1)\n    P1: pass\n'),
)
UNCLEAR_CARDS = code(
    "SC018",
    "cards that a position leaves open",
    "A position says what its cards are: a title, a color, or both. Backs are colored, so even a card that "
    "matters to nobody has one.",
    _scenario("    P1 holds 2 cards\n    P1: pass\n"),
    _scenario("    P1 holds 2 green\n    P1: pass\n"),
)
TOO_MANY = code(
    "SC019",
    "a number that is too large",
    f"A line speaks of at most {MAX_CARDS:,} cards in all, or of {MAX_EVENTS:,} events: no game has more.",
    _scenario("    P1 holds 10000000 red\n    P1: pass\n"),
    _scenario("    P1 holds 10 red\n    P1: pass\n"),
)

UNKNOWN = code(
    "SC101",
    "a name that the content does not have",
    "Rulesets, settings, titles, colors, phases and events must be those of the packs that are loaded.",
    _scenario('    P1 holds "Watchtowr"\n    P1: pass\n'),
    _scenario('    P1 holds "Watchtower"\n    P1: pass\n'),
)
NO_POSITION = code(
    "SC102",
    "a position that cannot be",
    "A scenario takes its cards from the decks of its ruleset: there are no more copies than they hold.",
    _scenario('    P1 holds 9 "Watchtower"\n    P1: pass\n'),
    _scenario('    P1 holds 2 "Watchtower"\n    P1: pass\n'),
)
NOT_ASKED = code(
    "SC103",
    "a player who is not asked",
    "An answer needs a question: somebody else is asked now, or nobody.",
    _scenario("    turn of P1\n    P2: pass\n"),
    _scenario("    turn of P1\n    P1: pass\n"),
)
NO_OPTION = code(
    "SC104",
    "an answer that is no option",
    "The answer must be one of the options, exactly; a large one may be given whole or in small steps.",
    _scenario("    turn of P1\n    P1: pas\n"),
    _scenario("    turn of P1\n    P1: pass\n"),
)
LEGALITY = code(
    "SC105",
    "a legal answer that should be illegal, or the other way round",
    "`legal` and `illegal` try an answer without giving it.",
    _scenario("    turn of P1\n    illegal P1: pass\n"),
    _scenario("    turn of P1\n    legal P1: pass\n"),
)
EXPECTATION = code(
    "SC106",
    "an expectation that does not hold",
    "The game is in another state, or a player knows another thing, than the line says.",
    _scenario("    turn of P1\n    expect turn of P2\n"),
    _scenario("    turn of P1\n    expect turn of P1\n"),
)
OPEN_QUESTION = code(
    "SC107",
    "a scenario that ends in the middle of something",
    "Somebody is asked, and until they answer, it is not known what the play does. A scenario may end only "
    "between two plays.",
    _scenario('    turn of P1\n    P1: play "Lottery"\n'),
    _scenario('    turn of P1\n    P1: play "Lottery"\n    P1: choose red\n    P1: no\n'),
)
FAULT = code(
    "SC108",
    "a game that has stopped at a fault",
    "A card's text failed as it ran, or events went round in a circle. The place is a line of the card.",
    'building "Echo" in red x1:\n    cost none\n    when you draw a card:\n        draw 1 red\n',
    'building "Echo" in red x1:\n    cost none\n    when you tax:\n        draw 1 red\n',
)
COPY_DIFFERS = code(
    "SC109",
    "a copy that went another way",
    "From `copy` on, game and copy get the same answers; if they end differently, the engine is at fault.",
    _scenario("    turn of P1\n    copy\n    P1: pass\n"),
    _scenario(_MOVE),
)
NO_UNDO = code(
    "SC110",
    "nothing to undo",
    "`undo` takes back the last answer; the position itself cannot be taken back.",
    _scenario("    turn of P1\n    undo\n    P1: pass\n"),
    _scenario("    turn of P1\n    P1: pass\n    undo\n"),
)
SNAPSHOT = code(
    "SC111",
    "a transcript that differs from its snapshot",
    "`snapshot` compares what happened, written out, with a file in `__snapshots__`. If the new one is "
    "right, run again with `--snapshot-update`.",
    "barons test my_pack",
    "barons test my_pack --snapshot-update",
)
UNREADABLE = code(
    "SC112",
    "an answer that no question could have",
    "`legal` and `illegal` try an answer. One that reads like no option, misspelt or cut short, would be illegal for "
    "no good reason.",
    _scenario("    turn of P1\n    illegal P1: tx (0,1) as red\n"),
    _scenario("    turn of P1\n    illegal P1: tax (0,1) as red\n"),
)
