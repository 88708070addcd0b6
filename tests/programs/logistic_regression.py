# Binary logistic regression, gradient descent with the hand-written gradient.

# setup
import numpy as np
k = np.arange(200)
X = np.stack([np.sin(0.37 * k), np.cos(0.11 * k), np.ones(200)], axis=1)
y = (X @ np.array([2.0, -1.0, 0.3]) + 0.2 * np.sin(5.0 * k) > 0).astype(float)
w = np.zeros(3)
lr = 0.5
steps = 40

# cell
for _ in range(steps):
    p = 1.0 / (1.0 + np.exp(-(X @ w)))
    g = X.T @ (p - y) / y.size
    w = w - lr * g
loss = -np.mean(y * np.log(p) + (1.0 - y) * np.log(1.0 - p))
acc = np.mean((p > 0.5) == (y > 0.5))
