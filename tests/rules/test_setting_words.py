"""Words that built-in cards use only where a setting says so, each on a made-up card."""

from barons_core.engine.game import Game
from barons_core.testing.position import Piece, set_position
from tests.properties.made_up import with_cards

CARDS = """
action "Raid" in red x3:
    cost none
    play:
        each enemy in turn order:
            eliminate an exposed land of a player

building "Watch" in red x3:
    cost 1 red
    activate:
        choose a space next to this as spot
        discard the card on spot
    let the reach of this include corners

building "Hedge" in green x3:
    cost 1 red
    when you tax, if this is next to a river:
        draw 1 blue
    let the reach of this exclude corners

building "Crossroads" in green x3:
    cost 1 red
    let what is adjacent for you include corners

building "Palisade" in green x3:
    cost 1 red
    forbid enemies to attack your lands

building "Ditch" in green x3:
    cost 1 red
    forbid your buildings to shield your forests

building "Almonry" in blue x3:
    cost 1 red
    let the number of cards of each color you discard from hand for an action rise by 1

action "Levy" in blue x3:
    cost none
    play:
        each enemy at once:
            discard 1 of each color with at least 2 cards in their hand

action "Haste" in yellow x3:
    cost 1 red
    play:
        during the next step you take this phase:
            let the cost of actions you play fall by 1 of your choice

action "Twins" in yellow x3:
    cost 1 red or 1 blue
    play:
        choose a card from your hand as one
        choose a card from your hand except one as other
        if one has the printed costs of other:
            draw 3 green

building "Granary" in yellow x3:
    cost 1 red
    after you have taxed, if count(the cards that tax gave) >= 2:
        draw 1 yellow

action "Foray" in yellow x3:
    cost none
    play:
        this turn:
            allow you to tax a region of an enemy, ignoring knights and buildings but for adjacency
"""
LAND = {color: Piece(color=color, down=True) for color in ("red", "blue", "green", "yellow")}


def game(*titles: str, board: dict[str, Piece] | None = None, other: dict[str, Piece] | None = None,
         held: tuple[str, ...] = (), phase: str = "plays") -> Game:
    """Return a game whose active player holds some cards and has some in play; another holds and has others."""
    g = Game(with_cards(CARDS), 2, 1)
    hands = {0: [Piece(title) for title in titles], 1: [Piece(title) for title in held]}
    set_position(g, boards={0: board or {}, 1: other or {}}, hands=hands, phase=phase)
    return g


def colors(g: Game, seat: int = 0) -> list[str]:
    return sorted(g.content.colors[g.color[card]] for card in g.state.zones[g.layout.hand(seat)])


def ids(g: Game) -> list[str]:
    return g.choice.ids() if g.choice is not None else []


def test_exposed_is_what_a_knight_might_attack() -> None:
    g = game("Raid", "Mill", "Mill", other={"(1,0)": LAND["red"], "(2,0)": LAND["blue"], "(3,0)": LAND["green"]})
    g.answer('play "Raid"')

    assert ids(g) == ["eliminate land blue at (2,0)", "eliminate land green at (3,0)"]


def test_the_reach_of_a_card_is_wider_than_what_is_adjacent() -> None:
    g = game(board={"(1,0)": Piece("Watch")})
    g.answer('activate "Watch" at (1,0)')

    assert len(ids(g)) == 8 and "choose (2,1)" in ids(g)


def test_the_reach_of_a_card_is_narrower_than_what_is_adjacent() -> None:
    near = {"(0,1)": LAND["blue"], "(1,1)": Piece("Hedge"), "(-1,0)": Piece("Crossroads")}
    far = {"(0,1)": LAND["blue"], "(1,0)": Piece("Hedge"), "(-1,0)": Piece("Crossroads")}
    drawn = []
    for board in (near, far):
        g = game(board=board, phase="tax")
        g.answer("tax (0,1) as blue")
        drawn.append(len(colors(g)))

    assert drawn == [2, 1]


def test_what_may_not_shield_a_card_leaves_it_open() -> None:
    lands = {"(0,1)": Piece("Palisade"), "(0,-1)": Piece("Tavern"), "(2,0)": LAND["red"], "(1,0)": LAND["green"],
             "(-1,0)": LAND["blue"], "(-2,0)": LAND["green"], "(3,0)": Piece("Forge"),
             "(-3,0)": Piece("Mill")}  # fmt: skip
    attacks = []
    for extra in ({}, {"(0,2)": Piece("Ditch")}):
        g = game("Holy Knight", "Port", other={**lands, **extra})
        g.answer('play "Holy Knight" to attack')
        attacks.append([one for one in ids(g) if "land" in one])

    assert attacks == [[], ["attack land green at (-2,0) of P2"]]


def test_a_demand_of_several_colors_rises_in_each() -> None:
    g = game("Levy", other={"(1,0)": Piece("Almonry")}, held=("Mill",) * 3 + ("Port",) * 3 + ("Tavern",))
    g.answer('play "Levy"')

    assert colors(g, 1) == ["blue", "green", "red"]


def test_the_next_step_is_a_play_a_trade_or_an_ability() -> None:
    g = game("Haste", "Haste", "Mill", board={"(1,0)": Piece("Outpost")})
    g.answer('play "Haste"')
    free = 'play "Haste"' in ids(g)
    g.answer('activate "Outpost" at (1,0)')
    for _ in range(2):
        g.answer(0)

    assert (free, 'play "Haste"' in ids(g)) == (True, False)


def test_a_step_is_over_before_its_own_discount_begins() -> None:
    g = game("Haste", "Haste", "Haste", "Mill")
    for _ in range(3):
        g.answer('play "Haste"')

    assert colors(g) == []


def test_all_printed_costs_are_compared() -> None:
    drawn = []
    for titles in (("Twins", "Twins"), ("Twins", "Almonry"), ("Almonry", "Granary")):
        g = game("Twins", *titles, "Mill")
        g.answer('play "Twins"')
        if "cost 1 red" in ids(g):
            g.answer("cost 1 red")
        for title in titles:
            options = [one for one in ids(g) if f'"{title}"' in one]
            if options and ids(g)[0].startswith("choose"):
                g.answer(options[0])
        drawn.append(colors(g).count("green"))

    assert drawn == [3, 0, 3]


def test_all_cards_that_a_taxation_gave_are_counted() -> None:
    lands = {"(1,0)": LAND["red"], "(2,0)": LAND["red"], "(0,1)": Piece("Granary")}
    drawn = []
    for answer in ("tax (1,0) as red", "tax (1,0) (2,0) as red"):
        g = game(board=lands, phase="tax")
        g.answer(answer)
        drawn.append(colors(g))

    assert drawn == [["red"], ["red", "red", "yellow"]]


def test_adjacency_may_be_left_out_of_what_is_ignored() -> None:
    other = {"(-1,0)": LAND["red"], "(0,1)": LAND["red"]}
    g = game("Foray", board={"(1,0)": Piece("Crossroads"), "(2,0)": Piece("Church/Cathedral", way="Church")},
             other=other)  # fmt: skip
    g.answer('play "Foray"')
    while g.choice is not None and "of P2" not in ids(g):
        g.answer("pass")
    g.answer("tax (-1,0) (0,1) of P2 as red")

    assert colors(g) == ["red", "red"]
