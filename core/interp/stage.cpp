// SPDX-License-Identifier: GPL-3.0-or-later
#include "interp/stage.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nw::interp {

Stage::Stage(te::Operation op, Program program) : op_(std::move(op)), program_(std::move(program)) {
  std::vector<int64_t> shape(program_.loop_extent.begin(),
                             program_.loop_extent.begin() + static_cast<std::ptrdiff_t>(program_.data_loops));
  size_ = element_count(shape);
  registers_.resize(program_.registers);
  for (const auto& [reg, value] : program_.constants) registers_[static_cast<size_t>(reg)] = value;
  for (size_t i = 0; i < program_.loop_registers.size(); ++i)
    registers_[static_cast<size_t>(program_.loop_registers[i])].i = program_.loop_min[i];
}

int64_t Stage::elements_bytes() const {
  int64_t bytes = 0;
  if (size_ < 0 || __builtin_mul_overflow(size_, static_cast<int64_t>(sizeof(Reg) * program_.results.size()), &bytes))
    return INT64_MAX;
  return bytes;
}

double Stage::work() const {
  double turns = 1, total = 0;
  for (size_t level = 1; level < program_.levels.size(); ++level) {
    turns *= static_cast<double>(program_.loop_extent[level - 1]);
    total += turns * static_cast<double>(program_.levels[level].size() + 1);
  }
  return total + turns * static_cast<double>(program_.combine.size());
}

bool Stage::run_all(Trap& trap) {
  if (complete_) return true;
  values_.assign(program_.results.size(), std::vector<Reg>(static_cast<size_t>(size_)));
  int64_t at = 0;
  if (size_ > 0 &&
      (!execute(program_.levels[0], program_, sources_, registers_.data(), trap) || !run_loops(0, at, trap)))
    return name_element(trap);
  complete_ = true;
  return true;
}

// Reports where the loops are now, unless a stage that this one reads has done so. Returns false.
bool Stage::name_element(Trap& trap) const {
  if (!trap.element.empty()) return false;
  std::vector<int64_t> at;
  for (size_t d = 0; d < program_.data_loops; ++d)
    at.push_back(registers_[static_cast<size_t>(program_.loop_registers[d])].i - program_.loop_min[d]);
  trap.element = fmt::format("{}[{}]", op_->name, fmt::join(at, ", "));
  return false;
}

bool Stage::run_loops(size_t loop, int64_t& at, Trap& trap) {
  if (loop == program_.data_loops) {
    if (!finish_element(trap)) return false;
    for (size_t i = 0; i < program_.results.size(); ++i)
      values_[i][static_cast<size_t>(at)] = registers_[static_cast<size_t>(program_.results[i])];
    ++at;
    return true;
  }
  Reg& counter = registers_[static_cast<size_t>(program_.loop_registers[loop])];
  const auto& code = program_.levels[loop + 1];
  for (int64_t i = 0; i < program_.loop_extent[loop]; ++i) {
    counter.i = program_.loop_min[loop] + i;
    if (!code.empty() && !execute(code, program_, sources_, registers_.data(), trap)) return false;
    if (!run_loops(loop + 1, at, trap)) return false;
  }
  return true;
}

bool Stage::finish_element(Trap& trap) {
  if (!program_.is_reduction) return true;
  for (size_t i = 0; i < program_.totals.size(); ++i)
    registers_[static_cast<size_t>(program_.totals[i])] = registers_[static_cast<size_t>(program_.start[i])];
  return reduce(program_.data_loops, trap) && execute(program_.finish, program_, sources_, registers_.data(), trap);
}

bool Stage::reduce(size_t loop, Trap& trap) {
  Reg* r = registers_.data();
  if (loop == program_.loop_registers.size()) {
    if (program_.condition >= 0 && r[program_.condition].i == 0) return true;
    return execute(program_.combine, program_, sources_, r, trap);
  }
  Reg& counter = r[program_.loop_registers[loop]];
  const auto& code = program_.levels[loop + 1];
  for (int64_t i = 0; i < program_.loop_extent[loop]; ++i) {
    counter.i = program_.loop_min[loop] + i;
    if (!code.empty() && !execute(code, program_, sources_, r, trap)) return false;
    if (!reduce(loop + 1, trap)) return false;
  }
  return true;
}

bool Stage::element(int64_t at, size_t output, Reg& value, Trap& trap) {
  if (complete_) {
    value = values_[output][static_cast<size_t>(at)];
    return true;
  }
  if (const auto it = some_.find(at); it != some_.end()) {
    value = it->second[output];
    return true;
  }
  int64_t rest = at;
  for (size_t d = program_.data_loops; d-- > 0;) {
    registers_[static_cast<size_t>(program_.loop_registers[d])].i =
        program_.loop_min[d] + rest % program_.loop_extent[d];
    rest /= program_.loop_extent[d];
  }
  for (size_t level = 0; level <= program_.data_loops; ++level)
    if (!execute(program_.levels[level], program_, sources_, registers_.data(), trap)) return name_element(trap);
  if (!finish_element(trap)) return name_element(trap);
  std::vector<Reg> results;
  for (const int32_t reg : program_.results) results.push_back(registers_[static_cast<size_t>(reg)]);
  value = results[output];
  some_.emplace(at, std::move(results));
  return true;
}

}  // namespace nw::interp
