// SPDX-License-Identifier: GPL-3.0-or-later
// Names for the axes that a step would otherwise have to count: `n, c = s[B].op.axis` before `s[B].parallel(n)`.
#include <algorithm>
#include <optional>

#include "workspace/axis_lines.h"
#include "workspace/gestures.h"
#include "workspace/script_lines.h"

namespace nw::workspace {

using schedule::Stage;

namespace {

// What stands for axis `i` of the group ("s[B].op.axis" or "s[B].op.reduce_axis") in a step.
std::string indexed(const std::string& group, size_t i) {
  return group + "[" + std::to_string(i) + "]";
}

void replace_all(std::string& text, const std::string& from, const std::string& to) {
  for (size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
    text.replace(at, from.size(), to);
}

// After these the stage that is named in a line may have other axes than before.
bool makes_axes_anew(const std::string& line) {
  return line.find(".cache_write(") != std::string::npos || line.find(".rfactor(") != std::string::npos;
}

}  // namespace

std::vector<std::string> Gestures::named_below(std::string& step, std::vector<std::string>& lines, size_t after) const {
  std::vector<std::string> moved;
  // What stands between the step and the line must not use these names for anything else.
  const auto may_move = [&](size_t line, const Naming& naming) {
    for (size_t i = after; i < line; ++i)
      if (makes_axes_anew(lines[i])) return false;
    return std::ranges::none_of(naming.names, [&](const std::string& name) {
      for (size_t i = after; i < line; ++i)
        if (has_word(lines[i], name)) return true;
      return has_word(step, name);
    });
  };
  const auto take = [&](const std::string& group, const std::string& own, size_t axes) {
    for (size_t line = after; line < lines.size() && step.find(group + "[") != std::string::npos;) {
      std::optional<Naming> found = naming(lines[line]);
      if (found && !own.empty() && found->value.starts_with(own)) found->value.replace(0, own.size(), group);
      const bool all = found && found->value == group && found->names.size() == axes;
      size_t one = 0;
      while (!all && found && one < axes && found->value != indexed(group, one)) ++one;
      if (!found || (!all && (one == axes || found->names.size() != 1)) || !may_move(line, *found)) {
        ++line;
        continue;
      }
      bool used = false;
      for (size_t i = all ? 0 : one; i < (all ? axes : one + 1); ++i) {
        const std::string& name = found->names[all ? i : 0];
        if (name == "_" || step.find(indexed(group, i)) == std::string::npos) continue;
        replace_all(step, indexed(group, i), name);
        used = true;
      }
      if (!used) {
        ++line;
        continue;
      }
      moved.push_back(std::move(lines[line]));
      lines.erase(lines.begin() + static_cast<std::ptrdiff_t>(line));
    }
  };
  for (const StageId stage : program_.schedule->order()) {
    const auto* compute = te::op_cast<te::ComputeNode>(program_.schedule->stage(stage).op);
    const std::string of = stage_expr(stage);
    if (!compute || of.empty()) continue;
    // Of a tensor that no cache_write made anew: its operation has the same axes.
    const Stage& now = program_.schedule->stage(stage);
    const std::string own = now.origin_op == now.op ? tensor_expr(stage) : std::string();
    take(of + ".op.axis", own.empty() ? own : own + ".op.axis", compute->axis.size());
    take(of + ".op.reduce_axis", own.empty() ? own : own + ".op.reduce_axis", compute->reduce_axis.size());
  }
  return moved;
}

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
