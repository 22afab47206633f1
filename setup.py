"""Find the packages to ship; everything else stands in pyproject.toml.

pyproject.toml can either list packages or find them, but not add a renamed folder to what it finds.
"""

from setuptools import find_namespace_packages, setup

setup(
    packages=[
        "barons_grammar",
        *find_namespace_packages(
            include=["barons_core*", "barons_cards*"],
            exclude=["*__pycache__*", "*__snapshots__*"],
        ),
    ]
)
