"""Which frames are the user's, and the stacks that they make."""

import linecache
import sysconfig

import numpy as np
import pytest

from jaxlab.cell.ownership import PACKAGE, is_user_file
from jaxlab.stages.frames import STAGE_FILE, Frame, Stacks


@pytest.mark.parametrize(
    "file",
    [
        "<ipython-input-3-0a1b2c>",
        "<cell 1>",
        "<stdin>",
        "/home/ada/project/helpers.py",
        "/home/ada/project/helpers_test.py",
    ],
)
def test_cells_and_own_modules_are_the_users(file: str) -> None:
    assert is_user_file(file)


@pytest.mark.parametrize(
    "file",
    [
        np.__file__,
        linecache.__file__,
        STAGE_FILE,
        PACKAGE + "tracing/arrays/array.py",
        sysconfig.get_path("purelib") + "/flax/nnx/module.py",
        "/elsewhere/lib/python3.12/site-packages/flax/nnx/module.py",
        "/usr/lib/python3/dist-packages/numpy/core.py",
        "<frozen importlib._bootstrap>",
        "<string>",
    ],
)
def test_libraries_generated_code_and_jaxlab_are_not(file: str) -> None:
    assert not is_user_file(file)


def test_a_stack_holds_the_users_frames_innermost_first() -> None:
    frames = [
        Frame("<cell 1>", "act", 2, 11, 2, 22),
        Frame(PACKAGE + "tracing/numpy_api/ufuncs.py", "__array_ufunc__", 90, 4, 90, 30),
        Frame("<cell 3>", "<module>", 5, 0, 6, 8),
    ]

    stack = Stacks().of(frames)

    assert [(span.file, span.line, span.column, span.end_line, span.end_column, span.function) for span in stack] == [
        ("<cell 1>", 2, 11, 2, 22, "act"),
        ("<cell 3>", 5, 0, 6, 8, ""),
    ]


def test_a_stack_ends_where_the_stage_was_called() -> None:
    frames = [Frame("<cell 3>", "<module>", 5), Frame(STAGE_FILE, "stage", 9), Frame("<cell 3>", "<module>", 1)]

    assert [span.line for span in Stacks().of(frames)] == [5]


def test_a_place_stands_once_in_a_stack() -> None:
    frames = [Frame("<cell 1>", "f", line) for line in (7, 3, 3, 7, 3)] + [Frame("<cell 2>", "<module>", 1)]

    assert [(span.file, span.line) for span in Stacks().of(frames)] == [
        ("<cell 1>", 7),
        ("<cell 1>", 3),
        ("<cell 2>", 1),
    ]


def test_columns_count_characters_where_python_counts_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    line = "größe_2 = np.tanh(größe)\n"
    monkeypatch.setitem(linecache.cache, "<cell ü>", (len(line), None, [line], "<cell ü>"))
    start, end = (len(line[: line.index(part)].encode()) for part in ("np", "\n"))

    (span,) = Stacks().of([Frame("<cell ü>", "<module>", 1, start, 1, end)])

    assert line[span.column : span.end_column] == "np.tanh(größe)"


def test_columns_are_unknown_where_the_frame_has_none() -> None:
    (span,) = Stacks().of([Frame("<cell 1>", "<module>", 4)])

    assert (span.line, span.end_line, span.column, span.end_column) == (4, 4, None, None)


def test_equal_stacks_are_held_once() -> None:
    stacks = Stacks()
    frames = [Frame("<cell 1>", "f", 1), Frame("<cell 2>", "<module>", 2)]

    assert stacks.of(frames) is stacks.of(list(frames))
    assert stacks.join(stacks.of(frames[:1]), stacks.of(frames[1:])) is stacks.of(frames)
    assert stacks.union([stacks.of(frames), (), stacks.of(frames)]) is stacks.union([stacks.of(frames)])
