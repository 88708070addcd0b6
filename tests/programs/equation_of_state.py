# Sea-water density at atmospheric pressure from temperature and salinity (one-atmosphere EOS-80 polynomial of Millero & Poisson, 1981).

# setup
import numpy as np
shape = (20, 20, 8)
m = np.arange(shape[0] * shape[1] * shape[2]).reshape(shape)
T = 2.0 + 25.0 * np.abs(np.sin(m * 0.01))
S = 30.0 + 7.0 * np.abs(np.cos(m * 0.013))

# cell
pure = (999.842594 + T * (6.793952e-2 + T * (-9.095290e-3 + T * (1.001685e-4 + T * (-1.120083e-6 + T * 6.536332e-9)))))
A = 8.24493e-1 + T * (-4.0899e-3 + T * (7.6438e-5 + T * (-8.2467e-7 + T * 5.3875e-9)))
B = -5.72466e-3 + T * (1.0227e-4 - T * 1.6546e-6)
rho = pure + A * S + B * S ** 1.5 + 4.8314e-4 * S ** 2
mean = rho.mean()
