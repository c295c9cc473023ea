"""A round of nbgrader, from the course that krigo writes to feedback: nbgrader_round.py FOLDER.

The assignment is a lesson of krigo's with a question of the teacher's own behind it. It stops with
an error where a student does not get the expected marks. KRIGO_BIN is krigo's program.
"""

import os
import pathlib
import re
import subprocess
import sys

import nbformat
from nbformat.v4 import new_code_cell

folder = pathlib.Path(sys.argv[1]).resolve()
NAME = "02-covariance-functions"

# The teacher's own question: its cells by grade_id, with their metadata for nbgrader.
OWN = {
    "square": ("func square(x float64) float64 {\n\t// BEGIN SOLUTION\n\treturn x * x\n\t// END SOLUTION\n}", {"solution": True}),
    "test-square": (
        'if square(3) != 9 {\n\tpanic("square(3) is not 9")\n}\n'
        '// BEGIN HIDDEN TESTS\nif square(-2) != 4 {\n\tpanic("square(-2) is not 4")\n}\n// END HIDDEN TESTS',
        {"grade": True, "locked": True, "points": 2},
    ),
    "partial": ("// the value of the last line is partial credit\n1.5", {"grade": True, "locked": True, "points": 2}),
}
EXERCISES = ["02-1", "02-2", "02-3", "02-4", "02-5", "square"]
SOLUTION = re.compile(r"[ \t]*// BEGIN SOLUTION\n(.*)\n[ \t]*// END SOLUTION", re.DOTALL)
STUB = re.compile(r'[ \t]*// YOUR CODE HERE\n[ \t]*panic\("no answer yet"\)')

# Where the answers of students are not the teacher's, and the tests that they do not pass.
# square passes the test that is seen, but not the hidden one.
WRONG = {"02-1": "answer = math.Exp(-4)", "02-3": "answer = 25", "square": "\treturn 3 * x"}
STUDENTS = {"right": {}, "partly": WRONG, "broken": dict.fromkeys(EXERCISES, "\treturn y")}


def points(answers):
    """Returns the marks of a student with these answers by the grade_id of the test."""
    return {"test-" + e: 0 if e in answers else 2 if e == "square" else 1 for e in EXERCISES} | {"partial": 1.5}


def nbgrader(*args):
    done = subprocess.run([sys.executable, "-m", "nbgrader", *args], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    print(f"$ nbgrader {' '.join(args)}\n{done.stdout}")
    done.check_returncode()


def graded(notebook):
    """Returns the cells of an assignment by their grade_id."""
    return {c.metadata.nbgrader["grade_id"]: c for c in notebook.cells if "nbgrader" in c.metadata}


def check(what, got, want):
    if got != want:
        sys.exit(f"{what}: {got!r}, want {want!r}")


def write_source():
    """Writes the course and returns the teacher's solutions."""
    subprocess.run([os.environ["KRIGO_BIN"], "course", "solutions", "--from", "course/solutions", "--nbgrader", folder], check=True)
    path = folder / f"source/{NAME}/{NAME}.ipynb"
    assignment = nbformat.read(path, 4)
    for name, (source, more) in OWN.items():
        fields = {"schema_version": 3, "grade_id": name, "locked": False, "grade": False, "solution": False, "task": False}
        assignment.cells.append(new_code_cell(source, metadata={"nbgrader": fields | more}))
    nbformat.write(assignment, path)
    cells = graded(assignment)
    return {e: SOLUTION.search(cells[e].source)[1] for e in EXERCISES}


def submit(student, answers):
    """Hands in the released assignment with these answers instead of the stubs."""
    submitted = nbformat.read(folder / f"release/{NAME}/{NAME}.ipynb", 4)
    cells = graded(submitted)
    for exercise, answer in answers.items():
        cells[exercise].source, stubs = STUB.subn(lambda _: answer, cells[exercise].source)
        check(f"the stubs of exercise {exercise}", stubs, 1)
    path = folder / f"submitted/{student}/{NAME}/{NAME}.ipynb"
    path.parent.mkdir(parents=True)
    nbformat.write(submitted, path)


solutions = write_source()
nbgrader("generate_assignment", NAME, "--create")
release = (folder / f"release/{NAME}/{NAME}.ipynb").read_text()
check("solutions or hidden tests in the release", re.findall("BEGIN SOLUTION|HIDDEN|square\\(-2\\)", release), [])
for student, answers in STUDENTS.items():
    submit(student, solutions | answers)
nbgrader("autograde", NAME, "--create")
nbgrader("generate_feedback", NAME)

from nbgrader.api import Gradebook  # noqa: E402, after the database exists

with Gradebook(f"sqlite:///{folder}/gradebook.db") as book:
    for student, answers in STUDENTS.items():
        grades = book.find_submission_notebook(NAME, NAME, student).grades
        check(f"cells of {student} to be graded by hand", [g.name for g in grades if g.needs_manual_grade], [])
        check(f"the marks of {student}", {g.name: g.auto_score for g in grades}, points(answers))
        if not os.path.getsize(folder / f"feedback/{student}/{NAME}/{NAME}.html"):
            sys.exit(f"the feedback of {student} is empty")
