# Fits the set on standard input by scikit-learn's GaussianProcessRegressor, from the start and with
# the restarts of robust_starts.go, and prints the negative log marginal likelihood and the time.
import json, sys, time, warnings

import numpy as np
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import RBF, ConstantKernel, WhiteKernel

warnings.simplefilter("ignore")
given = json.load(sys.stdin)
x, y = np.array(given["x"]), np.array(given["y"])
kernel = ConstantKernel(1.0) * RBF(np.ones(x.shape[1])) + WhiteKernel(0.1)
began = time.perf_counter()
model = GaussianProcessRegressor(kernel, alpha=0.0, n_restarts_optimizer=given["restarts"], random_state=0).fit(x, y)
json.dump({"value": -model.log_marginal_likelihood_value_, "seconds": time.perf_counter() - began}, sys.stdout)
