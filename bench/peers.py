#!/usr/bin/env python3
"""What krigo is measured beside: the operations of the command bench in other
libraries, by the same names. Each is prepared, then runs once for each line of
standard input, and answers with a line of JSON: the seconds, and the value that
krigo's should have. The data are krigo's (points).

    out/python/bin/python bench/peers.py OPERATION ARGUMENTS...
    out/python/bin/python bench/peers.py versions
"""

import importlib.metadata
import json
import os
import platform
import subprocess
import sys
import time
import warnings

import numpy as np

AT_LEAST = 0.1  # seconds that a turn repeats what is short
LARGEST_PRODUCT = 2000
NOISE = 0.1


def main():
    name, *arguments = sys.argv[1:]
    if name == "versions":
        print(versions())
        return
    turn = prepared(name, arguments)
    for _ in sys.stdin:
        answer(turn())


def prepared(name, arguments):
    """What a turn does. Where a library is missing the answer says so."""
    try:
        turn = OPERATIONS[name](*arguments)
    except ImportError as missing:
        answer({"error": str(missing)})
        sys.exit()
    answer({})
    return turn


def answer(content):
    print(json.dumps(content), flush=True)


def versions():
    packages = ["numpy", "scipy", "scikit-learn", "torch", "ipykernel", "notebook"]
    return ", ".join(["Python " + platform.python_version(), *map(version, packages)])


def version(package):
    try:
        return f"{package} {importlib.metadata.version(package)}"
    except importlib.metadata.PackageNotFoundError:
        return f"no {package}"


def repeated(operation):
    """A turn that gives the mean time of an operation, and the value of the last."""

    def turn():
        began, count = time.perf_counter(), 0
        while True:
            value = operation()
            count += 1
            took = time.perf_counter() - began
            if took >= AT_LEAST:
                return {"seconds": took / count, "value": float(value)}

    return turn


def points(name):
    """Inputs and observations of krigo's data."""
    rows = subprocess.Popen([os.environ["KRIGO_BENCH"], "points", name], stdout=subprocess.PIPE, text=True)
    table = np.loadtxt(rows.stdout, ndmin=2)
    if rows.wait():
        sys.exit(f"points {name} failed")
    return table[:, :-1], table[:, -1]


def dgemm(order):
    """The time of n^3 operations at the rate of a dense product, which takes 2m^3."""
    n = int(order)
    m = min(n, LARGEST_PRODUCT)
    rng = np.random.default_rng(1)
    a, b, c = rng.standard_normal((m, m)), rng.standard_normal((m, m)), np.empty((m, m))
    product = repeated(lambda: np.matmul(a, b, out=c) is None)
    return lambda: {"seconds": product()["seconds"] * (n / m) ** 3 / 2}


def lengths(d):
    return np.linspace(1, 1.7, d)


def posterior(name):
    """scikit-learn's, at the parameters that objectives have here."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    x, y = points(name)
    kernel = ConstantKernel(1.0) * RBF(lengths(x.shape[1])) + WhiteKernel(NOISE)
    return GaussianProcessRegressor(kernel, alpha=0, optimizer=None).fit(x, y)


def likelihood(name):
    gp = posterior(name)
    return repeated(lambda: -gp.log_marginal_likelihood(gp.kernel_.theta, eval_gradient=True)[0])


def predict(name, at):
    gp, (x, _) = posterior(name), points(at)
    return repeated(lambda: sum(part.sum() for part in gp.predict(x, return_std=True)))


def fit(name):
    """A whole fit from variances and lengthscales of 1, by the default settings."""
    from sklearn.gaussian_process import GaussianProcessRegressor
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

    x, y = points(name)
    kernel = ConstantKernel(1.0) * RBF(np.ones(x.shape[1])) + WhiteKernel(NOISE)
    warnings.simplefilter("ignore")
    return repeated(lambda: GaussianProcessRegressor(kernel, alpha=0).fit(x, y).log_marginal_likelihood_value_)


def labels(name):
    """A whole fit of the signs of the observations, from a variance and lengthscales of 1."""
    from sklearn.gaussian_process import GaussianProcessClassifier
    from sklearn.gaussian_process.kernels import RBF, ConstantKernel

    x, y = points(name)
    kernel = ConstantKernel(1.0) * RBF(np.ones(x.shape[1]))
    warnings.simplefilter("ignore")
    return repeated(lambda: GaussianProcessClassifier(kernel).fit(x, y > 0).log_marginal_likelihood_value_)


def squared_exponential(x, z):
    from scipy.spatial.distance import cdist

    scale = lengths(x.shape[1])
    return np.exp(-0.5 * cdist(x / scale, z / scale, "sqeuclidean"))


def leave_one_out(name):
    """Rasmussen and Williams 2006, section 5.4.2, the gradient by the adjoint."""

    def adjoint(inverse, alpha):
        s = 1 / np.diag(inverse)
        e = s * alpha
        value = 0.5 * np.sum(np.log(2 * np.pi * s) + e**2 / s)
        by_e = e / s
        by_s = 0.5 / s - 0.5 * (e / s) ** 2 + by_e * alpha
        return value, s * by_e, np.diag(-(s**2) * by_s)

    return objective(name, adjoint)


def k_fold(name):
    """The same with ten folds, each of neighbours in the table."""

    def adjoint(inverse, alpha):
        n = len(alpha)
        value, by_alpha, by_inverse = 0.0, np.empty(n), np.zeros((n, n))
        for k in range(10):
            f = slice(k * n // 10, (k + 1) * n // 10)
            s = np.linalg.inv(inverse[f, f])
            e, v = s @ alpha[f], np.diag(s)
            value += 0.5 * np.sum(np.log(2 * np.pi * v) + e**2 / v)
            by_e = e / v
            by_s = np.diag(0.5 / v - 0.5 * (e / v) ** 2) + 0.5 * (np.outer(by_e, alpha[f]) + np.outer(alpha[f], by_e))
            by_alpha[f] = s @ by_e
            by_inverse[f, f] = -s @ by_s @ s
        return value, by_alpha, by_inverse

    return objective(name, adjoint)


def objective(name, adjoint):
    """An objective of the inverse covariance B and alpha = B y, with its gradient.
    adjoint returns its value, and its derivatives by alpha and by B."""
    from scipy.linalg import cho_factor, cho_solve

    x, y = points(name)

    def evaluate():
        prior = squared_exponential(x, x)
        covariance = prior + NOISE * np.eye(len(y))
        inverse = cho_solve(cho_factor(covariance, lower=True), np.eye(len(y)))
        alpha = inverse @ y
        value, by_alpha, by_inverse = adjoint(inverse, alpha)
        gradient(x, prior, -inverse @ by_inverse @ inverse - np.outer(inverse @ by_alpha, alpha))
        return value

    return repeated(evaluate)


def gradient(x, prior, by_covariance):
    """By the logarithms of lengthscales, variance and noise."""
    weights = by_covariance * prior
    rows, columns = weights.sum(axis=1), weights.sum(axis=0)
    z = x / lengths(x.shape[1])
    by_lengths = (rows + columns) @ z**2 - 2 * np.einsum("ik,ij,jk->k", z, weights, z, optimize=True)
    return np.concatenate([by_lengths, [weights.sum(), NOISE * np.trace(by_covariance)]])


def sample(name, at):
    """A hundred joint draws by the Cholesky factor of the posterior covariance."""
    from scipy.linalg import cho_factor, cho_solve, solve_triangular

    (x, y), (z, _) = points(name), points(at)
    factor, _ = cho_factor(squared_exponential(x, x) + NOISE * np.eye(len(y)), lower=True)
    alpha = cho_solve((factor, True), y)
    rng = np.random.default_rng(1)

    def draw():
        cross = squared_exponential(x, z)
        half = solve_triangular(factor, cross, lower=True)
        covariance = squared_exponential(z, z) - half.T @ half
        root = np.linalg.cholesky(covariance + 1e-10 * np.eye(len(z)))
        return (cross.T @ alpha + rng.standard_normal((100, len(z))) @ root.T)[0, 0]

    turn = repeated(draw)
    return lambda: {"seconds": turn()["seconds"]}


def step():
    """A step of SCGD, the same as BenchmarkStep/SCGD in gplib/rkhs: 8 inputs, an
    MLP of 2 x 128 ReLU units, 32 rows of 36000, b = 0.9, Adam over the
    network, w and log v."""
    import torch

    torch.set_default_dtype(torch.float64)
    torch.manual_seed(1)
    n, size, inputs, width, decay = 36000, 32, 8, 128, 0.9
    network = torch.nn.Sequential(
        torch.nn.Linear(inputs, width), torch.nn.ReLU(),
        torch.nn.Linear(width, width), torch.nn.ReLU(),
    )
    x, y = torch.randn(n, inputs), torch.randn(n)
    w = torch.zeros(width, requires_grad=True)
    tau = torch.tensor(NOISE).log().requires_grad_()
    with torch.no_grad():
        phi = network(x)
        average = phi.T @ phi + tau.exp() * torch.eye(width)
    optimiser = torch.optim.Adam([*network.parameters(), w, tau], lr=1e-3)

    def once():
        rows = torch.randint(n, (size,))
        k, v = n / size, tau.exp()
        phi = network(x[rows])
        with torch.no_grad():
            gram = k * phi.T @ phi
            gram.diagonal().add_(v)
            average.mul_(1 - decay).add_(gram, alpha=decay)
            inverse = torch.cholesky_inverse(torch.linalg.cholesky(average))
        residual = phi @ w - y[rows]
        loss = (k * residual.square().sum() / v + w.square().sum() + (n - width) * tau
                + k * ((phi @ inverse) * phi).sum() + v * inverse.trace())
        optimiser.zero_grad()
        (loss / (2 * n)).backward()
        optimiser.step()
        return 0

    return repeated(once)


OPERATIONS = {
    "dgemm": dgemm, "lml": likelihood, "loo": leave_one_out, "kfold": k_fold,
    "predict": predict, "sample": sample, "fit": fit, "labels": labels, "step": step,
}

if __name__ == "__main__":
    main()
