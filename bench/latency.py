#!/usr/bin/python3
"""How soon krigo answers beside ipykernel, through the same client in one run.

Prints for each kernel the time from its start to its first reply (to
kernel_info_request) and to its first execution; p50 and p99 of trivial
executions, from the request to its reply and to idle; p50 of a completion
while nothing runs and, where the kernel answers it then, while a cell does;
p50 from an interrupt to the reply of an endless loop; how fast 1 MB of text
arrives; and the memory of all its processes when idle. Then the ratios.

    /usr/bin/python3 bench/latency.py --krigo bin/krigo [--only text]
"""

import argparse
import json
import os
import statistics
import tempfile
import time
from queue import Empty
from pathlib import Path

from jupyter_client.manager import KernelManager

TIMEOUT = 60
CELL = "1 + 1"
# The same work in the language of each kernel.
LOOP = {"krigo": "for {}", "ipykernel": "while True: pass"}
MEGABYTE = {
    "krigo": 'import "strings"\nfor i := 0; i < 10000; i++ { fmt.Println(strings.Repeat("x", 99)) }',
    "ipykernel": "for i in range(10000): print('x' * 99)",
}
TEXTS = 21  # texts to measure; the median counts
COMPLETE = {"krigo": "fmt.Pri", "ipykernel": "pri"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--krigo", default="bin/krigo", help="the krigo binary")
    parser.add_argument("--cells", type=int, default=300, help="executions to measure")
    parser.add_argument("--starts", type=int, default=5, help="starts to measure; the median counts")
    parser.add_argument("--only", choices=["start", *PARTS], help="one part; all by default")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        write_kernelspecs(Path(directory), os.path.abspath(options.krigo))
        os.environ["JUPYTER_DATA_DIR"] = os.environ["XDG_DATA_HOME"] = directory
        rows = {"krigo": {}, "ipykernel": {}}
        if options.only in (None, "start"):
            measure_starts(rows, options.starts)
        parts = [part for name, part in PARTS.items() if options.only in (None, name)]
        if parts:
            for kernel in rows:
                rows[kernel] |= measure(kernel, parts, options)
    report(rows)


def measure_starts(rows, count):
    # In turn, so that the machine's moods meet both.
    starts = {kernel: [] for kernel in rows}
    for _ in range(count):
        for kernel, times in starts.items():
            times.append(time_start(kernel))
    for kernel, times in starts.items():
        rows[kernel] |= start_figures(times)


def write_kernelspecs(directory, krigo):
    commands = {
        "krigo": [krigo, "kernel", "-f", "{connection_file}"],
        "ipykernel": ["/usr/bin/python3", "-m", "ipykernel_launcher", "-f", "{connection_file}"],
    }
    for name, argv in commands.items():
        spec = directory / "kernels" / name
        spec.mkdir(parents=True)
        mode = "message" if name == "krigo" else "signal"  # each kernel's own way
        text = {"argv": argv, "display_name": name, "language": name, "interrupt_mode": mode}
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

    def complete(self, code, timeout=TIMEOUT):
        """The seconds to the reply, or None where there is none in time."""
        begin = time.perf_counter()
        request = self.client.complete(code, len(code))
        deadline = begin + timeout
        while time.perf_counter() < deadline:
            try:
                message = self.client.get_shell_msg(timeout=deadline - time.perf_counter())
            except Empty:
                break
            if message["parent_header"].get("msg_id") == request:
                return time.perf_counter() - begin
        return None

    def run(self, code):
        """The seconds until all that a cell prints is here."""
        begin = time.perf_counter()
        request = self.client.execute(code, allow_stdin=False)
        self.await_idle(request)
        return time.perf_counter() - begin

    def memory(self):
        """Resident megabytes of the kernel's process and its children."""
        pid = self.manager.provisioner.pid
        family = [pid] + [int(c) for t in Path(f"/proc/{pid}/task").iterdir() for c in (t / "children").read_text().split()]
        kilobytes = 0
        for p in family:
            lines = Path(f"/proc/{p}/smaps_rollup").read_text().splitlines()
            kilobytes += next(int(line.split()[1]) for line in lines if line.startswith("Pss:"))
        return kilobytes / 1024

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


def measure(name, parts, options):
    """The figures of a warm kernel."""
    with Kernel(name) as kernel:
        kernel.client.wait_for_ready(timeout=TIMEOUT)
        for _ in range(20):
            kernel.execute()
        rows = {}
        for part in parts:
            rows |= part(kernel, name, options)
    return rows


def measure_cells(kernel, _, options):
    rows = cell_figures([kernel.execute() for _ in range(options.cells)])
    rows["memory when idle, MB"] = kernel.memory()
    return rows


def measure_questions(kernel, name, _):
    code = COMPLETE[name]
    rows = {"completion, p50 ms": milliseconds(kernel.complete(code) for _ in range(50))}
    during, interrupts = measure_during(kernel, code, LOOP[name])
    rows["completion beside a cell, p50 ms"] = during
    rows["interrupt of a loop, p50 ms"] = interrupts
    return rows


def measure_text(kernel, name, _):
    return {"text, MB/s": 1 / statistics.median(kernel.run(MEGABYTE[name]) for _ in range(TEXTS))}


def measure_during(kernel, code, loop):
    """A completion's time while a loop runs, None where it is not answered,
    and the time from an interrupt to the loop's reply; in milliseconds."""
    completions, interrupts = [], []
    for _ in range(10):
        request = kernel.client.execute(loop, allow_stdin=False, stop_on_error=False)
        time.sleep(0.1)
        completions.append(kernel.complete(code, timeout=1))
        begin = time.perf_counter()
        kernel.manager.interrupt_kernel()
        kernel.await_reply(request)
        interrupts.append(time.perf_counter() - begin)
        kernel.await_idle(request)
    answered = None if None in completions else milliseconds(completions)
    return answered, milliseconds(interrupts)


def milliseconds(seconds):
    return 1000 * statistics.median(seconds)


def start_figures(starts):
    return {
        "start to first reply, ms": milliseconds(first for first, _ in starts),
        "start to first execution, ms": milliseconds(executed for _, executed in starts),
    }


def cell_figures(cells):
    rows = {}
    for column, end in enumerate(("reply", "idle")):
        times = sorted(cell[column] for cell in cells)
        rows[f"cell to {end}, p50 ms"] = milliseconds(times)
        rows[f"cell to {end}, p99 ms"] = 1000 * times[int(0.99 * (len(times) - 1))]
    return rows


PARTS = {"cells": measure_cells, "questions": measure_questions, "text": measure_text}


def report(kernels):
    krigo, ipykernel = kernels["krigo"], kernels["ipykernel"]
    print(f"{'':34}{'krigo':>10}{'ipykernel':>12}{'ratio':>8}")
    for name in krigo:
        if ipykernel[name] is None:
            print(f"{name:34}{krigo[name]:>10.2f}{'no answer':>12}{'':>8}")
        else:
            print(f"{name:34}{krigo[name]:>10.2f}{ipykernel[name]:>12.2f}{krigo[name] / ipykernel[name]:>8.2f}")


if __name__ == "__main__":
    main()
