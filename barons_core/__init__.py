"""Script, check, play and test card effects."""

__version__ = "0.1.0"

__all__ = ["__version__"]
