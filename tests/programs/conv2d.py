# Direct 2D convolution: loop over output pixels, tensordot per pixel.

# setup
import numpy as np
N, H, W, Cin, Cout, K = 2, 8, 8, 3, 4, 3
x = np.sin(np.arange(N * H * W * Cin) * 0.1).reshape(N, H, W, Cin)
w = np.cos(np.arange(K * K * Cin * Cout) * 0.2).reshape(K, K, Cin, Cout)
b = np.linspace(-0.1, 0.1, Cout)

# cell
out = np.empty((N, H - K + 1, W - K + 1, Cout))
for i in range(H - K + 1):
    for j in range(W - K + 1):
        out[:, i, j, :] = np.tensordot(x[:, i:i + K, j:j + K, :], w, axes=([1, 2, 3], [0, 1, 2]))
out = np.maximum(out + b, 0.0)
s = out.sum()
