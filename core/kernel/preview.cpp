// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/preview.h"

#include <algorithm>
#include <chrono>

#include "base/budget.h"
#include "cost/value_range.h"
#include "fixes/read.h"
#include "schedule/names.h"

namespace nw::kernel {

using schedule::AttachKind;
using schedule::Schedule;
using schedule::Stage;
using tir::IterType;

namespace {

std::string type_name(const Stage& stage, const schedule::Axis& axis) {
  IterType type = axis.iter->type;
  if (const schedule::AxisAttr* attr = stage.attr(axis.id)) {
    if (attr->bind_thread) return attr->bind_thread->thread_tag;
    if (attr->intrin) return "tensorized";
    if (attr->iter_type != IterType::DataPar) type = attr->iter_type;
  }
  switch (type) {
    case IterType::DataPar:
      return "data";
    case IterType::ThreadIndex:
      return "thread";
    case IterType::CommReduce:
      return "reduce";
    case IterType::Ordered:
      return "ordered";
    case IterType::Opaque:
      return "opaque";
    case IterType::Unrolled:
      return "unrolled";
    case IterType::Vectorized:
      return "vectorized";
    case IterType::Parallelized:
      return "parallel";
    case IterType::Tensorized:
      return "tensorized";
  }
  return "data";
}

// "[j // 16, i, j % 16]"
std::string stored_as(const schedule::LayoutTransform& layout) {
  std::string text;
  for (const tir::Expr& index : layout.indices) text += (text.empty() ? "[" : ", ") + tir::to_string(index);
  return text + "]";
}

// Annotations of an axis beside its kind: storage_align and prefetch.
void add_marks(std::string& detail, const schedule::AxisAttr& attr) {
  const auto add = [&detail](const std::string& mark) { detail = detail == "data" ? mark : detail + ", " + mark; };
  if (attr.align_factor > 0)
    add("align " + std::to_string(attr.align_factor) +
        (attr.align_offset != 0 ? " + " + std::to_string(attr.align_offset) : ""));
  for (const auto& [tensor, offset] : attr.prefetch) add("prefetch " + tensor->op->name);
  for (const auto& [name, value] : attr.pragmas) add("pragma " + name);
}

// What extents that are no numbers come to: at the sizes given, in all turns of the loops around.
class ExtentsNow {
 public:
  ExtentsNow(const lower::LoopNest& nest, const std::map<std::string, int64_t>& sizes) : nest_(nest) {
    for (const tir::Var& v : nest.size_vars)
      if (const auto size = sizes.find(v->name); size != sizes.end()) sizes_[v.get()] = size->second;
  }

  // Empty for a number, and where it is not known.
  std::string operator()(const tir::Expr& extent) {
    if (tir::as_const_int(extent)) return {};
    const auto [known, is_new] = known_.try_emplace(extent.get());  // the tree and the bounds ask for the same ones
    if (is_new) known->second = tried(extent);
    return known->second;
  }

 private:
  std::string tried(const tir::Expr& extent) {
    if (loops_.empty()) find_loops();
    const std::optional<cost::ValueRange> range = cost::value_range_of(extent, loops_, sizes_);
    if (!range) return {};
    const std::string most = std::to_string(range->most);
    return range->least == range->most ? most : std::to_string(range->least) + "–" + most;
  }

  void add(const tir::VarNode* loop, const tir::Range& range) {
    const std::optional<int64_t> first = cost::value_of(range.min, sizes_),
                                 count = cost::value_of(range.extent, sizes_);
    if (first && count) loops_.push_back({loop, *first, *count});
  }

  // Those whose own length does not vary; loops begin at 0 wherever their axis does.
  void find_loops() {
    for (const StageId id : nest_.schedule.order())
      for (const AxisId axis : nest_.schedule.stage(id).leaf)
        if (const auto range = nest_.bounds.ranges.find(axis); range != nest_.bounds.ranges.end())
          add(nest_.schedule.stage(id).find_axis(axis)->iter->var.get(), {tir::int_imm(0), range->second.extent});
    for (const auto& [var, range] : nest_.bounds.threads) add(var.get(), range);
  }

  const lower::LoopNest& nest_;
  cost::Values sizes_;
  std::vector<cost::LoopRange> loops_;
  std::map<const tir::ExprNode*, std::string> known_;
};

// Builds the rows depth first: a root stage, its loops one inside the other, attached stages where they are computed.
class TreeBuilder {
 public:
  TreeBuilder(const script::Program& program, const schedule::Bounds* bounds, ExtentsNow* extents)
      : schedule_(*program.schedule), bounds_(bounds), extents_(extents) {
    std::map<std::string, int> lines;  // of the last statement that gives a variable its value
    for (const script::Statement& s : program.statements)
      for (const std::string& name : s.binds) lines[name] = s.span.line;
    for (const auto& [name, axis] : program.axis_names)
      if (const auto line = lines.find(name); line != lines.end()) named_[axis] = line->second;
  }

  std::vector<LoopTreeRow> build() {
    for (StageId id : schedule_.order()) {
      const Stage& stage = schedule_.stage(id);
      if (stage.op->kind == te::OpKind::Placeholder) continue;
      if (schedule_.attach_of(id).kind != AttachKind::At) add_stage(stage, -1, 0);
    }
    // Stages attached to something that is not shown (a broken attach point) still appear, at the end.
    for (StageId id : schedule_.order()) {
      const Stage& stage = schedule_.stage(id);
      if (stage.op->kind != te::OpKind::Placeholder && !shown(id)) add_stage(stage, -1, 0);
    }
    return std::move(rows_);
  }

 private:
  bool shown(StageId id) const { return std::find(shown_.begin(), shown_.end(), id) != shown_.end(); }

  void add_stage(const Stage& stage, int parent, int depth) {
    if (shown(stage.id)) return;
    shown_.push_back(stage.id);
    LoopTreeRow row;
    row.stage = stage.id;
    row.name = stage.name();
    row.parent = parent;
    row.depth = depth;
    row.line = stage.attach.line ? stage.attach.line : stage.op->span.line;
    const bool inlined = stage.attach.kind == AttachKind::Inline || stage.attach.kind == AttachKind::InlinedAlready;
    row.detail = inlined ? "inline" : stage.is_output ? "output" : "";
    if (!stage.scope.empty() && stage.scope != "global") row.detail += (row.detail.empty() ? "" : ", ") + stage.scope;
    for (const schedule::LayoutTransform& layout : stage.layout)
      row.detail += (row.detail.empty() ? "stored " : ", stored ") + stored_as(layout);
    rows_.push_back(row);
    if (inlined) return;
    int above = static_cast<int>(rows_.size()) - 1;
    for (AxisId id : stage.leaf) {
      above = add_axis(stage, id, above, ++depth);
      for (StageId other : schedule_.order()) {
        const schedule::Attach& place = schedule_.attach_of(other);  // its group's, if it has one
        if (place.kind == AttachKind::At && place.stage == stage.id && schedule::loop_now(stage, place.axis) == id)
          add_stage(schedule_.stage(other), above, depth + 1);
      }
    }
  }

  int add_axis(const Stage& stage, AxisId id, int parent, int depth) {
    const schedule::Axis* axis = stage.find_axis(id);
    LoopTreeRow row;
    row.kind = LoopTreeRow::Kind::Axis;
    row.stage = stage.id;
    row.axis = id;
    row.name = schedule::shown(*axis);
    row.hint = axis->iter->var->name;
    row.detail = type_name(stage, *axis);
    row.parent = parent;
    row.depth = depth;
    const schedule::AxisAttr* attr = stage.attr(id);
    if (attr) add_marks(row.detail, *attr);
    const auto named = named_.find(id);
    row.line = attr && attr->line ? attr->line : named != named_.end() ? named->second : axis->line;
    if (bounds_) {
      auto range = bounds_->ranges.find(id);
      if (range != bounds_->ranges.end()) {
        row.extent = tir::to_string(range->second.extent);
        row.now = (*extents_)(range->second.extent);
      }
    }
    rows_.push_back(row);
    return static_cast<int>(rows_.size()) - 1;
  }

  const Schedule& schedule_;
  const schedule::Bounds* bounds_;
  ExtentsNow* extents_;          // where there are bounds
  std::map<AxisId, int> named_;  // the lines that name axes
  std::vector<LoopTreeRow> rows_;
  std::vector<StageId> shown_;
};

std::vector<BoundsRow> bounds_rows(const lower::LoopNest& nest, const tir::VarNames& names, ExtentsNow& extents) {
  const Schedule& schedule = nest.schedule;
  const schedule::Bounds& bounds = nest.bounds;
  std::vector<BoundsRow> rows;
  for (StageId id : schedule.order()) {
    const Stage& stage = schedule.stage(id);
    if (stage.op->kind == te::OpKind::Placeholder || stage.attach.kind == AttachKind::InlinedAlready) continue;
    auto add = [&](AxisId axis_id, bool leaf) {
      const schedule::Axis* axis = stage.find_axis(axis_id);
      auto range = bounds.ranges.find(axis_id);
      if (!axis || range == bounds.ranges.end()) return;
      BoundsRow row;
      row.stage = stage.name();
      row.axis = schedule::shown(*axis);
      row.hint = axis->iter->var->name;
      row.kind = type_name(stage, *axis);
      row.min = tir::to_string(range->second.min, names);
      row.extent = tir::to_string(range->second.extent, names);
      row.now = extents(range->second.extent);
      row.leaf = leaf;
      row.stage_id = id;
      row.axis_id = axis_id;
      if (auto why = bounds.because.find(axis_id); why != bounds.because.end()) row.because = why->second;
      rows.push_back(std::move(row));
    };
    for (AxisId axis : stage.root) add(axis, false);
    for (AxisId axis : stage.leaf) add(axis, true);
  }
  return rows;
}

// Normalizing lets loops begin at 0 under a new axis; people know the axis that it replaces.
std::map<AxisId, AxisId> rebased_axes(const Schedule& schedule) {
  std::map<AxisId, AxisId> parents;
  for (StageId id : schedule.order())
    for (const schedule::Relation& relation : schedule.stage(id).relations)
      if (const auto* rebase = std::get_if<schedule::RebaseRelation>(&relation))
        parents[rebase->rebased] = rebase->parent;
  return parents;
}

}  // namespace

tir::LoopNames names_in_script(const Schedule& lowered) {
  return [&lowered](const tir::ForNode& loop) -> std::string {
    const StageId owner = loop.from.axis.valid() ? lowered.owner(loop.from.axis) : StageId();
    const schedule::Axis* axis = owner.valid() ? lowered.stage(owner).find_axis(loop.from.axis) : nullptr;
    if (!axis || axis->script_name.empty() || !loop.var->name.starts_with(axis->iter->var->name)) return {};
    const std::string ending = loop.var->name.substr(axis->iter->var->name.size());
    return ending.empty() || ending[0] == '.' ? axis->script_name + ending : std::string();
  };
}

KernelPreview preview_of(KernelAnalysis kernel, const std::map<std::string, int64_t>& at_sizes) {
  KernelPreview result;
  static_cast<KernelAnalysis&>(result) = std::move(kernel);
  if (!result.program.schedule) return result;
  std::optional<ExtentsNow> extents;
  if (result.nest) {
    result.printed = tir::print(result.nest->body, names_in_script(result.nest->schedule));
    extents.emplace(*result.nest, at_sizes);
    result.bounds = bounds_rows(*result.nest, result.printed.names, *extents);
    const std::map<AxisId, AxisId> parents = rebased_axes(result.nest->schedule);
    auto known = [&](AxisId& axis) {
      if (auto parent = parents.find(axis); parent != parents.end()) axis = parent->second;
    };
    for (tir::PrintedLine& line : result.printed.lines) known(line.from.axis);
    for (BoundsRow& row : result.bounds) known(row.axis_id);
  }
  result.tree =
      TreeBuilder(result.program, result.nest ? &result.nest->bounds : nullptr, extents ? &*extents : nullptr).build();
  return result;
}

KernelPreview preview(const std::string& text, const PreviewOptions& options) {
  const auto start = std::chrono::steady_clock::now();
  KernelPreview result;
  Limits limits;
  limits.cancel = options.cancel;
  if (const auto stopped =
          within_budget(limits, [&] { result = preview_of(analyse_unlimited(text, options), options.at_sizes); })) {
    result = {};
    result.text = text;
    result.diagnostics = {*stopped};
  }
  for (Diagnostic& d : result.diagnostics) d = shortened(std::move(d));
  result.micros = std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - start).count();
  return result;
}

Diagnostics fixes_for(Diagnostics found, const std::string& text, const PreviewOptions& options) {
  script::ReadOptions read;
  read.sizes = options.sizes;
  read.stop_after_line = options.stop_after_line;
  read.cancel = options.cancel;
  Limits limits;
  limits.cancel = options.cancel;
  script::Program fixed;
  if (within_budget(limits, [&] { fixed = fixes::read(text, read); })) return found;
  for (Diagnostic& d : fixed.diagnostics) d = shortened(std::move(d));
  for (Diagnostic& d : found)
    for (Diagnostic& other : fixed.diagnostics)
      if (d.fixes.empty() && d.code == other.code && d.message == other.message && d.where == other.where)
        d.fixes = other.fixes;
  return found;
}

}  // namespace nw::kernel
