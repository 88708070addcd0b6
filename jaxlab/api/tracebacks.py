"""Exceptions of the user's code leave jaxlab without its frames."""

from types import TracebackType

from jaxlab.cell.ownership import is_user_file

_MADE_HERE = "<jaxlab-"


class UserTracebacks:
    """An exception that passes has its traceback cut to what follows the first frame of the user's code.

    A class: what `contextlib.contextmanager` makes puts the traceback back.
    """

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: type | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        if error is not None:
            error.__traceback__ = _users(traceback)


def _users(traceback: TracebackType | None) -> TracebackType | None:
    while traceback is not None:
        file = traceback.tb_frame.f_code.co_filename
        if is_user_file(file) and not file.startswith(_MADE_HERE):
            return traceback
        traceback = traceback.tb_next
    return None
