"""Hold the grammars of the languages: cards and rulesets in one file, scenarios in another."""
