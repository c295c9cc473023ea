#!/usr/bin/env python3
"""Reference figures of expectation propagation by GPy 1.15 (pip install GPy).

    python gplib/ep/testdata/classifier.py > gplib/ep/testdata/classifier.json

Each case has points of an additive recurrence and labels by a rule. lml is the log marginal likelihood
of expectation propagation for 0 and 1 by the normal distribution function (probit) with the kernel
variance · k, and gradient its derivatives by the variance and the lengthscales. mean and var are those
of the latent function at the first five points moved by 0.1, and probability that of the label 1 there.
"""

import json
import sys

import GPy
import numpy as np


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
    x = points(120, 2)
    yield "plane", x, flipped(x[:, 0] - 0.3 * x[:, 1] > 0.2, 17), "SE", 100.0, [1.5, 1.5]


def figures(name, x, y, k, variance, lengthscales):
    of = {"SE": GPy.kern.RBF, "Matern32": GPy.kern.Matern32, "Matern52": GPy.kern.Matern52}[k]
    kernel = of(x.shape[1], variance=variance, lengthscale=lengthscales, ARD=True)
    ep = GPy.inference.latent_function_inference.EP(epsilon=1e-12, max_iters=1000)
    gp = GPy.core.GP(x, y[:, None], kernel, GPy.likelihoods.Bernoulli(), inference_method=ep)
    at = x[:5] + 0.1
    mean, var = gp.predict_noiseless(at)
    return {"name": name, "x": x.tolist(), "y": y.tolist(), "kernel": k, "variance": variance, "lengthscales": lengthscales,
            "lml": float(np.squeeze(gp.log_likelihood())), "gradient": kernel.gradient.tolist(), "mean": mean[:, 0].tolist(), "var": var[:, 0].tolist(),
            "probability": gp.predict(at)[0][:, 0].tolist()}


json.dump([figures(*c) for c in cases()], sys.stdout)
