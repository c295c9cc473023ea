# Prints the log marginal likelihoods of two models of three outputs, by GPflow, as JSON: the intrinsic model of
# coregionalisation and a linear one of two terms.
import json, os

os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
import gpflow
import numpy as np

rows = 60
i = np.arange(rows, dtype=float)
chance = np.mod(0.6180339887498949 * i, 1)
output = np.mod(i, 3)
x = 10 * chance
y = np.sin(x + output) + 0.2 * output + 0.1 * np.sin(1000 * chance)
X, Y = np.stack([x, output], 1), y[:, None]


def outputs(w, v):
    k = gpflow.kernels.Coregion(output_dim=3, rank=len(w[0]), active_dims=[1])
    k.W.assign(np.array(w))
    k.kappa.assign(np.array(v))
    return k


intrinsic = gpflow.kernels.SquaredExponential(lengthscales=1.3, active_dims=[0]) * outputs(
    [[0.9, 0], [0.4, 0.7], [-0.3, 0.5]], [0.2, 0.3, 0.1]
)
second = gpflow.kernels.Matern32(lengthscales=0.8, active_dims=[0]) * outputs([[0.5], [0.6], [-0.7]], [0.1, 0.05, 0.2])
found = {}
for name, k in ("ICM", intrinsic), ("LCM", intrinsic + second):
    model = gpflow.models.GPR((X, Y), kernel=k, noise_variance=0.05)
    found[name] = float(model.log_marginal_likelihood())
print(json.dumps(found))
