#!/usr/bin/env python3
"""How soon krigo answers beside ipykernel, through the same client, in turns.

Writes a line of JSON for each figure, with a list for each kernel of one value a
round: the time from its start to its first reply (to kernel_info_request) and to
its first execution; p50 and p99 of trivial executions, from the request to its reply
and to idle; p50 of a completion while nothing runs and, where the kernel answers it
then, while a cell does; p50 from an interrupt to the reply of an endless loop; the
time until 1 MB of text is here, and until one output of 10 MB of HTML is; and the
memory of all its processes. The command bench makes rows of them:

    go run ./bench -only kernel
"""

import argparse
import json
import os
import statistics
import sys
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
HTML = {
    "krigo": 'import "strings"\ndisplay.HTML(strings.Repeat("x", 10_000_000))',
    "ipykernel": "from IPython.display import HTML, display\ndisplay(HTML('x' * 10_000_000))",
}
# How often each is done in a round.
CELLS, COMPLETIONS, INTERRUPTS, TEXTS = 100, 20, 3, 5
COMPLETE = {"krigo": "fmt.Pri", "ipykernel": "pri"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--krigo", default="bin/krigo", help="the krigo binary")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, in each of which all is measured of both kernels")
    options = parser.parse_args()
    rounds = {"krigo": [], "ipykernel": []}
    with tempfile.TemporaryDirectory() as directory:
        write_kernelspecs(Path(directory), os.path.abspath(options.krigo))
        os.environ["JUPYTER_DATA_DIR"] = os.environ["XDG_DATA_HOME"] = directory
        for _ in range(options.rounds):
            for name, found in rounds.items():
                found.append(time_start(name) | measure(name))
    report(rounds)


def write_kernelspecs(directory, krigo):
    commands = {
        "krigo": [krigo, "kernel", "-f", "{connection_file}"],
        "ipykernel": [sys.executable, "-m", "ipykernel_launcher", "-f", "{connection_file}"],
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
    """The times from start to the first reply and to the first execution."""
    start = time.perf_counter()
    with Kernel(name) as kernel:
        kernel.await_reply(kernel.client.kernel_info())
        first = time.perf_counter() - start
        kernel.await_reply(kernel.client.execute(CELL, allow_stdin=False))
        return {"start to first reply": first, "start to first execution": time.perf_counter() - start}


def measure(name):
    """The figures of a warm kernel: seconds and megabytes."""
    with Kernel(name) as kernel:
        kernel.client.wait_for_ready(timeout=TIMEOUT)
        for _ in range(20):
            kernel.execute()
        figures = measure_cells(kernel)
        figures["memory when idle"] = kernel.memory()
        figures["completion, p50"] = statistics.median(kernel.complete(COMPLETE[name]) for _ in range(COMPLETIONS))
        figures |= measure_during(kernel, COMPLETE[name], LOOP[name])
        figures["1 MB of text"] = statistics.median(kernel.run(MEGABYTE[name]) for _ in range(TEXTS))
        figures["10 MB of HTML"] = statistics.median(kernel.run(HTML[name]) for _ in range(TEXTS))
        return figures


def measure_cells(kernel):
    cells = [kernel.execute() for _ in range(CELLS)]
    figures = {}
    for column, end in enumerate(("reply", "idle")):
        times = sorted(cell[column] for cell in cells)
        figures[f"cell to {end}, p50"] = statistics.median(times)
        figures[f"cell to {end}, p99"] = times[int(0.99 * (len(times) - 1))]
    return figures


def measure_during(kernel, code, loop):
    """A completion's time while a loop runs, None where it is not answered,
    and the time from an interrupt to the loop's reply."""
    completions, interrupts = [], []
    for _ in range(INTERRUPTS):
        request = kernel.client.execute(loop, allow_stdin=False, stop_on_error=False)
        time.sleep(0.1)
        completions.append(kernel.complete(code, timeout=1))
        begin = time.perf_counter()
        kernel.manager.interrupt_kernel()
        kernel.await_reply(request)
        interrupts.append(time.perf_counter() - begin)
        kernel.await_idle(request)
    answered = None if None in completions else statistics.median(completions)
    return {"completion beside a cell, p50": answered, "interrupt of a loop, p50": statistics.median(interrupts)}


def report(rounds):
    for figure in rounds["krigo"][0]:
        ours, theirs = ([found[figure] for found in rounds[kernel] if found[figure] is not None] for kernel in rounds)
        unit = "MB" if figure.startswith("memory") else "s"
        print(json.dumps({"name": figure, "unit": unit, "ours": ours, "theirs": theirs}))


if __name__ == "__main__":
    main()
