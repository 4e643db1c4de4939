// SPDX-License-Identifier: GPL-3.0-or-later
// Running a program's instructions over a file of registers.
#pragma once

#include <span>
#include <vector>

#include "base/ndarray.h"
#include "interp/program.h"

namespace nw::interp {

class Stage;

// Where a program's reads come from: an array as it lies in memory, or values computed so far.
struct Source {
  std::vector<int64_t> shape;
  std::string name;
  // One of: the array of a placeholder; the values of a stage, complete or (if `stage` is set) computed on demand.
  NDArray array;
  const Reg* values = nullptr;
  Stage* stage = nullptr;
  size_t output = 0;  // of `stage`
};

struct Trap {  // what went wrong; kept, so that a run can stop at once
  std::string problem;
  std::string element;  // of the stage that was computed: "B[3, 0]"
  enum class Kind { Other, ReadOutside, ShiftTooFar } kind = Kind::Other;
};

// Runs `code`; false once `trap` is set.
bool execute(std::span<const Instruction> code, const Program& program, std::span<const Source> sources, Reg* r,
             Trap& trap);

}  // namespace nw::interp
