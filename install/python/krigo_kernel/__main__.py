"""python -m krigo_kernel ARGUMENTS... runs krigo.

The kernelspec starts krigo this way because Jupyter finds the python of its own environment,
activated or not, but no other program there.
"""

import os
import sys

from krigo_kernel import binary


def run_on_windows(command):
    """Runs a command as a child process and returns its exit status.

    The kernel watches the process in JPY_PARENT_PID. Here that is this process, which Jupyter
    ends, and which ends when Jupyter does.
    """
    import subprocess
    import _winapi

    jupyter = os.environ.get("JPY_PARENT_PID")
    own = _winapi.GetCurrentProcess()
    inherited = _winapi.DuplicateHandle(own, own, own, 0, True, _winapi.DUPLICATE_SAME_ACCESS)
    child = subprocess.Popen(command, env={**os.environ, "JPY_PARENT_PID": str(int(inherited))}, close_fds=False)
    watched = [int(child._handle)] + ([int(jupyter)] if jupyter else [])
    _winapi.WaitForMultipleObjects(watched, False, _winapi.INFINITE)
    return child.poll() or 0


command = [binary(), *sys.argv[1:]]
if os.name == "nt":
    sys.exit(run_on_windows(command))
os.execv(command[0], command)
