"""Ctrl-C at random moments of a running cell: the namespace is whole and holds no tracer, and the process lives."""

import os
import random
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

SCRIPT = Path(__file__).with_name("interrupted.py")
SIGINT_WORKS = os.name == "posix" and threading.current_thread() is threading.main_thread()


@pytest.mark.skipif(not SIGINT_WORKS, reason="SIGINT can't be sent to oneself here")
@pytest.mark.parametrize("moments", [pytest.param(40, id="40 moments"), pytest.param(200, marks=pytest.mark.long)])
def test_namespace_is_whole_after_interrupts_at_random_moments(moments):
    seed = random.randrange(2**32)
    environment = {**os.environ, "JAX_PLATFORMS": "cpu"}
    run = subprocess.run(
        [sys.executable, str(SCRIPT), str(moments), str(seed)],
        capture_output=True,
        text=True,
        env=environment,
        timeout=540,
    )
    assert run.returncode == 0, f"seed {seed}\n{run.stdout}\n{run.stderr}"
    interrupted = int(run.stdout.split()[0])
    assert interrupted >= moments // 4, f"seed {seed}: only {interrupted} of {moments} interrupts came while it ran"
    assert run.returncode != -signal.SIGSEGV
