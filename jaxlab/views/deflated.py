"""Bytes as short text that HTML and JSON carry as it is: deflated, then in base 85.

Base 85 takes five characters for four bytes where base64 takes four for three: a sixteenth less, in every output of a
notebook. Its alphabet is Python's, but for three signs that HTML would escape.
"""

import zlib
from base64 import b85decode, b85encode

_ESCAPED, _PLAIN = b"&<>", b",./"
_TO_PLAIN, _FROM_PLAIN = bytes.maketrans(_ESCAPED, _PLAIN), bytes.maketrans(_PLAIN, _ESCAPED)


def deflated(data: bytes) -> str:
    """The data as text; the same data always gives the same text."""
    return b85encode(zlib.compress(data, level=9)).translate(_TO_PLAIN).decode()


def inflated(text: str) -> bytes:
    """The data that `deflated` was given.

    Raises:
      ValueError: The text is none that it gave.
    """
    try:
        return zlib.decompress(b85decode(text.strip().encode().translate(_FROM_PLAIN)))
    except zlib.error as problem:
        raise ValueError(str(problem)) from problem
