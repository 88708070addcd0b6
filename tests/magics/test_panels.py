"""The live panels: what they show, what they do when a person touches them."""

from dataclasses import replace
from threading import Event

import ipywidgets
import pytest

import jaxlab
from jaxlab.magics.clicks import act_once
from jaxlab.magics.device_panel import DevicePanel
from jaxlab.magics.device_view import device_bundle, device_panel
from jaxlab.magics.devices import DeviceUse, LiveArray, survey
from jaxlab.magics.explore_panel import ExplorePanel
from jaxlab.model.options import Options
from jaxlab.model.placement import Aval
from jaxlab.views.payload import Payload, unpack
from tests.views.samples import MATMUL

# ipywidgets 7, of the Colab profile, with newer traitlets.
pytestmark = pytest.mark.filterwarnings("ignore:Deprecated in traitlets 4.1:DeprecationWarning")

LARGE = LiveArray(aval=Aval(dtype="float32", shape=(500, 500)), bytes=1_000_000, name="weights")
GPU = DeviceUse(
    name="gpu:0",
    kind="H200",
    bytes_in_use=2_000_000_000,
    peak_bytes=3_000_000_000,
    limit_bytes=8_000_000_000,
    arrays=(LARGE,),
)


def test_a_device_with_its_memory_as_a_bar():
    page = device_panel([GPU])
    assert "width:25%" in page
    assert "2 GB of 8 GB in use, peak 3 GB" in page
    assert "weights" in page


def test_a_backend_that_does_not_say_more():
    page = device_panel([replace(GPU, bytes_in_use=None, peak_bytes=None, limit_bytes=None)])
    assert "1 MB in arrays, the backend does not say more" in page
    assert "%;height" not in page


def test_devices_as_text_name_the_arrays():
    assert "weights  float32[500,500]  1 MB" in device_bundle([GPU])["text/plain"]
    unnamed = replace(GPU, arrays=(replace(LARGE, name=""),))
    assert "(no name leads to it)  float32[500,500]  1 MB" in device_bundle([unnamed])["text/plain"]


def test_arrays_have_the_names_of_the_notebook():
    jnp = pytest.importorskip("jax.numpy")
    table = jnp.ones((300, 7))
    named = [array.name for use in survey({"table": table, "_1": table}) for array in use.arrays]
    assert "table" in named


def test_the_device_panel_follows_until_it_is_paused(monkeypatch):
    shown = iter(f"<p>{i}</p>" for i in range(1000))
    read_again = Event()

    def read() -> str:
        page = next(shown)
        if page == "<p>2</p>":
            read_again.set()
        return page

    monkeypatch.setattr("jaxlab.magics.device_panel.REFRESH_S", 0.001)
    panel = DevicePanel({}, read=read)
    panel.widget.comm = panel.widget.comm or object()
    assert read_again.wait(timeout=30)
    panel._pause.value = True
    assert not panel.is_running


@pytest.fixture
def running(monkeypatch):
    """A panel that looks at the devices all the time."""
    monkeypatch.setattr("jaxlab.magics.device_panel.REFRESH_S", 0.001)
    panel = DevicePanel({}, read=lambda: "<p>devices</p>")
    panel.widget.comm = panel.widget.comm or object()
    yield panel
    panel.stop()


def test_a_panel_that_no_page_shows_rests_until_one_does(running):
    running.widget._view_count = 1
    assert running.is_running
    running.widget._view_count = 0
    assert not running.is_running
    running.widget._view_count = 2
    assert running.is_running
    running._pause.value = True
    running.widget._view_count = 1
    assert not running.is_running


def test_unloading_ends_every_panel(running, bare_shell):
    jaxlab.load_ipython_extension(bare_shell)
    assert running.is_running
    jaxlab.unload_ipython_extension(bare_shell)
    assert not running.is_running


def test_a_device_that_cannot_be_asked_is_told_of(monkeypatch):
    def read() -> str:
        raise RuntimeError("the <device> is gone")

    panel = DevicePanel({}, read=read)
    panel.stop()
    assert panel._page.value == "<p>RuntimeError: the &lt;device&gt; is gone</p>"


@pytest.fixture
def panel():
    """A panel over a compiler that notes what it was asked, and fails for gpu:0."""
    asked: list[Options] = []

    def compile_again(options: Options):
        asked.append(options)
        if options.device == "gpu:0":
            raise RuntimeError("no <memory> left")
        return replace(MATMUL, run_s=None, compile_s=1.5)

    made = ExplorePanel(Options(magic="explore"), MATMUL, compile_again, ["cpu:0", "gpu:0"])
    made.asked = asked
    return made


def shown(panel: ExplorePanel):
    return unpack(Payload(data=panel._explorer.payload, timings="{}"))


def test_changing_an_option_compiles_again_and_shows_what_changed(panel):
    panel._bits.value = True
    panel.compile()
    assert panel.asked == [Options(magic="explore", x32=True)]
    assert "64 bits, default device" in panel._changes.value
    assert "32 bits, default device" in panel._changes.value
    assert shown(panel).source.text == MATMUL.source.text


def test_options_of_xla_and_what_else_to_look_at(panel):
    panel._xla.value = "xla_backend_optimization_level=0, xla_cpu_enable_fast_math=true"
    panel._extras["passes"].value = True
    panel.compile()
    flags = (("xla_backend_optimization_level", "0"), ("xla_cpu_enable_fast_math", True))
    assert panel.asked == [Options(magic="explore", xla=flags, passes=True)]
    assert "64 bits, default device, xla_backend_optimization_level=0, xla_cpu_enable_fast_math=true" in (
        panel._changes.value
    )


def test_the_panel_opens_with_the_options_of_the_magic():
    options = Options(magic="explore", x32=True, xla=(("xla_cpu_enable_fast_math", False),), code=True)
    panel = ExplorePanel(options, MATMUL, lambda options: MATMUL, ["cpu:0"])
    assert panel._xla.value == "xla_cpu_enable_fast_math=false"
    assert panel.chosen == options


def test_what_is_no_option_of_xla_is_told_of(panel):
    panel._xla.value = "fast"
    panel.compile()
    assert panel.asked == []
    assert panel._changes.value == (
        "<p>`fast` is not a name and a value. Write `xla_backend_optimization_level=0`.</p>"
    )


def test_an_error_is_shown_and_the_last_report_stays(panel):
    panel._device.value = "gpu:0"
    panel.compile()
    assert panel._changes.value == "<p>RuntimeError: no &lt;memory&gt; left</p>"
    assert shown(panel).source.text == MATMUL.source.text
    assert panel.chosen.device == "gpu:0"


def test_clicks_that_waited_for_the_kernel_count_once():
    now, done = [100.0], []
    button = ipywidgets.Button()
    act_once(button, lambda: done.append(button.disabled), clock=lambda: now[0])
    for waited_s in (0.0, 0.01, 0.01, 5.0):
        now[0] += waited_s
        button.click()
    assert done == [True, True]
    assert not button.disabled
