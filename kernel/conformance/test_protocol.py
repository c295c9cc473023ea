"""What jupyter_kernel_test leaves out: order and parents of messages, the
abort of queued cells, silent cells, user expressions, stdin, interrupts,
shutdown, comms and messages that are not for us."""

import os
import signal
import subprocess
import sys
import textwrap
import time
import unittest

import jupyter_client
from session import TIMEOUT, SessionTest, use_temporary_kernelspec

setUpModule, tearDownModule = use_temporary_kernelspec()


def kinds(messages):
    return [m["msg_type"] for m in messages]


class WelcomeTest(SessionTest):
    def test_each_subscriber_is_welcomed_first(self):
        for _ in range(2):
            client = self.manager.client()
            client.start_channels(shell=False, stdin=False, hb=False, control=False)
            self.addCleanup(client.stop_channels)
            message = client.get_iopub_msg(timeout=TIMEOUT)
            self.assertEqual(message["msg_type"], "iopub_welcome")
            self.assertEqual(message["content"], {"subscription": ""})
            self.assertEqual(message["parent_header"], {})
        self.assert_silent("iopub")  # those who are there already hear nothing of it


class ExecuteTest(SessionTest):
    def test_outputs_come_in_order_under_their_request(self):
        reply, outputs = self.run_cell(
            'import ("fmt"; "os")\nfmt.Println("a")\nfmt.Fprintln(os.Stderr, "b")\n'
            'display.HTML("<i>c</i>")\nfmt.Println("d")\n40 + 2'
        )
        self.assertEqual(reply["status"], "ok")
        self.assertEqual(kinds(outputs), ["execute_input", "stream", "stream", "display_data", "stream", "execute_result"])
        self.assertEqual([m["content"].get("text") for m in outputs if m["msg_type"] == "stream"], ["a\n", "b\n", "d\n"])
        self.assertEqual(outputs[-1]["content"]["data"]["text/plain"], "42")
        counts = {outputs[0]["content"]["execution_count"], outputs[-1]["content"]["execution_count"], reply["execution_count"]}
        self.assertEqual(len(counts), 1)

    def test_output_without_loss(self):
        lines = 20000
        _, outputs = self.run_cell(f'import "fmt"\nfor i := 0; i < {lines}; i++ {{ fmt.Println(i) }}')
        text = "".join(m["content"]["text"] for m in outputs if m["msg_type"] == "stream")
        self.assertEqual(text, "".join(f"{i}\n" for i in range(lines)))

    def test_error(self):
        reply, outputs = self.run_cell("var s []int\ns[3]")
        self.assertEqual(reply["status"], "error")
        self.assertEqual(kinds(outputs), ["execute_input", "error"])
        for field in "ename", "evalue", "traceback":
            self.assertEqual(reply[field], outputs[1]["content"][field])
        self.assertIn("index out of range", reply["evalue"])
        self.assertIn("\x1b[", "\n".join(reply["traceback"]))

    def test_error_names_cell_line_and_column(self):
        reply, _ = self.run_cell("x := 1\ny := x + undefinedName")
        self.assertEqual(reply["status"], "error")
        self.assertIn(f"cell {reply['execution_count']}:2:10", "\n".join(reply["traceback"]))

    FAILS_WHEN_ANSWERED = 'input("")\npanic("no")'

    def answer_when_all_has_arrived(self):
        """Answers the cell that asks, once the kernel has what shell was sent before."""
        self.reply(self.client.kernel_info())
        self.assertEqual(self.receive("stdin")["msg_type"], "input_request")
        self.client.input("")

    def test_failure_aborts_what_is_queued_then(self):
        failing = self.execute(self.FAILS_WHEN_ANSWERED, allow_stdin=True)
        queued = [self.execute(f"queued := {i}") for i in range(3)]
        self.answer_when_all_has_arrived()
        self.assertEqual(self.reply(failing)["content"]["status"], "error")
        for request in queued:
            self.assertEqual(self.reply(request)["content"], {"status": "aborted"})
            self.assertEqual(self.outputs(request), [])
        self.assertEqual(self.run_cell("1")[0]["status"], "ok")

    def test_stop_on_error_false_aborts_nothing(self):
        failing = self.execute(self.FAILS_WHEN_ANSWERED, allow_stdin=True, stop_on_error=False)
        queued = self.execute("2")
        self.answer_when_all_has_arrived()
        self.assertEqual(self.reply(failing)["content"]["status"], "error")
        self.assertEqual(self.reply(queued)["content"]["status"], "ok")

    def test_silent_shows_counts_and_stores_nothing(self):
        before, _ = self.run_cell("1")
        reply, outputs = self.run_cell('import "fmt"\nfmt.Println("x")\nsilentValue := 3\nsilentValue', silent=True)
        self.assertEqual(outputs, [])
        self.assertEqual(reply["execution_count"], before["execution_count"])
        after, outputs = self.run_cell("silentValue")
        self.assertEqual(after["execution_count"], before["execution_count"] + 1)
        self.assertEqual(outputs[-1]["content"]["data"]["text/plain"], "3")

    def test_store_history_false_shows_and_does_not_count(self):
        before, _ = self.run_cell("1")
        reply, outputs = self.run_cell("7 * 6", store_history=False)
        self.assertEqual(outputs[-1]["content"]["data"]["text/plain"], "42")
        self.assertEqual(reply["execution_count"], before["execution_count"])
        history = self.reply(self.client.history(hist_access_type="tail", n=1, output=True))["content"]["history"]
        self.assertEqual(history, [[history[0][0], before["execution_count"], ["1", "1"]]])

    def test_user_expressions(self):
        reply, _ = self.run_cell("a := 20", user_expressions={"double": "2 * a", "bad": "noSuchName"})
        self.assertEqual(reply["status"], "ok")
        values = reply["user_expressions"]
        self.assertEqual(values["double"]["status"], "ok")
        self.assertEqual(values["double"]["data"]["text/plain"], "40")
        self.assertEqual(values["bad"]["status"], "error")
        self.assertTrue(values["bad"]["ename"])

    def test_display_is_updated_in_place(self):
        _, outputs = self.run_cell('import "fmt"\nfmt.Print("x")\ndisplay.Clear(true)\nfmt.Print("y")')
        self.assertEqual(kinds(outputs), ["execute_input", "stream", "clear_output", "stream"])
        self.assertIs(outputs[2]["content"]["wait"], True)

    def test_process_exit_is_told_and_survived(self):
        reply, outputs = self.run_cell('import "os"\nos.Exit(3)')
        self.assertEqual(reply["status"], "error")
        self.assertEqual(kinds(outputs).count("error"), 1)
        self.assertIn("3", reply["evalue"])
        self.assertEqual(self.run_cell("1")[0]["status"], "ok")

    def test_late_output_belongs_to_its_cell(self):
        request = self.execute('import "fmt"\ngate := make(chan bool)\ngo func() { <-gate; fmt.Print("late") }()')
        self.assertEqual(self.reply(request)["content"]["status"], "ok")
        self.outputs(request)
        self.execute("close(gate)")
        late = self.next_output(request)
        self.assertEqual((late["msg_type"], late["content"]["text"]), ("stream", "late"))


class CompletionTest(SessionTest):
    def test_cursor_counts_code_points(self):
        code = 'é := "日本"; import "strings"; strings.HasPr'
        reply = self.reply(self.ask("complete_request", {"code": code, "cursor_pos": len(code)}))["content"]
        self.assertEqual(reply["matches"], ["HasPrefix"])
        self.assertEqual(code[reply["cursor_start"] : reply["cursor_end"]], "HasPr")
        types = reply["metadata"]["_jupyter_types_experimental"]
        self.assertEqual([t["text"] for t in types], reply["matches"])
        self.assertEqual(types[0]["type"], "function")

    def test_answered_while_a_cell_runs(self):
        cell = self.execute("for {}")
        self.assertEqual(self.next_output(cell)["content"]["execution_state"], "busy")
        for kind, content in [
            ("complete_request", {"code": "le", "cursor_pos": 2}),
            ("inspect_request", {"code": "len", "cursor_pos": 3, "detail_level": 0}),
            ("is_complete_request", {"code": "func f() {"}),
            ("krigo_format_request", {"code": {"a": "x:=1"}}),
            ("krigo_module_request", {}),
            ("history_request", {"hist_access_type": "tail", "n": 1, "output": False, "raw": True}),
            ("comm_info_request", {}),
            ("kernel_info_request", {}),
        ]:
            reply = self.reply(self.ask(kind, content))
            self.assertEqual(reply["msg_type"], kind.replace("request", "reply"))
        for kind in "kernel_info_request", "interrupt_request":
            self.assertEqual(self.reply(self.ask(kind, {}, "control"), "control")["content"]["status"], "ok")
        self.assertEqual(self.reply(cell)["content"]["status"], "error")

    def test_is_complete_indents(self):
        reply = self.reply(self.client.is_complete("for {\n\tif true {"))["content"]
        self.assertEqual(reply["status"], "incomplete")
        self.assertEqual(reply["indent"], "\t\t")


class FormatTest(SessionTest):
    def test_sources_as_gofmt_writes_them(self):
        code = {"a": "for  i:=range 2 {\nprint( i )}", "b": "%time\nx:=1", "c": "x := 2)"}
        reply = self.reply(self.ask("krigo_format_request", {"code": code}))["content"]
        self.assertEqual(reply["status"], "ok")
        self.assertEqual(reply["code"], {"a": "for i := range 2 {\n\tprint(i)\n}", "b": "%time\nx := 1"})
        self.assertEqual(reply["faults"], {"c": "cell:1:7: expected statement, found ')'"})


class PanelTest(SessionTest):
    """The panels of a front end: variables, and what the kernel costs."""

    def debug(self, command, **arguments):
        request = {"type": "request", "seq": 1, "command": command, "arguments": arguments}
        return self.reply(self.ask("debug_request", request, "control"), "control")["content"]

    def variables(self):
        return {v["name"]: v["value"] for v in self.debug("inspectVariables")["body"]["variables"]}

    def test_variables(self):
        info = self.reply(self.ask("kernel_info_request", {}))["content"]
        self.assertIn("debugger", info["supported_features"])
        self.run_cell('count := 41; names := []string{"a", "b"}')
        self.assertTrue(self.debug("initialize", clientID="test")["success"])
        first = self.variables()
        self.assertEqual((first["count"], first["names"]), ("41", '["a" "b"]'))
        self.run_cell("count++")
        self.assertEqual(self.variables()["count"], "42")
        rich = self.debug("richInspectVariables", variableName="count")
        self.assertTrue(rich["success"])
        self.assertIn("42", rich["body"]["data"]["text/plain"])
        cell = self.execute("for {}")
        while self.next_output(cell)["msg_type"] != "execute_input":
            pass
        self.assertIn("a cell runs", self.variables()["count"])
        self.ask("interrupt_request", {}, "control")
        self.reply(cell)
        self.assertEqual(self.variables()["count"], "42")
        refused = self.debug("setBreakpoints", breakpoints=[{"line": 1}])
        self.assertFalse(refused["success"])
        self.assertIn("does not step", refused["message"])

    @unittest.skipUnless(sys.platform == "linux", "measured on Linux")
    def test_usage(self):
        self.run_cell("held := bytes.Repeat([]byte{1}, 100_000_000)")
        usage = self.reply(self.ask("usage_request", {}, "control"), "control")
        self.assertEqual(usage["msg_type"], "usage_reply")
        content = usage["content"]
        self.assertEqual(content["pid"], self.manager.provisioner.pid)
        self.assertEqual(content["cpu_count"], len(os.sched_getaffinity(0)))
        self.assertGreater(content["kernel_memory"], 100_000_000)  # the worker's counts
        memory = content["host_virtual_memory"]
        self.assertEqual(memory["total"], os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
        self.assertLess(memory["available"], memory["total"])


class InputTest(SessionTest):
    def question(self, request):
        message = self.receive("stdin")
        self.assertEqual(message["msg_type"], "input_request")
        self.assertEqual(message["parent_header"]["msg_id"], request)
        return message["content"]

    def test_input_and_password(self):
        request = self.execute('name := input("Name? ")\nsecret := password("Word? ")\nname + "/" + secret', allow_stdin=True)
        self.assertEqual(self.question(request), {"prompt": "Name? ", "password": False})
        self.client.input("Ann")
        self.assertEqual(self.question(request), {"prompt": "Word? ", "password": True})
        self.client.input("s3cret")
        reply = self.reply(request)["content"]
        self.assertEqual(reply["status"], "ok", reply)
        self.assertEqual(self.outputs(request)[-1]["content"]["data"]["text/plain"], "Ann/s3cret")

    def test_a_client_that_cannot_answer_is_not_asked(self):
        reply, _ = self.run_cell('name := input("Name? ")', allow_stdin=False)
        self.assertEqual(reply["status"], "error")
        self.assertEqual(reply["ename"], "InputError")
        self.assertIn("cannot ask", reply["evalue"])
        self.assert_silent("stdin")

    def test_interrupt_ends_a_question(self):
        request = self.execute('name := input("Name? ")', allow_stdin=True)
        self.question(request)
        self.manager.interrupt_kernel()
        reply = self.reply(request)["content"]
        self.assertEqual((reply["status"], reply["ename"]), ("error", "Interrupt"))


class InterruptTest(SessionTest):
    def interrupted(self, code):
        request = self.execute('import "fmt"\nfmt.Println("begun")\n' + code)
        self.assertEqual(self.next_output(request)["content"]["execution_state"], "busy")
        self.assertEqual(self.next_output(request)["msg_type"], "execute_input")
        self.assertEqual(self.next_output(request)["content"], {"name": "stdout", "text": "begun\n"})
        self.manager.interrupt_kernel()
        reply = self.reply(request)["content"]
        self.assertEqual((reply["status"], reply["ename"]), ("error", "Interrupt"))
        after, outputs = self.run_cell("6 * 7")
        self.assertEqual(after["status"], "ok")
        self.assertEqual(outputs[-1]["content"]["data"]["text/plain"], "42")
        return reply

    def test_endless_loop(self):
        self.run_cell("kept := 5")
        self.interrupted("for {}")
        _, outputs = self.run_cell("kept")
        self.assertEqual(outputs[-1]["content"]["data"]["text/plain"], "5")

    def test_sleep(self):
        self.interrupted('import "time"\ntime.Sleep(time.Hour)')

    def test_wait_for_a_channel(self):
        self.interrupted("<-make(chan int)")

    def test_sigint_is_ignored(self):
        os.kill(self.manager.provisioner.pid, signal.SIGINT)
        self.assertEqual(self.run_cell("1")[0]["status"], "ok")


class CommTest(SessionTest):
    def test_unknown_target_is_closed(self):
        request = self.ask("comm_open", {"comm_id": "c1", "target_name": "nobody", "data": {}})
        outputs = self.outputs(request)
        self.assertEqual(kinds(outputs), ["comm_close"])
        self.assertEqual(outputs[0]["content"]["comm_id"], "c1")
        reply = self.reply(self.ask("comm_info_request", {}))["content"]
        self.assertEqual(reply, {"status": "ok", "comms": {}})


    ECHO = textwrap.dedent("""
        display.HandleComm("echo", func(c *display.Comm, data map[string]any) {
            c.Send(map[string]any{"opened": data})
            c.OnMessage(func(data map[string]any) { c.Send(data, c.Metadata()) })
        })
    """)

    def until(self, kind):
        """The next iopub message of a kind, whatever its request."""
        while True:
            message = self.receive("iopub")
            if message["msg_type"] == kind:
                return message

    def echo(self, comm, data):
        message = self.client.session.msg("comm_msg", {"comm_id": comm, "data": data}, metadata={"m": 1})
        self.client.shell_channel.send(message)
        answer = self.until("comm_msg")
        self.assertEqual(answer["content"], {"comm_id": comm, "data": data})
        self.assertEqual(answer["metadata"], {"m": 1})
        return answer

    def comms(self, **content):
        return self.reply(self.ask("comm_info_request", content))["content"]["comms"]

    def test_a_cell_answers_comms(self):
        cell = self.execute(self.ECHO)
        self.assertEqual(self.reply(cell)["content"]["status"], "ok")
        self.ask("comm_open", {"comm_id": "c2", "target_name": "echo", "data": {"a": 1}})
        opened = self.until("comm_msg")
        self.assertEqual(opened["content"], {"comm_id": "c2", "data": {"opened": {"a": 1}}})
        self.assertEqual(opened["parent_header"]["msg_id"], cell)
        self.echo("c2", {"text": "日本"})
        self.assertEqual(self.comms(), {"c2": {"target_name": "echo"}})
        self.assertEqual(self.comms(target_name="echo"), {"c2": {"target_name": "echo"}})
        self.assertEqual(self.comms(target_name="other"), {})

        busy = self.execute("for {}")
        self.until("execute_input")
        waiting = self.ask("comm_msg", {"comm_id": "c2", "data": {"n": 2}})
        self.manager.interrupt_kernel()
        self.assertEqual(self.reply(busy)["content"]["ename"], "Interrupt")
        answer = self.until("comm_msg")
        self.assertEqual(answer["content"], {"comm_id": "c2", "data": {"n": 2}})
        self.assertEqual(answer["parent_header"]["msg_id"], cell, "the cell that made the handler")
        self.idle(waiting)
        self.echo("c2", {"n": 3})

        dying = self.execute('import "os"\np, _ := os.FindProcess(os.Getpid())\np.Kill()\nselect {}')
        closed = self.until("comm_close")
        self.assertEqual(closed["content"]["comm_id"], "c2")
        self.assertEqual(self.reply(dying)["content"]["status"], "error")
        self.assertEqual(self.comms(), {})

    def test_buffers_pass_both_ways(self):
        cell = self.execute(textwrap.dedent("""
            display.HandleComm("bytes", func(c *display.Comm, data map[string]any) {
                c.OnMessage(func(data map[string]any) { c.SendBuffers(data, c.Buffers()...) })
            })
        """))
        self.assertEqual(self.reply(cell)["content"]["status"], "ok")
        self.ask("comm_open", {"comm_id": "b1", "target_name": "bytes", "data": {}})
        buffers = [bytes(range(256)), b"", b"<IDS|MSG>", os.urandom(1 << 20)]
        message = self.client.session.msg("comm_msg", {"comm_id": "b1", "data": {"n": 1}})
        message["buffers"] = buffers
        self.client.shell_channel.send(message)
        answer = self.until("comm_msg")
        self.assertEqual(answer["content"], {"comm_id": "b1", "data": {"n": 1}})
        self.assertEqual([bytes(b) for b in answer["buffers"]], buffers)
        self.ask("comm_close", {"comm_id": "b1", "data": {}})

    def test_a_cell_opens_a_comm(self):
        request = self.execute('c := display.OpenComm("slider", map[string]any{"v": 1}, map[string]any{"version": "2.0"})\nc.Close(nil)')
        self.assertEqual(self.reply(request)["content"]["status"], "ok")
        opened, closed = [m for m in self.outputs(request) if m["msg_type"].startswith("comm_")]
        self.assertEqual((opened["msg_type"], closed["msg_type"]), ("comm_open", "comm_close"))
        self.assertEqual((opened["content"]["target_name"], opened["content"]["data"]), ("slider", {"v": 1}))
        self.assertEqual(opened["metadata"], {"version": "2.0"})
        self.assertEqual(opened["content"]["comm_id"], closed["content"]["comm_id"])


class WidgetTest(SessionTest):
    """Controls as ipywidgets 7 and 8 see them, and ipywidgets 6."""

    CELL = textwrap.dedent("""
        l := widget.Int("l", 0, 9).OnChange(func(v int) { fmt.Println("moved to", v) })
        widget.Show(func() any { return l.Get() }, l)
    """)

    def open_comm(self, comm, target):
        self.outputs(self.ask("comm_open", {"comm_id": comm, "target_name": target, "data": {}}))

    def opened(self, code):
        """A cell, and the data of the models that it opened, by id."""
        request = self.execute(code)
        self.assertEqual(self.reply(request)["content"]["status"], "ok")
        messages = self.outputs(request)
        return request, {m["content"]["comm_id"]: m["content"]["data"] for m in messages if m["msg_type"] == "comm_open"}

    def slider_of(self, models, dialect):
        states = {i: data["state"] if dialect == 2 else data for i, data in models.items()}
        return next(i for i, state in states.items() if state["_model_name"] == "IntSliderModel")

    def change(self, slider, data, *wanted):
        """What iopub says of a change, whatever its parent: up to idle, and up to the messages of
        the wanted kinds, which come later where a handler takes more than a second."""
        request = self.ask("comm_msg", {"comm_id": slider, "data": data})
        found = []
        while "idle" not in [m["content"].get("execution_state") for m in found] or set(wanted) - set(kinds(found)):
            message = self.receive("iopub")
            found.append(message)
            if message["content"].get("execution_state") == "idle":
                self.assertEqual(message["parent_header"]["msg_id"], request)
        return request, found

    def test_a_front_end_of_today(self):
        self.open_comm("control", "jupyter.widget.control")
        cell, models = self.opened(self.CELL)
        slider = self.slider_of(models, 2)
        other = self.execute("fmt.Println(2)")
        self.reply(other)
        self.outputs(other)
        for value in range(1, 10):
            state = {"value": value}
            request, found = self.change(slider, {"method": "update", "state": state, "buffer_paths": []}, "comm_msg", "update_display_data", "stream")
            echo = next(m for m in found if m["msg_type"] == "comm_msg")
            self.assertEqual(echo["content"]["data"], {"method": "echo_update", "state": state, "buffer_paths": []})
            self.assertEqual(echo["parent_header"]["msg_id"], request)
            drawn = next(m for m in found if m["msg_type"] == "update_display_data")
            self.assertEqual(drawn["content"]["data"]["text/plain"], str(value))
            printed = next(m for m in found if m["msg_type"] == "stream")
            self.assertEqual(printed["content"]["text"], f"moved to {value}\n")
            self.assertEqual({m["parent_header"]["msg_id"] for m in (drawn, printed)}, {cell}, "the cell that made the control")
        asked = self.ask("comm_msg", {"comm_id": "control", "data": {"method": "request_states"}})
        while True:
            message = self.receive("iopub")
            if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == "control":
                break
        data = message["content"]["data"]
        self.assertEqual((data["method"], data["buffer_paths"]), ("update_states", []))
        self.assertLessEqual(set(models), set(data["states"]))
        self.assertEqual(data["states"][slider]["state"]["value"], 9)
        self.idle(asked)

    def test_the_classic_notebook(self):
        request = self.ask("comm_open", {"comm_id": "version", "target_name": "jupyter.widget.version", "data": {}})
        while True:
            message = self.receive("iopub")
            if message["msg_type"] == "comm_msg" and message["content"]["comm_id"] == "version":
                break
        self.assertEqual(message["content"]["data"], {"version": "~2.1.0"})
        self.idle(request)
        cell, models = self.opened(self.CELL)
        slider = self.slider_of(models, 1)
        _, found = self.change(slider, {"method": "backbone", "sync_method": "update", "sync_data": {"value": 7}}, "update_display_data", "stream")
        drawn = next(m for m in found if m["msg_type"] == "update_display_data")
        self.assertEqual(drawn["content"]["data"]["text/plain"], "7")
        self.assertEqual(drawn["parent_header"]["msg_id"], cell)
        self.assertNotIn("comm_msg", kinds(found), "no echo")


class StrangeMessagesTest(SessionTest):
    def test_unknown_type_gets_busy_and_idle_only(self):
        for channel in "shell", "control":
            request = self.ask("no_such_request", {}, channel)
            self.assertEqual(self.outputs(request), [])
            self.assert_silent(channel)

    def test_malformed_content_gets_an_error(self):
        for kind in "execute_request", "complete_request", "inspect_request", "is_complete_request":
            reply = self.reply(self.ask(kind, {"code": 5}))["content"]
            self.assertEqual(reply["status"], "error")

    def test_wrong_signature_is_dropped(self):
        signed = self.client.session.key
        try:
            self.client.session.key = b"guessed"
            request = self.ask("execute_request", {"code": "1"})
        finally:
            self.client.session.key = signed
        after = self.execute("2")
        self.assertEqual(self.reply(after)["content"]["status"], "ok")
        self.outputs(after)
        self.assertNotIn(request, [m["parent_header"].get("msg_id") for m in self.others])

    def test_garbage_frames_are_dropped(self):
        for frames in [b"x"], [b"", b""], [b"<IDS|MSG>"], [b"<IDS|MSG>", b"sig", b"{", b"{}", b"{}", b"{}"]:
            self.client.shell_channel.socket.send_multipart(frames)
        self.assertEqual(self.run_cell("1")[0]["status"], "ok")


class ShutdownTest(unittest.TestCase):
    def setUp(self):
        self.manager, self.client = jupyter_client.manager.start_new_kernel(startup_timeout=TIMEOUT, kernel_name="krigo")
        self.addCleanup(self.stop)

    def stop(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)

    def assert_ends(self, pid, within=TIMEOUT):
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            if not self.manager.is_alive():
                return
            time.sleep(0.02)
        self.fail(f"process {pid} has not ended {within} s after it was told to")

    def shut_down(self, restart):
        message = self.client.session.msg("shutdown_request", {"restart": restart})
        self.client.control_channel.send(message)
        reply = self.client.get_control_msg(timeout=TIMEOUT)
        self.assertEqual(reply["msg_type"], "shutdown_reply")
        self.assertEqual(reply["parent_header"]["msg_id"], message["header"]["msg_id"])
        self.assertEqual(reply["content"], {"status": "ok", "restart": restart})
        self.assert_ends(self.manager.provisioner.pid)
        self.assertEqual(self.manager.provisioner.process.returncode, 0)

    def test_shutdown(self):
        self.shut_down(False)

    def test_shutdown_for_a_restart(self):
        self.shut_down(True)

    def test_shutdown_during_an_endless_loop(self):
        self.client.execute("for {}")
        self.client.get_iopub_msg(timeout=TIMEOUT)
        self.shut_down(False)

    def test_restart_forgets(self):
        self.client.execute_interactive("gone := 5", timeout=TIMEOUT, allow_stdin=False)
        self.manager.restart_kernel()
        self.client.wait_for_ready(timeout=TIMEOUT)
        reply = self.client.execute_interactive("gone", timeout=TIMEOUT, allow_stdin=False, output_hook=lambda m: None)
        self.assertEqual(reply["content"]["status"], "error")
        self.assertEqual(reply["content"]["execution_count"], 1)

    def test_history_outlives_the_session(self):
        self.client.execute_interactive('"kept across a restart"', timeout=TIMEOUT, allow_stdin=False, output_hook=lambda m: None)
        self.manager.restart_kernel()
        self.client.wait_for_ready(timeout=TIMEOUT)
        for question in {"access": "tail", "n": 1}, {"access": "search", "pattern": "*across*", "n": 1}, {"access": "range", "session": -1, "start": 1, "stop": 2}:
            question["hist_access_type"] = question.pop("access")
            reply = self.client.history(output=True, raw=True, reply=True, timeout=TIMEOUT, **question)
            rows = reply["content"]["history"]
            self.assertEqual([row[1:] for row in rows], [[1, ['"kept across a restart"', "kept across a restart"]]], question)

    def test_sigterm_ends_cleanly(self):
        pid = self.manager.provisioner.pid
        os.kill(pid, signal.SIGTERM)
        self.assert_ends(pid)
        self.assertEqual(self.manager.provisioner.process.returncode, 0)


class ArgumentsTest(unittest.TestCase):
    def test_arguments_of_the_client_are_ignored(self):
        """`jupyter run` adds its files, testbook a flag of ipykernel."""
        manager, client = jupyter_client.manager.start_new_kernel(
            startup_timeout=TIMEOUT, kernel_name="krigo", extra_arguments=["cells.go", "--Kernel.stop_on_error_timeout=0"])
        self.addCleanup(manager.shutdown_kernel, now=True)
        self.addCleanup(client.stop_channels)
        reply = client.execute_interactive("1 + 1", timeout=TIMEOUT, allow_stdin=False, output_hook=lambda m: None)
        self.assertEqual(reply["content"]["status"], "ok")


class ParentTest(unittest.TestCase):
    def test_the_kernel_and_its_worker_end_with_their_client(self):
        client = subprocess.run(
            [sys.executable, "-c", textwrap.dedent("""
                import os, jupyter_client
                manager, client = jupyter_client.manager.start_new_kernel(startup_timeout=120, kernel_name="krigo")
                client.execute_interactive("1", allow_stdin=False, timeout=120, output_hook=lambda m: None)
                print(manager.provisioner.pid, flush=True)
                os._exit(0)  # without a goodbye
            """)],
            stdout=subprocess.PIPE, check=True, timeout=3 * TIMEOUT,
        )
        group = int(client.stdout)  # the kernel leads a group of its own
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return
            time.sleep(0.1)
        self.fail(f"the group of process {group} has not ended {TIMEOUT} s after its client")


if __name__ == "__main__":
    unittest.main()
