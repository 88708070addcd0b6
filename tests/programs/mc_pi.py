# Monte-Carlo pi from pseudo-random points drawn in the setup.

# setup
import numpy as np
rng = np.random.default_rng(7)
n = 200000
pts = rng.random((n, 2))

# cell
inside = np.sum(pts[:, 0] ** 2 + pts[:, 1] ** 2 <= 1.0)
est = 4.0 * inside / n
err = np.abs(est - np.pi)
