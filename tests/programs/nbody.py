# Softened gravity, kick-drift-kick leapfrog; kinetic and potential energy stored per step.

# setup
import numpy as np
n = 6
t = 2 * np.pi * np.arange(n) / n
pos = np.stack([np.cos(t), np.sin(t), 0.1 * np.cos(3 * t)], axis=1)
vel = np.stack([-0.6 * np.sin(t), 0.6 * np.cos(t), np.zeros(n)], axis=1)
mass = np.linspace(0.5, 1.5, n)
eps = 0.05
dt = 0.01
steps = 8

# cell
KE = np.zeros(steps)
PE = np.zeros(steps)
d = pos[None, :, :] - pos[:, None, :]
r2 = np.sum(d ** 2, axis=-1) + eps ** 2
acc = np.sum(d * (mass[None, :] * r2 ** -1.5)[:, :, None], axis=1)
for k in range(steps):
    vel += 0.5 * dt * acc
    pos += dt * vel
    d = pos[None, :, :] - pos[:, None, :]
    r2 = np.sum(d ** 2, axis=-1) + eps ** 2
    acc = np.sum(d * (mass[None, :] * r2 ** -1.5)[:, :, None], axis=1)
    vel += 0.5 * dt * acc
    pair = np.triu(mass[:, None] * mass[None, :] / np.sqrt(r2), 1)
    KE[k], PE[k] = 0.5 * np.sum(mass[:, None] * vel ** 2), -np.sum(pair)
drift = (KE + PE)[-1] - (KE + PE)[0]
