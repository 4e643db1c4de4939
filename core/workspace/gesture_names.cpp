// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the axes that a step would otherwise have to count: `n, c = s[B].op.axis` before `s[B].parallel(n)`.
#include "workspace/gestures.h"

namespace nw::workspace {

namespace {

// What stands for axis `i` of the group ("s[B].op.axis" or "s[B].op.reduce_axis") in a step.
std::string indexed(const std::string& group, size_t i) {
  return group + "[" + std::to_string(i) + "]";
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

}  // namespace

std::vector<std::string> Gestures::with_names(std::string step) const {
  std::vector<std::string> lines;
  for (const StageId stage : program_.schedule->order()) {
    const auto* compute = te::op_cast<te::ComputeNode>(program_.schedule->stage(stage).op);
    const std::string of = stage_expr(stage);
    if (!compute || of.empty()) continue;
    const auto name = [&](const std::string& group, const std::vector<tir::IterVar>& axes) {
      if (step.find(group + "[") == std::string::npos) return;
      std::string names, words = step;  // `words`: what no name may be
      for (const std::string& line : lines) words += " " + line;
      for (size_t i = 0; i < axes.size(); ++i) {
        const std::string chosen = fresh(short_name(axes[i]->var->name), words);
        words += " " + chosen;
        names += (i == 0 ? "" : ", ") + chosen;
        replace_all(step, indexed(group, i), chosen);
      }
      lines.push_back(names + " = " + (axes.size() == 1 ? indexed(group, 0) : group));
    };
    name(of + ".op.axis", compute->axis);
    name(of + ".op.reduce_axis", compute->reduce_axis);
  }
  lines.push_back(std::move(step));
  return lines;
}

}  // namespace nw::workspace
