"""krigo notebook for jupyter-server-proxy: a tile in the launcher of JupyterLab and JupyterHub.

jupyter-server-proxy starts the server when its page is asked for, and passes on only requests that
have passed Jupyter's own sign-in, with a token that nobody else knows.
"""

import os
import secrets

from krigo_kernel import binary


def setup():
    """Returns how jupyter-server-proxy starts krigo notebook and shows it."""
    program = binary()
    token = secrets.token_urlsafe(32)
    return {
        "command": [program, "notebook", "--no-browser", "--port", "{port}", "--base-path", "{base_url}krigo"],
        "environment": {"KRIGO_TOKEN": token},
        "request_headers_override": {"Authorization": "Bearer " + token},
        "absolute_url": True,
        "timeout": 60,
        "launcher_entry": {"title": "krigo notebook", "icon_path": logo(program)},
    }


def logo(program):
    """Returns the path of the kernelspec's logo."""
    prefix = os.path.dirname(os.path.dirname(program))
    return os.path.join(prefix, "share", "jupyter", "kernels", "krigo", "logo-svg.svg")
