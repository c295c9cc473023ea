"""What Python programs need to know of krigo, a Jupyter kernel for Go."""

import importlib.metadata
import os


def binary():
    """Returns the path of the krigo that was installed with this module.

    The list of installed files names it, wherever pip was told to put programs.
    """
    name = "krigo.exe" if os.name == "nt" else "krigo"
    for file in importlib.metadata.files("krigo") or ():
        if file.name == name and file.parent.name in ("bin", "Scripts"):
            return os.path.realpath(file.locate())
    raise FileNotFoundError(f"{name} is not among the files of the package krigo: install the package again")
