# Horizontal diffusion with flux limiter on a (x, y, z) field.

# setup
import numpy as np
nx, ny, nz = 18, 18, 6
i = np.arange(nx)[:, None, None]
j = np.arange(ny)[None, :, None]
k = np.arange(nz)[None, None, :]
f = np.sin(0.5 * i) * np.cos(0.4 * j) + 0.1 * k
coeff = 0.02 + 0.01 * np.cos(0.3 * (i + j + k))

# cell
curv = np.diff(f[:, 1:-1], 2, axis=0) + np.diff(f[1:-1], 2, axis=1)
gx = np.diff(curv[:, 1:-1], axis=0)
gy = np.diff(curv[1:-1], axis=1)
slope_x = np.diff(f[1:-1, 2:-2], axis=0)
slope_y = np.diff(f[2:-2, 1:-1], axis=1)
flux_x = np.where(gx * slope_x < 0, 0.0, gx)
flux_y = np.where(gy * slope_y < 0, 0.0, gy)
out = f[2:-2, 2:-2] + coeff[2:-2, 2:-2] * (np.diff(flux_x, axis=0) + np.diff(flux_y, axis=1))
s = out.sum()
