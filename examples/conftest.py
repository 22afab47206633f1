"""The scenarios of a pack that brings Python are run by tests/test_examples.py, which allows it."""

collect_ignore = ["remote_lands"]
