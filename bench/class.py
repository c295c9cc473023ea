#!/usr/bin/env python3
"""A class on `krigo notebook --read-only`: visitors who think, run a cell and think
again, next to a few hostile ones.

    out/python/bin/python bench/class.py --minutes 20

It prints how long cells of the others wait for their start, how long they take, the first
hundred and the last, and the memory of the server and its sessions. It fails where a cell has no
answer or a wrong one, or where memory exceeds what krigo prints at its start; times are for
the reader, since they depend on what else the machine does.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tornado.httpclient import AsyncHTTPClient, HTTPRequest
from tornado.websocket import websocket_connect

TIMEOUT = 120  # seconds until a cell without an answer is lost
SOON = 5  # seconds within which a cell should start
DATA = "gplib.Data{X: cov.Line([]float64{0, 1, 2, 3, 4, 5}), Y: []float64{0, .8, .9, .1, -.8, -1}}"
MODEL = "gplib.Model{Cov: cov.SE(1), Noise: gplib.Gaussian(0.1)}"
# What honest visitors run, with what it has to show: {n} is another number each time, {m} twice it.
HONEST = {
    "value": ("{n} * 2", "{m}"),
    "print": ('fmt.Println("line", {m})', "line {m}"),
    "function": ("func f(x int) int { return x + {n} }\nf({n})", "{m}"),
    "loop": ("sum := 0\nfor i := range 100000 { sum += i % 3 }\nsum + {m} - 99999", "{m}"),
    "error": ('fmt.Println("line", {m})\nmust(os.Open("none{n}"))', "none{n}"),
    "plot": ("display.Prior(" + MODEL + ').Between(0, 5).Samples(2).Title("draws {m}")', "draws {m}"),
    "fit": ("fit := must(gplib.Fit(ctx, " + MODEL + ", " + DATA + ', nil))\nfmt.Println("fit", {m}, fit.Value < 100)', "fit {m} true"),
}
# What hostile visitors run, one after the other.
HOSTILE = [
    "for range 8 { go func() { for {} }() }\nfor {}",
    "all := [][]byte{}\nfor {\n\tb := make([]byte, 1<<24)\n\tfor i := 0; i < len(b); i += 4096 { b[i] = 1 }\n\tall = append(all, b)\n}",
    'for { fmt.Println(strings.Repeat("x", 1<<16)) }',
    "for { go func() { select {} }() }",
    'for range 500 { exec.Command("sleep", "2").Start() }',
]
# What they write into Markdown cells.
BOMBS = [
    ">" * 1_000_000 + " a",
    "|" + "a|" * 1200 + "\n|" + "-|" * 1200 + "\n" + "|a\n" * 12_000,
    "# a\n" * 50_000,
    "![a](figure.png)\n\n" * 200,
    "$" + "\\sqrt " * 100_000 + "x$",
]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--krigo", default="bin/krigo", help="the krigo binary")
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--visitors", type=int, default=60)
    parser.add_argument("--hostile", type=int, default=3, help="how many of the visitors are hostile")
    parser.add_argument("--slots", type=int, default=8, help="sessions at once")
    parser.add_argument("--think", type=float, default=60, help="mean seconds between two cells of a visitor")
    parser.add_argument("--own-addresses", action="store_true", help="give each visitor an address, instead of one to all (Linux)")
    parser.add_argument("--limit", type=int, default=1024, help="megabytes of a session")
    options = parser.parse_args()
    sys.exit(asyncio.run(soak(options)))


async def soak(options):
    random.seed(1)
    print(f"load of the machine before: {os.getloadavg()[0]:.1f}, on {os.cpu_count()} processors")
    with Server(options) as server:
        print(server.limits)
        end = time.monotonic() + 60 * options.minutes
        everybody = [Visitor(server, i, options) for i in range(options.visitors)]
        hostile, honest = everybody[: options.hostile], everybody[options.hostile :]
        watch = asyncio.create_task(server.watch())
        bad = [asyncio.create_task(v.attack(end)) for v in hostile]
        runs = await asyncio.gather(*(v.learn(end) for v in honest))
        for task in [*bad, watch]:
            task.cancel()
        await asyncio.gather(*bad, watch, return_exceptions=True)
        print(f"load of the machine after: {os.getloadavg()[0]:.1f}")
        return report([run for of in runs for run in of], server)


class Server:
    """A class server of a folder with one notebook and one picture."""

    def __init__(self, options):
        self.folder = tempfile.TemporaryDirectory()
        folder = Path(self.folder.name)
        cell = {"cell_type": "code", "id": "a", "metadata": {}, "source": "1", "outputs": [], "execution_count": None}
        (folder / "n.ipynb").write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
        (folder / "figure.png").write_bytes(b"\x89PNG\r\n\x1a\n" + random.randbytes(1_000_000))
        command = [options.krigo, "notebook", "--read-only", "--no-token", "--no-browser", "--port", "0"]
        command += ["--max-workers", str(options.slots), "--memory-limit", str(options.limit), str(folder)]
        self.said = open(folder / ".said", "w+")
        self.process = subprocess.Popen(command, stdout=self.said, stderr=subprocess.STDOUT)
        self.own_most = self.sessions_most = 0  # bytes, of the server and of all sessions together

    def __enter__(self):
        for _ in range(600):
            text = Path(self.said.name).read_text()
            if found := re.search(r"http://[^/\s]+", text):
                self.address = found[0].replace("localhost", "127.0.0.1")
                break
            time.sleep(0.1)
        else:
            raise SystemExit(f"the server does not start: {text}")
        while "for the server" not in text:
            time.sleep(0.1)
            text = Path(self.said.name).read_text()
        self.limits = "\n".join(line for line in text.splitlines() if line)
        gigabytes = re.search(r"([\d.]+) GB in all, and ([\d.]+) GB for the server", " ".join(text.split()))
        self.sessions_bound, self.own_bound = (float(x) * 2**30 for x in gigabytes.groups())
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(60)
        self.folder.cleanup()

    async def watch(self):
        """Follows the memory of the server and its sessions."""
        self.memory = []
        while True:
            own, sessions = pss(self.process.pid), sum(map(pss, descendants(self.process.pid)))
            self.memory.append((own, sessions))
            self.own_most, self.sessions_most = max(self.own_most, own), max(self.sessions_most, sessions)
            await asyncio.sleep(1)


def pss(pid):
    """The memory of a process, with its part of what is shared; 0 if it has ended."""
    with contextlib.suppress(OSError, ProcessLookupError, StopIteration):
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
        return 1024 * int(next(line for line in lines if line.startswith("Pss:")).split()[1])
    return 0


def descendants(pid):
    found = []
    with contextlib.suppress(OSError, ProcessLookupError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                found += [int(child), *descendants(child)]
    return found


class Visitor:
    """A page without a browser."""

    def __init__(self, server, i, options):
        self.server, self.think = server, options.think
        self.source = f"127.0.{1 + i // 250}.{1 + i % 250}" if options.own_addresses else None
        self.number = 1000 * i + 1

    async def connect(self):
        answer = await AsyncHTTPClient(force_instance=True).fetch(
            HTTPRequest(self.server.address + "/", network_interface=self.source, request_timeout=TIMEOUT)
        )
        cookie = answer.headers["Set-Cookie"].split(";")[0]
        url = self.server.address.replace("http", "ws") + "/room/n.ipynb"
        self.headers = {"Cookie": cookie}
        self.page = await websocket_connect(
            HTTPRequest(url, headers=self.headers, network_interface=self.source), max_message_size=1 << 30
        )
        await self.until(lambda e: e["ev"] == "doc")

    async def until(self, wanted):
        """Reads events up to one that is wanted."""
        while True:
            text = await self.page.read_message()
            if text is None:
                raise SystemExit("a page was cut off")
            event = json.loads(text)
            if wanted(event):
                return event, text

    async def do(self, **operation):
        await self.page.write_message(json.dumps(operation))

    async def learn(self, end):
        """Runs cells until the end, and returns what came of each: its kind, when it was asked for,
        how long it waited and ran, and the fault, or None."""
        runs = []
        await asyncio.sleep(random.uniform(0, min(self.think, end - time.monotonic())))
        await self.connect()
        while time.monotonic() < end:
            kind = random.choice(list(HONEST))
            code, shown = (part.replace("{n}", str(self.number)).replace("{m}", str(2 * self.number)) for part in HONEST[kind])
            asked = time.monotonic()
            try:
                waited, took, fault = await asyncio.wait_for(self.run(code, shown), TIMEOUT)
            except TimeoutError:
                waited, took, fault = TIMEOUT, TIMEOUT, "no answer"
            runs.append((kind, asked, waited, took, fault))
            self.number += 1
            await self.idle(min(random.expovariate(1 / self.think), end - time.monotonic()))
        self.page.close()
        return runs

    async def run(self, code, shown):
        begin = time.monotonic()
        await self.do(op="edit", id="a", source=code)
        await self.do(op="run", ids=["a"])
        await self.until(lambda e: e["ev"] == "status" and e["status"] == "running")
        started = time.monotonic()
        seen = []
        status, _ = await self.until(lambda e: seen.append(e) or e["ev"] == "status" and e["status"] in ("ok", "error"))
        text = json.dumps(seen)
        return started - begin, time.monotonic() - started, None if shown in text else f"{code!r} shows {text[-300:]}"

    async def idle(self, seconds):
        """Thinks, and meanwhile reads what the page says."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.until(lambda e: False), seconds)

    async def attack(self, end):
        """Does harm, one way after the other, with a page, and with further visitors."""
        while time.monotonic() < end:
            try:
                await self.connect()
                for n, code in enumerate(HOSTILE):
                    await self.do(op="edit", id="a", source=code)
                    await self.do(op="run", ids=["a"])
                    await self.do(op="insert", id=f"b{n}", after="", type="markdown", source=BOMBS[n % len(BOMBS)])
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self.until(lambda e: e["ev"] == "status" and e["status"] in ("ok", "error")), 45)
                    with contextlib.suppress(Exception):
                        await AsyncHTTPClient(force_instance=True, defaults={"request_timeout": 20}).fetch(
                            HTTPRequest(self.server.address + "/export/n.ipynb?format=html", headers=self.headers, network_interface=self.source)
                        )
                    await self.do(op="interrupt")
            except (Exception, SystemExit):
                await asyncio.sleep(1)  # the server has cut it off


def report(runs, server):
    runs.sort(key=lambda r: r[1])
    faults = [r for r in runs if r[4]]
    waits = [r[2] for r in runs]
    late = sum(w > SOON for w in waits)
    print(f"{len(runs)} honest cells, {len(faults)} without the right answer")
    print(f"start of a cell: {quantiles(waits)}; {late} later than {SOON} s")
    part = min(100, len(runs) // 2)
    for name, of in ("start", lambda r: r[2]), ("run", lambda r: r[3]):
        first, last = (statistics.median(of(r) for r in some) for some in (runs[:part], runs[-part:]))
        print(f"{name}, median of the first and last {part}: {1000 * first:.0f} and {1000 * last:.0f} ms")
    for kind in HONEST:
        if times := [r[3] for r in runs if r[0] == kind]:
            print(f"  {kind}: {quantiles(times)}")
    print(f"memory of the server: at most {server.own_most / 2**20:.0f} MB of {server.own_bound / 2**20:.0f}")
    print(f"memory of all sessions: at most {server.sessions_most / 2**20:.0f} MB of {server.sessions_bound / 2**20:.0f}")
    tenth = max(1, len(server.memory) // 10)
    first, last = (statistics.median(own for own, _ in some) for some in (server.memory[tenth : 2 * tenth] or server.memory, server.memory[-tenth:]))
    print(f"memory of the server, median of the second and last tenth: {first / 2**20:.0f} and {last / 2**20:.0f} MB")
    for fault in faults[:5]:
        print("fault:", fault[0], fault[4])
    over = server.own_most > server.own_bound or server.sessions_most > server.sessions_bound
    return 1 if faults or over or not runs else 0


def quantiles(seconds):
    seconds = sorted(seconds)
    at = lambda q: 1000 * seconds[min(len(seconds) - 1, int(q * len(seconds)))]
    return f"median {at(0.5):.0f} ms, 95 % {at(0.95):.0f} ms, largest {at(1):.0f} ms"


if __name__ == "__main__":
    main()
