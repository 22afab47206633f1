"""Read what is written: the languages of cards, rulesets and scenarios.

`syntax` is the tree; `reports` and `codes` are the faults that can be found in it; `words` is the vocabulary,
to which packs add. Each step from text to behavior (parse, check, compile) and back (format, rules text) is a
module of its own.
"""
