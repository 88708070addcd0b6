# Reaction-diffusion of two species, written through views of the inner part.

# setup
import numpy as np
size = 14
A = np.ones((size + 2, size + 2))
B = np.zeros((size + 2, size + 2))
B[5:9, 6:10] = 0.3
A[5:9, 6:10] = 0.6
da, db, feed, kill = 0.15, 0.075, 0.03, 0.06
steps = 5

# cell
a = A[1:-1, 1:-1]
b = B[1:-1, 1:-1]
for step in range(steps):
    lap_a = np.diff(A[:, 1:-1], 2, axis=0) + np.diff(A[1:-1], 2, axis=1)
    lap_b = np.diff(B[:, 1:-1], 2, axis=0) + np.diff(B[1:-1], 2, axis=1)
    rate = a * b ** 2
    a += da * lap_a - rate
    a += feed * (1.0 - a)
    b += db * lap_b + rate
    b *= 1.0 - feed - kill
mass = A.sum() + 2.0 * B.sum()
