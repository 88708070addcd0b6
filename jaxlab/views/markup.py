"""HTML that is escaped because of how it is built: text goes in as `str`, markup as `Markup`."""

from html import escape


class Markup(str):
    """Text that is HTML already."""

    __slots__ = ()


def element(tag: str, *children: str, **attributes: str | bool) -> Markup:
    """An element with its children; every child that is no `Markup` is escaped.

    Args:
      tag: Name of the element.
      children: Text or markup, in order.
      attributes: Underscores stand for hyphens, and one at the end is dropped (`class_`). True gives an attribute
        without a value; False and "" give none.
    """
    return Markup(f"<{tag}{_attributes(attributes)}>{joined(*children)}</{tag}>")


def joined(*children: str) -> Markup:
    """The children one after the other, as markup."""
    return Markup("".join(child if isinstance(child, Markup) else escape(child) for child in children))


def _attributes(attributes: dict[str, str | bool]) -> str:
    written = []
    for name, value in attributes.items():
        name = name.rstrip("_").replace("_", "-")
        if value is True:
            written.append(f" {name}")
        elif value:
            written.append(f' {name}="{escape(str(value))}"')
    return "".join(written)
