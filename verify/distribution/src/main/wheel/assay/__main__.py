"""``python3 -m assay serve module:function [DIRECTORY ...]``: a function as a program."""

import sys

from assay import _main

_main(sys.argv[1:])
