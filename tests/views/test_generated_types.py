"""The front end's types are the model's."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

EXTENSION = Path(__file__).parents[2] / "extension"


def test_report_ts_is_up_to_date():
    spec = spec_from_file_location("generate_types", EXTENSION / "generate_types.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.generate() == (EXTENSION / "src" / "report.ts").read_text(encoding="utf-8")
