"""A clock for tests: time passes only where a test says so."""


class FakeClock:
    """Seconds that `sleep` moves on; reading the clock takes no time."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
