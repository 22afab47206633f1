"""References: names, `their`, `its`, `that card`, roles of the event."""

from __future__ import annotations

from barons_core.language.known import article
from barons_core.language.nouns import Nouns, fits_type
from barons_core.language.reports import did_you_mean
from barons_core.language.scope import Fault, require
from barons_core.language.syntax import Token
from barons_core.language.tree import UNKNOWN, Expression, It, Local, Role, Select, Some, They, Union


class References(Nouns):
    """Reads words that stand for something said before."""

    def them(self) -> Expression:
        if self.scope.they is None:
            raise self.fault(
                "BC120",
                f"'{self.peek()}' names nobody here",
                help="'their' needs 'each player' or a player it belongs to; say 'your' for your own",
            )
        self.take()
        return self.captured_they()

    def captured_they(self) -> Expression:
        """Return whom `their` means; inside a lasting scope the player is kept by value."""
        they = require(self.scope.they)
        here = self.scope.they_level == self.scope.capture_level
        return they if here or not isinstance(they, They) or they.variable != "they" else self._capture("they", they)

    def its(self) -> Expression:
        if not self.accept("its"):
            raise self.unknown("'its'", ("its",))
        for name, value in reversed(self.slot_types.items()):
            if value.type != "Card":
                continue
            return It("Card", False, name) if isinstance(value, Select | Some | Union) else value
        raise self.fault("BC121", "'its' refers to no card in this line", token=self.words[self.at - 1])

    def local_name(self) -> Expression:
        if self.peek() not in self.scope.names:
            raise self.unknown("a name", list(self.scope.names))
        return self.local()

    def local(self) -> Expression:
        token = self.take()
        binding = self.scope.names[token.text]
        binding.read = True
        found = Local(binding.type, binding.many, binding.name, binding.per_player, binding.name)
        return self._capture(binding.name, found) if binding.level < self.scope.capture_level else found

    def _capture(self, name: str, found: Expression) -> Expression:
        if self.scope.captured is not None:
            self.scope.captured.setdefault(name, found)
        return found

    def _label(self) -> bool:
        """Tell whether `the ...` names a role of the event: `the attacked card`."""
        event = self.scope.event
        return event is not None and any(self._at_words(label, 1) for label in event.labels)

    def _strange_label(self) -> str:
        """Return the role that `the ...` names, if it is one of other events only."""
        labels = {label for event in self.vocabulary.events for label in event.labels}
        return max((label for label in labels if self._at_words(label, 1)), key=len, default="")

    def _no_role(self, label: str) -> Fault:
        event = self.scope.event
        if event is None:
            help = "only the block of a trigger may name what its event is about"
        else:
            help = f"this event has: {', '.join(f'the {known}' for known in event.labels) or 'no such words'}"
        return self.fault("BC123", f"there is no '{label}' here", help=help, token=self.words[self.at + 1])

    def mention(self, wanted: str) -> Expression:
        """Read `that card` or `the drawn card`."""
        first = self.take()
        if first.text == "the":
            event = require(self.scope.event)
            label = max((label for label in event.labels if self._at_words(label, 0)), key=len)
            self.at += len(label.split())
            attribute = event.labels[label]
            found: Expression = Role(
                event.roles[attribute].rstrip("s"), event.roles[attribute].endswith("s"), attribute, f"the {label}"
            )
            return self.typed(self._captured_role(found), wanted)
        noun = self.peek()
        for spelling, value in reversed(self.scope.mentions):
            if spelling == noun:
                self.take()
                return self.typed(self._captured_role(value), wanted)
        known = [spelling for spelling, _ in self.scope.mentions]
        fix = did_you_mean(noun, known)
        help = f"this line may say: {', '.join(sorted({f'that {word}' for word in known}))}" if known else ""
        raise self.fault("BC122", f"'that {noun}' refers to nothing before it", fix=fix, help=help)

    def _captured_role(self, found: Expression) -> Expression:
        if isinstance(found, Role) and self.scope.captured is not None and self.scope.event is None:
            self.scope.captured.setdefault(f"e.{found.attribute}", found)
        return found

    def fixed(self, found: Expression, wanted: str) -> Expression:
        token = self.take()
        return self.typed(found, wanted, token)

    def typed(self, found: Expression, wanted: str, token: Token | None = None) -> Expression:
        if wanted in (UNKNOWN, found.type) or found.type == UNKNOWN or fits_type(found.type, wanted):
            return found
        place = token or self.words[self.at - 1]
        raise self.fault(
            "BC111", f"'{place.text}' is {article(found.type)}, but {article(wanted)} is needed here", token=place
        )
