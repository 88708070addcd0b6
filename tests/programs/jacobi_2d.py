# Two-array Jacobi sweep of a 5-point average, boundaries fixed.

# setup
import numpy as np
n = 22
xg = np.linspace(0.0, 1.0, n)
A = np.outer(np.sin(np.pi * xg), xg) + 0.1
B = A.copy()
sweeps = 8

# cell
for sweep in range(sweeps):
    cross = A[:-2, 1:-1] + A[2:, 1:-1] + A[1:-1, :-2] + A[1:-1, 2:]
    B[1:-1, 1:-1] = (cross + A[1:-1, 1:-1]) / 5.0
    cross = B[:-2, 1:-1] + B[2:, 1:-1] + B[1:-1, :-2] + B[1:-1, 2:]
    A[1:-1, 1:-1] = (cross + B[1:-1, 1:-1]) / 5.0
s = A.sum()
gap = np.max(np.abs(A - B))
