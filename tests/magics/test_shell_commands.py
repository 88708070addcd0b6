"""`!command` once JAX has started."""

import os
import warnings

import jax
import pytest

import jaxlab

pty = pytest.importorskip("pty")


def warned_by(fork) -> list[str]:
    """What is warned of as `fork` makes a process, which ends at once; what Python itself has to say is left out."""
    with warnings.catch_warnings(record=True) as caught:
        child, *terminal = fork()
        if child == 0:
            os._exit(0)
        os.waitpid(child, 0)
        for descriptor in terminal:
            os.close(descriptor)
    return [str(warning.message) for warning in caught if warning.category is RuntimeWarning]


def test_a_command_is_not_warned_of_and_any_other_fork_is(bare_shell):
    jax.devices()
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        jaxlab.load_ipython_extension(bare_shell)
        assert warned_by(pty.fork) == []
        assert len(warned_by(lambda: (os.fork(),))) == 1
        jaxlab.unload_ipython_extension(bare_shell)
        assert len(warned_by(pty.fork)) == 1
