// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/step_changes.h"

#include <algorithm>

namespace nw::tune {

using schedule::Primitive;
using schedule::Step;

namespace {

// The argument that is a split's number.
tir::Expr* split_size(Step& step) {
  for (size_t i = 1; i < step.arguments.size(); ++i)
    if (auto* size = std::get_if<tir::Expr>(&step.arguments[i])) return size;
  return nullptr;
}

bool change_split(Step& step, std::mt19937_64& random) {
  tir::Expr* size = split_size(step);
  const int64_t* known = size ? tir::as_const_int(*size) : nullptr;
  if (!known) return false;
  const int64_t near[] = {*known * 2, *known / 2, *known + 1, *known - 1, *known * 3 / 2, *known * 4, *known / 4};
  const int64_t next = near[random() % std::size(near)];
  if (next < 1 || next == *known) return false;
  *size = tir::int_imm(next);
  return true;
}

bool change_order(Step& step, std::mt19937_64& random) {
  auto* axes = step.arguments.empty() ? nullptr : std::get_if<std::vector<AxisId>>(&step.arguments[0]);
  if (!axes || axes->size() < 2) return false;
  const size_t at = random() % (axes->size() - 1);
  std::swap((*axes)[at], (*axes)[at + 1]);
  return true;
}

}  // namespace

std::optional<std::vector<Step>> changed_steps(const std::vector<Step>& steps, const std::set<size_t>& kept,
                                               std::mt19937_64& random) {
  std::vector<size_t> open;
  for (size_t i = 0; i < steps.size(); ++i)
    if (!kept.contains(i)) open.push_back(i);
  std::ranges::shuffle(open, random);
  for (const size_t at : open) {
    std::vector<Step> changed = steps;
    Step& step = changed[at];
    if (step.primitive == Primitive::Split && change_split(step, random)) return changed;
    if (step.primitive == Primitive::Reorder && change_order(step, random)) return changed;
    if (!kept.empty()) continue;  // their positions must not move
    if (step.primitive == Primitive::Unroll || step.primitive == Primitive::Parallel) {
      changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
      return changed;
    }
  }
  return std::nullopt;
}

}  // namespace nw::tune
