"""Properties that hold in every game, tried on random games of two to six players.

A module a property says what holds and how it is tried; `test_*.py` give each a bounded share of the suite;
`python -m tests.properties --games 5000 --players 2` is the long run by hand. `naive.py` holds the oracles:
the rules written once more from the ledger, in the simplest way, without a look at the engine's own answers.
"""
