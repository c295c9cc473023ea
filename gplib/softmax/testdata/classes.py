#!/usr/bin/env python3
"""Reference probabilities of three classes by draws from the exact posterior.

    out/python/bin/python gplib/softmax/testdata/classes.py > gplib/softmax/testdata/classes.json
    out/python/bin/python gplib/softmax/testdata/classes.py iris

Each case has a kernel variance * exp(-|x - x'|^2/(2 lengthscale^2)) of the latent function of each class, a softmax, and
fixed parameters. prob are the probabilities of the classes at the points at: means over draws of the latent values at
the data by elliptical slice sampling (Murray, Adams and MacKay 2010), each with a draw of the latent values at the
points given them. error is the largest standard error of them, by the scatter of the means of the chains. Points
and labels are made here, but for the case iris: Fisher's (1936) measurements as scikit-learn has them, petal length and
width in cm of every third flower, with fewer steps.
"""

import json
import sys

import numpy as np
from sklearn.datasets import load_iris

CHAINS, WARMUP, STEPS = 8, 2000, 12000
if "iris" in sys.argv:
    CHAINS, WARMUP, STEPS = 4, 500, 2000


def points(n, d):
    """n points of [-2, 2)^d, equidistributed, of three decimals."""
    steps = np.array([0.6180339887, 0.7548776662])[:d]
    return np.round(4 * ((0.37 + np.outer(np.arange(1, n + 1), steps)) % 1) - 2, 3)


def iris():
    x, y = load_iris(return_X_y=True)
    at = np.array([[1.5, 0.2], [2.7, 0.9], [4.3, 1.3], [4.8, 1.65], [5.0, 1.7], [5.2, 1.5], [6.0, 2.2], [3.5, 2.0]])
    yield "iris", x[::3, 2:], y[::3], 20.0, 1.5, at


def cases():
    x = points(40, 1)
    y = (np.digitize(x[:, 0], [-0.8, 0.9]) + (np.arange(40) % 7 == 0)) % 3
    yield "intervals", x, y, 3.0, 0.8, points(6, 1) + 0.05
    x = points(50, 2)
    y = (np.floor(2 * np.arctan2(x[:, 1], x[:, 0]) / np.pi).astype(int) + 4 + (np.arange(50) % 9 == 0)) % 4
    yield "quadrants", x, y, 6.0, 1.2, points(8, 2) + 0.1


def gram(a, b, variance, lengthscale):
    return variance * np.exp(-((a[:, None, :] - b[None, :, :])**2).sum(2) / (2 * lengthscale**2))


def softmax(f):
    e = np.exp(f - f.max(1, keepdims=True))
    return e / e.sum(1, keepdims=True)


def chain(y, root, half, left, rng):
    """Means of the probabilities at the points: left is the factor of their covariance given the data."""
    n, classes, rows = len(y), y.max() + 1, np.arange(len(y))

    def log(f):
        top = f.max(1)
        return (f[rows, y] - top - np.log(np.exp(f - top[:, None]).sum(1))).sum()

    f = root @ rng.standard_normal((n, classes))
    here, total = log(f), 0
    for step in range(WARMUP + STEPS):
        other = root @ rng.standard_normal((n, classes))
        level = here + np.log(rng.random())
        angle = 2 * np.pi * rng.random()
        lo, hi = angle - 2 * np.pi, angle
        while True:
            new = f * np.cos(angle) + other * np.sin(angle)
            value = log(new)
            if value >= level:
                f, here = new, value
                break
            lo, hi = (angle, hi) if angle < 0 else (lo, angle)
            angle = lo + (hi - lo) * rng.random()
        if step >= WARMUP:
            total = total + softmax(half @ f + left @ rng.standard_normal((len(left), classes)))
    return total / STEPS


def figures(name, x, y, variance, lengthscale, at):
    k = gram(x, x, variance, lengthscale) + 1e-9 * variance * np.eye(len(x))
    cross = gram(at, x, variance, lengthscale)
    half = np.linalg.solve(k, cross.T).T
    left = np.linalg.cholesky(gram(at, at, variance, lengthscale) - half @ cross.T + 1e-8 * variance * np.eye(len(at)))
    means = np.array([chain(y, np.linalg.cholesky(k), half, left, np.random.default_rng(s)) for s in range(CHAINS)])
    error = means.std(0, ddof=1).max() / np.sqrt(CHAINS)
    return {"name": name, "x": x.tolist(), "y": y.tolist(), "variance": variance, "lengthscale": lengthscale,
            "at": np.round(at, 3).tolist(), "prob": np.round(means.mean(0), 5).tolist(), "error": round(float(error), 5)}


json.dump([figures(*c) for c in (iris() if "iris" in sys.argv else cases())], sys.stdout)
