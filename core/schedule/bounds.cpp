// SPDX-License-Identifier: GPL-3.0-or-later
// Bound inference: how much of every stage is needed where it is computed. From the outputs backwards; for each stage,
// every reader touches some elements in one run of the loops around the place of computation ("relaxed" are the loops
// inside that place, and threads that share the memory), and the range is the union of these.
#include "schedule/bounds.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/budget.h"
#include "schedule/dataflow.h"
#include "schedule/message_passing.h"
#include "schedule/names.h"
#include "schedule/threads.h"
#include "schedule/verify.h"
#include "tir/print.h"

namespace nw::schedule {

using arith::DomainMap;
using arith::IntSet;
using tir::Range;

namespace {

constexpr Template kWholeReduction = NW_TEXT("Bounds", "a reduction always runs over all of its axis");

// What readers ask of each dimension of each output of a stage.
using Requests = std::vector<std::vector<std::vector<IntSet>>>;

class Inference {
 public:
  Inference(const Schedule& s, bool with_because) : s_(s), because_(with_because), flow_(s), ranges_(s) {}

  Result<Bounds> run() {
    paths_.resize(s_.order().size());
    for (StageId id : s_.order()) {
      auto path = attach_path(s_, id);
      if (!path) return broken();
      paths_[id.index()] = std::move(*path);
    }
    for (auto it = s_.order().rbegin(); it != s_.order().rend(); ++it) {
      const Stage& stage = s_.stage(*it);
      if (stage.attach.kind == AttachKind::InlinedAlready) continue;
      if (!stage.root.empty() && !infer_root(stage)) return broken();  // fuse() gives one without axes a loop
      for (AxisId root : stage.root)
        if (ranges_[root].defined()) analyzer_.bind(stage.find_axis(root)->iter->var, ranges_[root]);
      pass_down_domain(stage, ranges_, analyzer_, DownMode::InferBounds);
      for (AxisId leaf : stage.leaf)  // threads around a scan
        if (const IterVar& iter = stage.find_axis(leaf)->iter; iter->type == IterType::ThreadIndex)
          ranges_[leaf] = iter->dom;
      learn_threads(stage);
    }
    finish();
    return std::move(bounds_);
  }

 private:
  Diagnostics broken() const {
    Diagnostics d = structural_errors(s_);
    if (d.empty()) {
      Diagnostic ours;
      ours.code = "NW9001";
      ours.message = "bounds could not be inferred, though the schedule looks sound: this is a fault of Nestwright";
      d.push_back(std::move(ours));
    }
    return d;
  }

  bool relaxed(AxisId axis, bool found_attach, StorageRank rank) const {
    const tir::IterVarNode* thread = thread_of(s_, axis);
    if (!thread || thread->thread_tag.empty()) return !found_attach;
    const auto scope = thread_scope(thread->thread_tag);
    if (!scope) return !found_attach;
    if (rank == StorageRank::Warp && scope->rank == 1 && scope->dimension == 0) return true;
    return static_cast<int>(rank) <= scope->rank || rank == StorageRank::Texture;
  }

  StorageRank rank_of(const Stage& stage) const { return storage_rank_of(s_, stage, paths_[stage.id.index()]); }

  bool infer_root(const Stage& stage) {
    if (stage.is_output || !flow_.needed(stage.id)) {
      for (AxisId root : stage.root) {
        const IterVar& iter = stage.find_axis(root)->iter;
        set_root(stage, root, iter->dom,
                 iter->type == tir::IterType::CommReduce ? kWholeReduction
                                                         : NW_TEXT("Bounds", "it is an output: all of it is computed"));
      }
      return true;
    }
    Requests requests(static_cast<size_t>(stage.op->num_outputs()));
    for (size_t i = 0; i < requests.size(); ++i) requests[i].resize(stage.op->output_shape(static_cast<int>(i)).size());
    why_.clear();
    for (StageId reader : flow_.readers(stage.id))
      if (!ask(stage, s_.stage(reader), requests)) return false;
    gather(stage, requests);
    return true;
  }

  // The loops of a reader and those around it, as seen from where `stage` is computed.
  bool ask(const Stage& stage, const Stage& reader, Requests& requests) {
    const std::vector<AxisId>& attach = paths_[stage.id.index()];
    const StorageRank rank = rank_of(stage);
    bool found = attach.empty();
    SetTable sets(s_);
    std::vector<AxisId> wide;
    for (auto it = reader.leaf.rbegin(); it != reader.leaf.rend(); ++it) {
      if (!attach.empty() && *it == attach[0]) found = true;
      const Range& range = ranges_[*it];
      if (!range.defined()) return false;
      if (tir::is_one(range.extent)) {
        sets[*it] = IntSet::point(range.min);
      } else if (relaxed(*it, found && !attach.empty(), rank)) {
        sets[*it] = IntSet::from_range(range);
        wide.push_back(*it);
      } else {
        const tir::IterVarNode* thread = thread_of(s_, *it);
        sets[*it] = IntSet::point(thread ? thread->var : reader.find_axis(*it)->iter->var);
      }
    }
    DomainMap relax;
    for (AxisId axis : paths_[reader.id.index()]) {
      if (!attach.empty() && axis == attach[0]) found = true;
      if (!relaxed(axis, found && !attach.empty(), rank)) continue;
      const IntSet whole = IntSet::from_range(ranges_[axis]);
      relax[s_.stage(s_.owner(axis)).find_axis(axis)->iter->var] = whole;
      if (const tir::IterVarNode* thread = thread_of(s_, axis)) relax[thread->var] = whole;
      wide.push_back(axis);
    }
    if (!found) return false;
    pass_up_domain(reader, ranges_, sets, analyzer_, [&](const FuseRelation& r) { misaligned(stage, reader, r); });
    explain(stage, reader, wide);
    propagate(stage, reader, root_domains(reader, sets, relax), requests);
    return true;
  }

  DomainMap root_domains(const Stage& reader, const SetTable& sets, const DomainMap& relax) {
    DomainMap dom;
    for (AxisId root : reader.root) {
      const IterVar& iter = reader.find_axis(root)->iter;
      const Range r = sets[root] ? arith::cover_range(*sets[root], iter->dom, analyzer_) : iter->dom;
      if (relax.empty()) {
        dom[iter->var] = IntSet::from_range(r);
        continue;
      }
      const Expr last = r.min + r.extent - tir::int_imm(1, r.extent->dtype);
      dom[iter->var] =
          IntSet::interval(arith::eval_set(r.min, relax, analyzer_).min, arith::eval_set(last, relax, analyzer_).max);
    }
    return dom;
  }

  void propagate(const Stage& stage, const Stage& reader, const DomainMap& dom, Requests& requests) {
    if (const auto* scan = te::op_cast<te::ScanNode>(reader.op)) return propagate_scan(stage, *scan, dom, requests);
    for (const ReadOf& read : flow_.reads(reader.id)) {
      if (read.source != stage.id) continue;
      auto& dims = requests[static_cast<size_t>(read.output)];
      for (size_t i = 0; i < dims.size(); ++i) {
        IntSet set =
            clipped(arith::eval_set(read.load->indices[i], dom, analyzer_), stage.op->output_shape(read.output)[i]);
        const bool known =
            std::any_of(dims[i].begin(), dims[i].end(), [&](const IntSet& other) { return same(set, other); });
        if (!known) dims[i].push_back(std::move(set));
      }
    }
  }

  void propagate_scan(const Stage& stage, const te::ScanNode& scan, const DomainMap& dom, Requests& requests) {
    size_t axis = 0;
    for (size_t i = 0; i < scan.update.size(); ++i) {
      const bool is_init = scan.init[i]->op == stage.op, is_update = scan.update[i]->op == stage.op;
      auto add = [&](size_t k, const IntSet& init, const IntSet& update) {
        if (is_init) requests[static_cast<size_t>(scan.init[i]->value_index)][k].push_back(init);
        if (is_update) requests[static_cast<size_t>(scan.update[i]->value_index)][k].push_back(update);
      };
      add(0, IntSet::from_range({tir::int_imm(0), scan.init[i]->shape[0]}), dom.at(scan.scan_axis->var));
      for (size_t k = 1; k < scan.update[i]->shape.size(); ++k, ++axis) {
        const auto known = dom.find(scan.spatial_axis[axis]->var);
        const IntSet set = known != dom.end() ? known->second : IntSet::from_range(scan.spatial_axis[axis]->dom);
        add(k, set, set);
      }
    }
  }

  static bool same(const IntSet& a, const IntSet& b) {
    auto equal = [](const Expr& x, const Expr& y) { return x == y || (x && y && tir::structural_equal(x, y)); };
    return a.empty == b.empty && equal(a.min, b.min) && equal(a.max, b.max);
  }

  // Reads are inside the tensor: where the set is provably no smaller than it, the tensor's own range is simpler.
  IntSet clipped(IntSet set, const Expr& extent) {
    if (set.empty) return set;
    const Expr first = tir::int_imm(0, extent->dtype), last = extent - tir::int_imm(1, extent->dtype);
    const bool infinite = !set.min && !set.max;
    auto no_greater = [&](const Expr& a, const Expr& b) {
      const int64_t *x = tir::as_const_int(a), *y = tir::as_const_int(b);
      return x && y ? *x <= *y : analyzer_.can_prove(tir::le(a, b));
    };
    if (infinite || (set.min && set.max && no_greater(set.min, first) && no_greater(last, set.max))) {
      const bool wider = infinite || !tir::structural_equal(set.min, first) || !tir::structural_equal(set.max, last);
      if (because_ && wider)
        why_.emplace_back(NW_TEXT("Bounds", "clipped to the tensor's shape: {0}"), tir::to_string(extent));
      return IntSet::interval(first, last);
    }
    return set;
  }

  void gather(const Stage& stage, const Requests& requests) {
    if (const auto* scan = te::op_cast<te::ScanNode>(stage.op)) return gather_scan(stage, *scan, requests);
    const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
    for (size_t i = 0; i < stage.root.size(); ++i) {
      const Range& dom = stage.find_axis(stage.root[i])->iter->dom;
      if (i >= compute->axis.size()) {
        set_root(stage, stage.root[i], dom, kWholeReduction);
        continue;
      }
      // As in TVM, what is asked of the first output decides whether there is a bound at all.
      std::vector<IntSet> all = requests[0][i];
      for (size_t n = 1; n < requests.size() && !all.empty(); ++n)
        for (const IntSet& set : requests[n][i])
          if (std::none_of(all.begin(), all.end(), [&](const IntSet& other) { return same(set, other); }))
            all.push_back(set);
      set_root(stage, stage.root[i], united(all, dom), {});
    }
  }

  Range united(const std::vector<IntSet>& sets, const Range& dom) {
    if (sets.empty()) return dom;
    return arith::cover_range(sets.size() == 1 ? sets[0] : arith::unite(sets, analyzer_), dom, analyzer_);
  }

  void gather_scan(const Stage& stage, const te::ScanNode& scan, const Requests& requests) {
    std::vector<IntSet> times;
    for (const auto& output : requests) times.insert(times.end(), output[0].begin(), output[0].end());
    const Range& dom = scan.scan_axis->dom;
    const Range time = united(times, dom);
    const Expr end = analyzer_.simplify(time.extent + time.min - dom.min);
    set_root(stage, stage.root[0], {dom.min, end},
             NW_TEXT("Bounds", "a scan starts at its first step, whatever is read"));
    // Its first states and updates write whole states, whatever is read: a smaller memory would not hold them.
    for (size_t axis = 0; axis < scan.spatial_axis.size(); ++axis)
      set_root(stage, stage.root[axis + 1], scan.spatial_axis[axis]->dom,
               NW_TEXT("Bounds", "a scan keeps whole states"));
  }

  void set_root(const Stage& stage, AxisId root, Range range, const Sentence& reason) {
    ranges_[root] = std::move(range);
    if (!because_) return;
    Because& because = bounds_.because[root];
    if (!reason.empty()) because.push_back(reason);
    if (reason.empty()) because = why_;
    (void)stage;
  }

  void explain(const Stage& stage, const Stage& reader, const std::vector<AxisId>& wide) {
    if (!because_) return;
    std::vector<std::string> reads;
    for (const ReadOf& read : flow_.reads(reader.id)) {
      if (read.source != stage.id || !read.load) continue;
      const std::string text = tir::to_string(Expr(read.load));
      if (reads.size() < 4 && std::find(reads.begin(), reads.end(), text) == reads.end()) reads.push_back(text);
    }
    why_.emplace_back(NW_TEXT("Bounds", "{0} reads {1}"), reader.name(), reads.empty() ? stage.name() : comma(reads));
    const std::vector<AxisId>& attach = paths_[stage.id.index()];
    std::map<std::string, std::vector<Sentence>> alike;  // by thread, empty for loops
    for (AxisId axis : wide) {
      const tir::IterVarNode* thread = thread_of(s_, axis);
      alike[thread ? thread->thread_tag : std::string()].push_back(
          reader.find_axis(axis)
              ? Sentence(shown(s_, axis))
              : Sentence(NW_TEXT("Bounds", "{0}'s {1}"), s_.stage(s_.owner(axis)).name(), shown(s_, axis)));
    }
    for (const auto& [thread, names] : alike) {
      const bool one = names.size() == 1;
      const Sentence axes = Sentence::list(names);
      if (!thread.empty())
        why_.emplace_back(one ? NW_TEXT("Bounds", "{0} is relaxed: the threads of {1} share the memory")
                              : NW_TEXT("Bounds", "{0} are relaxed: the threads of {1} share the memory"),
                          axes, thread);
      else if (attach.empty())
        why_.emplace_back(one ? NW_TEXT("Bounds", "{0} is relaxed: {1} is computed before all loops")
                              : NW_TEXT("Bounds", "{0} are relaxed: {1} is computed before all loops"),
                          axes, stage.name());
      else
        why_.emplace_back(one ? NW_TEXT("Bounds", "{0} is relaxed: its loop is inside the attach point {1}")
                              : NW_TEXT("Bounds", "{0} are relaxed: their loops are inside the attach point {1}"),
                          axes, shown(s_, attach[0]));
    }
  }

  void misaligned(const Stage& stage, const Stage& reader, const FuseRelation& r) {
    Diagnostic d;
    d.code = "NW2504";
    d.severity = Severity::Warning;
    d.message = stage.name() + " is computed inside a part of " + shown(s_, r.fused) +
                " that does not hold whole rows of " + shown(s_, r.inner) + ": some of it is computed more than once";
    const int line = stage.attach.line;
    Place place = line ? at_line(line) : Place();
    place.stage = stage.name();
    place.axis = shown(s_, r.fused);
    d.where.push_back(std::move(place));
    d.because.push_back(shown(s_, r.fused) + " of " + reader.name() + " was fused from " + shown(s_, r.outer) +
                        " and " + shown(s_, r.inner) +
                        "; a part of it that cuts rows needs all of every row it touches");
    if (std::find(bounds_.diagnostics.begin(), bounds_.diagnostics.end(), d) == bounds_.diagnostics.end())
      bounds_.diagnostics.push_back(std::move(d));
  }

  void learn_threads(const Stage& stage) {
    for (const auto& [axis, attr] : stage.attrs) {
      if (!attr.bind_thread || !ranges_[axis].defined()) continue;
      if (bounds_.threads.emplace(attr.bind_thread->var, ranges_[axis]).second)
        analyzer_.bind(attr.bind_thread->var, ranges_[axis]);
    }
  }

  void finish() {
    auto simple = [&](Expr& e) {
      if (!tir::as_const_int(e)) e = analyzer_.simplify(e);
    };
    for (size_t i = 0; i < ranges_.size(); ++i) {
      const AxisId axis(i);
      Range& range = ranges_[axis];
      if (!range.defined()) continue;
      simple(range.min);
      simple(range.extent);
      bounds_.ranges.emplace_hint(bounds_.ranges.end(), axis, range);
    }
    for (auto& [var, range] : bounds_.threads) simple(range.extent);
    if (!because_) return;
    for (StageId id : s_.order())
      for (const Relation& relation : s_.stage(id).relations)
        std::visit([&](const auto& r) { explain_made(s_.stage(id), r); }, relation);
  }

  // Of axes that steps made of others: the sum that gives their extents.
  std::string extent_of(AxisId axis) const { return tir::to_string(ranges_[axis].extent); }
  // The last place of the pattern is the line of the step; a step of no line leaves out what depends on it.
  template <class... Arguments>
  void says(const Stage& stage, AxisId axis, Template pattern, Arguments&&... arguments) {
    if (!ranges_[axis].defined()) return;
    Because& because = bounds_.because[axis];
    if (const int line = stage.find_axis(axis)->line)
      because.emplace_back(pattern, std::forward<Arguments>(arguments)..., line);
    else
      because.emplace_back(pattern, std::forward<Arguments>(arguments)...);
  }
  void explain_made(const Stage& stage, const SplitRelation& r) {
    const AxisId given = r.factor ? r.inner : r.outer, rest = r.factor ? r.outer : r.inner;
    const std::string length = tir::to_string(r.factor ? r.factor : r.nparts), parent = shown(s_, r.parent);
    if (ranges_[given].defined() && extent_of(given) != length)
      says(stage, given, NW_TEXT("Bounds", "no longer than {0}, which is split by {1}{2? in line {2}}"), parent,
           length);
    else
      says(stage, given,
           r.factor ? NW_TEXT("Bounds", "factor {0} of the split of {1}{2? in line {2}}")
                    : NW_TEXT("Bounds", "nparts {0} of the split of {1}{2? in line {2}}"),
           length, parent);
    if (ranges_[r.parent].defined())
      says(stage, rest,
           r.factor ? NW_TEXT("Bounds", "extent = ceil({0} / {1}): {2} is split by {1}{3? in line {3}}")
                    : NW_TEXT("Bounds", "extent = ceil({0} / {1}): {2} is split into {1} parts{3? in line {3}}"),
           extent_of(r.parent), length, parent);
  }
  void explain_made(const Stage& stage, const FuseRelation& r) {
    if (!ranges_[r.outer].defined() || !ranges_[r.inner].defined()) return;
    says(stage, r.fused, NW_TEXT("Bounds", "{0} and {1} fused{4? in line {4}}: {2} · {3}"), shown(s_, r.outer),
         shown(s_, r.inner), extent_of(r.outer), extent_of(r.inner));
  }
  void explain_made(const Stage& stage, const TransformRelation& r) {
    const std::vector<std::string> original = shown(s_, r.original);
    for (AxisId axis : r.transformed)
      says(stage, axis, NW_TEXT("Bounds", "a dimension of the layout made of {0}{1? in line {1}}"),
           Sentence::list(std::vector<Sentence>(original.begin(), original.end())));
  }
  void explain_made(const Stage&, const SingletonRelation& r) {
    if (ranges_[r.iter].defined()) bounds_.because[r.iter].emplace_back(NW_TEXT("Bounds", "there is one element"));
  }
  void explain_made(const Stage&, const RebaseRelation&) {}  // the same axis, from 0 on

  const Schedule& s_;
  bool because_;
  Dataflow flow_;
  RangeTable ranges_;
  arith::Analyzer analyzer_;
  std::vector<std::vector<AxisId>> paths_;  // by stage
  Because why_;                             // of the current stage
  Bounds bounds_;
};

}  // namespace

Result<Bounds> infer_bounds(const Schedule& normalized, bool with_because) {
  const Phase phase("inferring bounds");
  return Inference(normalized, with_because).run();
}

}  // namespace nw::schedule
