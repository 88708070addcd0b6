# Rosenbrock function in n dimensions, gradient descent with the hand gradient.

# setup
import numpy as np
x = np.array([-1.2, 1.0, -0.5, 0.8])
lr = 5e-4
steps = 60

# cell
for t in range(steps):
    g = np.zeros_like(x)
    inner = x[1:] - x[:-1] ** 2
    g[:-1] += -400.0 * x[:-1] * inner - 2.0 * (1.0 - x[:-1])
    g[1:] += 200.0 * inner
    x = x - lr * g
f = np.sum(100.0 * (x[1:] - x[:-1] ** 2) ** 2 + (1.0 - x[:-1]) ** 2)
