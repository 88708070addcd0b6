"""An error of another's in one line, for findings and tables."""


def first_line(error: BaseException) -> str:
    """The first line of an error's text; its type where it has none."""
    return _text(error) or type(error).__name__


def named(error: BaseException) -> str:
    """An error's type and the first line of its text."""
    text = _text(error)
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


def _text(error: BaseException) -> str:
    return str(error).strip().split("\n")[0]
