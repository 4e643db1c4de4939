// SPDX-License-Identifier: GPL-3.0-or-later
// One operation of the computation while it is interpreted: its program, its sources, and its values so far.
#pragma once

#include <unordered_map>

#include "interp/machine.h"

namespace nw::interp {

class Stage {
 public:
  Stage(te::Operation op, Program program);

  const te::Operation& op() const { return op_; }
  const Program& program() const { return program_; }
  std::vector<Source>& sources() { return sources_; }
  int64_t size() const { return size_; }  // elements of one output
  int64_t elements_bytes() const;         // of all outputs
  double work() const;                    // instructions for all elements
  bool complete() const { return complete_; }
  const std::vector<Reg>& values(size_t output) const { return values_[output]; }

  // Every element; false with `trap` set if that fails.
  bool run_all(Trap& trap);
  // Element `at` of one output, computed now unless it is known.
  bool element(int64_t at, size_t output, Reg& value, Trap& trap);

 private:
  bool name_element(Trap& trap) const;
  bool run_loops(size_t loop, int64_t& at, Trap& trap);
  bool finish_element(Trap& trap);  // the data axes are set: reduce, leave the results in registers
  bool reduce(size_t loop, Trap& trap);

  te::Operation op_;
  Program program_;
  std::vector<Source> sources_;
  int64_t size_ = 1;
  std::vector<Reg> registers_;
  bool complete_ = false;
  std::vector<std::vector<Reg>> values_;                // an output; when complete
  std::unordered_map<int64_t, std::vector<Reg>> some_;  // elements computed one by one
};

}  // namespace nw::interp
