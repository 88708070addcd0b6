# Lid-driven cavity: pressure Poisson iterations inside a time loop, boundary rows set by slices.

# setup
import numpy as np
n = 11
u = np.zeros((n, n))
v = np.zeros((n, n))
p = np.zeros((n, n))
dx = 2.0 / (n - 1)
dt = 0.001
nu = 0.1
rho = 1.0
steps = 3
inner = 5

# cell
for t in range(steps):
    b = np.zeros((n, n))
    ux = (u[1:-1, 2:] - u[1:-1, :-2]) / (2 * dx)
    vy = (v[2:, 1:-1] - v[:-2, 1:-1]) / (2 * dx)
    uy = (u[2:, 1:-1] - u[:-2, 1:-1]) / (2 * dx)
    vx = (v[1:-1, 2:] - v[1:-1, :-2]) / (2 * dx)
    b[1:-1, 1:-1] = rho * ((ux + vy) / dt - ux ** 2 - 2 * uy * vx - vy ** 2)
    for q in range(inner):
        pn = p.copy()
        p[1:-1, 1:-1] = 0.25 * (pn[1:-1, 2:] + pn[1:-1, :-2] + pn[2:, 1:-1] + pn[:-2, 1:-1] - dx ** 2 * b[1:-1, 1:-1])
        p[:, -1] = p[:, -2]
        p[0, :] = p[1, :]
        p[:, 0] = p[:, 1]
        p[-1, :] = 0.0
    un, vn = u.copy(), v.copy()
    c = un[1:-1, 1:-1]
    d = vn[1:-1, 1:-1]
    u[1:-1, 1:-1] = (c - dt / dx * (c * (c - un[1:-1, :-2]) + d * (c - un[:-2, 1:-1]))
                     - dt / (2 * rho * dx) * (p[1:-1, 2:] - p[1:-1, :-2])
                     + nu * dt / dx ** 2 * (un[1:-1, 2:] + un[1:-1, :-2] + un[2:, 1:-1] + un[:-2, 1:-1] - 4 * c))
    v[1:-1, 1:-1] = (d - dt / dx * (c * (d - vn[1:-1, :-2]) + d * (d - vn[:-2, 1:-1]))
                     - dt / (2 * rho * dx) * (p[2:, 1:-1] - p[:-2, 1:-1])
                     + nu * dt / dx ** 2 * (vn[1:-1, 2:] + vn[1:-1, :-2] + vn[2:, 1:-1] + vn[:-2, 1:-1] - 4 * d))
    u[0, :], u[:, 0], u[:, -1], u[-1, :] = 0.0, 0.0, 0.0, 1.0
    v[0, :], v[-1, :], v[:, 0], v[:, -1] = 0.0, 0.0, 0.0, 0.0
energy = 0.5 * np.sum(u ** 2 + v ** 2)
