// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/rewrite.h"

#include <fmt/format.h>

#include <algorithm>

#include "op/registry.h"
#include "pattern/diagnostics.h"
#include "pattern/groups.h"
#include "pattern/to_graph.h"

namespace nw::pattern {

namespace {

constexpr int kMostApplications = 100;  // TVM's
// A rule that doubles what it finds would fill the memory before.
constexpr size_t kMostGrowth = 10, kGrownAtLeast = 50'000;  // expressions, times those of the model and in all

enum class SameType : uint8_t { No, NotKnown, Yes };

SameType compare_extents(const graph::Shape& a, const graph::Shape& b) {
  SameType all = SameType::Yes;
  for (size_t i = 0; i < a.size(); ++i) {
    if (graph::same(a[i], b[i])) continue;
    if (a[i].constant() && b[i].constant()) return SameType::No;
    all = SameType::NotKnown;
  }
  return all;
}

SameType compare_types(const graph::Type& a, const graph::Type& b) {
  if (!is_known(a) || !is_known(b)) return SameType::NotKnown;
  if (a.kind != b.kind) return SameType::No;
  if (a.is_tensor()) {
    if (a.dtype != b.dtype) return SameType::No;
    if (!a.rank_known || !b.rank_known) return SameType::NotKnown;
    return a.shape.size() == b.shape.size() ? compare_extents(a.shape, b.shape) : SameType::No;
  }
  if (!a.is_tuple()) return to_string(a) == to_string(b) ? SameType::Yes : SameType::No;
  if (a.fields.size() != b.fields.size()) return SameType::No;
  SameType all = SameType::Yes;
  for (size_t i = 0; i < a.fields.size(); ++i) all = std::min(all, compare_types(a.fields[i], b.fields[i]));
  return all;
}

std::string type_words(const graph::Type& type) {
  return is_known(type) ? graph::brief(type) : "a type that is not known";
}

// Makes what a rule puts in a match's place.
class Builder {
 public:
  Builder(Program& program, const Group& group, const std::vector<ExprId>& now)
      : program_(program), pool_(program.pool), group_(group), now_(now) {}

  std::vector<ExprId> made;
  std::string unmatched;  // a name of the replacement that stands for nothing here
  std::string refused;    // what is wrong with a part of it, by the type rule of its operator
  TextSpan refused_at;

  ExprId build(const ReplacementNode& node) {
    switch (node.kind) {
      case ReplacementNode::Kind::Matched:
        return matched(node);
      case ReplacementNode::Kind::Constant: {
        Expr e;
        e.kind = ExprKind::Constant;
        e.data = pool_.keep(node.value);
        graph::Shape shape(node.value.shape().begin(), node.value.shape().end());
        e.type = pool_.keep(graph::Type::tensor(node.value.dtype(), std::move(shape)));
        return add(std::move(e));
      }
      case ReplacementNode::Kind::Field: {
        Expr e;
        e.kind = ExprKind::Field;
        e.index = node.index;
        e.parts = {build(*node.parts[0])};
        if (!e.parts[0].valid()) return {};
        const graph::Type tuple = type_of(e.parts[0]);
        if (is_known(tuple)) {
          if (!tuple.is_tuple() || static_cast<size_t>(node.index) >= tuple.fields.size())
            return refuse(fmt::format("there is no field {} of {}", node.index, graph::brief(tuple)), node);
          e.type = pool_.keep(tuple.fields[static_cast<size_t>(node.index)]);
        }
        return add(std::move(e));
      }
      case ReplacementNode::Kind::Tuple: {
        Expr e;
        e.kind = ExprKind::Tuple;
        if (!parts(node, e)) return {};
        std::vector<graph::Type> fields;
        for (const ExprId part : e.parts) fields.push_back(type_of(part));
        e.type = pool_.keep(graph::Type::tuple(std::move(fields)));
        return add(std::move(e));
      }
      case ReplacementNode::Kind::Call:
        return call(node);
    }
    return {};
  }

 private:
  graph::Type type_of(ExprId id) const { return pool_[id].type ? *pool_[id].type : graph::Type::unknown(); }

  ExprId refuse(std::string why, const ReplacementNode& node) {
    refused = std::move(why);
    refused_at = node.span;
    return {};
  }

  ExprId add(Expr e) {
    made.push_back(pool_.add(std::move(e)));
    return made.back();
  }

  bool parts(const ReplacementNode& node, Expr& to) {
    for (const Replacement& part : node.parts) {
      to.parts.push_back(build(*part));
      if (!to.parts.back().valid()) return false;
    }
    return true;
  }

  ExprId matched(const ReplacementNode& node) {
    const auto found = group_.stands_for.find(node.pattern.get());
    if (found != group_.stands_for.end() && pool_[found->second[0]].kind != ExprKind::Operator)
      return now_[found->second[0].index()];
    unmatched = node.name;
    return {};
  }

  ExprId call(const ReplacementNode& node) {
    Expr e;
    e.kind = ExprKind::Call;
    e.parts = {pool_.op(node.name)};
    if (!parts(node, e)) return {};
    if (!node.attrs.empty()) e.attrs = pool_.keep(node.attrs);
    Result<graph::Type> type = inferred(node, e);
    if (!type.value) return refuse(std::move(type.diagnostics.front().message), node);
    e.type = pool_.keep(std::move(*type.value));
    return add(std::move(e));
  }

  // By the operator's own rule, on a graph of this call alone; none where the arguments are not what it takes.
  Result<graph::Type> inferred(const ReplacementNode& node, const Expr& e) const {
    graph::Graph alone;
    alone.operators = program_.graph->operators;
    graph::Node call_node;
    call_node.kind = graph::NodeKind::Call;
    call_node.op = node.name;
    call_node.attrs = node.attrs;
    for (size_t i = 1; i < e.parts.size(); ++i) {
      graph::Node input;
      const Expr& part = pool_[e.parts[i]];
      input.kind = part.kind == ExprKind::Constant && part.data ? graph::NodeKind::Constant : graph::NodeKind::Input;
      if (input.kind == graph::NodeKind::Constant) input.data = *part.data;
      input.type = type_of(e.parts[i]);
      call_node.inputs.push_back(alone.add(std::move(input)));
    }
    const NodeId id = alone.add(std::move(call_node));
    Diagnostics wrong = op::infer_node(alone, id);
    if (has_errors(wrong)) return wrong;
    return alone.node(id).type;
  }

  const Program& program_;
  ExprPool& pool_;
  const Group& group_;
  const std::vector<ExprId>& now_;
};

class Rewriting {
 public:
  Rewriting(Program& program, const Table& table, const graph::OpTraitsTable& traits, const RewriteOptions& options)
      : program_(program), pool_(program.pool), traits_(traits), options_(options) {
    for (const Listed& line : table.listed)
      if (line.replacement && (options.only.empty() || options.only.contains(line.name))) rules_.push_back(&line);
  }

  Rewritten run() {
    if (rules_.empty()) return {};
    int applications = 0;
    const size_t most = std::max(kGrownAtLeast, kMostGrowth * pool_.size());
    std::vector<std::string> before = marked_listing();
    while (true) {
      ++out_.rounds;
      for (const Listed* rule : rules_) {
        if (options_.cancel.cancelled()) return std::move(out_);
        apply(*rule);
        ++applications;
        if (pool_.size() > most) return without_end(applications);
      }
      std::vector<std::string> after = marked_listing();
      const bool changed = after != before;
      before = std::move(after);
      if (applications >= kMostApplications) return without_end(applications);
      if (!changed || options_.once || out_.rounds == options_.rounds) return std::move(out_);
    }
  }

 private:
  // The listing with what it leaves out: attributes and values.
  std::vector<std::string> marked_listing() const {
    std::vector<std::string> lines = listing(pool_, program_.main);
    size_t i = 0;
    for (const ExprId id : pool_.post_order(body_of(pool_, program_.main))) {
      if (pool_[id].kind == ExprKind::Operator) continue;
      std::string& line = lines[i++];
      if (pool_[id].kind == ExprKind::Constant)
        line += fmt::format(" #{}", static_cast<const void*>(pool_[id].data ? pool_[id].data->bytes() : nullptr));
      if (!pool_[id].attrs) continue;
      for (const auto& [key, value] : *pool_[id].attrs) line += " " + key + "=" + graph::to_string(value);
    }
    return lines;
  }

  Rewritten without_end(int applications) {
    std::string rule = rules_.back()->name;
    std::string at;
    int round = out_.rounds;
    TextSpan span = rules_.back()->at;
    if (!out_.steps.empty()) {
      const RewriteStep& last = out_.steps.back();
      rule = last.rule;
      at = name_of(program_, last.root);
      round = last.round;
      for (const Listed* each : rules_)
        if (each->name == rule) span = each->at;
    }
    out_.diagnostics.push_back(never_ends(rule, at, round, applications, span));
    return std::move(out_);
  }

  void apply(const Listed& rule) {
    const ExprIndex index(pool_, program_.main);
    GroupSearch search;
    search.keep_matches = true;
    const Groups groups = find_groups(pool_, index, traits_, rule.pattern, search);
    if (groups.list.empty()) return;
    now_.assign(pool_.size(), ExprId());
    std::vector<ExprId>& now = now_;
    for (const ExprId id : index.order()) {
      now[id.index()] = rebuilt(id, now);
      const auto group = groups.by_root.find(id);
      if (group == groups.by_root.end()) continue;
      const ExprId made = replaced(rule, groups.list[group->second], now);
      if (made.valid()) now[id.index()] = made;
    }
    program_.main = now[program_.main.index()];
  }

  ExprId rebuilt(ExprId id, const std::vector<ExprId>& now) {
    std::vector<ExprId> parts = pool_[id].parts;
    bool changed = false;
    for (ExprId& part : parts) {
      changed = changed || now[part.index()] != part;
      part = now[part.index()];
    }
    if (!changed) return id;
    Expr made = pool_[id];
    made.parts = std::move(parts);
    return pool_.add(std::move(made));
  }

  ExprId replaced(const Listed& rule, const Group& group, const std::vector<ExprId>& now) {
    Builder builder(program_, group, now);
    const ExprId made = builder.build(*rule.replacement);
    const std::string at = name_of(program_, group.root);
    if (!made.valid()) {
      report(rule, builder.refused.empty() ? unmatched_name(rule.name, builder.unmatched, at, rule.replacement->span)
                                           : wrong_replacement(rule.name, at, builder.refused, builder.refused_at));
      return {};
    }
    name_root(made, group, builder.made);
    const SameType same = compare_types(type_of(made), type_of(group.root));
    if (same == SameType::No) {
      report(rule, another_type(rule.name, at, graph::brief(type_of(group.root)), graph::brief(type_of(made)),
                                rule.replacement->span));
      return {};
    }
    if (same == SameType::NotKnown)
      report(rule, type_not_known(rule.name, at, type_words(type_of(group.root)), type_words(type_of(made)),
                                  rule.replacement->span));
    RewriteStep step;
    step.round = out_.rounds;
    step.rule = rule.name;
    step.root = group.root;
    step.made = builder.made;
    for (const ExprId id : group.members) {
      const ExprKind kind = pool_[id].kind;
      if (kind == ExprKind::Call || kind == ExprKind::Tuple || kind == ExprKind::Field) step.removed.push_back(id);
    }
    out_.steps.push_back(std::move(step));
    return made;
  }

  // The root's name goes over to what stands for it now; a call of a declared operator knows what was there.
  void name_root(ExprId made, const Group& group, const std::vector<ExprId>& all_made) {
    if (std::find(all_made.begin(), all_made.end(), made) == all_made.end()) return;
    std::shared_ptr<const graph::Graph> before = replaced_by_call(made, group);
    Expr& e = pool_.edit(made);
    e.source = pool_[group.root].source;
    e.stands_for = std::move(before);
  }

  // What a declared operator's call is put in the place of, as a graph over the call's arguments. Null where the call
  // does not have all that it needs.
  std::shared_ptr<const graph::Graph> replaced_by_call(ExprId made, const Group& group) {
    const op::OpInfo* info = op::registry_of(*program_.graph).find(pool_.called_op(made));
    if (!info || info->definition.empty()) return nullptr;
    Expr function;
    function.kind = ExprKind::Function;
    std::set<ExprId> used;
    const std::vector<ExprId> arguments = pool_[made].parts;
    for (size_t i = 1; i < arguments.size(); ++i) {
      size_t k = 0;
      while (k < group.arguments.size() &&
             (now_[group.arguments[k].index()] != arguments[i] || used.contains(group.parameters[k])))
        ++k;
      if (k < group.arguments.size()) {
        function.parts.push_back(group.parameters[k]);
        used.insert(group.parameters[k]);
        continue;
      }
      Expr unused;
      unused.kind = ExprKind::Variable;
      unused.name = pool_.keep(fmt::format("unused_{}", i));
      unused.type = pool_[arguments[i]].type;
      function.parts.push_back(pool_.add(std::move(unused)));
    }
    for (const ExprId parameter : group.parameters)
      if (!used.contains(parameter)) return nullptr;
    function.parts.push_back(group.body);
    return std::make_shared<const graph::Graph>(to_graph(program_, pool_.add(std::move(function))));
  }

  void report(const Listed& rule, Diagnostic diagnostic) {
    if (reported_.insert({&rule, diagnostic.code}).second) out_.diagnostics.push_back(std::move(diagnostic));
  }

  graph::Type type_of(ExprId id) const { return pool_[id].type ? *pool_[id].type : graph::Type::unknown(); }

  Program& program_;
  ExprPool& pool_;
  const graph::OpTraitsTable& traits_;
  const RewriteOptions& options_;
  std::vector<const Listed*> rules_;
  std::set<std::pair<const Listed*, std::string>> reported_;
  std::vector<ExprId> now_;  // by expression before a rule: what stands for it
  Rewritten out_;
};

}  // namespace

Rewritten rewrite(Program& program, const Table& table, const graph::OpTraitsTable& traits,
                  const RewriteOptions& options) {
  return Rewriting(program, table, traits, options).run();
}

}  // namespace nw::pattern
