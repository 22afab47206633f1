"""How fast the framework is, each time against something measured in the same run: `make bench`."""
