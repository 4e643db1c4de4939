// SPDX-License-Identifier: GPL-3.0-or-later
// Loops that threads run, and extents that must be known: analysed when bounds are.
#include <algorithm>

#include "arith/analyzer.h"
#include "schedule/names.h"
#include "schedule/refusal.h"
#include "schedule/threads.h"
#include "schedule/verify/rules.h"
#include "tir/print.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

struct Bound {
  StageId stage;
  AxisId axis;
  IterVar thread;
  Expr extent;
  int line = 0;
};

bool same_extent(const Expr& a, const Expr& b) {
  if (a == b) return true;
  const int64_t *x = tir::as_const_int(a), *y = tir::as_const_int(b);
  if (x && y) return *x == *y;
  arith::Analyzer analyzer;
  return analyzer.can_prove_equal(a, b);
}

// "blockIdx.y" and "blockIdx.z" for "blockIdx.x".
std::vector<std::string> of_the_same_kind(const std::string& tag) {
  const std::string kind = tag.substr(0, tag.find('.') + 1);
  std::vector<std::string> others;
  for (const std::string& other : thread_tags())
    if (!kind.empty() && other != tag && other.starts_with(kind)) others.push_back(other);
  return others;
}

class ThreadRules {
 public:
  ThreadRules(const Schedule& n, const Bounds& bounds, Findings& found) : n_(n), bounds_(bounds), found_(found) {}

  void run() {
    // From the outputs backwards, as a kernel is entered: the first loop of a thread determines how many there are.
    for (auto it = n_.order().rbegin(); it != n_.order().rend(); ++it) {
      const Stage& stage = n_.stage(*it);
      if (stage.attach.kind == AttachKind::InlinedAlready) continue;
      size_t first = all_.size();
      for (AxisId leaf : stage.leaf) {
        const AxisAttr* attr = stage.attr(leaf);
        const auto range = bounds_.ranges.find(leaf);
        if (!attr || !attr->bind_thread || range == bounds_.ranges.end()) continue;
        const Bound b{*it, leaf, attr->bind_thread, range->second.extent, attr->line};
        if (!twice_in_one_nest(b, first) && !extents_differ(b)) private_memory(b, stage);
        declared_otherwise(b);
        all_.push_back(b);
      }
    }
  }

 private:
  bool twice_in_one_nest(const Bound& b, size_t first) {
    if (is_virtual_thread(b.thread->thread_tag)) return false;
    for (size_t i = first; i < all_.size(); ++i) {
      const Bound& other = all_[i];
      if (other.thread->thread_tag != b.thread->thread_tag || tir::is_one(other.extent) || tir::is_one(b.extent))
        continue;
      const std::string tag = b.thread->thread_tag;
      Finding& f =
          found_.add("NW2309", n_.stage(b.stage).name(),
                     shown(n_, other.axis) + " and " + shown(n_, b.axis) + " of one nest are both bound to " + tag);
      f.diagnostic.where[0].axis = shown(n_, b.axis);
      f.diagnostic.because.push_back("a thread has one value of " + tag +
                                     ", so both loops would always be at the same iteration");
      f.diagnostic.because.push_back(shown(n_, other.axis) + " was bound to " + tag + in_line(other.line));
      f.lines = {b.line, other.line};
      f.add_fixes = [n = &n_, b](Diagnostic& d, const StepSource& at) {
        for (const std::string& free : thread_tags())
          if (free != b.thread->thread_tag) d.legal.push_back(free);
        const Stage& own = n->stage(b.stage);
        const std::string of = script_text(own, at.schedule_name), axis = script_text(*n, b.axis, at.schedule_name);
        for (const std::string& free_tag : of_the_same_kind(b.thread->thread_tag)) {
          const bool taken = std::any_of(own.attrs.begin(), own.attrs.end(), [&](const auto& attr) {
            return attr.second.bind_thread && attr.second.bind_thread->thread_tag == free_tag;
          });
          if (taken || of.empty() || axis.empty()) continue;
          d.fixes.push_back({"bind " + shown(*n, b.axis) + " to " + free_tag,
                             replace_statement(at, of + ".bind(" + axis + ", te.thread_axis(\"" + free_tag + "\"))")});
          break;
        }
        d.fixes.push_back({"delete the step: " + shown(*n, b.axis) + " stays a loop", delete_statement(at)});
      };
      return true;
    }
    return false;
  }

  bool extents_differ(const Bound& b) {
    for (const Bound& other : all_) {
      const bool one_object = other.thread == b.thread;
      const bool one_name =
          other.thread->thread_tag == b.thread->thread_tag && !is_virtual_thread(b.thread->thread_tag);
      if (!one_object && !(one_name && outermost_stage(n_, other.stage) == outermost_stage(n_, b.stage))) continue;
      if (same_extent(other.extent, b.extent)) return false;
      report_extents(b, other);
      return true;
    }
    return false;
  }

  void report_extents(const Bound& b, const Bound& other) {
    const std::string tag = b.thread->thread_tag, mine = tir::to_string(b.extent),
                      theirs = tir::to_string(other.extent);
    const std::string stage = n_.stage(b.stage).name(), first = n_.stage(other.stage).name();
    Finding& f = found_.add("NW2308", stage,
                            shown(n_, b.axis) + " of " + stage + " has " + mine + " iterations, but " + tag + " has " +
                                theirs + " in this kernel");
    f.diagnostic.where[0].axis = shown(n_, b.axis);
    f.diagnostic.because.push_back(tag + " runs " + shown(n_, other.axis) + " of " + first + ", which has " + theirs +
                                   " iterations" + in_line(other.line));
    f.diagnostic.because.push_back("every stage in a kernel is run by the same threads");
    f.lines = {b.line, other.line};
    f.add_fixes = [n = &n_, b, other](Diagnostic& d, const StepSource& at) {
      const Stage& own = n->stage(b.stage);
      d.legal = {"a loop of " + tir::to_string(other.extent) + " iterations"};
      const std::string of = script_text(own, at.schedule_name), axis = script_text(*n, b.axis, at.schedule_name);
      const ArgumentSource* thread = at.argument("thread_ivar");
      if (!of.empty() && !axis.empty() && thread && b.line == at.span.line) {
        const std::string inner = own.script_name + "_t";
        d.fixes.push_back({"split it by " + tir::to_string(other.extent) + " and bind the inner part",
                           replace_statement(at, "_, " + inner + " = " + of + ".split(" + axis +
                                                     ", factor=" + tir::to_string(other.extent) + ")\n" + of +
                                                     ".bind(" + inner + ", " + thread->text + ")")});
      }
      d.fixes.push_back({"delete the step: " + shown(*n, b.axis) + " stays a loop", delete_statement(at)});
    };
  }

  // te.thread_axis((0, 8), …) for a loop of 16: the loop's length counts.
  void declared_otherwise(const Bound& b) {
    const tir::Range& dom = b.thread->dom;
    const int64_t *declared = dom.defined() ? tir::as_const_int(dom.extent) : nullptr,
                  *runs = tir::as_const_int(b.extent);
    if (!declared || !runs || *declared == *runs) return;
    Finding& f = found_.add("NW2509", n_.stage(b.stage).name(),
                            b.thread->thread_tag + " was made for " + std::to_string(*declared) + ", and " +
                                shown(n_, b.axis) + " has " + std::to_string(*runs) + " iterations");
    f.diagnostic.severity = Severity::Warning;
    f.diagnostic.where[0].axis = shown(n_, b.axis);
    f.diagnostic.because.push_back("the loop says how many threads run; what the thread axis says has no effect");
    f.lines = {b.line};
  }

  // What a scan's update computes is in the scan's memory.
  StageId holder(const Stage& stage) const {
    const Attach& attach = n_.attach_of(stage.id);
    if (attach.kind != AttachKind::ScanUpdate) return stage.id;
    const auto& updates = te::op_cast<te::ScanNode>(n_.stage(attach.stage).op)->update;
    const auto same = [&](const te::Tensor& update) { return update->op == stage.op; };
    return std::ranges::any_of(updates, same) ? attach.stage : stage.id;
  }

  bool needs_part_of(const Stage& stage, const tir::Var& thread) const {
    return std::ranges::any_of(stage.root, [&](AxisId root) {
      const auto range = bounds_.ranges.find(root);
      return range != bounds_.ranges.end() &&
             (tir::uses_var(range->second.min, thread) || tir::uses_var(range->second.extent, thread));
    });
  }

  // A loop in memory that is declared private has one iteration in each thread, its first (core/lower/loops.cpp). That
  // is all of it where the thread needs one element of the axis that the loop was split from.
  bool one_iteration_is_all(const Stage& computed, const Bound& b) const {
    if (computed.scope.empty()) return false;
    return std::ranges::any_of(computed.relations, [&](const Relation& relation) {
      const auto* split = std::get_if<SplitRelation>(&relation);
      if (!split || split->inner != b.axis) return false;
      const auto parent = bounds_.ranges.find(split->parent);
      return parent != bounds_.ranges.end() && tir::is_one(parent->second.extent);
    });
  }

  // Inside a loop of the same thread, or with memory of its own, a thread would fill only its own part of what it
  // needs. Virtual threads do where what each needs depends on it.
  void private_memory(const Bound& b, const Stage& computed) {
    // What threads reduce together, each of them has whole.
    if (computed.find_axis(b.axis)->iter->type == IterType::CommReduce) return;
    const auto scope = thread_scope(b.thread->thread_tag);
    const Stage& stage = n_.stage(holder(computed));
    const auto path = attach_path(n_, stage.id);
    if (!scope || !path || tir::is_one(b.extent)) return;
    const bool is_virtual = is_virtual_thread(b.thread->thread_tag);
    if (is_virtual ? !needs_part_of(computed, b.thread->var) : one_iteration_is_all(computed, b)) return;
    const bool around = std::ranges::any_of(*path, [&](AxisId axis) {
      const tir::IterVarNode* thread = thread_of(n_, axis);
      return thread && thread->thread_tag == b.thread->thread_tag;
    });
    const StorageRank rank = storage_rank_of(n_, stage, *path);
    // Lanes read each other's part of warp memory.
    const bool lanes = rank == StorageRank::Warp && scope->rank == 1 && scope->dimension == 0;
    if (static_cast<int>(rank) <= scope->rank || lanes || stage.is_output) return;
    const std::string tag = b.thread->thread_tag;
    Finding& f = found_.add("NW2312", computed.name(),
                            computed.name() + " is in memory of each thread's own, but its loop " + shown(n_, b.axis) +
                                " is shared out among " + tag);
    f.diagnostic.where[0].axis = shown(n_, b.axis);
    f.diagnostic.because.push_back(around ? computed.name() + " is computed inside a loop that " + tag +
                                                " runs, so every " + tag + " has a copy"
                                          : "every " + tag + " has a copy of what is in " + stage.scope + " memory");
    f.diagnostic.because.push_back("each would fill one part of its copy and read all of it");
    f.lines = {b.line};
    f.add_fixes = [n = &n_, b, id = stage.id](Diagnostic& d, const StepSource& at) {
      const Stage& own = n->stage(id);
      d.legal = {"shared memory", "no bind"};
      const std::string of = script_text(own, at.schedule_name);
      if (!of.empty() && at.span.valid() && own.scope.empty())
        d.fixes.push_back({"keep " + own.name() + " in shared memory",
                           {{Edit::Kind::Insert, at.span.line, of + ".set_scope(\"shared\")"}}});
      d.fixes.push_back({"delete the step: " + shown(*n, b.axis) + " stays a loop", delete_statement(at)});
    };
  }

  const Schedule& n_;
  const Bounds& bounds_;
  Findings& found_;
  std::vector<Bound> all_;
};

}  // namespace

void check_threads(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  if (!bounds.threads.empty()) ThreadRules(normalized, bounds, found).run();
}

void check_extents(const Schedule& normalized, const Bounds& bounds, Findings& found) {
  for (StageId id : normalized.order()) {
    const Stage& stage = normalized.stage(id);
    if (stage.attach.kind == AttachKind::InlinedAlready) continue;
    for (AxisId leaf : stage.leaf) {
      const AxisAttr* attr = stage.attr(leaf);
      const auto range = bounds.ranges.find(leaf);
      if (!attr || range == bounds.ranges.end() || tir::as_const_int(range->second.extent)) continue;
      const bool vector = attr->iter_type == IterType::Vectorized;
      if (!vector && attr->iter_type != IterType::Unrolled) continue;
      const std::string verb = name_of(vector ? Primitive::Vectorize : Primitive::Unroll),
                        name = shown(normalized, leaf);
      Finding& f = found.add(
          "NW2315", stage.name(),
          "cannot " + verb + " " + name + ": its extent is " + tir::to_string(range->second.extent) + ", not a number");
      f.diagnostic.where[0].axis = name;
      f.diagnostic.because.push_back(vector
                                         ? "vectors have a fixed number of lanes"
                                         : "the iterations are written out one by one, so their number must be known");
      f.lines = {attr->line};
      f.add_fixes = [n = &normalized, id, leaf, verb, vector](Diagnostic& d, const StepSource& at) {
        const Stage& own = n->stage(id);
        const std::string of = script_text(own, at.schedule_name), axis = script_text(*n, leaf, at.schedule_name);
        d.legal = {"a loop with a constant extent: split it by a constant first"};
        const std::string factor = vector ? "8" : "4";
        if (!of.empty() && !axis.empty()) {
          const std::string inner = own.script_name + (vector ? "_v" : "_u");
          d.fixes.push_back({"split it by " + factor + " and " + verb + " the inner part",
                             replace_statement(at, "_, " + inner + " = " + of + ".split(" + axis + ", factor=" +
                                                       factor + ")\n" + of + "." + verb + "(" + inner + ")")});
        }
        d.fixes.push_back({"delete the step: " + shown(*n, leaf) + " stays a loop", delete_statement(at)});
      };
    }
  }
}

}  // namespace nw::schedule
