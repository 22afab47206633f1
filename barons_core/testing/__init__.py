"""The test bench: scenarios in text, their transcripts, the pytest plugin that collects them, coverage of card files."""
