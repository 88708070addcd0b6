# 1D wave equation, whole history stored row by row.

# setup
import numpy as np
n = 60
steps = 40
c = 0.9
x = np.linspace(0.0, 1.0, n)

# cell
out = np.zeros((steps, n))
out[0] = np.exp(-200.0 * (x - 0.3) ** 2)
out[1] = out[0]
for t in range(2, steps):
    out[t, 1:-1] = (2.0 * out[t - 1, 1:-1] - out[t - 2, 1:-1]
                    + c ** 2 * (out[t - 1, 2:] - 2.0 * out[t - 1, 1:-1] + out[t - 1, :-2]))
last = out[-1]
energy = np.sum(last ** 2)
