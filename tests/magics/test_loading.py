"""Loading and unloading."""

import sys
from importlib import metadata

import pytest
from IPython.core.interactiveshell import InteractiveShell
from IPython.terminal.interactiveshell import TerminalInteractiveShell
from traitlets.config import Config

import jaxlab
from jaxlab.model.errors import EnvironmentProblem


def traces(shell: InteractiveShell) -> dict[str, object]:
    """Everything in a shell that an extension can leave something in."""
    manager = shell.magics_manager
    return {
        "magics": {kind: dict(table) for kind, table in manager.magics.items()},
        "registry": dict(manager.registry),
        "configurables": list(shell.configurables),
        "events": {name: list(callbacks) for name, callbacks in shell.events.callbacks.items()},
        "completers": dict(shell.strdispatchers["complete_command"].strs),
        "transformers": [*shell.input_transformers_cleanup, *shell.input_transformers_post, *shell.ast_transformers],
        "formatters": {kind: dict(f.type_printers) for kind, f in shell.display_formatter.formatters.items()},
        "showtraceback": vars(shell).get("showtraceback"),
        "namespace": {name for name in shell.user_ns if not name.startswith("_")},
        "attributes": set(vars(shell)),
    }


def warm_traces(shell, cell):
    """The same, once IPython has loaded what it loads at the first extension and the first error."""
    cell("%load_ext nothing_of_this_name")
    return traces(shell)


def test_unloading_leaves_no_trace(bare_shell, bare_cell):
    before = warm_traces(bare_shell, bare_cell)
    bare_cell("%load_ext jaxlab")
    assert "jit" in bare_shell.magics_manager.magics["cell"]
    assert bare_cell("%%jit\n1 + 1").value == 2
    assert bare_cell("%%jit\n1 / 0").error is not None
    bare_cell("%unload_ext jaxlab")
    assert traces(bare_shell) == before


def test_a_magic_of_the_users_own_comes_back(bare_shell, bare_cell):
    def mine(line):
        return "mine"

    bare_shell.register_magic_function(mine, "line", "compare")
    jaxlab.load_ipython_extension(bare_shell)
    jaxlab.unload_ipython_extension(bare_shell)
    assert bare_cell("%compare").value == "mine"


def test_a_traceback_hook_that_came_later_stays(bare_shell, bare_cell):
    jaxlab.load_ipython_extension(bare_shell)
    ours = bare_shell.showtraceback

    def theirs(*args, **kwargs):
        ours(*args, **kwargs)

    vars(bare_shell)["showtraceback"] = theirs
    jaxlab.unload_ipython_extension(bare_shell)
    assert bare_shell.showtraceback is theirs
    assert "ZeroDivisionError" in bare_cell("1 / 0").text


def test_reloading_works(bare_shell, bare_cell):
    bare_cell("%load_ext jaxlab")
    bare_cell("%reload_ext jaxlab")
    assert bare_cell("%%jit\n1 + 1").value == 2
    bare_cell("%unload_ext jaxlab")


def test_unloading_where_it_is_not_loaded_does_nothing(bare_shell):
    before = traces(bare_shell)
    jaxlab.unload_ipython_extension(bare_shell)
    assert traces(bare_shell) == before


def test_a_terminal_shell_shows_the_summary_and_the_value(capsys):
    config = Config()
    config.HistoryManager.enabled = False
    InteractiveShell.clear_instance()
    shell = TerminalInteractiveShell.instance(config=config)
    jaxlab.load_ipython_extension(shell)
    shell.run_cell("%%jit\n1 + 1")
    jaxlab.unload_ipython_extension(shell)
    TerminalInteractiveShell.clear_instance()
    summary, value = capsys.readouterr().out.strip().splitlines()[-2:]
    assert "jit " in summary
    assert value.endswith("2")


@pytest.mark.parametrize(
    ("version", "message"),
    [
        (
            None,
            "JL520  JAX is not installed.\n\nType `%pip install 'jax>=0.7.2'`, then load again.",
        ),
        (
            "0.6.9",
            "JL521  JAX 0.6.9 is too old; jaxlab needs 0.7.2 or newer.\n\n"
            "Type `%pip install -U 'jax>=0.7.2'`, then restart the kernel.",
        ),
        (
            "0.7.2",
            "JL522  JAX 0.7.2 has no compiler: the package `jaxlib` (JAX's own, not this one) is not installed.\n\n"
            "Type `%pip install 'jax==0.7.2'`, then load again.",
        ),
    ],
)
def test_loading_says_what_is_missing_and_what_to_type(bare_shell, bare_cell, monkeypatch, version, message):
    def installed(package):
        if version is None:
            raise metadata.PackageNotFoundError(package)
        return version

    monkeypatch.delitem(sys.modules, "jax", raising=False)
    monkeypatch.setattr("jaxlab.magics.environment.metadata.version", installed)
    monkeypatch.delitem(sys.modules, "jaxlib", raising=False)
    monkeypatch.setattr("jaxlab.magics.environment.find_spec", lambda name: None)
    before = warm_traces(bare_shell, bare_cell)
    shown = bare_cell("%load_ext jaxlab")
    assert isinstance(shown.error, EnvironmentProblem)
    assert shown.text.strip() == message
    assert traces(bare_shell) == before


def test_a_newer_jax_will_do(bare_shell, monkeypatch):
    monkeypatch.delitem(sys.modules, "jax", raising=False)
    monkeypatch.setattr("jaxlab.magics.environment.metadata.version", lambda package: "0.12.0.dev3")
    jaxlab.load_ipython_extension(bare_shell)
    jaxlab.unload_ipython_extension(bare_shell)
