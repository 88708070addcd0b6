# Explicit 7-point heat equation in 3D.

# setup
import numpy as np
n = 12
g = np.linspace(0.0, 1.0, n)
u = np.sin(np.pi * g)[:, None, None] * np.sin(np.pi * g)[None, :, None] * np.sin(np.pi * g)[None, None, :]
k = 0.1
steps = 6

# cell
for t in range(steps):
    v = u.copy()
    v[1:-1, 1:-1, 1:-1] = u[1:-1, 1:-1, 1:-1] + k * (
        u[2:, 1:-1, 1:-1] + u[:-2, 1:-1, 1:-1] + u[1:-1, 2:, 1:-1] + u[1:-1, :-2, 1:-1]
        + u[1:-1, 1:-1, 2:] + u[1:-1, 1:-1, :-2] - 6.0 * u[1:-1, 1:-1, 1:-1])
    u = v
peak = u.max()
