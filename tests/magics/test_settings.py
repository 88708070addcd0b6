"""`%config JaxLab`, and the magics that tell."""

import re

import jax
import pytest
from IPython.core.error import UsageError

import jaxlab


def test_defaults_come_from_the_settings(cell):
    cell("a = np.ones(3)")
    cell("%config JaxLab.quiet = True")
    assert cell("%%jit\na.sum()").bundles == ()
    cell("%config JaxLab.quiet = False")
    assert len(cell("%%jit\na.sum()").bundles) == 1


@pytest.mark.parametrize(
    ("embed", "jit_embeds", "explore_embeds"), [("always", 1, 1), ("explore", 0, 1), ("never", 0, 0)]
)
def test_embed_says_when_the_explorers_data_is_saved(cell, embed, jit_embeds, explore_embeds):
    cell(f"a = np.ones(3)\n%config JaxLab.embed = '{embed}'")
    for magic, embeds in (("jit", jit_embeds), ("explore", explore_embeds)):
        html = cell(f"%%{magic}\na.sum()").bundles[0]["text/html"]
        assert html.count('class="jaxlab-payload"') == embeds


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("embed = 'sometimes'", "expected any of ['always', 'explore', 'never'], not the str 'sometimes'"),
        ("compile_budget_s = 0", "JaxLab.compile_budget_s is in seconds and above 0, not 0.0."),
    ],
)
def test_a_value_that_is_none_is_refused(cell, caplog, setting, message):
    cell(f"%config JaxLab.{setting}")
    assert message in caplog.text


def test_a_setting_that_is_none_is_named(cell):
    with pytest.warns(UserWarning, match=r"`embde` not recognized by `JaxLab`.  Did you mean `embed`"):
        cell("%config JaxLab.embde = 'always'")


def test_compiled_programs_go_to_the_folder_and_no_further_after_unloading(cell, shell, tmp_path):
    before = jax.config.jax_compilation_cache_dir
    cell("a = np.arange(7.0)")
    cell("%%jit\n(a + 1).sum()")
    cell(f"%config JaxLab.cache_dir = {str(tmp_path)!r}")
    cell("%%jit\n(a * 3).sum()")
    assert list(tmp_path.iterdir())
    jaxlab.unload_ipython_extension(shell)
    assert jax.config.jax_compilation_cache_dir == before


def test_devices_shows_memory_and_the_arrays(cell):
    import jax.numpy as jnp

    kept = jnp.zeros((3100, 700))
    (bundle,) = cell("%devices").bundles
    assert re.search(r"cpu:0 +cpu +unknown +unknown +unknown", bundle["text/plain"])
    assert re.search(r"float32\[3100,700\] +8.68 MB", bundle["text/plain"])
    assert re.search(r"<td[^>]*>float32\[3100,700\]</td>", bundle["text/html"])
    assert kept.shape == (3100, 700)


def test_jaxlab_tells_versions_and_the_last_run(cell):
    cell("a = np.ones(3)")
    cell("%%jit\na.sum()")
    status = cell("%jaxlab").text
    assert f"jax {jax.__version__}" in status
    assert "embed = 'always'" in status
    assert "last run: jit " in status
    assert "a.sum()" in cell("%jaxlab report").text
    assert "%%compare" in cell("%jaxlab help").text


def test_jaxlab_knows_its_words(cell):
    shown = cell("%jaxlab foo")
    assert isinstance(shown.error, UsageError)
    assert str(shown.error) == (
        "`%jaxlab` does not know `foo`. Write `%jaxlab`, `%jaxlab report`, `%jaxlab version`, `%jaxlab help`, "
        "`%jaxlab diff a b`."
    )


def test_help_shows_every_option(cell):
    text = cell("%%grad?").text
    assert "--wrt NAME[,NAME]" in text
    assert "%grad [options] ((x @ w - y) ** 2).mean()" in text
