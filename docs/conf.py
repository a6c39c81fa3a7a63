"""How the documentation is built: `./test` does it, with warnings as errors."""

import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tools"))  # our two extensions, and the version
sys.path.insert(0, str(ROOT / "src"))  # the reference is written from the source: compiled signatures have no types

from release import version as current_version  # noqa: E402 – found by the line above

project = "Kilowatt"
author = "The Kilowatt authors"
copyright = f"2026, {author}"  # noqa: A001 – the name Sphinx wants
release = current_version()

extensions = ["myst_parser", "sphinx.ext.autodoc", "clause_pages", "source_pages"]
exclude_patterns = ["_build"]

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist", "html_image"]
myst_heading_anchors = 3

autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
# The reference of the environments is written without those of their packages that a platform lacks.
RESEARCH = ("gymnasium", "numpy", "open_spiel", "pettingzoo", "pyspiel")
autodoc_mock_imports = [package for package in RESEARCH if find_spec(package) is None]
python_use_unqualified_type_names = True

html_theme = "furo"
html_title = "Kilowatt"
html_logo = html_favicon = "../web/public/icon.svg"
html_static_path = ["_static"]
html_css_files = ["site.css"]
# The accents of the table in the browser, by day and by night.
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#7a4d00", "color-brand-content": "#7a4d00"},
    "dark_css_variables": {"color-brand-primary": "#ffc94d", "color-brand-content": "#ffc94d"},
}
