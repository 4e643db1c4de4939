// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures about how a stage is stored, and about stages that are placed as one.
#include <algorithm>

#include "workspace/gestures.h"

namespace nw::workspace {

namespace {

std::string comma_listed(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

}  // namespace

Result<TextChange> Gestures::transform_layout(StageId stage, int64_t block) const {
  const schedule::Stage& of = program_.schedule->stage(stage);
  std::vector<std::string> vars;
  for (const AxisId axis : of.root) {
    if (of.find_axis(axis)->iter->type == tir::IterType::CommReduce) continue;
    std::string name = base_name(stage, axis);
    while (std::find(vars.begin(), vars.end(), name) != vars.end()) name += "_";
    vars.push_back(std::move(name));
  }
  std::vector<std::string> indices = vars, names = vars;
  std::string label = "store " + of.name();
  if (block == 0 && vars.size() >= 2) {
    std::swap(indices[vars.size() - 2], indices[vars.size() - 1]);
    names = indices;
    label += " with " + vars[vars.size() - 2] + ", " + vars.back() + " exchanged";
  } else if (block > 0 && !vars.empty()) {
    const std::string size = std::to_string(block);
    indices.back() = vars.back() + " // " + size;
    indices.push_back(vars.back() + " % " + size);
    names.back() = vars.back() + "o";
    names.push_back(vars.back() + "i");
    label += " in blocks of " + size + " of " + vars.back();
  } else {
    return TextChange{text_, "transform_layout", 0};
  }
  for (std::string& name : names) name = fresh(name);
  const std::string bound = names.size() == 1 ? names.front() + "," : comma_listed(names);
  return append(bound + " = " + stage_expr(stage) + ".transform_layout(lambda " + comma_listed(vars) + ": [" +
                    comma_listed(indices) + "])",
                std::move(label));
}

Result<TextChange> Gestures::create_group(StageId stage, StageId input) const {
  const std::string outer = tensor_expr(stage), inner = tensor_expr(input);
  return append(fresh(outer + "_group") + " = " + program_.schedule_name + ".create_group(outputs=" + outer +
                    ", inputs=" + inner + ", include_inputs=True)",
                "group " + program_.schedule->stage(input).name() + " with " + program_.schedule->stage(stage).name());
}

Result<TextChange> Gestures::group_compute_at(const std::string& group, StageId parent, AxisId axis) const {
  Result<std::string> at = need_axis(parent, axis);
  if (!at.value) return at.diagnostics;
  return append(group + ".compute_at(" + stage_expr(parent) + ", " + *at + ")",
                "compute " + group + " at " + base_name(parent, axis));
}

}  // namespace nw::workspace
