// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/tensor_match.h"

#include <fmt/format.h>

#include "schedule/dataflow.h"
#include "schedule/names.h"
#include "tir/print.h"
#include "tir/visit.h"

namespace nw::schedule {

using arith::IntSet;
using namespace tir;

namespace {

class Matcher {
 public:
  Matcher(const Schedule& s, const Stage& stage, const te::ComputeNode& op, const RangeTable& ranges)
      : s_(s), stage_(stage), op_(op), ranges_(ranges) {}

  std::optional<TensorMatch> run() {
    if (!find_loop()) return std::nullopt;
    pattern_ = te::op_cast<te::ComputeNode>(m_.intrin->op);
    if (!pattern_) return problem("the intrinsic stands for no computation");
    find_regions();
    if (!match_axes(op_.axis, pattern_->axis, "data") || !match_axes(op_.reduce_axis, pattern_->reduce_axis, "reduce"))
      return m_;
    if (!match_inputs()) return m_;
    match_bodies();
    return m_;
  }

 private:
  TensorMatch problem(std::string text, std::vector<std::string> because = {}) {
    m_.problem = std::move(text);
    m_.because = std::move(because);
    return m_;
  }
  bool fail(std::string text, std::vector<std::string> because = {}) {
    problem(std::move(text), std::move(because));
    return false;
  }

  bool find_loop() {
    for (size_t i = 0; i < stage_.leaf.size(); ++i) {
      const AxisAttr* attr = stage_.attr(stage_.leaf[i]);
      if (!attr || attr->iter_type != IterType::Tensorized || !attr->intrin) continue;
      m_.leaf = i;
      m_.intrin = attr->intrin;
      return true;
    }
    return false;
  }

  // The part of each root axis that one run of the tensorized loops covers, and of each tensor that it reads.
  void find_regions() {
    SetTable sets(s_);
    for (size_t i = 0; i < stage_.leaf.size(); ++i) {
      const AxisId leaf = stage_.leaf[i];
      const IterVarNode* thread = thread_of(s_, leaf);
      if (is_one(ranges_[leaf].extent))
        sets[leaf] = IntSet::point(ranges_[leaf].min);
      else if (i < m_.leaf)
        sets[leaf] = IntSet::point(thread ? thread->var : stage_.find_axis(leaf)->iter->var);
      else
        sets[leaf] = IntSet::from_range(ranges_[leaf]);
    }
    pass_up_domain(stage_, ranges_, sets, analyzer_, {});
    for (AxisId root : stage_.root) {
      const Range r = sets[root] ? arith::cover_range(*sets[root], ranges_[root], analyzer_) : ranges_[root];
      covered_.push_back(r);
      domain_[stage_.find_axis(root)->iter->var] = IntSet::from_range(r);
    }
    for (int i = 0; i < stage_.op->num_outputs(); ++i)
      m_.outputs.push_back({te::output(stage_.op, i),
                            {covered_.begin(), covered_.begin() + static_cast<std::ptrdiff_t>(op_.axis.size())}});
  }

  // The intrinsic's axes are the last ones; those before them do not vary.
  bool match_axes(const std::vector<IterVar>& mine, const std::vector<IterVar>& theirs, const char* kind) {
    const size_t first = kind[0] == 'd' ? 0 : op_.axis.size();
    if (mine.size() < theirs.size())
      return fail(fmt::format("{} has fewer {} axes than {}", stage_.name(), kind, m_.intrin->name),
                  {fmt::format("{} against {}", mine.size(), theirs.size())});
    const size_t lead = mine.size() - theirs.size();
    for (size_t i = 0; i < mine.size(); ++i) {
      const Range& r = covered_[first + i];
      const std::string name = mine[i]->var->name;
      if (i < lead) {
        if (!is_one(r.extent))
          return fail(
              fmt::format("{} runs inside the tensorized loop, and {} has no axis for it", name, m_.intrin->name));
        remap_[mine[i]->var] = r.min;
        continue;
      }
      const IterVar& target = theirs[i - lead];
      if (!analyzer_.can_prove_equal(r.extent, target->dom.extent))
        return fail(fmt::format("the tensorized part of {} is {} long, and {} of {} takes {}", name,
                                to_string(r.extent), target->var->name, m_.intrin->name,
                                to_string(target->dom.extent)));
      remap_[mine[i]->var] = is_zero(r.min) ? Expr(target->var) : target->var + r.min;
      axes_[mine[i].get()] = target;
      analyzer_.bind(target->var, target->dom);
    }
    return true;
  }

  bool match_inputs() {
    const std::vector<te::Tensor> inputs = stage_.op->inputs();
    if (inputs.size() != m_.intrin->inputs.size())
      return fail(fmt::format("{} reads {} tensors, and {} takes {}", stage_.name(), inputs.size(), m_.intrin->name,
                              m_.intrin->inputs.size()));
    for (size_t i = 0; i < inputs.size(); ++i) {
      TensorMatch::Part part{inputs[i], region_of(inputs[i])};
      const te::Tensor& theirs = m_.intrin->inputs[i];
      if (part.region.size() < theirs->shape.size())
        return fail(
            fmt::format("{} has fewer dimensions than {} of {}", inputs[i]->name, theirs->name, m_.intrin->name));
      const size_t lead = part.region.size() - theirs->shape.size();
      for (size_t d = 0; d < part.region.size(); ++d) {
        const Expr& extent = part.region[d].extent;
        if (!extent)
          return fail(fmt::format("which part of {} the tensorized loops read cannot be said", inputs[i]->name));
        const Expr wanted = d < lead ? int_imm(1) : theirs->shape[d - lead];
        if (!analyzer_.can_prove_equal(extent, wanted))
          return fail(fmt::format("the tensorized loops read {} elements along dimension {} of {}, and {} of {} has {}",
                                  to_string(extent), d, inputs[i]->name, theirs->name, m_.intrin->name,
                                  to_string(wanted)));
      }
      m_.inputs.push_back(std::move(part));
    }
    return true;
  }

  std::vector<Range> region_of(const te::Tensor& t) {
    std::vector<std::vector<IntSet>> sets(t->shape.size());
    for (const Expr& body : op_.body)
      walk(body, [&](const Expr& e) {
        const auto* l = node_cast<ProducerLoadNode>(e);
        if (l && te::same_tensor(te::tensor_of(*l), t))
          for (size_t d = 0; d < sets.size(); ++d)
            sets[d].push_back(arith::eval_set(l->indices[d], domain_, analyzer_));
        return true;
      });
    std::vector<Range> region;
    for (const auto& dim : sets) region.push_back(arith::cover_range(arith::unite(dim, analyzer_), Range{}, analyzer_));
    return region;
  }

  // The stage's expression as if the intrinsic's tensors and axes were its own.
  Expr mapped(const Expr& e) {
    if (e->kind == ExprKind::Var) {
      const auto it = remap_.find(Var(static_cast<const VarNode*>(e.get())));
      return it == remap_.end() ? e : it->second;
    }
    if (const auto* l = node_cast<ProducerLoadNode>(e)) {
      for (size_t i = 0; i < m_.inputs.size(); ++i) {
        if (!te::same_tensor(te::tensor_of(*l), m_.inputs[i].tensor)) continue;
        const te::Tensor& theirs = m_.intrin->inputs[i];
        const size_t lead = l->indices.size() - theirs->shape.size();
        std::vector<Expr> indices;
        for (size_t d = lead; d < l->indices.size(); ++d)
          indices.push_back(analyzer_.simplify(mapped(l->indices[d]) - m_.inputs[i].region[d].min));
        return te::read(theirs, std::move(indices));
      }
      return e;
    }
    if (const auto* r = node_cast<ReduceNode>(e)) {
      std::vector<Expr> source, init;
      for (const Expr& x : r->source) source.push_back(mapped(x));
      for (const Expr& x : r->init) init.push_back(mapped(x));
      std::vector<IterVar> axis;
      for (const IterVar& iv : r->axis)
        if (const auto it = axes_.find(iv.get()); it != axes_.end()) axis.push_back(it->second);
      return reduce(r->combiner, std::move(source), std::move(axis), mapped(r->condition), r->value_index,
                    std::move(init));
    }
    return map_children(e, [&](const Expr& c) { return mapped(c); });
  }

  void match_bodies() {
    if (op_.body.size() != pattern_->body.size()) {
      fail(fmt::format("{} has {} outputs, and {} has {}", stage_.name(), op_.body.size(), m_.intrin->name,
                       pattern_->body.size()));
      return;
    }
    for (size_t i = 0; i < op_.body.size(); ++i) {
      const Expr mine = analyzer_.simplify(mapped(op_.body[i])), theirs = analyzer_.simplify(pattern_->body[i]);
      if (mine->dtype == theirs->dtype && structural_equal(mine, theirs)) continue;
      fail(fmt::format("the loops inside {} do not compute what {} was declared to compute",
                       shown(s_, stage_.leaf[m_.leaf]), m_.intrin->name),
           {"they compute " + to_string(mine), m_.intrin->name + " computes " + to_string(theirs)});
      return;
    }
  }

  const Schedule& s_;
  const Stage& stage_;
  const te::ComputeNode& op_;
  const te::ComputeNode* pattern_ = nullptr;
  const RangeTable& ranges_;
  arith::Analyzer analyzer_;
  arith::DomainMap domain_;
  std::vector<Range> covered_;  // of root axes
  Substitution remap_;
  std::map<const IterVarNode*, IterVar> axes_;
  TensorMatch m_;
};

}  // namespace

std::optional<TensorMatch> match_tensor_intrinsic(const Schedule& normalized, const Stage& stage,
                                                  const RangeTable& ranges) {
  const auto* op = te::op_cast<te::ComputeNode>(stage.op);
  return op ? Matcher(normalized, stage, *op, ranges).run() : std::nullopt;
}

}  // namespace nw::schedule
