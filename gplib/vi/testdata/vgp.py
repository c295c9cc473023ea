#!/usr/bin/env python3
"""Reference figures of variational inference by GPflow 2.11 (pip install gpflow).

    python gplib/vi/testdata/vgp.py > gplib/vi/testdata/vgp.json

Each case has points of an additive recurrence and observations by a rule. elbo is the evidence lower bound of
gpflow.models.VGP at its maximum by the variational parameters, with the kernel variance · k and the constant mean, and gradient
its derivatives by the mean, the variance, the lengthscales and the parameters of the likelihood. mean and var are those of the
latent function at the first five points moved by 0.1, and observed is the mean of an observation there. sparse is
the bound of gpflow.models.SVGP with every fourth point as an inducing point. Expectations are
Gauss-Hermite sums of 100 nodes, and the jitter is 1e-8, 1e-6 of the sparse models, whose covariance
matrices of inducing points are nearly singular.
"""

import json
import os
import sys

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import gpflow
import numpy as np
import tensorflow as tf
import tensorflow_probability as tfp

gpflow.config.set_default_jitter(1e-8)


def points(n, d):
    """n points of [-2, 2)^d, equidistributed, of three decimals."""
    steps = np.array([0.6180339887, 0.7548776662, 0.5698402910])[:d]
    return np.round(4 * ((0.37 + np.outer(np.arange(1, n + 1), steps)) % 1) - 2, 3)


def flipped(y, every):
    """Labels with one in so many the other one."""
    y = y.astype(int)
    y[::every] = 1 - y[::every]
    return y.astype(float)


def uniform(n):
    return np.round((0.21 + 0.7320508076 * np.arange(n)) % 1, 3)


class Labels(gpflow.likelihoods.Bernoulli):
    """Bernoulli with log probabilities that have no logarithm of 0 at far nodes, and without the offset of GPflow's probit."""

    def __init__(self, link, log):
        super().__init__(invlink=link)
        self.log = log

    def _scalar_log_prob(self, X, F, Y):
        return self.log((2 * Y - 1) * F)


def logit():
    return Labels(tf.sigmoid, tf.math.log_sigmoid)


def probit():
    normal = tfp.distributions.Normal(np.float64(0), np.float64(1))
    return Labels(normal.cdf, normal.log_cdf)


def cases():
    of = gpflow.likelihoods
    x = points(40, 1)
    yield "wave", "logit", [], logit(), x, flipped(np.sin(3 * x[:, 0]) > 0, 9), "SE", 0.0, 4.0, [0.5]
    x = points(80, 2)
    yield "ring", "probit", [], probit(), x, flipped(x[:, 0]**2 + x[:, 1]**2 < 2, 11), "SE", 0.3, 9.0, [0.8, 1.3]
    x = points(60, 2)
    yield "counts", "poisson", [], of.Poisson(), x, np.floor(np.exp(1 + np.sin(2 * x[:, 0]) + 0.3 * x[:, 1]) * 2 * uniform(60)), "Matern32", 0.5, 2.5, [1.1, 0.7]
    x = points(70, 2)
    y = np.round(np.sin(2 * x[:, 0]) + 0.3 * x[:, 1] + 0.4 * (uniform(70) - 0.5), 3)
    y[::10] += 3
    yield "outliers", "student-t", [0.2, 4.0], of.StudentT(scale=0.2, df=4.0), x, y, "SE", 0.0, 1.5, [0.9, 2.0]
    x = points(60, 2)
    p = 1 / (1 + np.exp(-np.sin(2 * x[:, 0]) - 0.5 * x[:, 1]))
    yield "shares", "beta", [6.0], of.Beta(invlink=tf.sigmoid, scale=6.0), x, np.round(0.05 + 0.9 * (0.6 * p + 0.4 * uniform(60)), 3), "Matern52", 0.0, 1.7, [1.0, 1.5]
    x = points(120, 3)
    yield "plane", "logit", [], logit(), x, flipped(x[:, 0] - 0.3 * x[:, 1] > 0.2, 17), "Matern52", 0.0, 30.0, [1.5, 1.5, 3.0]


def kernel(k, variance, lengthscales):
    of = {"SE": gpflow.kernels.SquaredExponential, "Matern32": gpflow.kernels.Matern32, "Matern52": gpflow.kernels.Matern52}[k]
    return of(variance=variance, lengthscales=lengthscales)


def figures(name, family, params, likelihood, x, y, k, mean, variance, lengthscales):
    if hasattr(likelihood, "quadrature"):
        likelihood.quadrature = gpflow.quadrature.NDiagGHQuadrature(1, 100)
    model = gpflow.models.VGP((x, y[:, None]), kernel(k, variance, lengthscales), likelihood, mean_function=gpflow.functions.Constant(mean))
    loss = model.training_loss_closure(compile=True)
    natural = gpflow.optimizers.NaturalGradient(gamma=0.3)
    for _ in range(80):
        natural.minimize(loss, [(model.q_mu, model.q_sqrt)])
    free = [model.mean_function.c, model.kernel.variance, model.kernel.lengthscales] + [p for p in (getattr(likelihood, "scale", None),) if p is not None]
    variables = [p.unconstrained_variable for p in free]
    with tf.GradientTape() as tape:
        bound = model.elbo()
    slopes = tape.gradient(bound, variables)
    # By the chain rule from the unconstrained variable to the parameter.
    gradient = []
    for p, s in zip(free, slopes):
        if p.transform is None:
            gradient.append(s)
            continue
        with tf.GradientTape() as tape:
            value = p.transform.forward(p.unconstrained_variable)
        gradient.append(s / tape.gradient(value, p.unconstrained_variable))
    at = x[:5] + 0.1
    f, var = model.predict_f(at)
    observed, _ = model.predict_y(at)
    gpflow.config.set_default_jitter(1e-6)
    sparse = gpflow.models.SVGP(kernel(k, variance, lengthscales), likelihood, x[::4], mean_function=gpflow.functions.Constant(mean), num_data=len(x), whiten=True)
    loss = sparse.training_loss_closure((x, y[:, None]), compile=True)
    for _ in range(80):
        natural.minimize(loss, [(sparse.q_mu, sparse.q_sqrt)])
    sf, svar = sparse.predict_f(at)
    sparse_bound = float(sparse.elbo((x, y[:, None])))
    gpflow.config.set_default_jitter(1e-8)
    flat = np.concatenate([np.reshape(g, -1) for g in gradient])
    return {"name": name, "x": x.tolist(), "y": y.tolist(), "lik": family, "params": params, "kernel": k, "mean": mean, "variance": variance,
            "lengthscales": lengthscales, "elbo": float(bound), "gradient": flat.tolist(), "f": f.numpy()[:, 0].tolist(), "var": var.numpy()[:, 0].tolist(),
            "observed": observed.numpy()[:, 0].tolist(), "sparse": sparse_bound,
            "sparse_f": sf.numpy()[:, 0].tolist(), "sparse_var": svar.numpy()[:, 0].tolist()}


json.dump([figures(*c) for c in cases()], sys.stdout)
