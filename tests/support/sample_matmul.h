// SPDX-License-Identifier: GPL-3.0-or-later
// A small product of matrices that tests shape: P is twice B, and C reads A and P.
#pragma once

#include <string>

namespace nw::test {

inline const std::string kMatmulStages =
    "A = te.placeholder((32, 32), name=\"A\")\n"
    "B = te.placeholder((32, 32), name=\"B\")\n"
    "k = te.reduce_axis((0, 32), name=\"k\")\n"
    "P = te.compute((32, 32), lambda i, j: B[i, j] * 2.0, name=\"P\")\n"
    "C = te.compute((32, 32), lambda y, x: te.sum(A[y, k] * P[k, x], axis=k), name=\"C\")\n";

// As a whole script, with the axes of C named and nothing scheduled.
inline const std::string kMatmul = "import tvm\nfrom tvm import te\n" + kMatmulStages +
                                   "s = te.create_schedule(C.op)\n"
                                   "y, x = s[C].op.axis\n"
                                   "tvm.lower(s, [A, B, C], name=\"main\")\n";

}  // namespace nw::test
