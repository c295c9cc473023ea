# Measures the regrets of scikit-optimize and BoTorch on the problems of bo_problems.go, with their default models, and
# prints a line of JSON for each run: the regrets after 20, 50 and 100 evaluations, null where no feasible point was
# found. "ask" measures the time of one request for a point at n = 100 and d = 6 instead.
#
#   python bo_peers.py METHOD FIRST LAST [PROBLEM ...]    seeds FIRST to LAST-1 of skopt or botorch
#   python bo_peers.py ask
#
# Initial designs are the peers' usual ones: 10 random points, and max(5, 2d) points of a Sobol sequence.
import json, math, sys, time, warnings

import numpy as np

warnings.simplefilter("ignore")
BUDGETS = (20, 50, 100)

H6A = np.array([[10, 3, 17, 3.5, 1.7, 8], [0.05, 10, 17, 0.1, 8, 14], [3, 3.5, 1.7, 10, 17, 8], [17, 8, 0.05, 10, 0.1, 14]])
H6P = 1e-4 * np.array([[1312, 1696, 5569, 124, 8283, 5886], [2329, 4135, 8307, 3736, 1004, 9991],
                       [2348, 1451, 3522, 2883, 3047, 6650], [4047, 8828, 8732, 5743, 1091, 381]])


def branin(x):
    return (x[1] - 5.1 / (4 * math.pi**2) * x[0]**2 + 5 / math.pi * x[0] - 6)**2 + 10 * (1 - 1 / (8 * math.pi)) * math.cos(x[0]) + 10


def hartmann6(x):
    return -float(np.array([1, 1.2, 3, 3.2]) @ np.exp(-(H6A * (np.array(x) - H6P)**2).sum(1)))


def ackley(x):
    x = np.array(x)
    return -20 * math.exp(-0.2 * math.sqrt((x**2).mean())) - math.exp(np.cos(2 * math.pi * x).mean()) + 20 + math.e


def levy(x):
    w = 1 + (np.array(x) - 1) / 4
    return float(math.sin(math.pi * w[0])**2 + ((w[:-1] - 1)**2 * (1 + 10 * np.sin(math.pi * w[:-1] + 1)**2)).sum()
                 + (w[-1] - 1)**2 * (1 + math.sin(2 * math.pi * w[-1])**2))


def gardner(x):
    return math.cos(2 * x[0]) * math.cos(x[1]) + math.sin(x[0])


BRANIN = [(-5.0, 10.0), (0.0, 15.0)]
# name: function, bounds, minimum, standard deviation of the noise, constraint that is feasible at most 0
PROBLEMS = {
    "branin": (branin, BRANIN, 0.397887357729738, 0, None),
    "hartmann6": (hartmann6, [(0.0, 1.0)] * 6, -3.322368011415515, 0, None),
    "ackley5": (ackley, [(-5.0, 10.0)] * 5, 0, 0, None),
    "levy10": (levy, [(-5.0, 10.0)] * 10, 0, 0, None),
    "branin-noisy": (branin, BRANIN, 0.397887357729738, 5, None),
    "hartmann6-noisy": (hartmann6, [(0.0, 1.0)] * 6, -3.322368011415515, 0.2, None),
    "gardner": (gardner, [(0.0, 6.0)] * 2, -1.8887513615531413, 0, lambda x: math.cos(x[0] + x[1]) + 0.5),
    "branin-disk": (branin, BRANIN, 0.397887357729738, 0, lambda x: (x[0] - 2.5)**2 + (x[1] - 7.5)**2 - 50),
}


def skopt_run(problem, seed):
    import skopt
    f, bounds, least, sd, constraint = PROBLEMS[problem]
    rng, best, regrets = np.random.default_rng(seed), math.inf, []
    o = skopt.Optimizer(bounds, n_initial_points=10, random_state=seed)
    for n in range(1, BUDGETS[-1] + 1):
        x = o.ask()
        r = o.tell(x, f(x) + sd * rng.standard_normal())
        best = min(best, f(x) - least)
        if n in BUDGETS:
            if sd:
                best = f(o.Xi[int(np.argmin(o.models[-1].predict(o.space.transform(o.Xi))))]) - least
            regrets.append(best)
            if sd:
                best = math.inf
    return regrets


def botorch_model(x, y):
    from botorch.fit import fit_gpytorch_mll
    from botorch.models import SingleTaskGP
    from botorch.models.transforms import Standardize
    from gpytorch.mlls import ExactMarginalLogLikelihood
    m = SingleTaskGP(x, y, outcome_transform=Standardize(m=y.shape[1]))
    fit_gpytorch_mll(ExactMarginalLogLikelihood(m.likelihood, m))
    return m


def botorch_ask(x, y, noisy):
    import torch
    from botorch.acquisition.analytic import LogConstrainedExpectedImprovement, LogExpectedImprovement
    from botorch.acquisition.logei import qLogNoisyExpectedImprovement
    from botorch.optim import optimize_acqf
    d = x.shape[1]
    m = botorch_model(x, -y if y.shape[1] == 1 else torch.cat([-y[:, :1], y[:, 1:]], 1))
    if y.shape[1] == 2:
        fine = y[:, 1] <= 0
        best = (-y[fine, 0]).max() if fine.any() else (-y[:, 0]).min()
        a = LogConstrainedExpectedImprovement(m, best_f=best, objective_index=0, constraints={1: (None, 0.0)})
    elif noisy:
        a = qLogNoisyExpectedImprovement(m, x, prune_baseline=True)
    else:
        a = LogExpectedImprovement(m, best_f=(-y).max())
    box = torch.stack([torch.zeros(d), torch.ones(d)]).double()
    z, _ = optimize_acqf(a, bounds=box, q=1, num_restarts=5, raw_samples=256)
    return m, z


def botorch_run(problem, seed):
    import torch
    f, bounds, least, sd, constraint = PROBLEMS[problem]
    rng, d = np.random.default_rng(seed), len(bounds)
    torch.manual_seed(seed)
    lo, hi = np.array(bounds).T
    sobol = torch.quasirandom.SobolEngine(d, scramble=True, seed=seed)
    x = torch.empty((0, d), dtype=torch.double)
    y = torch.empty((0, 2 if constraint else 1), dtype=torch.double)
    truth, regrets = [], []
    for n in range(1, BUDGETS[-1] + 1):
        z = sobol.draw(1).double() if n <= max(5, 2 * d) else botorch_ask(x, y, sd > 0)[1]
        p = lo + (hi - lo) * z[0].numpy()
        outcomes = [f(p) + sd * rng.standard_normal()] + ([constraint(p)] if constraint else [])
        x, y = torch.cat([x, z]), torch.cat([y, torch.tensor([outcomes], dtype=torch.double)])
        truth.append(f(p) - least if not constraint or outcomes[1] <= 0 else math.inf)
        if n in BUDGETS:
            if sd:
                regrets.append(truth[int(botorch_model(x, -y).posterior(x).mean.detach().argmax())])
            else:
                regrets.append(min(truth))
    return regrets


def ask_time():
    import torch
    torch.manual_seed(1)
    x = torch.rand((100, 6), dtype=torch.double)
    y = torch.tensor([[hartmann6(z.numpy())] for z in x], dtype=torch.double)
    times = []
    for _ in range(6):
        began = time.perf_counter()
        botorch_ask(x, y, False)
        times.append(time.perf_counter() - began)
    return sorted(times[1:])[2]


if __name__ == "__main__":
    if sys.argv[1] == "ask":
        print(json.dumps({"method": "botorch", "seconds": ask_time()}))
        sys.exit()
    method, first, last = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
    try:
        import torch
        torch.set_num_threads(1)
    except ImportError:
        pass
    for seed in range(first, last):
        for problem in sys.argv[4:] or PROBLEMS:
            if method == "skopt" and PROBLEMS[problem][4]:
                continue  # it has no outcome constraints
            began = time.perf_counter()
            regrets = {"skopt": skopt_run, "botorch": botorch_run}[method](problem, seed)
            print(json.dumps({"problem": problem, "method": method, "seed": seed,
                              "regret": [None if math.isinf(r) else r for r in regrets],
                              "seconds": round(time.perf_counter() - began, 1)}), flush=True)
