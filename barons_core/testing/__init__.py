"""The test bench: scenarios in text, their transcripts, the pytest plugin, coverage of card files."""
