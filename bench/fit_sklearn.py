#!/usr/bin/python3
"""Time whole fits beside scikit-learn, one after the other: ARD squared
exponential and learned noise, from variances and lengthscales of 1 and a noise
of 0.1, default settings of both, on standardised UCI sets.

    /usr/bin/python3 bench/fit_sklearn.py [SET ...]

Sets that are not in the data folder are downloaded, as by krigo data get.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import warnings

import numpy as np
import sklearn
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

SETS = ["autompg", "stock", "concrete", "kin40k"]
MOST = 2000  # rows, drawn at random where there are more


def tables(names):
    """The paths of the sets' tables."""
    get = ["go", "run", "./cmd/krigo", "data", "get", *names]
    return subprocess.run(get, stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()


def rows(path):
    """The standardised inputs and observations of a table."""
    table = np.loadtxt(path, delimiter=",")
    if len(table) > MOST:
        table = table[np.random.default_rng(1).permutation(len(table))[:MOST]]
    sd = table.std(axis=0)
    table = (table - table.mean(axis=0)) / np.where(sd > 0, sd, 1)
    return table[:, :-1], table[:, -1]


def ours(program, x, y):
    """The fit of gplib: seconds and log marginal likelihood."""
    given = json.dumps({"x": x.tolist(), "y": y.tolist()})
    return json.loads(subprocess.run([program], input=given, capture_output=True, text=True, check=True).stdout)


def theirs(x, y):
    """The fit of scikit-learn: seconds and log marginal likelihood."""
    kernel = ConstantKernel(1.0) * RBF(np.ones(x.shape[1])) + WhiteKernel(0.1)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        began = time.perf_counter()
        gp = GaussianProcessRegressor(kernel, alpha=0).fit(x, y)
        return time.perf_counter() - began, gp.log_marginal_likelihood_value_


def main():
    names = sys.argv[1:] or SETS
    paths = tables(names)
    print(f"scikit-learn {sklearn.__version__}")
    print("set\trows\tgplib s\tscikit-learn s\tratio\tgplib lml\tscikit-learn lml\tstatus")
    with tempfile.TemporaryDirectory() as scratch:
        program = os.path.join(scratch, "fit_gplib")
        subprocess.run(["go", "build", "-o", program, "bench/fit_gplib.go"], check=True)
        for name, path in zip(names, paths):
            x, y = rows(path)
            fit = ours(program, x, y)
            seconds, lml = theirs(x, y)
            print(f"{name}\t{len(y)}\t{fit['seconds']:.2f}\t{seconds:.2f}\t{seconds / fit['seconds']:.1f}"
                  f"\t{fit['lml']:.2f}\t{lml:.2f}\t{fit['status']}", flush=True)
            for warning in fit["warnings"] or []:
                print(f"\twarning: {warning}")


if __name__ == "__main__":
    main()
