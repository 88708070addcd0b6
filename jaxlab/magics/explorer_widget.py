"""The explorer as a live widget: the same page as in an output, fed by the kernel."""

import anywidget
import traitlets

from jaxlab.model.report import Report
from jaxlab.views.html import BUNDLE
from jaxlab.views.payload import LIMIT_BYTES, pack


class ExplorerWidget(anywidget.AnyWidget):
    """Shows a report's listings; `show` another one in its place."""

    _esm = BUNDLE.with_name("widget.js")
    payload = traitlets.Unicode("").tag(sync=True)

    def show(self, report: Report) -> None:
        """Shows `report`."""
        self.payload = pack(report, limit_bytes=LIMIT_BYTES, stable_names=True).data
