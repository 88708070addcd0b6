"""Reports in, output out: text, HTML, bundles for notebooks, files."""

from jaxlab.views.bundle import bundle
from jaxlab.views.html import render_html
from jaxlab.views.saving import load, save
from jaxlab.views.text import render_summary, render_text

__all__ = ["bundle", "load", "render_html", "render_summary", "render_text", "save"]
