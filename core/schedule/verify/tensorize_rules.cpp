// SPDX-License-Identifier: GPL-3.0-or-later
// A tensorized loop computes what its intrinsic was declared to compute (NW2410), every run of it as much as any other
// (NW2411), the intrinsic has the forms that its place among the loops of a reduction needs (NW2412), and its buffers
// are declared in the memories that its operands are in (NW2720).
#include <algorithm>

#include "schedule/message_passing.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/tensor_match.h"
#include "schedule/verify/rules.h"

namespace nw::schedule {

namespace {

bool is_tensorized(const Stage& stage) {
  return std::any_of(stage.leaf.begin(), stage.leaf.end(), [&](AxisId leaf) {
    const AxisAttr* attr = stage.attr(leaf);
    return attr && attr->iter_type == tir::IterType::Tensorized;
  });
}

class TensorizeRules {
 public:
  TensorizeRules(const Schedule& n, const Stage& stage, const RangeTable& ranges, const TensorMatch& match,
                 Findings& found)
      : n_(n), stage_(stage), ranges_(ranges), match_(match), found_(found) {
    for (size_t i = match.leaf; i < stage.leaf.size(); ++i) within_.push_back(stage.leaf[i]);
  }

  void check() {
    if (!match_.problem.empty()) return without_step(add("NW2410", match_.problem, match_.because));
    if (!check_whole_runs()) return;
    check_forms();
    check_memories();
  }

 private:
  Finding& add(const char* code, std::string message, std::vector<std::string> because) {
    Finding& f = found_.add(code, stage_.name(), std::move(message));
    f.diagnostic.because = std::move(because);
    f.lines = {stage_.attr(stage_.leaf[match_.leaf])->line};
    return f;
  }
  static void without_step(Finding& f) {
    f.add_fixes = [](Diagnostic& d, const StepSource& at) {
      d.fixes.push_back({"delete the step: the loops stay as they are", delete_statement(at)});
    };
  }

  bool runs_within(AxisId axis) const {
    const std::vector<AxisId> loops = stage_.is_leaf(axis) ? std::vector{axis} : loops_from(stage_, axis);
    return std::any_of(loops.begin(), loops.end(), [&](AxisId loop) {
      return std::find(within_.begin(), within_.end(), loop) != within_.end() && number(loop) != 1;
    });
  }
  int64_t number(AxisId axis) const {
    const tir::Range& r = ranges_[axis];
    const int64_t* value = r.defined() ? tir::as_const_int(r.extent) : nullptr;
    return value ? *value : 0;
  }

  // Tails of sizes that are not numbers show when the loops are built.
  bool check_whole_runs() {
    for (const Relation& relation : stage_.relations) {
      const auto* r = std::get_if<SplitRelation>(&relation);
      if (!r || (!runs_within(r->outer) && !runs_within(r->inner))) continue;
      const int64_t whole = number(r->parent), outer = number(r->outer), inner = number(r->inner);
      if (!whole || !outer || !inner || outer * inner <= whole) continue;
      without_step(add("NW2411", "the last run of the tensorized loop would be shorter than " + match_.intrin->name,
                       {std::to_string(outer) + " × " + std::to_string(inner) + " = " + std::to_string(outer * inner) +
                            " iterations of " + shown(n_, r->outer) + " and " + shown(n_, r->inner) + " for the " +
                            std::to_string(whole) + " of " + shown(n_, r->parent),
                        "an intrinsic computes all of its elements in every run"}));
      return false;
    }
    return true;
  }

  void check_forms() {
    const auto* op = te::op_cast<te::ComputeNode>(stage_.op);
    const TensorIntrin& intrin = *match_.intrin;
    std::vector<AxisId> outside;
    for (size_t i = 0; op && op->is_reduction() && i < match_.leaf; ++i)
      if (stage_.find_axis(stage_.leaf[i])->iter->type == tir::IterType::CommReduce) outside.push_back(stage_.leaf[i]);
    if (outside.empty() && !intrin.body)
      return without_step(
          add("NW2412", intrin.name + " has no body for a whole computation, only parts of a reduction", {}));
    if (outside.empty() || (intrin.update && (intrin.reset || intrin.body))) return;
    Finding& f =
        add("NW2412",
            "a reduction begins outside the tensorized loop, and " + intrin.name + " has no form that adds to a result",
            {listed(shown(n_, outside)) + (outside.size() == 1 ? " is a loop" : " are loops") +
                 " of the reduction outside it",
             "it needs an update, and a reset or a body"});
    f.add_fixes = [n = &n_, id = stage_.id, outside, body = intrin.body != nullptr](Diagnostic& d,
                                                                                    const StepSource& at) {
      if (outside.size() == 1 && body) reduce_outside_later(d, *n, id, outside[0], at);
      d.fixes.push_back({"delete the step: the loops stay as they are", delete_statement(at)});
    };
  }

  // A stage whose memory is chosen by the threads around it is not analysed.
  std::string memory_of(const te::Tensor& tensor) const {
    const StageId id = n_.find(tensor->op);
    if (!id.valid() || tensor->op->kind == te::OpKind::Placeholder) return "global";
    if (!n_.stage(id).scope.empty()) return n_.stage(id).scope;
    for (const StageId other : n_.order())
      for (const auto& [axis, attr] : n_.stage(other).attrs)
        if (attr.bind_thread) return {};
    return "global";
  }

  void check_memories() {
    const TensorIntrin& intrin = *match_.intrin;
    for (size_t i = 0; i < intrin.buffers.size(); ++i) {
      const bool input = i < match_.inputs.size();
      const te::Tensor& tensor = (input ? match_.inputs[i] : match_.outputs[i - match_.inputs.size()]).tensor;
      const std::string memory = memory_of(tensor), &declared = intrin.buffers[i]->scope;
      if (memory.empty() || memory == declared) continue;
      Finding& f = add("NW2720",
                       intrin.name + (input ? " reads " : " writes ") + intrin.buffers[i]->name + " in memory \"" +
                           declared + "\", and " + tensor->op->name + " is in \"" + memory + "\"",
                       {});
      f.diagnostic.legal = {"scope=\"" + memory + "\" where tir.decl_buffer declares " + intrin.buffers[i]->name};
      return without_step(f);
    }
  }

  // With the outer loop as a data axis of a stage of its own, each run computes a whole part of the reduction.
  static void reduce_outside_later(Diagnostic& d, const Schedule& n, StageId id, AxisId outer, const StepSource& at) {
    const Stage& stage = n.stage(id);
    const std::string axis = script_text(n, outer, at.schedule_name), s = at.schedule_name;
    const ArgumentSource* intrin = at.argument("tensor_intrin");
    if (axis.empty() || stage.script_name.empty() || !intrin) return;
    const std::string part = stage.script_name + "_part";
    d.fixes.push_back({"compute the parts of " + shown(n, outer) + " on their own, and add them up afterwards",
                       replace_statement(at, part + " = " + s + ".rfactor(" + stage.script_name + ", " + axis + ")\n" +
                                                 s + "[" + part + "].tensorize(" + s + "[" + part +
                                                 "].op.reduce_axis[0], " + intrin->text + ")")});
  }

  const Schedule& n_;
  const Stage& stage_;
  const RangeTable& ranges_;
  const TensorMatch& match_;
  Findings& found_;
  std::vector<AxisId> within_;
};

}  // namespace

void check_tensorized(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  std::optional<RangeTable> ranges;
  for (StageId id : normalized.order()) {
    const Stage& stage = normalized.stage(id);
    if (!is_tensorized(stage)) continue;
    if (!ranges) {
      ranges.emplace(normalized);
      for (const auto& [axis, range] : bounds.ranges) (*ranges)[axis] = range;
    }
    if (const auto match = match_tensor_intrinsic(normalized, stage, *ranges))
      TensorizeRules(normalized, stage, *ranges, *match, found).check();
  }
}

}  // namespace nw::schedule
