#!/usr/bin/env python3
"""Times one SCGD step in PyTorch, the same as BenchmarkStep/SCGD in Go.

    python3 bench/step_torch.py
    go test ./gplib/rkhs -run XX -bench Step/SCGD

8 inputs, an MLP of 2 x 128 ReLU units, a minibatch of 32 of 36000 rows,
float64, b = 0.9, Adam over the network, w and log v. Prints the median time
of a step over blocks of 100 steps.
"""
import argparse
import statistics
import time

import torch

N, INPUTS, WIDTH, DECAY = 36000, 8, 128, 0.9


def network():
    return torch.nn.Sequential(
        torch.nn.Linear(INPUTS, WIDTH), torch.nn.ReLU(),
        torch.nn.Linear(WIDTH, WIDTH), torch.nn.ReLU(),
    )


class SCGD:
    """Stochastic compositional gradient descent in fresh order."""

    def __init__(self, size):
        torch.manual_seed(1)
        self.size = size
        self.x, self.y = torch.randn(N, INPUTS), torch.randn(N)
        self.map = network()
        self.w = torch.zeros(WIDTH, requires_grad=True)
        self.tau = torch.tensor(0.1).log().requires_grad_()
        with torch.no_grad():
            phi = self.map(self.x)
            self.f = phi.T @ phi + self.tau.exp() * torch.eye(WIDTH)
        self.optimiser = torch.optim.Adam([*self.map.parameters(), self.w, self.tau], lr=1e-3)

    def step(self):
        index = torch.randint(N, (self.size,))
        x, y = self.x[index], self.y[index]
        k, v = N / self.size, self.tau.exp()
        phi = self.map(x)
        with torch.no_grad():
            gram = k * phi.T @ phi
            gram.diagonal().add_(v)
            self.f.mul_(1 - DECAY).add_(gram, alpha=DECAY)
            inverse = torch.cholesky_inverse(torch.linalg.cholesky(self.f))
        residual = phi @ self.w - y
        loss = (k * residual.square().sum() / v + self.w.square().sum()
                + (N - WIDTH) * self.tau
                + k * ((phi @ inverse) * phi).sum() + v * inverse.trace())
        self.optimiser.zero_grad()
        (loss / (2 * N)).backward()
        self.optimiser.step()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--batch", type=int, default=32)
    parser.add_argument("--threads", type=int, default=0, help="0 is PyTorch's default")
    options = parser.parse_args()
    if options.threads:
        torch.set_num_threads(options.threads)
    torch.set_default_dtype(torch.float64)
    run = SCGD(options.batch)
    times = []
    for _ in range(20):
        began = time.perf_counter()
        for _ in range(100):
            run.step()
        times.append((time.perf_counter() - began) / 100)
    print(f"PyTorch {torch.__version__}, {torch.get_num_threads()} threads: "
          f"{1e6 * statistics.median(times[1:]):.0f} us a step")


if __name__ == "__main__":
    main()
