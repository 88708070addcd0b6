# Two-layer network, softmax cross-entropy, hand-written backward pass, plain SGD.

# setup
import numpy as np
n, d, h, k = 40, 5, 8, 3
idx = np.arange(n)
X = np.cos(np.outer(idx, np.arange(1, d + 1)) * 0.7)
y = idx % k
W1 = 0.3 * np.sin(np.arange(d * h).reshape(d, h))
b1 = np.zeros(h)
W2 = 0.3 * np.cos(np.arange(h * k).reshape(h, k))
b2 = np.zeros(k)
lr = 0.2
steps = 10

# cell
for t in range(steps):
    H = np.maximum(X @ W1 + b1, 0.0)
    O = H @ W2 + b2
    E = np.exp(O - O.max(axis=1, keepdims=True))
    Pr = E / E.sum(axis=1, keepdims=True)
    loss = -np.mean(np.log(Pr[idx, y]))
    G = Pr.copy()
    G[idx, y] -= 1.0
    G /= n
    dH = (G @ W2.T) * (H > 0)
    W2 = W2 - lr * (H.T @ G)
    b2 = b2 - lr * G.sum(axis=0)
    W1 = W1 - lr * (X.T @ dH)
    b1 = b1 - lr * dH.sum(axis=0)
acc = np.mean(np.argmax(O, axis=1) == y)
