"""Writes the notebooks of this folder with Jupyter's own nbformat: /usr/bin/python3 make.py"""
import pathlib

import nbformat
from nbformat import v4

HERE = pathlib.Path(__file__).parent
GO = {"kernelspec": {"display_name": "Go (krigo)", "language": "go", "name": "krigo"}, "language_info": {"name": "go"}}
PIXEL = (
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
)


def kinds():
    """Every kind of cell and output, with unusual text and unknown metadata."""
    nb = v4.new_notebook(metadata=dict(GO, theme={"deep": [1, 2.50, 1e-7, None, True], "ключ": "значение"}))
    nb.cells = [
        v4.new_markdown_cell(
            "# Gaußsche Prozesse\n\n$$k(x,x') < \\infty$$ & more <b>html</b>\n\n![dot](attachment:dot.png)",
            id="intro", attachments={"dot.png": {"image/png": PIXEL}},
        ),
        v4.new_code_cell(
            "x := 1\r\nfmt.Println(x)\f\u2029y", id="c-1_A", execution_count=1,
            metadata={"tags": ["keep"], "collapsed": False, "editable": True},
            outputs=[
                v4.new_output("stream", name="stdout", text="1\n2\n\nno newline"),
                v4.new_output("stream", name="stderr", text=""),
                v4.new_output(
                    "display_data",
                    data={"image/png": PIXEL + "\n", "text/plain": "a\nb", "application/json": {"a": ["x", "y"]},
                          "image/svg+xml": "<svg>\n</svg>", "text/html": "<b>ü</b>",
                          "application/vnd.x+json": ["p", "q"]},
                    metadata={"image/png": {"width": 320, "height": 200}},
                ),
                v4.new_output("execute_result", data={"text/plain": "42"}, execution_count=1),
                v4.new_output("error", ename="panic", evalue="boom", traceback=["\x1b[31mpanic\x1b[0m", "line 2\nline 3"]),
            ],
        ),
        v4.new_code_cell("", id="empty"),
        v4.new_raw_cell("raw\ttext\n", id="raw-cell", metadata={"format": "text/latex"}),
    ]
    return nb


def old():
    """A notebook of nbformat 4.0, before cells had IDs."""
    nb = v4.new_notebook(metadata=GO)
    nb.cells = [v4.new_markdown_cell("old"), v4.new_code_cell("1+1", execution_count=3)]
    for cell in nb.cells:
        del cell["id"]
    nb.nbformat_minor = 0
    return nb


def python():
    """A notebook of another language."""
    nb = v4.new_notebook(metadata={"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}})
    nb.cells = [v4.new_code_cell("print(1)", id="only")]
    return nb


def small():
    """Two cells that any Go session runs."""
    nb = v4.new_notebook(metadata=GO)
    nb.cells = [
        v4.new_markdown_cell("A sum, $1+1$.", id="words"),
        v4.new_code_cell('import "fmt"\nx := 1', id="first"),
        v4.new_code_cell('fmt.Println("x is", x)\nx + 1', id="second"),
    ]
    return nb


for build in (kinds, old, python, small):
    nbformat.write(build(), HERE / f"{build.__name__}.ipynb")
(HERE / "v3.ipynb").write_text('{"nbformat": 3, "nbformat_minor": 0, "metadata": {"name": ""}, "worksheets": []}\n')
