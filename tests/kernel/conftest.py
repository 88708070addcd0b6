"""Notebooks for real kernels."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

# ipykernel says on every start that it listens on TCP; pyzmq and jupyter_client leave sockets to the garbage collector.
NOT_OURS = (
    "ignore::ResourceWarning",
    "ignore::pytest.PytestUnraisableExceptionWarning",
    "ignore::DeprecationWarning:(zmq|jupyter_client|jupyter_core|nbclient|traitlets|tornado).*",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Lets the warnings of the libraries that start kernels pass in the tests of this folder."""
    here = Path(__file__).parent
    for item in items:
        if here in item.path.parents:
            for warning in NOT_OURS:
                item.add_marker(pytest.mark.filterwarnings(warning))


@pytest.fixture
def notebook(tmp_path: Path) -> Callable[..., Path]:
    """Writes a notebook of the given code cells and returns its path."""

    def write(*sources: str, may_raise: bool = False) -> Path:
        tags = ["raises-exception"] if may_raise else []
        cells = [
            {"cell_type": "code", "execution_count": None, "metadata": {"tags": tags}, "outputs": [], "source": source}
            for source in sources
        ]
        path = tmp_path / "notebook.ipynb"
        path.write_text(json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}))
        return path

    return write
