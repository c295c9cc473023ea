"""Go for nbgrader. With krigo's package for Python, in the nbgrader_config.py of a course:

    from krigo_kernel import nbgrader
    nbgrader.configure(c)
"""


def configure(c):
    """Adds Go's stub of an answer to nbgrader's for other languages.

    A panic, since a function without a return statement does not compile.
    """
    from nbgrader.preprocessors import ClearSolutions

    stubs = dict(ClearSolutions().code_stub)
    stubs["go"] = '// YOUR CODE HERE\npanic("no answer yet")'
    c.ClearSolutions.code_stub = stubs
