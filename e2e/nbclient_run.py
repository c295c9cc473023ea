"""Executes a notebook with nbclient: nbclient_run.py IN OUT."""
import pathlib
import sys

import nbclient
import nbformat

source, target = map(pathlib.Path, sys.argv[1:])
notebook = nbformat.read(source, as_version=4)
client = nbclient.NotebookClient(
    notebook, timeout=300, kernel_name="krigo", resources={"metadata": {"path": str(source.parent)}}
)
client.execute()
nbformat.validate(notebook)
nbformat.write(notebook, target)
