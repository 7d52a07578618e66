"""How the documentation is built: `./check docs`, or `sphinx-build docs build/docs`. Nothing here needs the network."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "src")]

from tools.docs_site.inventories import write_inventories  # noqa: E402

from hexillum.core.version import __version__  # noqa: E402

project = "Hexillum"
author = "Hexillum contributors"
copyright = author
release = version = __version__
language = "en"

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.intersphinx",
    "sphinx_design",
    "sphinx_click",
    "tools.docs_site",
]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_made", "_static", "screens"]
nitpicky = True
smartquotes_action = "qe"  # two hyphens are an option's, no dash
default_role = "code"  # single backticks in docstrings

myst_enable_extensions = ["attrs_block", "colon_fence", "deflist", "fieldlist", "substitution"]
myst_heading_anchors = 3
myst_links_external_new_tab = False

autodoc_typehints = "signature"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 88
toc_object_entries_show_parents = "hide"
add_module_names = False

# The inventories lie here, so that names of others are links and nothing is fetched.
intersphinx_mapping = write_inventories(Path(__file__).parent / "_made")
# What signatures name and no page describes: the rooms inside the house, which change as they like.
nitpick_ignore_regex = [
    ("py:.*", r"hexillum\..*"),
    ("py:.*", r"numpy\..*"),
    ("py:.*", r"(State|Frame|Record|Document|Plan|Law)"),
]

html_theme = "furo"
html_title = "Hexillum"
html_static_path = ["_static"]
html_css_files = ["hexillum.css"]
html_copy_source = False
html_show_sourcelink = False
html_show_sphinx = False
html_last_updated_fmt = None
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#7a3b22",
        "color-brand-content": "#7a3b22",
        "font-stack": "'Noto Sans','DejaVu Sans',Verdana,sans-serif",
    },
    "dark_css_variables": {"color-brand-primary": "#e9b872", "color-brand-content": "#e9b872"},
}
