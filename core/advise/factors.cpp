// SPDX-License-Identifier: GPL-3.0-or-later
#include "advise/factors.h"

#include "edit/edited_preview.h"
#include "edit/gestures.h"
#include "kernel/nest_figures.h"

namespace nw::advise {

namespace {

AxisId inner_of_split(const schedule::Stage& stage, AxisId axis) {
  for (const schedule::Relation& relation : stage.relations)
    if (const auto* split = std::get_if<schedule::SplitRelation>(&relation); split && split->parent == axis)
      return split->inner;
  return {};
}

double bytes_of_memory(const std::string& memory, const TargetFacts& machine) {
  return static_cast<double>(memory == "L1"   ? machine.cache_bytes(1)
                             : memory == "L2" ? machine.cache_bytes(2)
                             : memory == "L3" ? machine.cache_bytes(3)
                                              : 0);
}

}  // namespace

std::vector<FactorFigures> factor_figures(const kernel::KernelPreview& shown, StageId stage, AxisId axis,
                                          const std::vector<int64_t>& factors, const TargetFacts& machine,
                                          const std::map<std::string, int64_t>& sizes, const CancelToken& cancel) {
  const edit::Gestures gestures(shown.text, shown.program);
  std::vector<FactorFigures> found;
  for (const int64_t factor : factors) {
    if (cancel.cancelled()) return {};
    const Result<script::StepEdit> edit = gestures.split(stage, axis, factor);
    if (!edit.value) continue;
    const kernel::KernelPreview split = edit::preview_edited(shown, *edit, cancel);
    if (!split.nest || !split.program.schedule) continue;
    const AxisId inner = inner_of_split(split.program.schedule->stage(stage), axis);
    const kernel::NestFigures figures = kernel::nest_figures(split, machine, sizes);
    const kernel::LoopFigures* loop = inner.valid() ? figures.of_axis(inner) : nullptr;
    if (loop) found.push_back({factor, loop->bytes, loop->memory, bytes_of_memory(loop->memory, machine)});
  }
  return found;
}

bool is_contiguous(const schedule::Stage& stage, AxisId axis) {
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  if (compute && !compute->axis.empty() && stage.find_axis(axis)->iter == compute->axis.back()) return true;
  for (const schedule::Relation& relation : stage.relations) {
    if (const auto* r = std::get_if<schedule::SplitRelation>(&relation); r && r->inner == axis)
      return is_contiguous(stage, r->parent);
    if (const auto* r = std::get_if<schedule::FuseRelation>(&relation); r && r->fused == axis)
      return is_contiguous(stage, r->inner);
    if (const auto* r = std::get_if<schedule::RebaseRelation>(&relation); r && r->rebased == axis)
      return is_contiguous(stage, r->parent);
    if (const auto* r = std::get_if<schedule::TransformRelation>(&relation);
        r && !r->transformed.empty() && r->transformed.back() == axis)
      return true;
  }
  return false;
}

}  // namespace nw::advise
