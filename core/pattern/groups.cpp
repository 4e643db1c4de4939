// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/groups.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace nw::pattern {

namespace {

// Trials of one pattern over a program that are brought to their end; each may take Matcher's limit.
constexpr size_t kMostCuts = 20;

// Copies a piece of a program with parameters in the place of its inputs.
class Extractor {
 public:
  Extractor(ExprPool& pool, const std::unordered_map<ExprId, ExprId>& inputs) : pool_(pool), inputs_(inputs) {}

  std::vector<ExprId> members;  // in post order
  std::string made_of;

  ExprId run(ExprId root) {
    if (const auto input = inputs_.find(root); input != inputs_.end()) return input->second;
    std::vector<std::pair<ExprId, size_t>> stack = {{root, 0}};
    copies_[root] = ExprId();
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      if (next < pool_[id].parts.size()) {
        const ExprId part = pool_[id].parts[next++];
        if (!inputs_.contains(part) && copies_.emplace(part, ExprId()).second) stack.emplace_back(part, 0);
        continue;
      }
      const ExprId done = id;
      stack.pop_back();
      copies_[done] = copy(done);
      members.push_back(done);
      name(done);
    }
    return copies_.at(root);
  }

  bool has(ExprId id) const { return copies_.contains(id); }

 private:
  ExprId copy(ExprId id) {
    std::vector<ExprId> parts;
    bool changed = false;
    for (const ExprId part : pool_[id].parts) {
      const auto input = inputs_.find(part);
      parts.push_back(input != inputs_.end() ? input->second : copies_.at(part));
      changed = changed || parts.back() != part;
    }
    if (!changed) return id;
    Expr made = pool_[id];
    made.parts = std::move(parts);
    return pool_.add(std::move(made));
  }

  void name(ExprId id) {
    const Expr& e = pool_[id];
    switch (e.kind) {
      case ExprKind::Call: {
        const std::string_view op = pool_.called_op(id);
        made_of += op.empty() ? "Call_" : std::string(op) + "_";
        return;
      }
      case ExprKind::Tuple:
        made_of += "Tuple_";
        return;
      case ExprKind::Field:
        made_of += fmt::format("TupleGetItem{}_", e.index);
        return;
      case ExprKind::Function:
        made_of += "Function";
        return;
      case ExprKind::Let:
        made_of += "Let_";
        return;
      case ExprKind::If:
        made_of += "If_";
        return;
      default:
        return;
    }
  }

  ExprPool& pool_;
  const std::unordered_map<ExprId, ExprId>& inputs_;
  std::unordered_map<ExprId, ExprId> copies_;
};

class Grouper {
 public:
  Grouper(ExprPool& pool, const ExprIndex& index, const graph::OpTraitsTable& traits, const Pattern& pattern,
          const GroupSearch& search)
      : pool_(pool),
        index_(index),
        search_(search),
        pattern_(pattern, pool),
        matcher_(pool, index, traits, pattern_),
        owner_(pool.size(), -1) {}

  Groups run() {
    size_t cuts = 0;
    const std::vector<ExprId>& order = index_.order();
    for (size_t i = order.size(); i-- > 0 && cuts < kMostCuts;) {
      const ExprId root = order[i];
      if (owner_[root.index()] >= 0 || index_.is_partitioned(root)) continue;
      const ExprKind kind = pool_[root].kind;
      if (kind == ExprKind::Operator || (kind == ExprKind::Function && i + 1 == order.size())) continue;
      const bool ok = matcher_.match(root);
      if (matcher_.was_cut()) ++cuts;
      if (ok)
        make_group(root);
      else if (search_.missed)
        search_.missed(root, matcher_, nullptr);
    }
    groups_.cut = cuts > 0;
    return std::move(groups_);
  }

 private:
  const std::vector<ExprId>& stands_for(int p) const { return stands_for_[static_cast<size_t>(p)]; }

  // What the ways of `dominates` and functions matched is inside, whatever leaves of the pattern stand for it.
  std::unordered_set<ExprId> never_inputs() const {
    std::unordered_set<ExprId> inside;
    for (size_t p = 0; p < pattern_.nodes.size(); ++p) {
      const PatternGraph::Node& node = pattern_.nodes[p];
      if (node.pattern->kind == PatternKind::Dominates) {
        for (const int fuzzy : {node.parts[0], node.parts[1]})
          inside.insert(stands_for(fuzzy).begin(), stands_for(fuzzy).end());
      }
      if (node.pattern->kind == PatternKind::Function) {
        for (const ExprId function : stands_for(static_cast<int>(p)))
          for (const ExprId id : pool_.post_order(body_of(pool_, function))) inside.insert(id);
      }
    }
    return inside;
  }

  // A constant that the pattern asks for as a constant stays inside; one that a wildcard matched is an argument.
  bool embeds(ExprId e, int p) {
    if (pool_[e].kind != ExprKind::Constant) return false;
    const PatternGraph::Node& node = pattern_.nodes[static_cast<size_t>(p)];
    switch (node.pattern->kind) {
      case PatternKind::Constant:
      case PatternKind::Value:
        return true;
      case PatternKind::Either:
        return embeds(e, matcher_.matches_alone(node.parts[0], e) ? node.parts[0] : node.parts[1]);
      default:
        return false;
    }
  }

  void find_inputs(Group& group, std::unordered_map<ExprId, ExprId>& inputs) {
    const std::unordered_set<ExprId> inside = never_inputs();
    const auto add = [&](ExprId e, int p) {
      const ExprKind kind = pool_[e].kind;
      if (kind == ExprKind::Operator || kind == ExprKind::Function || inside.contains(e) || inputs.contains(e)) return;
      if (embeds(e, p)) return;
      Expr variable;
      variable.kind = ExprKind::Variable;
      variable.name = pool_.keep(fmt::format("FunctionVar_{}_{}", number_, inputs.size()));
      variable.type = pool_[e].type;
      inputs[e] = pool_.add(std::move(variable));
      group.arguments.push_back(e);
      group.parameters.push_back(inputs[e]);
    };
    for (size_t i = 0; i < pattern_.nodes.size(); ++i) {
      const int p = static_cast<int>(i);
      const PatternNode& pattern = *pattern_.nodes[i].pattern;
      const bool call = pattern.kind == PatternKind::Call;
      if (pattern.any_args && (call || pattern.kind == PatternKind::Tuple)) {
        for (const ExprId e : stands_for(p)) {
          const std::vector<ExprId> parts = pool_[e].parts;
          for (size_t k = call ? 1 : 0; k < parts.size(); ++k) add(parts[k], p);
        }
      } else if (pattern_.nodes[i].parts.empty()) {
        for (const ExprId e : stands_for(p)) add(e, p);
      }
    }
  }

  void make_group(ExprId root) {
    stands_for_.resize(pattern_.nodes.size());
    for (size_t p = 0; p < pattern_.nodes.size(); ++p) stands_for_[p] = matcher_.stands_for(static_cast<int>(p));
    Group group;
    group.root = root;
    std::unordered_map<ExprId, ExprId> inputs;
    find_inputs(group, inputs);
    ++number_;
    if (inputs.contains(root)) return;  // a leaf alone: there is nothing to take
    Extractor extractor(pool_, inputs);
    group.body = extractor.run(root);
    group.members = std::move(extractor.members);
    group.made_of = std::move(extractor.made_of);
    if (const auto refusal = refused(group, extractor)) {
      if (search_.missed) search_.missed(root, matcher_, &*refusal);
      return;
    }
    for (const ExprId id : group.members) owner_[id.index()] = static_cast<int>(groups_.list.size());
    if (search_.keep_matches) {
      for (size_t p = 0; p < pattern_.nodes.size(); ++p)
        if (!stands_for_[p].empty()) group.stands_for[pattern_.nodes[p].pattern] = stands_for_[p];
    }
    groups_.by_root[root] = groups_.list.size();
    groups_.list.push_back(std::move(group));
  }

  // An inner node belongs to another group, or is read outside by what the root does not dominate.
  std::optional<Refusal> refused(const Group& group, const Extractor& extractor) const {
    for (auto member = group.members.rbegin(); member != group.members.rend(); ++member) {
      const ExprId id = *member;
      const ExprKind kind = pool_[id].kind;
      if (kind == ExprKind::Operator || kind == ExprKind::Function || kind == ExprKind::Constant) continue;
      if (const int owner = owner_[id.index()]; owner >= 0)
        return Refusal{MissKind::Taken, id, groups_.list[static_cast<size_t>(owner)].root};
      if (id == group.root || !index_.contains(id)) continue;
      for (const ExprId reader : index_.readers(id))
        if (!extractor.has(reader) && !index_.dominates(group.root, reader))
          return Refusal{MissKind::UsedOutside, id, reader};
    }
    return std::nullopt;
  }

  ExprPool& pool_;
  const ExprIndex& index_;
  const GroupSearch& search_;
  PatternGraph pattern_;
  Matcher matcher_;
  std::vector<int> owner_;                       // by expression: the group that has it
  std::vector<std::vector<ExprId>> stands_for_;  // of the match at hand
  int number_ = 0;
  Groups groups_;
};

}  // namespace

Groups find_groups(ExprPool& pool, const ExprIndex& index, const graph::OpTraitsTable& traits, const Pattern& pattern,
                   const GroupSearch& search) {
  return Grouper(pool, index, traits, pattern, search).run();
}

}  // namespace nw::pattern
