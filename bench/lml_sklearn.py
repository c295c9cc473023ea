#!/usr/bin/python3
"""Time one evaluation of the log marginal likelihood with its gradient in
scikit-learn: ARD squared exponential in 8 dimensions, learned noise. The twin
of BenchmarkLMLGrad in gplib:

    go test ./gplib -run xxx -bench LMLGrad
    /usr/bin/python3 bench/lml_sklearn.py
"""

import time

import numpy as np
import sklearn
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

DIMENSIONS = 8
REPEATS = 5


def seconds(n):
    """The median time of an evaluation on n points."""
    rng = np.random.default_rng(n)
    x = 3 * rng.random((n, DIMENSIONS))
    y = np.sin(2 * x).sum(axis=1) + 0.1 * rng.standard_normal(n)
    kernel = ConstantKernel(1.0) * RBF(np.linspace(1, 1.7, DIMENSIONS)) + WhiteKernel(0.1)
    gp = GaussianProcessRegressor(kernel, optimizer=None).fit(x, y)
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        gp.log_marginal_likelihood(gp.kernel_.theta, eval_gradient=True)
        times.append(time.perf_counter() - start)
    return float(np.median(times))


def main():
    print(f"scikit-learn {sklearn.__version__}, median of {REPEATS}")
    for n in 500, 1000, 2000:
        print(f"n={n}\t{seconds(n):.3f} s")


if __name__ == "__main__":
    main()
