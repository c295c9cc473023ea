#!/usr/bin/env python3
"""Reference figures of Gaussian process classification by scikit-learn.

    out/python/bin/python gplib/laplace/testdata/classifier.py > gplib/laplace/testdata/classifier.json

Each case has points of an additive recurrence and labels by a rule. lml is the
log marginal likelihood of Laplace's approximation for 0 and 1 by the logistic
function with the kernel variance · k, and gradient its derivatives by the
logarithms of the variance and of the kernel's lengthscales. mean and variance are those of
the latent function at the first five points moved by 0.1. best is the log marginal likelihood at
the optimum of all of these parameters.
"""

import json
import sys

import numpy as np
from sklearn.gaussian_process import GaussianProcessClassifier
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, Matern


def points(n, d):
    """n points of [-2, 2)^d, equidistributed, of three decimals."""
    steps = np.array([0.6180339887, 0.7548776662, 0.5698402910])[:d]
    return np.round(4 * ((0.37 + np.outer(np.arange(1, n + 1), steps)) % 1) - 2, 3)


def flipped(y, every):
    """Labels with one in so many the other one."""
    y = y.astype(int)
    y[::every] = 1 - y[::every]
    return y


def cases():
    x = points(40, 1)
    yield "wave", x, flipped(np.sin(3 * x[:, 0]) > 0, 9), "SE", 4.0, [0.5]
    x = points(80, 2)
    yield "ring", x, flipped(x[:, 0]**2 + x[:, 1]**2 < 2, 11), "SE", 9.0, [0.8, 1.3]
    x = points(60, 2)
    yield "quadrants", x, flipped(x[:, 0] * x[:, 1] > 0, 13), "Matern32", 2.5, [1.1, 0.7]
    x = points(90, 3)
    yield "rare", x, (x[:, 0] + 0.5 * x[:, 1] > 1.9).astype(int), "Matern52", 6.0, [2.0, 1.0, 3.0]
    x = points(200, 2)
    yield "plane", x, flipped(x[:, 0] - 0.3 * x[:, 1] > 0.2, 17), "SE", 1.0, [1.5, 1.5]


def kernel(name, variance, lengthscales):
    of = {"SE": RBF, "Matern32": lambda s: Matern(s, nu=1.5), "Matern52": lambda s: Matern(s, nu=2.5)}[name]
    return ConstantKernel(variance, (1e-3, 1e4)) * of(lengthscales)


def figures(name, x, y, k, variance, lengthscales):
    gp = GaussianProcessClassifier(kernel(k, variance, lengthscales), optimizer=None).fit(x, y)
    lml, gradient = gp.log_marginal_likelihood(gp.kernel_.theta, eval_gradient=True)
    mean, var = gp.latent_mean_and_variance(x[:5] + 0.1)
    best = GaussianProcessClassifier(kernel(k, variance, lengthscales), n_restarts_optimizer=5, random_state=1).fit(x, y)
    return {"name": name, "x": x.tolist(), "y": y.tolist(), "kernel": k, "variance": variance, "lengthscales": lengthscales,
            "lml": lml, "gradient": list(gradient), "mean": list(mean), "var": list(var),
            "best": best.log_marginal_likelihood_value_}


json.dump([figures(*c) for c in cases()], sys.stdout)
