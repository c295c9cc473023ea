#!/usr/bin/env python3
"""`krigo notebook` beside Jupyter's notebook server, by the same client, in turns.

Writes a line of JSON for each figure, with a list for each server of one value a
round: the time from its start to its first answer; its memory then and with one
kernel, and that of all its processes with one; p50 and p99 of trivial executions
over the websocket that front ends use, from the request to its reply and to
idle; and p50 of a completion. Memory is the proportional set size, in which what
processes share is counted once, and the part of it that no file holds, which the
system cannot drop. The command bench makes rows of them:

    go run ./bench -only server

What the page itself takes, in a browser, is logged by tests:

    cd e2e && KRIGO_E2E=1 go test -count=1 -v -run 'SliderFollows|Of500Cells|Outlives' .
"""

import argparse
import asyncio
import json
import os
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import uuid
from pathlib import Path
from urllib.error import URLError
from urllib.request import Request, urlopen

from tornado.httpclient import HTTPRequest
from tornado.websocket import websocket_connect

TOKEN = "a-token-for-the-benchmark"
TIMEOUT = 60  # seconds
COMPLETE = {"krigo": "fmt.Pri", "jupyter": "pri"}
CELLS, COMPLETIONS = 100, 20  # in a round


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--krigo", default="bin/krigo", help="the krigo binary")
    parser.add_argument("--rounds", type=int, default=3, help="rounds, in each of which all is measured of both servers")
    options = parser.parse_args()
    rounds = {"krigo": [], "jupyter": []}
    for _ in range(options.rounds):
        for name, found in rounds.items():
            with Server(name, options.krigo) as server:
                found.append({"start to first answer": server.started} | asyncio.run(measure(server)))
    report(rounds)


class Server:
    """A server of an empty folder that runs."""

    def __init__(self, name, krigo):
        self.name = name
        self.home = tempfile.TemporaryDirectory()
        self.address = f"http://127.0.0.1:{free_port()}"
        port = self.address.rsplit(":", 1)[1]
        token = Path(self.home.name, "token")
        token.write_text(TOKEN)
        folder = Path(self.home.name, "folder")
        folder.mkdir()
        command = {
            "krigo": [os.path.abspath(krigo), "notebook", "--no-browser", "--port", port, "--token-file", str(token), str(folder)],
            "jupyter": [str(Path(sys.executable).with_name("jupyter-notebook")), "--no-browser", "--allow-root", "--ip=127.0.0.1", f"--port={port}",
                        f"--NotebookApp.token={TOKEN}", str(folder)],
        }[name]
        begin = time.perf_counter()
        self.process = subprocess.Popen(command, env=self.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.wait()
        self.started = time.perf_counter() - begin

    def environment(self):
        home = self.home.name
        return os.environ | {"HOME": home, "JUPYTER_DATA_DIR": home + "/jupyter", "JUPYTER_RUNTIME_DIR": home + "/runtime",
                             "JUPYTER_CONFIG_DIR": home + "/config", "IPYTHONDIR": home + "/ipython"}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.home.cleanup()

    def wait(self):
        deadline = time.perf_counter() + TIMEOUT
        while time.perf_counter() < deadline:
            try:
                self.ask("/api")
                return
            except URLError:
                time.sleep(0.002)
        raise TimeoutError(f"{self.name} does not answer")

    def ask(self, path, content=None):
        data = None if content is None else json.dumps(content).encode()
        headers = {"Authorization": "token " + TOKEN, "Content-Type": "application/json"}
        with urlopen(Request(self.address + path, data, headers), timeout=TIMEOUT) as answer:
            return json.load(answer)

    def memory(self, what, whole=False):
        """Megabytes of the server's process or, whole, with all below it."""
        family = [self.process.pid]
        for pid in family if whole else []:
            for thread in Path(f"/proc/{pid}/task").iterdir():
                family += [int(child) for child in (thread / "children").read_text().split()]
        sizes = [rolled_up(pid) for pid in family]
        return {f"memory of {what}": sum(s["Pss"] for s in sizes) / 1024,
                f"memory of {what}, not of files": sum(s["Anonymous"] for s in sizes) / 1024}


def rolled_up(pid):
    """The kilobytes of a process by their kinds."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]
    return {name: int(size.split()[0]) for name, size in (line.split(":") for line in lines)}


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


class Kernel:
    """A kernel of a server, by the websocket of its channels."""

    def __init__(self, server, kernel):
        self.server, self.kernel, self.session = server, kernel, uuid.uuid4().hex

    async def open(self):
        address = f"ws{self.server.address[4:]}/api/kernels/{self.kernel}/channels?session_id={self.session}"
        self.socket = await websocket_connect(HTTPRequest(address, headers={"Authorization": "token " + TOKEN}))
        self.socket.protocol.set_nodelay(True)  # as browsers have it

    async def request(self, kind, content):
        """The seconds to the reply and to idle."""
        identity = uuid.uuid4().hex
        header = {"msg_id": identity, "msg_type": kind, "session": self.session, "username": "", "version": "5.3", "date": ""}
        message = {"channel": "shell", "header": header, "parent_header": {}, "metadata": {}, "content": content, "buffers": []}
        begin = time.perf_counter()
        await self.socket.write_message(json.dumps(message))
        replied = idle = None
        while replied is None or idle is None:
            got = json.loads(await asyncio.wait_for(self.socket.read_message(), TIMEOUT))
            if got["parent_header"].get("msg_id") != identity:
                continue
            if got["header"]["msg_type"] == kind.replace("_request", "_reply"):
                replied = time.perf_counter() - begin
                assert got["content"]["status"] == "ok", got["content"]
            elif got["content"].get("execution_state") == "idle":
                idle = time.perf_counter() - begin
        return replied, idle

    def execute(self):
        return self.request("execute_request", {"code": "1 + 1", "silent": False, "store_history": True,
                                                "user_expressions": {}, "allow_stdin": False, "stop_on_error": True})

    def complete(self, code):
        return self.request("complete_request", {"code": code, "cursor_pos": len(code)})


async def measure(server):
    """The figures of a server and of one warm kernel: seconds and megabytes."""
    figures = server.memory("the server")
    kernel = Kernel(server, server.ask("/api/kernels", {})["id"])
    await kernel.open()
    for _ in range(20):
        await kernel.execute()
    times = [await kernel.execute() for _ in range(CELLS)]
    for column, end in enumerate(("reply", "idle")):
        ordered = sorted(pair[column] for pair in times)
        figures[f"cell to {end}, p50"] = statistics.median(ordered)
        figures[f"cell to {end}, p99"] = ordered[int(0.99 * (len(ordered) - 1))]
    figures["completion, p50"] = statistics.median([(await kernel.complete(COMPLETE[server.name]))[0] for _ in range(COMPLETIONS)])
    figures |= server.memory("the server with a kernel")
    figures |= server.memory("all processes", whole=True)
    kernel.socket.close()
    return figures


def report(rounds):
    for figure in rounds["krigo"][0]:
        ours, theirs = ([found[figure] for found in rounds[server]] for server in rounds)
        unit = "MB" if figure.startswith("memory") else "s"
        print(json.dumps({"name": figure, "unit": unit, "ours": ours, "theirs": theirs}))


if __name__ == "__main__":
    main()
