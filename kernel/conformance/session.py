"""A krigo kernel in a Jupyter of its own, and a client that checks what all
messages have in common."""

import json
import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from queue import Empty

import jupyter_client

# How long a test waits for what must come: long, since the machine may be busy. Tests
# that pass do not wait for it.
TIMEOUT = 120
ROOT = Path(__file__).resolve().parents[2]


def krigo_binary():
    """The binary to test: $KRIGO_BIN, or built from these sources."""
    given = os.environ.get("KRIGO_BIN")
    if given:
        return given
    built = os.path.join(tempfile.gettempdir(), f"krigo-conformance-{os.getuid()}")
    subprocess.run(["go", "build", "-o", built, "./cmd/krigo"], cwd=ROOT, check=True)
    return built


def use_temporary_kernelspec():
    """setUpModule and tearDownModule that install krigo, and nothing else, in
    a temporary JUPYTER_DATA_DIR, and let it keep its history there too."""
    state = {}
    variables = "JUPYTER_DATA_DIR", "XDG_DATA_HOME"

    def set_up():
        state["dir"] = tempfile.mkdtemp(prefix="krigo-jupyter-")
        state["before"] = {name: os.environ.get(name) for name in variables}
        os.environ.update({name: state["dir"] for name in variables})
        spec = Path(state["dir"], "kernels", "krigo")
        spec.mkdir(parents=True)
        argv = [krigo_binary(), "kernel", "-f", "{connection_file}"]
        text = {"argv": argv, "display_name": "krigo", "language": "go", "interrupt_mode": "message"}
        Path(spec, "kernel.json").write_text(json.dumps(text))

    def tear_down():
        shutil.rmtree(state["dir"])
        for name, value in state["before"].items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value

    return set_up, tear_down


class SessionTest(unittest.TestCase):
    """A test with a kernel of its own class."""

    @classmethod
    def setUpClass(cls):
        cls.manager, cls.client = jupyter_client.manager.start_new_kernel(startup_timeout=TIMEOUT, kernel_name="krigo")

    @classmethod
    def tearDownClass(cls):
        cls.client.stop_channels()
        cls.manager.shutdown_kernel()

    def setUp(self):
        self.others = []  # iopub messages of other requests, met on the way

    def ask(self, kind, content, channel="shell"):
        """Sends a request; returns its id."""
        message = self.client.session.msg(kind, content)
        getattr(self.client, channel + "_channel").send(message)
        return message["header"]["msg_id"]

    def receive(self, channel):
        try:
            return getattr(self.client, f"get_{channel}_msg")(timeout=TIMEOUT)
        except Empty:
            self.fail(f"no message came on {channel} in {TIMEOUT} s; messages of other requests: {[m['msg_type'] for m in self.others]}")

    def execute(self, code, **options):
        return self.client.execute(code, **{"allow_stdin": False, **options})

    def reply(self, request, channel="shell"):
        """The reply to a request; replies to earlier ones are passed over."""
        while True:
            message = self.receive(channel)
            if message["parent_header"].get("msg_id") == request:
                return message

    def outputs(self, request):
        """What iopub says on behalf of a request between busy and idle, which
        must be first and last."""
        found = []
        while True:
            message = self.next_output(request)
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                self.assertEqual(found[0]["content"].get("execution_state"), "busy")
                return found[1:]
            found.append(message)

    def idle(self, request):
        """Passes over iopub messages until a request is idle."""
        while self.next_output(request)["content"].get("execution_state") != "idle":
            pass

    def next_output(self, request):
        for i, message in enumerate(self.others):
            if message["parent_header"].get("msg_id") == request:
                return self.others.pop(i)
        while True:
            message = self.receive("iopub")
            if message["parent_header"].get("msg_id") == request:
                return message
            self.others.append(message)

    def run_cell(self, code, **options):
        """Runs a cell; returns its reply's content and its outputs."""
        request = self.execute(code, **options)
        content = self.reply(request)["content"]
        return content, self.outputs(request)

    def assert_silent(self, channel):
        """Nothing more comes on a channel. What comes later than 0.3 s is missed."""
        with self.assertRaises(Empty):
            self.fail(getattr(self.client, f"get_{channel}_msg")(timeout=0.3))
