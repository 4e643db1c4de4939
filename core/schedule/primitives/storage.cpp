// SPDX-License-Identifier: GPL-3.0-or-later
// Annotations of a stage's memory.
//
// storage_align: the stride of one dimension becomes a multiple of `factor` plus `offset`, in elements.
// double_buffer: two copies, one written while the other is read.
// rolling_buffer: only the rows that are still needed are kept.
// set_scope: which memory it lives in.
// set_store_predicate: which of the threads that have computed it store it.
//
// Legal for stages that are computed here: an output's memory belongs to the caller.
#include <algorithm>

#include "schedule/diagnostics.h"
#include "schedule/names.h"
#include "schedule/primitives/marks.h"
#include "schedule/threads.h"

namespace nw::schedule {

namespace {

// An output written by way of a copy: the copy has memory of its own, inside the output's outermost loop.
void propose_copy(Refusal& r, const Schedule& s, StageId stage, const StepSource& at, const std::string& scope,
                  const std::string& step) {
  const Stage& own = s.stage(stage);
  const auto* compute = te::op_cast<te::ComputeNode>(own.op);
  if (!compute || compute->axis.empty() || own.script_name.empty() || own.op->num_outputs() > 1) return;
  const std::string copy = fresh_name(s, own.script_name + "_copy"), made = at.schedule_name + "[" + copy + "]",
                    of = script_text(own, at.schedule_name);
  r.replace("say it of a copy, from which " + own.name() + " is written",
            copy + " = " + at.schedule_name + ".cache_write(" + own.script_name + ", \"" + scope + "\")\n" + made +
                ".compute_at(" + of + ", " + of + ".op.axis[0])" + (step.empty() ? "" : "\n" + made + step));
}

std::optional<Diagnostic> must_not_be_output(const Schedule& s, StageId stage, const StepSource& at,
                                             const std::string& verb, const std::string& scope,
                                             const std::string& step) {
  if (!s.stage(stage).is_output) return std::nullopt;
  Refusal r("NW2118", s, stage, at, "cannot " + verb + " " + s.stage(stage).name() + ", an output");
  r.because("the memory of an output belongs to the caller, who expects the whole tensor in it");
  propose_copy(r, s, stage, at, scope, step);
  const WrittenPart* own = at.part_naming(s.stage(stage));
  for (const te::Tensor& input : s.stage(stage).op->inputs()) {  // what it reads has memory of its own
    const StageId source = s.find(input->op);
    if (!source || s.stage(source).op->kind == te::OpKind::Placeholder || !own) continue;
    const std::string other = script_text(s.stage(source), at.schedule_name);
    if (!other.empty()) r.replace("say it of " + s.stage(source).name(), at.statement.with({{own->span, other}}));
  }
  return r.or_delete("delete the step");
}

}  // namespace

std::optional<Diagnostic> must_be_scope(const Schedule& s, StageId stage, const std::string& scope,
                                        const StepSource& at) {
  if (storage_rank(scope)) return std::nullopt;
  const std::string better = nearest(scope, storage_scopes());
  Refusal r("NW2119", s, stage, at, "there is no memory called '" + scope + "'");
  r.point("scope").legal(storage_scopes());
  r.replace_argument("use \"" + better + "\"", "scope", "\"" + better + "\"");
  return r.or_delete("delete the step");
}

Diagnostics storage_align(Schedule& s, StageId stage, AxisId axis, int64_t factor, int64_t offset,
                          const StepSource& at) {
  if (auto d = must_compute(s, stage, at, "align the memory of")) return {*d};
  const Stage& own = s.stage(stage);
  const auto* compute = te::op_cast<te::ComputeNode>(own.op);
  std::vector<AxisId> dims;
  for (size_t i = 0; compute && i < compute->axis.size(); ++i) dims.push_back(own.root[i]);
  const auto dim = std::find(dims.begin(), dims.end(), axis);
  const std::string of_copy = at.schedule_name + "[" + fresh_name(s, own.script_name + "_copy") + "]";
  const std::string on_copy = ".storage_align(" + of_copy + ".op.axis[" + std::to_string(dim - dims.begin()) + "], " +
                              std::to_string(factor) + ", " + std::to_string(offset) + ")";
  if (auto d = must_not_be_output(s, stage, at, "align the memory of", "global", dim == dims.end() ? "" : on_copy))
    return {*d};
  if (factor < 1) return {not_positive(s, stage, "the factor", factor, at, "factor", "strides become multiples of it")};
  if (dim == dims.end()) {
    Refusal r("NW2116", s, stage, at, shown(s, axis) + " is not a dimension of " + own.name() + "'s memory");
    r.axis(axis)
        .because("the memory has the dimensions of the computation, whatever its loops are")
        .legal(shown(s, dims));
    for (AxisId root : s.owner(axis) == stage ? roots_of(own, axis) : std::vector<AxisId>())
      if (std::find(dims.begin(), dims.end(), root) != dims.end())
        r.replace_axis("align the dimension " + shown(s, root) + " that it comes from", axis, root);
    return {r.or_delete("delete the step")};
  }
  AxisAttr& to = mark(s, stage, axis, at, Primitive::StorageAlign);
  to.align_factor = factor;
  to.align_offset = offset;
  return {};
}

Diagnostics double_buffer(Schedule& s, StageId stage, const StepSource& at) {
  if (auto d = must_compute(s, stage, at, "double-buffer")) return {*d};
  if (auto d = must_not_be_output(s, stage, at, "double-buffer", "global", ".double_buffer()")) return {*d};
  Stage& to = s.edit(stage);
  to.double_buffer = true;
  to.history.emplace_back(at.span.line, Primitive::DoubleBuffer);
  return {};
}

Diagnostics rolling_buffer(Schedule& s, StageId stage, const StepSource& at) {
  if (auto d = must_compute(s, stage, at, "keep a rolling buffer of")) return {*d};
  if (auto d = must_not_be_output(s, stage, at, "keep a rolling buffer of", "global", ".rolling_buffer()")) return {*d};
  Stage& to = s.edit(stage);
  to.rolling_buffer = true;
  to.history.emplace_back(at.span.line, Primitive::RollingBuffer);
  return {};
}

Diagnostics set_store_predicate(Schedule& s, StageId stage, Expr predicate, const StepSource& at) {
  if (auto d = must_compute(s, stage, at, "choose who stores")) return {*d};
  Stage& to = s.edit(stage);
  to.store_predicate = std::move(predicate);
  to.history.emplace_back(at.span.line, Primitive::SetStorePredicate);
  return {};
}

Diagnostics set_scope(Schedule& s, StageId stage, const std::string& scope, const StepSource& at) {
  if (auto d = must_be_scope(s, stage, scope, at)) return {*d};
  if (storage_rank(scope) != StorageRank::Global)
    if (auto d = must_not_be_output(s, stage, at, "move to " + scope + " memory", scope, "")) return {*d};
  Stage& to = s.edit(stage);
  to.scope = scope;
  to.history.emplace_back(at.span.line, Primitive::SetScope);
  return {};
}

}  // namespace nw::schedule
