# SPDX-License-Identifier: GPL-3.0-or-later
"""What a TE script computes, found out with numpy alone: the script runs as Python against a stand-in for TVM
(standin.py), whose expressions (expr.py) are evaluated over whole index grids with the arithmetic of arithmetic.py.
Nothing here is shared with Nestwright, not even the reading of the script."""
