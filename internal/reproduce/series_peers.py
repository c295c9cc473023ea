# Measures the log likelihood of a Matern process of smoothness 3/2, and its value with the gradient, by celerite2 and
# tinygp on one processor, and prints the median times of three evaluations after compilation as JSON.
#
#   python series_peers.py ROWS
#
# celerite2 approximates the function by its oscillator terms, so that its likelihood differs a little.
import json, os, sys, time

os.environ.setdefault("OMP_NUM_THREADS", "1")
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})

import jax
import jax.numpy as jnp
import numpy as np

jax.config.update("jax_enable_x64", True)

import celerite2.jax
import tinygp

rows = int(sys.argv[1])
i = np.arange(rows, dtype=float)
chance = np.mod(0.6180339887498949 * i, 1)
t = 0.1 * (i + chance)
y = np.sin(t) + 0.5 * np.sin(1000 * chance)


def by_celerite2(p):
    gp = celerite2.jax.GaussianProcess(celerite2.jax.terms.Matern32Term(sigma=jnp.sqrt(p[0]), rho=p[1]), mean=0.0)
    gp.compute(t, diag=p[2] * jnp.ones(rows))
    return -gp.log_likelihood(y)


def by_tinygp(p):
    kernel = p[0] * tinygp.kernels.quasisep.Matern32(p[1])
    return -tinygp.GaussianProcess(kernel, t, diag=p[2] * jnp.ones(rows), assume_sorted=True).log_probability(y)


def seconds(f):
    f()
    times = []
    for _ in range(3):
        began = time.perf_counter()
        jax.block_until_ready(f())
        times.append(time.perf_counter() - began)
    return sorted(times)[1]


p = jnp.array([1.0, 3.0, 0.1])
found = {}
for name, cost in ("celerite2", by_celerite2), ("tinygp", by_tinygp):
    value, both = jax.jit(cost), jax.jit(jax.value_and_grad(cost))
    found[name] = {"Value": seconds(lambda: value(p)), "Gradient": seconds(lambda: both(p)), "Cost": float(value(p))}
print(json.dumps(found))
