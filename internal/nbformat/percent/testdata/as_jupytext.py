"""Answers each line of JSON on its input with what jupytext makes of it: of a text
the cells, of a notebook the text."""

import json
import sys
import warnings

import jupytext
import nbformat

warnings.simplefilter("ignore")
for line in sys.stdin:
    asked = json.loads(line)
    if "text" in asked:
        cells = jupytext.reads(asked["text"], "go:percent").cells
        answer = [{"cell_type": c.cell_type, "source": c.source, "metadata": c.metadata} for c in cells]
    else:
        answer = jupytext.writes(nbformat.reads(json.dumps(asked["notebook"]), 4), "go:percent")
    print(json.dumps(answer), flush=True)
