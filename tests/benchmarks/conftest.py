"""The browser tests' pages, for what is measured in them."""

from tests.browser.conftest import chromium, show

__all__ = ["chromium", "show"]
