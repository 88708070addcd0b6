"""Defaults that a person sets with `%config JaxLab`."""

import sys
from pathlib import Path
from typing import Any

from traitlets import Bool, Enum, Float, TraitError, Unicode, validate
from traitlets.config import Configurable


class JaxLab(Configurable):
    """Defaults of the jaxlab magics, as in `%config JaxLab.quiet = True`."""

    embed = Enum(
        ("always", "explore", "never"),
        default_value="always",
        help="When explorer data goes into a saved notebook: 'always', 'explore' (under %%explore only), 'never'.",
    ).tag(config=True)
    cache_dir = Unicode(
        "", help="Folder where compiled programs outlive the kernel (JAX's persistent cache); '' for none."
    ).tag(config=True)
    quiet = Bool(False, help="Whether the magics show no summary, as with -q.").tag(config=True)
    strict = Bool(False, help="Whether what cannot be compiled is an error, as with --strict.").tag(config=True)
    compile_budget_s = Float(
        10.0, help="Seconds of compiling, as predicted, beyond which a piece of a cell runs as plain Python."
    ).tag(config=True)

    @validate("compile_budget_s")
    def _positive(self, proposal: Any) -> float:
        if proposal["value"] <= 0:
            raise TraitError(f"JaxLab.compile_budget_s is in seconds and above 0, not {proposal['value']}.")
        return proposal["value"]

    def embeds(self, magic: str) -> bool:
        """Whether the output of `magic` carries the explorer's data."""
        return self.embed == "always" or (self.embed == "explore" and magic == "explore")


class CompilationCache:
    """JAX's persistent compilation cache, following `JaxLab.cache_dir`; JAX is touched at the first run only."""

    _SETTINGS = (
        "jax_compilation_cache_dir",
        "jax_persistent_cache_min_compile_time_secs",
        "jax_persistent_cache_min_entry_size_bytes",
    )

    def __init__(self) -> None:
        self._applied = ""
        self._before: dict[str, Any] = {}

    def follow(self, cache_dir: str) -> None:
        """Makes JAX use `cache_dir`; an empty one gives back what was set before."""
        if cache_dir == self._applied:
            return
        from jaxlab.jax_import import jax

        folder = str(Path(cache_dir).expanduser())
        self._before = self._before or {name: getattr(jax.config, name) for name in self._SETTINGS}
        # A second is JAX's default threshold; most cells compile faster than that.
        wanted = dict(zip(self._SETTINGS, (folder, 0.0, -1), strict=True)) if cache_dir else self._before
        _update(wanted)
        self._applied = cache_dir

    def restore(self) -> None:
        """Gives JAX back what was set before."""
        if "jax" in sys.modules:
            self.follow("")


def _update(settings: dict[str, Any]) -> None:
    from jax.experimental.compilation_cache import compilation_cache

    from jaxlab.jax_import import jax

    for name, value in settings.items():
        jax.config.update(name, value)
    compilation_cache.reset_cache()  # JAX decides once, at the first compilation, whether it has a cache
