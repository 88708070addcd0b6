# Sparse matrix times vector, CSR, row loop with slices cut by the row pointer.

# setup
import numpy as np
ptr = np.array([0, 2, 3, 6, 6, 8])
col = np.array([0, 3, 1, 0, 2, 4, 3, 4])
val = np.array([2.0, -1.0, 4.0, 1.0, 0.5, 3.0, -2.0, 1.5])
x = np.array([1.0, 2.0, 3.0, 4.0, 5.0])

# cell
rows = ptr.size - 1
y = np.zeros(rows)
for r in range(rows):
    lo, hi = ptr[r], ptr[r + 1]
    y[r] = np.sum(val[lo:hi] * x[col[lo:hi]])
norm = np.sqrt(y @ y)
