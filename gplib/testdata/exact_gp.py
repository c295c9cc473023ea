#!/usr/bin/env python3
"""Reference figures of exact Gaussian processes by scikit-learn.

    out/python/bin/python gplib/testdata/exact_gp.py > gplib/testdata/exact_gp.json

Each case is y = sin(1.7 x) + x/3 at x_i = (7 i mod n) / 4 + i²/900, with the
kernel 1.3 k + 0.05 white. gradient is that of the log marginal likelihood by
the logarithms of variance, kernel parameters and noise; mean and std are
those of the latent f at -1, 0.35, 2 and 9.
"""

import json
import sys

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import (
    RBF, ConstantKernel, ExpSineSquared, Matern, RationalQuadratic, WhiteKernel)

KERNELS = {
    "SE": RBF(0.7),
    "Matern12": Matern(0.7, nu=0.5),
    "Matern32": Matern(0.7, nu=1.5),
    "Matern52": Matern(0.7, nu=2.5),
    "RationalQuadratic": RationalQuadratic(length_scale=0.7, alpha=0.9),
    "Periodic": ExpSineSquared(length_scale=0.9, periodicity=1.7),
}
GRID = np.array([-1, 0.35, 2, 9])


def case(name, n):
    i = np.arange(n)
    x = (7 * i % n) / 4 + i**2 / 900
    y = np.sin(1.7 * x) + x / 3
    kernel = ConstantKernel(1.3) * KERNELS[name]
    gp = GaussianProcessRegressor(kernel + WhiteKernel(0.05), optimizer=None, alpha=0).fit(x[:, None], y)
    lml, gradient = gp.log_marginal_likelihood(gp.kernel_.theta, eval_gradient=True)
    latent = GaussianProcessRegressor(kernel, optimizer=None, alpha=0.05).fit(x[:, None], y)
    mean, std = latent.predict(GRID[:, None], return_std=True)
    return {"kernel": name, "n": n, "lml": lml, "gradient": list(gradient), "mean": list(mean), "std": list(std)}


json.dump([case(name, n) for name in KERNELS for n in (5, 20, 60)], sys.stdout, indent=1)
