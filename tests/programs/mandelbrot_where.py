# Escape counts written with np.where (no masks as indices).

# setup
import numpy as np
re = np.linspace(-2.2, 0.8, 60)
im = np.linspace(-1.2, 1.2, 40)
steps = 20

# cell
c = re[None, :] + 1j * im[:, None]
z = np.zeros_like(c)
count = np.zeros(c.shape, dtype=int)
for k in range(steps):
    alive = np.abs(z) < 2.0
    z = np.where(alive, z * z + c, z)
    count = count + alive
inside = np.sum(count == steps)
