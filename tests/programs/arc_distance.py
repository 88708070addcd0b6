# Great-circle angles between pairs of points (haversine).

# setup
import numpy as np
n = 5000
u = np.linspace(0.0, np.pi, n)
lat0, lon0 = 0.3 * np.sin(u), u
lat1, lon1 = 0.4 * np.cos(2 * u), 1.5 * u

# cell
p = np.stack([np.cos(lat0) * np.cos(lon0), np.cos(lat0) * np.sin(lon0), np.sin(lat0)])
q = np.stack([np.cos(lat1) * np.cos(lon1), np.cos(lat1) * np.sin(lon1), np.sin(lat1)])
normal = np.cross(p, q, axis=0)
angle = np.arctan2(np.sqrt(np.sum(normal ** 2, axis=0)), np.sum(p * q, axis=0))
far = angle.max()
