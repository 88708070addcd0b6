"""The check command, `python tests/check.py`: lint, format, types, import rules; exits 1 if one finds something."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
SCRIPTS = Path(sys.executable).parent
CHECKS = (
    ("ruff", "check", "."),
    ("ruff", "format", "--check", "."),
    ("mypy",),
    ("lint-imports", "--no-logo"),
)


def main() -> int:
    """Runs every check, also after one has failed: one run tells all there is to mend."""
    failed = [" ".join(check) for check in CHECKS if _fails(check)]
    print(f"Failed: {', '.join(failed)}." if failed else "All checks passed.")
    return int(bool(failed))


def _fails(check: tuple[str, ...]) -> bool:
    print(f"$ {' '.join(check)}", flush=True)
    return subprocess.call([str(SCRIPTS / check[0]), *check[1:]], cwd=ROOT) != 0


if __name__ == "__main__":
    sys.exit(main())
