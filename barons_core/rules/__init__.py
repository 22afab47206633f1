"""Barons itself: setup, turn, costs of cards, connection, knights, taxing, trade, winning.

Nothing else in the core imports this package; it registers through the same doors as a pack. No card stands
here: cards are text in packs, and call `queries` and `verbs`.
"""

from barons_core.rules.barons import BaronsRules

__all__ = ["BaronsRules"]
