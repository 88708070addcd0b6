# All-pairs shortest paths by n rank-one min-plus updates.

# setup
import numpy as np
n = 18
a = np.arange(n)
path = 1.0 + (5 * a[:, None] + 3 * a[None, :]) % 9
path[(a[:, None] - 2 * a[None, :]) % 5 != 0] = 500.0
path[a, a] = 0.0

# cell
for mid in range(n):
    via = np.add.outer(path[:, mid], path[mid])
    path[:] = np.minimum(via, path)
longest = path.max()
mean = path.mean()
