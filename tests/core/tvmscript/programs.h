// SPDX-License-Identifier: GPL-3.0-or-later
// Functions of TensorIR for tests, as TVM prints them.
#pragma once

#include <algorithm>
#include <string>

namespace nw::test {

// A matrix product with tails, in the dialect of TVM 0.27.
inline const std::string kProduct =
    "@I.ir_module\n"
    "class Module:\n"
    "    @T.prim_func(s_tir=True)\n"
    "    def main(A: T.Buffer((10, 6), \"float32\"), B: T.Buffer((6, 8), \"float32\"), C: T.Buffer((10, 8), "
    "\"float32\")):\n"
    "        T.func_attr({\"tirx.noalias\": True})\n"
    "        # with T.sblock(\"root\"):\n"
    "        for i_0 in T.parallel(3):\n"
    "            for k, i_1 in T.grid(6, 4):\n"
    "                for j in T.vectorized(8):\n"
    "                    with T.sblock(\"C\"):\n"
    "                        vi = T.axis.spatial(10, i_0 * 4 + i_1)\n"
    "                        vj, vk = T.axis.remap(\"SR\", [j, k])\n"
    "                        T.where(i_0 * 4 + i_1 < 10)\n"
    "                        T.reads(A[vi, vk], B[vk, vj])\n"
    "                        T.writes(C[vi, vj])\n"
    "                        with T.init():\n"
    "                            C[vi, vj] = T.float32(0.0)\n"
    "                        C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

// The same in the dialect of TVM 0.11, with handles.
inline const std::string kProductOf011 =
    "import tvm\n"
    "from tvm.script import tir as T\n"
    "\n"
    "@T.prim_func\n"
    "def main(a: T.handle, B: T.Buffer[(6, 8), \"float32\"], c: T.handle) -> None:\n"
    "    T.func_attr({\"global_symbol\": \"main\", \"tir.noalias\": True})\n"
    "    A = T.match_buffer(a, [10, 6], dtype=\"float32\")\n"
    "    C = T.match_buffer(c, [10, 8], dtype=\"float32\")\n"
    "    with T.block(\"root\"):\n"
    "        T.reads()\n"
    "        T.writes()\n"
    "        for i_0 in T.parallel(3):\n"
    "            for k in T.serial(6):\n"
    "                for i_1 in range(4):\n"
    "                    for j in T.vectorized(0, 8):\n"
    "                        with T.block(\"C\"):\n"
    "                            vi = T.axis.S(10, i_0 * 4 + i_1)\n"
    "                            vj = T.axis.spatial(8, j)\n"
    "                            vk = T.axis.reduce((0, 6), k)\n"
    "                            T.where(i_0 * 4 + i_1 < 10)\n"
    "                            T.reads([A[vi, vk], B[vk, vj]])\n"
    "                            T.writes([C[vi, vj]])\n"
    "                            with T.init():\n"
    "                                C[vi, vj] = T.float32(0)\n"
    "                            C[vi, vj] = C[vi, vj] + A[vi, vk] * B[vk, vj]\n";

// A function of one argument read and one written, with this body.
inline std::string function(const std::string& body) {
  std::string text = "@T.prim_func\ndef main(A: T.Buffer((8, 6), \"float32\"), C: T.Buffer((8, 6), \"float32\")):\n";
  for (size_t at = 0; at < body.size();) {
    const size_t end = std::min(body.find('\n', at), body.size());
    text += "    " + body.substr(at, end - at) + "\n";
    at = end + 1;
  }
  return text;
}

// One block over both loops, with this line in it.
inline std::string block(const std::string& line) {
  return function(
      "for i, j in T.grid(8, 6):\n    with T.block(\"C\"):\n        vi, vj = T.axis.remap(\"SS\", [i, j])\n        " +
      line);
}

}  // namespace nw::test
