# European call and put prices; the normal distribution function by a five-term polynomial (Abramowitz & Stegun 26.2.17).

# setup
import numpy as np
n = 2000
S = 40.0 + 60.0 * np.abs(np.sin(0.01 * np.arange(n)))
K = np.linspace(50.0, 90.0, n)
T = np.linspace(0.1, 3.0, n)
r = 0.015
sigma = 0.25

# cell
root = sigma * np.sqrt(T)
d1 = (np.log(S / K) + (r + 0.5 * sigma ** 2) * T) / root
d2 = d1 - root
cdf = []
for d in (d1, d2):
    k = 1.0 / (1.0 + 0.2316419 * np.abs(d))
    poly = k * (0.319381530 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
    tail = np.exp(-0.5 * d * d) / np.sqrt(2.0 * np.pi) * poly
    cdf.append(np.where(d > 0, 1.0 - tail, tail))
disc = K * np.exp(-r * T)
call = S * cdf[0] - disc * cdf[1]
put = disc * (1.0 - cdf[1]) - S * (1.0 - cdf[0])
parity = np.max(np.abs(call - put - (S - disc)))
