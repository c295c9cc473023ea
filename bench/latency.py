#!/usr/bin/python3
"""How soon krigo answers beside ipykernel, through the same client in one run.

Prints for each kernel the time from its start to its first reply (to
kernel_info_request) and to its first execution, and p50 and p99 of trivial
executions, from the request to its reply and to idle; then the ratios.

    /usr/bin/python3 bench/latency.py --krigo bin/krigo
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from pathlib import Path

from jupyter_client.manager import KernelManager

TIMEOUT = 60
CELL = "1 + 1"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--krigo", default="bin/krigo", help="the krigo binary")
    parser.add_argument("--cells", type=int, default=300, help="executions to measure")
    parser.add_argument("--starts", type=int, default=5, help="starts to measure; the median counts")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        write_kernelspecs(Path(directory), os.path.abspath(options.krigo))
        os.environ["JUPYTER_DATA_DIR"] = os.environ["XDG_DATA_HOME"] = directory
        # In turn, so that the machine's moods meet both.
        starts = {"krigo": [], "ipykernel": []}
        for _ in range(options.starts):
            for kernel, times in starts.items():
                times.append(time_start(kernel))
        cells = {kernel: time_cells(kernel, options.cells) for kernel in starts}
    report({kernel: figures(starts[kernel], cells[kernel]) for kernel in starts})


def write_kernelspecs(directory, krigo):
    commands = {
        "krigo": [krigo, "kernel", "-f", "{connection_file}"],
        "ipykernel": ["/usr/bin/python3", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    }
    for name, argv in commands.items():
        spec = directory / "kernels" / name
        spec.mkdir(parents=True)
        text = {"argv": argv, "display_name": name, "language": name, "interrupt_mode": "message"}
        text["env"] = {"PYDEVD_DISABLE_FILE_VALIDATION": "1"}  # no debugger's warnings
        (spec / "kernel.json").write_text(json.dumps(text))


class Kernel:
    """A running kernel and its client."""

    def __init__(self, name):
        self.manager = KernelManager(kernel_name=name)
        self.manager.start_kernel()
        self.client = self.manager.client()
        self.client.start_channels()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def await_reply(self, request):
        while True:
            message = self.client.get_shell_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                return message

    def await_idle(self, request):
        while True:
            message = self.client.get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request and message["content"].get("execution_state") == "idle":
                return

    def execute(self):
        """Runs the trivial cell; returns the seconds to reply and to idle."""
        start = time.perf_counter()
        request = self.client.execute(CELL, allow_stdin=False)
        reply = self.await_reply(request)
        replied = time.perf_counter()
        self.await_idle(request)
        idle = time.perf_counter()
        assert reply["content"]["status"] == "ok", reply["content"]
        return replied - start, idle - start


def time_start(name):
    """The seconds from start to the first reply and to the first execution."""
    start = time.perf_counter()
    with Kernel(name) as kernel:
        kernel.await_reply(kernel.client.kernel_info())
        first = time.perf_counter() - start
        kernel.await_reply(kernel.client.execute(CELL, allow_stdin=False))
        return first, time.perf_counter() - start


def time_cells(name, count):
    """The seconds to reply and to idle of executions in a warm kernel."""
    with Kernel(name) as kernel:
        kernel.client.wait_for_ready(timeout=TIMEOUT)
        for _ in range(20):
            kernel.execute()
        return [kernel.execute() for _ in range(count)]


def figures(starts, cells):
    """The figures of one kernel by name, in milliseconds."""
    seconds = {
        "start to first reply": statistics.median(first for first, _ in starts),
        "start to first execution": statistics.median(executed for _, executed in starts),
    }
    for column, end in enumerate(("reply", "idle")):
        times = sorted(cell[column] for cell in cells)
        seconds[f"cell to {end}, p50"] = statistics.median(times)
        seconds[f"cell to {end}, p99"] = times[int(0.99 * (len(times) - 1))]
    return {name: 1000 * value for name, value in seconds.items()}


def report(kernels):
    krigo, ipykernel = kernels["krigo"], kernels["ipykernel"]
    print(f"{'':28}{'krigo':>10}{'ipykernel':>12}{'ratio':>8}")
    for name in krigo:
        print(f"{name:28}{krigo[name]:>7.2f} ms{ipykernel[name]:>9.2f} ms{krigo[name] / ipykernel[name]:>8.2f}")


if __name__ == "__main__":
    main()
