# Lloyd iterations with one-hot membership instead of boolean indexing.

# setup
import numpy as np
u = np.linspace(0.0, 2 * np.pi, 60, endpoint=False)
X = np.concatenate([np.stack([np.cos(u), np.sin(u)], 1), np.stack([4 + 0.5 * np.cos(3 * u), 3 + 0.5 * np.sin(2 * u)], 1)])
centers = np.array([[0.5, 0.0], [3.0, 2.0]])
steps = 5

# cell
for _ in range(steps):
    dist = np.sum((X[:, None, :] - centers[None, :, :]) ** 2, axis=-1)
    label = np.argmin(dist, axis=1)
    member = (label[:, None] == np.arange(centers.shape[0])[None, :]).astype(float)
    centers = (member.T @ X) / member.sum(axis=0)[:, None]
inertia = np.sum(np.min(dist, axis=1))
sizes = member.sum(axis=0)
