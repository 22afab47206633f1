"""Read amendments: `amend "Title" FIELD VALUE`, and whether the card can be changed so."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from barons_core.frozen import frozen
from barons_core.language.amend import amended, names_of
from barons_core.language.known import with_article
from barons_core.language.new_names import NewNames
from barons_core.language.origins import read_origins
from barons_core.language.prices import PriceParts, read_part, strictly_above
from barons_core.language.reports import Report, Span, did_you_mean
from barons_core.language.scope import Fault, Scope, span_of, unknown_title
from barons_core.language.syntax import Phrase, Statement, Token
from barons_core.language.tree import CardNode, CostNode
from barons_core.language.words import Kind
from barons_core.model.definitions import Place
from barons_core.model.rulesets import Amendment

FIELDS = ("copies", "deck", "title", "kind", "cost", "sources")
MOST_COPIES = 1000
OF_A_WAY = ("title", "cost")
"""What each way of a card has for itself; everything else belongs to the card."""


@frozen
class Cards:
    """The sound cards by title and by the titles of their ways; `as_kind` tells the faults of one as another kind.

    `looks` has the titles of all cards, and of their ways, by each way in which they look.
    """

    by_title: Mapping[str, CardNode]
    as_kind: Callable[[CardNode, str], Sequence[Report]]
    looks: Mapping[str, str]


def cards_of(cards: Sequence[CardNode], as_kind: Callable[[CardNode, str], Sequence[Report]],
             looks: Mapping[str, str]) -> Cards:
    """Return the cards by all their titles; a card's own title goes before those of ways."""
    ways = {name: card for card in reversed(cards) for name in names_of(card)}
    return Cards({**ways, **{card.title: card for card in reversed(cards)}}, as_kind, looks)


class AmendmentReader:
    """Reads the amendments of one ruleset, and holds the names that it gives."""

    def __init__(self, scope: Scope, cards: Cards) -> None:
        self.scope = scope
        self.cards = cards
        self.names = NewNames(scope.file, cards.looks, scope.vocabulary.colors)
        self.seen: dict[tuple[str, ...], Token] = {}

    def read(self, statement: Statement) -> Amendment:
        """Return an amendment; raise a Fault at the first word that does not fit."""
        title, field = self._title(statement), self._field(statement)
        card = self.cards.by_title.get(title.value)
        words = statement.words[3:]
        label = ""
        match field.text:
            case "cost":
                label, prices = self._cost(words, field)
                value: object = (label, prices)
                self._check_cost(card, title, label, words, field)
            case "copies":
                value = self._copies(words, field, card)
            case "deck":
                value = self._deck(words, field, card)
            case "kind":
                value = self._kind(words, field, card)
            case "title":
                own = names_of(card) if card is not None else (title.value,)
                value = self.names.title(self._one(words, field, "string", "a title in quotes"), own)
            case _:
                value = read_origins(statement.words[2:], self.scope.file)
        self._check_belongs(card, title, field, value)
        self._once(title, field, label)
        return Amendment(title.value, field.text, value, Place(self.scope.file, statement.line))

    # -------------------------------------------------------------------------------- what is amended
    def _title(self, statement: Statement) -> Token:
        words = statement.words
        if len(words) < 2 or words[1].kind != "string":
            raise self._fault("BC103", "a title in quotes is missing here", words[min(1, len(words) - 1)])
        token = words[1]
        if token.value not in self.scope.titles:
            raise Fault(unknown_title(self.scope, token), 0)
        return token

    def _field(self, statement: Statement) -> Token:
        expected = " or ".join(f"'{field}'" for field in FIELDS)
        if len(statement.words) < 3:
            raise self._fault("BC103", f"{expected} is missing at the end of the line", statement.words[-1])
        token = statement.words[2]
        if token.text not in FIELDS:
            raise self._fault("BC104", f"expected {expected} here, not '{token.text}'", token,
                              fix=did_you_mean(token.text, FIELDS))  # fmt: skip
        return token

    def _check_belongs(self, card: CardNode | None, title: Token, field: Token, value: object) -> None:
        """Refuse what belongs to the card as a whole where a way of it is named."""
        about_cost = field.text == "sources" and isinstance(value, tuple) and {pair[0] for pair in value} <= {"cost"}
        if card is None or title.value == card.title or field.text in OF_A_WAY or about_cost:
            return
        message = f"{title.text} is one way to play a card, and has no {field.text} of its own"
        raise self._fault("BC246", message, title, fix=f'"{card.title}"', help=f'amend "{card.title}" {field.text} ...')

    def _once(self, title: Token, field: Token, label: str) -> None:
        if field.text == "sources":
            return
        first = self.seen.setdefault((title.value, field.text, label), field)
        if first is not field:
            labels = ((self._span(first), "it is amended here first"),)
            message = f"'{field.text}' of {title.text} is amended twice"
            raise Fault(Report("BC201", message, self._span(field), labels=labels), 0)

    # -------------------------------------------------------------------------------- values
    def _one(self, words: Phrase, field: Token, kind: str, what: str) -> Token:
        """Return the one word that the value must be."""
        if not words or words[0].kind != kind:
            raise self._fault("BC103", f"{what} is missing here", words[0] if words else field)
        self._end(words[1:])
        return words[0]

    def _end(self, words: Phrase) -> None:
        if words:
            raise self._fault("BC102", f"'{words[0].text}' does not fit here: nothing before it takes it", words[0])

    def _copies(self, words: Phrase, field: Token, card: CardNode | None) -> int:
        self._check_deck(card, field)
        token = self._one(words, field, "int", "a number")
        copies = int(token.text[:9])
        if not 1 <= copies <= MOST_COPIES:
            raise self._fault("BC219", f"this number must be 1 to {MOST_COPIES}", token)
        return copies

    def _check_deck(self, card: CardNode | None, field: Token) -> None:
        if card is not None and not self._kind_of(card).deck:
            raise self._fault("BC246", f"{with_article(card.kind)} lies in no deck", field)

    def _deck(self, words: Phrase, field: Token, card: CardNode | None) -> tuple[tuple[int, ...], bool]:
        """Read `COLOR and COLOR`, or `each`: the colors, and whether it was that word."""
        colors = self.scope.vocabulary.colors
        self._check_deck(card, field)
        if [word.text for word in words] == ["each"]:
            return tuple(range(len(colors))), True
        found: list[int] = []
        for number, token in enumerate(words or (field,)):
            if number % 2 and token.text in (",", "and"):
                continue
            if token.text not in colors or number % 2:
                fix = did_you_mean(token.text, [*colors, "each"])
                help = f"a deck is one of {', '.join(colors)}; several are joined by 'and'; 'each' is all of them"
                raise self._fault("BC208", f"'{token.text}' is no color", token, fix=fix, help=help)
            if colors.index(token.text) in found:
                raise self._fault("BC201", f"'{token.text}' stands twice", token)
            found.append(colors.index(token.text))
        if len(words) % 2 == 0:
            raise self._fault("BC208", "a color is missing at the end of the line", words[-1])
        return tuple(found), False

    def _kind(self, words: Phrase, field: Token, card: CardNode | None) -> str:
        kinds = self.scope.vocabulary.kinds
        token = words[0] if words else field
        if token.text not in kinds:
            raise self._fault("BC104", f"'{token.text}' is no kind of card", token, fix=did_you_mean(token.text, kinds),
                              help=f"kinds are {', '.join(kinds)}")  # fmt: skip
        self._end(words[1:])
        if card is None:
            return token.text
        if kinds[token.text].deck != self._kind_of(card).deck:
            raise self._fault("BC246", f'"{card.title}" cannot become {with_article(token.text)}: only one of the two '
                                       "kinds lies in a deck", token)  # fmt: skip
        for report in self.cards.as_kind(card, token.text):
            message = f'"{card.title}" cannot become {with_article(token.text)}: {report.message}'
            labels = ((report.span, "because of this"),)
            help = "amend smaller things, or replace the card by another one"
            raise Fault(Report("BC246", message, self._span(token), labels=labels, help=help), 0)
        return token.text

    # -------------------------------------------------------------------------------- costs
    def _cost(self, words: Phrase, field: Token) -> tuple[str, PriceParts]:
        """Read `[LABEL] NUMBER COLOR, ... or NUMBER COLOR`: the label, and the alternatives."""
        labels = {label for kind in self.scope.vocabulary.kinds.values() for label in kind.labels}
        label = words[0].text if words and words[0].text in labels else ""
        words = words[1:] if label else words
        if [word.text for word in words] == ["none"]:
            return label, ((),)
        prices = tuple(tuple(self._part(part, words, field) for part in _split(price, ","))
                       for price in _split(words, "or"))  # fmt: skip
        return label, prices

    def _part(self, part: Phrase, words: Phrase, field: Token) -> tuple[int, str]:
        if not part:
            raise self._fault("BC103", "a cost is missing here", words[-1] if words else field)
        return read_part(part, self.scope.vocabulary, self.scope.file)

    def _check_cost(self, card: CardNode | None, title: Token, label: str, words: Phrase, field: Token) -> None:
        """Refuse a cost that the card, or the way that is named, does not have."""
        if card is None:
            return
        ways = [way for way in card.ways if way.title == title.value] or list(card.ways)
        if len(ways) > 1:
            help = "one of " + " or ".join(f'"{way.title}"' for way in ways)
            raise self._fault("BC246", f"it is not said which way of {title.text} costs this", title, help=help)
        known = [cost.label for cost in ways[0].costs]
        if not known:
            raise self._fault("BC246", f"{title.text} has no cost that could be amended", field)
        if label in known:
            return
        if label:
            message = f"{with_article(card.kind)} has no cost called '{label}'"
            raise self._fault("BC225", message, words[0], fix=did_you_mean(label, known))
        help = "write " + " or ".join(f"'cost {name} ...'" for name in known)
        raise self._fault("BC225", f"it is not said which cost of {with_article(card.kind)} this is", field, help=help)

    # -------------------------------------------------------------------------------- helpers
    def _kind_of(self, card: CardNode) -> Kind:
        return self.scope.vocabulary.kinds[card.kind]

    def _span(self, token: Token) -> Span:
        return span_of(self.scope.file, token)

    def _fault(self, code: str, message: str, token: Token, *, fix: str = "", help: str = "") -> Fault:
        return Fault(Report(code, message, self._span(token), fix=fix, help=help), 0)


def _split(words: Phrase, sign: str) -> list[Phrase]:
    parts: list[list[Token]] = [[]]
    for word in words:
        if word.text == sign:
            parts.append([])
        else:
            parts[-1].append(word)
    return [tuple(part) for part in parts]


def cost_reports(
    own: Sequence[Amendment], included: Sequence[Amendment], cards: Mapping[str, CardNode]
) -> list[Report]:
    """Report cards of which one labelled cost is no longer strictly above the other, where the ruleset amends them."""
    last = {cards[each.title].title: each for each in own if each.field == "cost" and each.title in cards}
    found: list[Report] = []
    for amendment in last.values():
        card = amended(cards[amendment.title], [*included, *own])
        for way in card.ways:
            if len(way.costs) == 2 and not strictly_above(way.costs[1].prices, way.costs[0].prices):
                found.append(_not_above(way.costs, amendment))
    return found


def _not_above(costs: Sequence[CostNode], amendment: Amendment) -> Report:
    low, high = costs
    place = amendment.place
    message = f'the {high.label} cost of "{amendment.title}" is not strictly above its {low.label} cost'
    help = f"the {high.label} cost holds all of the {low.label} cost and at least one card more; amend both"
    return Report("BC221", message, Span(place.file, place.line, 1, place.line, 2), help=help)
