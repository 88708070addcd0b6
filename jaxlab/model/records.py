"""A comparison as records, one dictionary a line: what data frames, CSV and JSON are made of."""

import csv
import json
from collections.abc import Sequence
from io import StringIO
from typing import TYPE_CHECKING, Any

from jaxlab.model.timing import ComparisonRow

if TYPE_CHECKING:
    from jaxlab.model.comparison import Comparison

Record = dict[str, Any]


def record(comparison: "Comparison", row: ComparisonRow) -> Record:
    """The figures of a row, derived ones included; times in seconds, the unknown as None."""
    interval = row.interval_s
    speedup = comparison.speedup_interval(row) if row is not comparison.baseline else None
    return {
        "backend": row.backend,
        "variant": row.variant,
        "bits": row.bits,
        "median_s": row.median_s,
        "median_low_s": interval.low if interval else None,
        "median_high_s": interval.high if interval else None,
        "samples": len(row.samples_s),
        "loops": row.loops,
        "first_call_s": row.first_call_s,
        "transfer_s": row.transfer_s,
        "peak_bytes": row.peak_bytes,
        "agrees": row.agrees,
        "max_abs_error": row.max_abs_error,
        "speedup": comparison.speedup(row),
        "speedup_low": speedup.low if speedup else None,
        "speedup_high": speedup.high if speedup else None,
        "break_even_calls": comparison.break_even(row),
        "note": row.note,
    }


def data_frame(records: Sequence[Record]) -> Any:
    """The records as a `pandas.DataFrame`.

    Raises:
      ModuleNotFoundError: pandas is not installed.
    """
    from pandas import DataFrame

    return DataFrame(records)


def csv_text(records: Sequence[Record]) -> str:
    """The records as CSV with a heading; what is unknown is left empty."""
    text = StringIO()
    writer = csv.DictWriter(text, fieldnames=list(records[0]), lineterminator="\n")
    writer.writeheader()
    writer.writerows(records)
    return text.getvalue()


def json_text(records: Sequence[Record]) -> str:
    """The records as JSON."""
    return json.dumps(records, ensure_ascii=False, indent=1)
