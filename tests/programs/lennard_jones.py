# Energy and forces of a cluster, pair distances by broadcasting, self-pairs removed.

# setup
import numpy as np
n = 8
k = np.arange(n)
r = 1.2 * np.stack([k % 2, (k // 2) % 2, k // 4], axis=1) + 0.05 * np.sin(np.outer(k + 1, np.arange(1, 4)))
eps = 1.0
sig = 1.0

# cell
d = r[:, None, :] - r[None, :, :]
d2 = np.sum(d ** 2, axis=-1) + np.eye(n)
off = 1.0 - np.eye(n)
s6 = (sig ** 2 / d2) ** 3 * off
energy = 2.0 * eps * np.sum(s6 ** 2 - s6)
force = np.sum((24.0 * eps * (2.0 * s6 ** 2 - s6) / d2)[:, :, None] * d, axis=1)
net = np.max(np.abs(force.sum(axis=0)))
