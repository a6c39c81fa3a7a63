"""How the documentation is built: `./test` does it, with warnings as errors."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent

project = "Kilowatt"
author = "The Kilowatt authors"
copyright = f"2026, {author}"  # noqa: A001 – the name Sphinx wants
release = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]

extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["colon_fence", "deflist"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Kilowatt"
