# 2D Maxwell update on a staggered grid: slice -= and += on three fields.

# setup
import numpy as np
nx, ny, steps = 13, 15, 7
gx = np.linspace(0.0, 1.0, nx)[:, None]
gy = np.linspace(0.0, 1.0, ny)[None, :]
ex = np.cos(3.0 * gx) * gy
ey = gx * np.sin(2.0 * gy)
hz = np.exp(-8.0 * ((gx - 0.5) ** 2 + (gy - 0.4) ** 2))
source = np.sin(0.4 * np.arange(steps))
ce, ch = 0.45, 0.6

# cell
for it in range(steps):
    ex[:, 1:] += ce * np.diff(hz, axis=1)
    ey[1:] -= ce * np.diff(hz, axis=0)
    ey[0] = source[it]
    curl = np.diff(ey[:, :-1], axis=0) - np.diff(ex[:-1], axis=1)
    hz[:-1, :-1] -= ch * curl
power = np.sum(hz ** 2)
