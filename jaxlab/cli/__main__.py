"""`python -m jaxlab.cli`: the command without its script."""

import sys

from jaxlab.cli.main import main

sys.exit(main())
