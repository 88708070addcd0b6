"""The IR that each version of JAX prints, and what its listings are linked to: kept as text, read by people."""

from pathlib import Path

import pytest

from tests.listings.golden import golden_of, listing_of, recordings, rendered


@pytest.mark.parametrize("recording", recordings(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_listing_of_recorded_ir_is_the_golden_one(recording: Path) -> None:
    assert rendered(listing_of(recording)) == golden_of(recording).read_text()


def test_both_ends_of_the_supported_versions_are_recorded() -> None:
    assert {"jax-0.7.2", "jax-0.10.2"} <= {path.parent.name for path in recordings()}
