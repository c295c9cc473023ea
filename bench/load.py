#!/usr/bin/env python3
"""The kernel under load and faults, through jupyter_client: what is lost, how
soon it answers, and what it costs in memory and open files.

    out/python/bin/python bench/load.py --krigo bin/krigo [--only interrupts [--match fit]]

Fails where output is lost or out of order, or an interrupt or a recovery does
not come; the figures are for the reader.
"""

import argparse
import json
import os
import signal
import socket
import statistics
import tempfile
import time
from pathlib import Path

import zmq
from jupyter_client.manager import KernelManager

TIMEOUT = 120
INTERRUPTED = {
    "for {}": "for {}",
    "select {}": "select {}",
    "channel receive": "<-make(chan int)",
    "time.Sleep": "time.Sleep(time.Hour)",
    "input()": 'input("name")',
    "exact GP fit, n = 2000": "fit, _ = gplib.Fit(ctx, model, data, nil)",
    "ADMM fit, n = 2000": "fit, _ = admm.HoldOut{}.Fit(ctx, model, data, nil)",
    "nested calls": "func spin(n int) int { s := 0; for i := 0; ; i++ { s += i % (n + 1) }; return s }\nspin(3)",
}
DATA = """
import ("krigo/gplib/admm"; "krigo/gplib/dataset")
model := gplib.Model{Cov: cov.Scale(1, cov.SE(1)), Noise: gplib.Gaussian(0.1)}
data, _, _ := dataset.SnelsonLike(2000, 1)
var fit *gplib.Result
"""
# What a fit's next cell does with its result, and forgets it.
USE_FIT = "p, err := fit.Predict(cov.Line([]float64{1, 2}))\nif err != nil { panic(err) }\nfit = nil\np.Mean"
# Each with a word of its report, and with what brings it about once the cell
# runs, where the cell does not.
FAULTS = {
    "panic of a timer's goroutine": ('time.AfterFunc(0, func() { panic("no") })\ntime.Sleep(time.Hour)', "a goroutine panicked: no", None),
    "os.Exit(3)": ("os.Exit(3)", "3", None),
    "stack overflow": ("func deep(n int) int { return deep(n+1) + 1 }\ndeep(0)", "stack overflow", None),
    "concurrent map writes": (
        "m := map[int]int{}\nfor i := 0; i < 4; i++ { go func() { for { m[0]++ } }() }\ntime.Sleep(time.Hour)",
        "one map at the same time",
        None,
    ),
    "memory limit": ("var all [][]byte\nfor { all = append(all, make([]byte, 1<<24)) }", "out of memory", None),
    "all goroutines asleep, interrupted": (
        "a, b := make(chan int), make(chan int)\ngo func() { a <- <-b }()\nb <- <-a",
        "Interrupt",
        lambda kernel: kernel.manager.interrupt_kernel(),
    ),
    "kill -9 of the worker": ("for {}", "killed from outside", lambda kernel: os.kill(kernel.worker, signal.SIGKILL)),
}
# The cells of the soak, with how they end, and how often each comes in a round.
POINTS = "gplib.Data{X: cov.Line([]float64{0, 1, 2, 3, 4, 5}), Y: []float64{0, .8, .9, .1, -.8, -1}}"
PRIOR = "gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}"
MIXED = {
    ("{i} * 2", "ok"): 4,
    ("fmt.Println({i})", "ok"): 3,
    ("func f{k}(a int) int { return a * {i} }\nf{k}(3)", "ok"): 2,
    ("type T{k} struct { A, B int }\nT{k}{A: {i}}", "ok"): 1,
    ("v{k} := make([]float64, 1000)\nlen(v{k})", "ok"): 2,
    ("m := map[string]int{}\nfor i := range 1000 { m[fmt.Sprint(i)] = i }\nlen(m)", "ok"): 1,
    ("c := make(chan int)\nfor i := range 50 { go func() { c <- i }() }\ns := 0\nfor range 50 { s += <-c }\ns", "ok"): 1,
    ('display.HTML("<b>{i}</b>")', "ok"): 1,
    ("display.Prior(" + PRIOR + ').Between(0, 5).Samples(2).Title("{i}")', "ok"): 1,
    ("must(gplib.Fit(ctx, " + PRIOR + ", " + POINTS + ", nil)).Value", "ok"): 1,
    ("undefined{i}", "error"): 1,
    ('panic("{i}")', "error"): 1,
    ("for {", "error"): 1,
}
# What a scenario's kernel is started with.
ARGUMENTS = {"faults": ["--memory-limit", "1024"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--krigo", default="bin/krigo", help="the krigo binary")
    parser.add_argument("--cells", type=int, default=5000, help="cells of the soak")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of everything else")
    parser.add_argument("--only", choices=SCENARIOS, help="one scenario; all by default")
    parser.add_argument("--match", default="", help="of interrupts and faults, those whose name has this in it")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        os.environ["JUPYTER_DATA_DIR"] = os.environ["XDG_DATA_HOME"] = directory
        for name, scenario in SCENARIOS.items():
            if options.only in (None, name):
                print(f"== {name}", flush=True)
                write_kernelspec(directory, [os.path.abspath(options.krigo), "kernel", *ARGUMENTS.get(name, [])])
                with Kernel() as kernel:
                    scenario(kernel, options)


def write_kernelspec(directory, command):
    spec = Path(directory, "kernels", "krigo")
    spec.mkdir(parents=True, exist_ok=True)
    argv = [*command, "-f", "{connection_file}"]
    text = {"argv": argv, "display_name": "krigo", "language": "go", "interrupt_mode": "message"}
    Path(spec, "kernel.json").write_text(json.dumps(text))


class Kernel:
    """A running kernel, its client and its processes."""

    def __init__(self):
        self.manager = KernelManager(kernel_name="krigo")
        self.manager.start_kernel()
        self.connect()
        self.run('import ("fmt"; "os"; "time")')

    def connect(self):
        self.client = self.manager.client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=TIMEOUT)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.stop_channels()
        self.manager.shutdown_kernel()

    @property
    def front(self):
        return self.manager.provisioner.pid

    @property
    def worker(self):
        threads = Path(f"/proc/{self.front}/task").iterdir()
        return next(int(child) for t in threads for child in (t / "children").read_text().split())

    def start(self, code):
        """Sends a cell and waits until it runs; returns its request."""
        request = self.client.execute(code)
        while self.output(request)["msg_type"] != "execute_input":
            pass
        return request

    def output(self, request, client=None):
        while True:
            message = (client or self.client).get_iopub_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                return message

    def outputs(self, request, client=None, pause=0):
        """What a cell shows until idle."""
        found = []
        while True:
            message = self.output(request, client)
            if message["content"].get("execution_state") == "idle":
                return found
            found.append(message)
            time.sleep(pause)

    def reply(self, request):
        while True:
            message = self.client.get_shell_msg(timeout=TIMEOUT)
            if message["parent_header"].get("msg_id") == request:
                return message["content"]

    def run(self, code):
        request = self.client.execute(code, allow_stdin=False)
        outputs = self.outputs(request)
        return self.reply(request), outputs

    def cost(self):
        return ", ".join(
            f"{name} {status(pid, 'VmRSS') / 1024:.0f} MB {len(os.listdir(f'/proc/{pid}/fd'))} fds {status(pid, 'Threads')} threads"
            for name, pid in (("front", self.front), ("worker", self.worker))
        )


def status(pid, field):
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith(field + ":"):
            return int(line.split()[1])
    raise KeyError(field)


def milliseconds(seconds):
    seconds = sorted(seconds)
    return f"p50 {1000 * statistics.median(seconds):.0f} ms, largest {1000 * seconds[-1]:.0f} ms, of {len(seconds)}"


def matching(cases, options):
    return [(name, case) for name, case in cases.items() if options.match in name]


def soak(kernel, options):
    """Thousands of mixed cells, each with a completion: the first hundred and the last."""
    cells = [cell for cell, share in MIXED.items() for _ in range(share)]
    print("start:", kernel.cost())
    times, memory = [], []
    for i in range(options.cells):
        code, status_wanted = cells[i % len(cells)]
        begin = time.perf_counter()
        reply, _ = kernel.run(code.replace("{i}", str(i)).replace("{k}", str(i % 50)))
        assert reply["status"] == status_wanted, (code, reply)
        kernel.reply(kernel.client.complete("fmt.Pri", 7))
        times.append(time.perf_counter() - begin)
        memory.append([status(pid, "VmRSS") / 1024 for pid in (kernel.front, kernel.worker)])
        if (i + 1) % 500 == 0:
            print(f"after {i + 1} cells:", kernel.cost(), milliseconds(times[-100:]), flush=True)
    # Whole rounds, so that both ends have the same cells; the very first one warms up.
    rounds = max(1, 100 // len(cells))
    part = min(rounds * len(cells), options.cells // 2)
    first, last = slice(len(cells), len(cells) + part), slice(-part, None)
    print(f"the first and last {part} of {options.cells} cells: {milliseconds(times[first])}; {milliseconds(times[last])}")
    for name, at in ("front", 0), ("worker", 1):
        sizes = [m[at] for m in memory]
        print(f"memory of the {name}: {statistics.median(sizes[first]):.0f}, then {statistics.median(sizes[last]):.0f} MB", flush=True)
    print("end:", kernel.cost())


def order(kernel, options):
    """100,000 lines a round to two clients, one of them slow."""
    slow = kernel.manager.client()
    slow.start_channels()
    slow.wait_for_ready(timeout=TIMEOUT)
    wanted = "".join(f"{i}\n" for i in range(100_000))
    for _ in range(options.rounds):
        request = kernel.client.execute("for i := 0; i < 100000; i++ { fmt.Println(i) }", allow_stdin=False)
        for client, pause in (kernel.client, 0), (slow, 0.05):
            outputs = kernel.outputs(request, client, pause)
            text = "".join(m["content"]["text"] for m in outputs if m["msg_type"] == "stream")
            assert text == wanted, f"{len(text)} of {len(wanted)} bytes, or out of order"
    slow.stop_channels()
    print(f"{options.rounds} of {options.rounds} rounds complete and in order, for both clients")


def volume(kernel, options):
    """100 MB printed, to a client that reads and beside one that never does."""
    code = 'line := strings.Repeat("x", 99)\nfor i := 0; i < 1000000; i++ { fmt.Println(line) }'
    kernel.run('import "strings"')
    for peer in "alone", "beside a subscriber that never reads":
        stalled = subscriber_that_never_reads(kernel) if peer != "alone" else None
        Path(f"/proc/{kernel.front}/clear_refs").write_text("5")  # VmHWM is reset
        begin = time.perf_counter()
        reply, outputs = kernel.run(code)
        seconds = time.perf_counter() - begin
        size = sum(len(m["content"]["text"]) for m in outputs if m["msg_type"] == "stream")
        assert (reply["status"], size) == ("ok", 100_000_000), (reply["status"], size)
        print(f"100 MB {peer}: {size / seconds / 1e6:.0f} MB/s, the front's peak {status(kernel.front, 'VmHWM') / 1024:.0f} MB", flush=True)
        if stalled:
            stalled.close()


def subscriber_that_never_reads(kernel):
    """A TCP client that subscribes to everything on iopub and then sleeps."""
    info = kernel.manager.get_connection_info()
    peer = socket.create_connection((info["ip"], info["iopub_port"]))
    greeting = b"\xff" + bytes(8) + b"\x7f\x03\x00" + b"NULL".ljust(20, b"\0") + bytes(32)
    ready = b"\x05READY\x0bSocket-Type\x00\x00\x00\x03SUB"
    peer.sendall(greeting + bytes([4, len(ready)]) + ready + b"\x00\x01\x01")
    time.sleep(0.2)
    return peer


def interrupts(kernel, options):
    """The time from an interrupt to the cell's reply, and a storm of them. A fit
    ends with its best so far, without an error, and predicts in the next cell."""
    assert kernel.run(DATA)[0]["status"] == "ok"
    for name, code in matching(INTERRUPTED, options):
        times = []
        for _ in range(5 * options.rounds):
            request = kernel.start(code)
            time.sleep(0.2 if "fit" in name else 0.02)
            begin = time.perf_counter()
            kernel.manager.interrupt_kernel()
            reply = kernel.reply(request)
            times.append(time.perf_counter() - begin)
            assert "fit" in name or reply.get("ename") == "Interrupt", reply
            reply, _ = kernel.run(USE_FIT if "fit" in name else "1 + 1")
            assert reply["status"] == "ok", reply
        late = sum(t > 0.2 for t in times)
        print(f"{name}: {milliseconds(times)}, {late} above 200 ms", flush=True)
    request = kernel.start("for {}")
    for _ in range(200):
        kernel.manager.interrupt_kernel()
    assert kernel.reply(request)["ename"] == "Interrupt"
    time.sleep(0.2)  # until the last of the storm has passed
    assert kernel.run("1")[0]["status"] == "ok"
    print("200 interrupts at once: the next cell runs;", kernel.cost())


def questions(kernel, options):
    """kernel_info and completion while a cell runs."""
    request = kernel.start("for {}")
    for name, ask in (("kernel_info", kernel.client.kernel_info), ("completion", lambda: kernel.client.complete("fmt.Pri", 7))):
        times = []
        for _ in range(100):
            begin = time.perf_counter()
            kernel.reply(ask())
            times.append(time.perf_counter() - begin)
        print(f"{name} while a cell runs: {milliseconds(times)}")
    kernel.manager.interrupt_kernel()
    kernel.reply(request)


def faults(kernel, options):
    """From the fault to its report, and to the answer of the next cell."""
    kernel.run("func kept() int { return 7 }")
    for name, (code, word, act) in matching(FAULTS, options):
        told, recovered = [], []
        for _ in range(options.rounds):
            begin = time.perf_counter()
            request = kernel.start(code)
            if act:
                time.sleep(0.05)
                begin = time.perf_counter()
                act(kernel)
            reply = kernel.reply(request)
            told.append(time.perf_counter() - begin)
            assert reply["status"] == "error" and word in reply["ename"] + reply["evalue"], reply
            reply, outputs = kernel.run("kept()")
            recovered.append(time.perf_counter() - begin)
            assert reply["status"] == "ok" and outputs[-1]["content"]["data"]["text/plain"] == "7", reply
        print(f"{name}: told {milliseconds(told)}; the next cell answered {milliseconds(recovered)}", flush=True)


def restarts(kernel, options):
    """One restart after the other, the last of them amid a cell."""
    times = []
    for i in range(2 * options.rounds):
        if i % 2:
            kernel.start("for {}")
        begin = time.perf_counter()
        kernel.client.stop_channels()
        kernel.manager.restart_kernel()
        kernel.connect()
        times.append(time.perf_counter() - begin)
    print("restart to ready:", milliseconds(times))


def clients(kernel, options):
    """Clients that come and go, many at a time, leave nothing behind."""
    info = kernel.manager.get_connection_info()
    print("before:", kernel.cost())
    for _ in range(options.rounds):
        context = zmq.Context()
        sockets = []
        for port in "shell_port", "control_port", "iopub_port", "stdin_port", "hb_port":
            for _ in range(40):
                s = context.socket(zmq.SUB if port == "iopub_port" else zmq.DEALER)
                s.linger = 0
                if port == "iopub_port":
                    s.subscribe(b"")
                s.connect(f"tcp://{info['ip']}:{info[port]}")
                sockets.append(s)
        assert kernel.run("1")[0]["status"] == "ok"
        for s in sockets:
            s.close()
        context.term()
    kernel.run("2")
    time.sleep(1)
    print(f"after {200 * options.rounds} connections, 200 at a time:", kernel.cost())


SCENARIOS = {f.__name__: f for f in (soak, order, volume, interrupts, questions, faults, restarts, clients)}

if __name__ == "__main__":
    main()
