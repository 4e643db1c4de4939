// SPDX-License-Identifier: GPL-3.0-or-later
#include "target_comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "measure/basis.h"
#include "measure/statistics.h"

namespace nw::cli {

namespace {

std::optional<measure::Basis> basis_of(const MeasuredTarget& one) {
  return one.report ? measure::basis(one.report->machine, one.report->time, one.report->counters) : std::nullopt;
}

struct Gain {
  const MeasuredTarget* baseline;
  bool instructions = false;
  double gain = 1;
};

// Over the first target of its kind; nothing for one that can be compared with none.
std::optional<Gain> gain_of(const MeasuredTarget& one, const std::vector<MeasuredTarget>& targets) {
  const auto own = basis_of(one);
  if (!own) return std::nullopt;
  const auto first = std::ranges::find_if(targets, [&](const MeasuredTarget& other) {
    const auto basis = basis_of(other);
    return basis && measure::same_kind(*basis, *own);
  });
  return Gain{&*first, own->instructions, basis_of(*first)->amount / own->amount};
}

std::string check_word(const measure::RunReport& report) {
  if (!report.verify) return "unchecked";
  return report.verify->ok ? "ok" : "WRONG";
}

std::string gain_text(const MeasuredTarget& one, const std::vector<MeasuredTarget>& targets) {
  const std::optional<Gain> gain = gain_of(one, targets);
  if (!gain) return "not compared";
  if (gain->baseline == &one) return "baseline";
  return fmt::format("x{:.2f}{}", gain->gain, gain->instructions ? " in instructions" : "");
}

}  // namespace

std::string comparison_table(const std::vector<MeasuredTarget>& targets) {
  size_t widest = 6;
  for (const MeasuredTarget& one : targets) widest = std::max(widest, one.target.size());
  std::string text = fmt::format("{:<{}}  {:>14} {:>7}  {:<9} {:<10} {}\n", "target", widest, "time us", "+-", "clock",
                                 "check", "gain");
  for (const MeasuredTarget& one : targets) {
    text += fmt::format("{:<{}}  ", one.target, widest);
    text += one.report ? fmt::format("{:>14.3f} {:>5.1f} %  {:<9} {:<10} {}\n", one.report->time.median,
                                     100 * measure::error_bar(one.report->time), one.report->clock,
                                     check_word(*one.report), gain_text(one, targets))
                       : "did not run\n";
  }
  return text;
}

nlohmann::json comparison_json(const std::vector<MeasuredTarget>& targets) {
  nlohmann::json all = nlohmann::json::array();
  for (const MeasuredTarget& one : targets)
    if (const std::optional<Gain> gain = gain_of(one, targets))
      all.push_back({{"target", one.target},
                     {"baseline", gain->baseline->target},
                     {"by", gain->instructions ? "instructions" : "time"},
                     {"gain", gain->gain}});
  return all;
}

}  // namespace nw::cli
