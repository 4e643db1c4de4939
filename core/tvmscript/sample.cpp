// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/sample.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/budget.h"
#include "tir/visit.h"

namespace nw::tvmscript {

using namespace tir;

std::string Iteration::text() const {
  std::string all;
  for (const auto& [name, value] : named) all += fmt::format("{}{} = {}", all.empty() ? "" : ", ", name, value);
  return all.empty() ? "in its only iteration" : "at " + all;
}

namespace {

// The values of one loop that are tried: its ends, what is next to them, its middle; or all.
std::vector<int64_t> steps_of(int64_t count, bool all) {
  std::vector<int64_t> steps;
  if (count <= 0) return steps;
  if (all) {
    for (int64_t i = 0; i < count; ++i) steps.push_back(i);
    return steps;
  }
  for (const int64_t step : {count - 1, int64_t{0}, count / 2, int64_t{1}, count - 2, count / 3})
    if (step >= 0 && step < count && std::ranges::find(steps, step) == steps.end()) steps.push_back(step);
  return steps;
}

class Walk {
 public:
  Walk(const std::vector<SampledLoop>& loops, int64_t most, const std::function<bool(const Iteration&)>& visit)
      : loops_(loops), left_(most), visit_(visit) {}

  Sampled run() {
    double product = 1;
    for (const SampledLoop& loop : loops_) {
      const int64_t* count = as_const_int(loop.extent);
      product *= count ? static_cast<double>(std::max<int64_t>(*count, 1)) : 1e9;
    }
    all_ = product <= static_cast<double>(left_);
    level(0);
    return {(all_ || stopped_) && !cut_, known_};
  }

 private:
  bool level(size_t depth) {
    if (depth == loops_.size()) {
      spend();
      if (left_-- <= 0) {
        cut_ = true;
        return false;
      }
      if (visit_(iteration_)) return true;
      stopped_ = true;
      return false;
    }
    const SampledLoop& loop = loops_[depth];
    const auto min = cost::value_of(loop.min, iteration_.values),
               count = cost::value_of(loop.extent, iteration_.values);
    if (!min || !count) {
      known_ = false;
      return false;
    }
    iteration_.named.emplace_back(loop.var->name, 0);
    for (const int64_t step : steps_of(*count, all_)) {
      int64_t value = 0;
      if (__builtin_add_overflow(*min, step, &value)) break;
      iteration_.values[loop.var.get()] = value;
      iteration_.named.back().second = value;
      if (!level(depth + 1)) {
        iteration_.named.pop_back();
        return false;
      }
    }
    iteration_.named.pop_back();
    return true;
  }

  const std::vector<SampledLoop>& loops_;
  int64_t left_;
  const std::function<bool(const Iteration&)>& visit_;
  Iteration iteration_;
  bool all_ = false, stopped_ = false, cut_ = false, known_ = true;
};

}  // namespace

Sampled sample(const std::vector<SampledLoop>& loops, int64_t most,
               const std::function<bool(const Iteration&)>& visit) {
  return Walk(loops, most, visit).run();
}

std::vector<SampledLoop> loops_of(const std::vector<SampledLoop>& loops, const std::vector<Expr>& expressions) {
  std::vector<bool> used(loops.size(), false);
  std::vector<Expr> look = expressions;
  for (size_t i = loops.size(); i-- > 0;) {
    used[i] = std::ranges::any_of(look, [&](const Expr& e) { return e && uses_var(e, loops[i].var); });
    if (!used[i]) continue;
    look.push_back(loops[i].min);
    look.push_back(loops[i].extent);
  }
  std::vector<SampledLoop> found;
  for (size_t i = 0; i < loops.size(); ++i)
    if (used[i]) found.push_back(loops[i]);
  return found;
}

std::optional<Iteration> witness(const std::vector<SampledLoop>& loops, const std::vector<Expr>& conditions,
                                 const Expr& what, int64_t& tries) {
  constexpr int64_t kMost = 4096;
  std::vector<Expr> all = conditions;
  all.push_back(what);
  std::optional<Iteration> found;
  sample(loops_of(loops, all), std::min(kMost, tries), [&](const Iteration& in) {
    --tries;
    for (const Expr& e : all)
      if (cost::value_of(e, in.values).value_or(0) == 0) return true;
    found = in;
    return false;
  });
  return found;
}

}  // namespace nw::tvmscript
