"""The ``assay`` command of a wheel: the launcher of a release, beside its jar.

It is not a part of the package ``assay``, whose import would take longer than all else before Java.
"""

import os
import sys


def main() -> None:
    """Become the command."""
    # Functions that are audited find what is installed beside the wheel.
    os.environ.setdefault("ASSAY_PYTHON", sys.executable)
    directory = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin")
    if os.name == "nt":
        import subprocess

        sys.exit(subprocess.call([os.path.join(directory, "assay.cmd"), *sys.argv[1:]]))
    os.execv("/bin/sh", ["sh", os.path.join(directory, "assay"), *sys.argv[1:]])
