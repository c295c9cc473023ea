"""Feeds sequences of events to nbclient's message handling: nbclient_replay.py JSON.

Prints the notebooks that come of them, by name.
"""
import json
import sys

import nbformat
from nbclient import NotebookClient
from nbconvert.preprocessors.coalescestreams import CoalesceStreamsPreprocessor


def message(event):
    data = {"data": {"text/plain": event.get("text", "")}, "metadata": {}}
    if event.get("id"):
        data["transient"] = {"display_id": event["id"]}
    kind, content = {
        "stream": lambda: ("stream", {"name": event["name"], "text": event["text"]}),
        "display": lambda: ("display_data", data),
        "update": lambda: ("update_display_data", data),
        "clear": lambda: ("clear_output", {"wait": event.get("wait", False)}),
        "result": lambda: ("execute_result", {**data, "execution_count": event["number"]}),
        "error": lambda: ("error", {
            "ename": event["name"], "evalue": event["text"], "traceback": event["traceback"],
        }),
    }[event["kind"]]()
    return {"msg_type": kind, "header": {"msg_type": kind}, "content": content, "parent_header": {"msg_id": "m"}}


def replay(events):
    nb = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("x") for _ in range(2)])
    client = NotebookClient(nb, record_timing=False)
    client.reset_execution_trackers()
    for event in events:
        client.clear_before_next_output = getattr(client, "clear_before_next_output", False)
        client.process_message(message(event), nb.cells[event["cell"]], event["cell"])
    return CoalesceStreamsPreprocessor().preprocess(nb, {})[0]


print(json.dumps({name: replay(events) for name, events in json.loads(sys.argv[1]).items()}))
