"""Builds krigo for pip (PEP 517): scripts/release does the work, by Go."""

import os
import subprocess
import sysconfig


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    tag = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    flags = ["-wheel", tag]
    if "musl" in (sysconfig.get_config_var("HOST_GNU_TYPE") or ""):
        flags.append("-static")
    return release(wheel_directory, *flags)


def build_sdist(sdist_directory, config_settings=None):
    return release(sdist_directory, "-sdist")


def release(folder, *flags):
    """Runs scripts/release and returns the name of the file that it wrote."""
    command = ["go", "run", "./scripts/release", "-out", folder, *flags]
    try:
        printed = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, env={**os.environ, "CGO_ENABLED": "0"}).stdout
    except FileNotFoundError:
        raise SystemExit("krigo is built by Go, which is not on the PATH: install Go, or a wheel of krigo") from None
    return printed.splitlines()[-1].partition(": ")[0]
