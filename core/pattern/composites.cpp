// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/composites.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "pattern/diagnostics.h"

namespace nw::pattern {

namespace {

constexpr size_t kMostMisses = 20'000;
constexpr size_t kMostPieces = 2'000;

// Which composite took a node of the model.
struct Owner {
  std::string name;
};

class Merge {
 public:
  Merge(Program& program, const Table& table, const graph::OpTraitsTable& traits, const MergeOptions& options)
      : program_(program),
        pool_(program.pool),
        table_(table),
        traits_(traits),
        options_(options),
        original_main_(program.main) {}

  Composites run() {
    index_ = std::make_unique<ExprIndex>(pool_, body_of(pool_, program_.main));
    for (const Listed& line : table_.listed)
      if (options_.rules && line.replacement && !options_.cancel.cancelled()) look(line);
    for (const Listed& line : table_.listed) {
      if (options_.cancel.cancelled()) break;
      if (is_wanted(line)) merge(line);
    }
    describe();
    return std::move(out_);
  }

  void lines(size_t first, size_t last) {
    index_ = std::make_unique<ExprIndex>(pool_, body_of(pool_, program_.main));
    for (size_t i = first; i < last; ++i)
      if (is_wanted(table_.listed[i])) merge(table_.listed[i]);
  }

  std::set<NodeId> roots(const Listed& line) {
    std::set<NodeId> roots;
    if (!line.replacement && !is_wanted(line)) return roots;
    index_ = std::make_unique<ExprIndex>(pool_, body_of(pool_, program_.main));
    const Groups groups = find_groups(pool_, *index_, traits_, line.pattern, {});
    const std::vector<bool> accepted = checked(line, groups);
    for (size_t i = 0; i < groups.list.size(); ++i)
      if (accepted[i]) roots.insert(pool_[groups.list[i].root].source);
    return roots;
  }

 private:
  struct Missed {
    ExprId root;
    std::optional<Refusal> refusal;
  };

  bool is_wanted(const Listed& line) const {
    if (line.replacement || (!options_.only.empty() && !options_.only.contains(line.name))) return false;
    return line.pattern->kind != PatternKind::Function;  // it is never called: TVM skips it
  }

  // Where it is taken, and why not elsewhere.
  std::vector<bool> look_for(const Listed& line, Groups& groups) {
    std::vector<Missed> missed;
    GroupSearch search;
    search.keep_matches = options_.pieces;
    if (options_.near_misses) {
      search.missed = [&](ExprId root, const Matcher& matcher, const Refusal* refusal) {
        if (refusal)
          missed.push_back({root, *refusal});
        else if (matcher.found_operator())
          missed.push_back({root, std::nullopt});
      };
    }
    groups = find_groups(pool_, *index_, traits_, line.pattern, search);
    if (groups.cut) out_.diagnostics.push_back(trials_cut(line.name, line.at));
    std::vector<bool> accepted = checked(line, groups);
    if (options_.near_misses) explain(line, groups, accepted, missed);
    return accepted;
  }

  void look(const Listed& line) {
    Groups groups;
    const std::vector<bool> accepted = look_for(line, groups);
    out_.rule_places[line.name] = static_cast<size_t>(std::count(accepted.begin(), accepted.end(), true));
    if (options_.pieces) keep_pieces(line, groups, accepted);
  }

  void merge(const Listed& line) {
    Groups groups;
    const std::vector<bool> accepted = look_for(line, groups);
    if (std::find(accepted.begin(), accepted.end(), true) == accepted.end()) return;
    if (options_.pieces) keep_pieces(line, groups, accepted);
    own(line, groups, accepted);
    rebuild(line, groups, accepted);
    index_ = std::make_unique<ExprIndex>(pool_, body_of(pool_, program_.main));
  }

  void keep_pieces(const Listed& line, const Groups& groups, const std::vector<bool>& accepted) {
    for (size_t i = 0; i < groups.list.size() && out_.pieces.size() < kMostPieces; ++i) {
      if (!accepted[i]) continue;
      MatchedPieces& match = out_.pieces.emplace_back(MatchedPieces{line.name, {}});
      for (const auto& [piece, exprs] : groups.list[i].stands_for) {
        std::vector<NodeId> nodes;
        for (const ExprId id : exprs)
          if (const NodeId node = pool_[id].source; node.valid()) nodes.push_back(node);
        if (!nodes.empty()) match.nodes.emplace_back(piece, std::move(nodes));
      }
    }
  }

  std::vector<bool> checked(const Listed& line, const Groups& groups) {
    std::vector<bool> accepted(groups.list.size(), true);
    if (!line.check) return accepted;
    size_t without_answer = 0;
    Verdict first;
    for (size_t i = 0; i < groups.list.size(); ++i) {
      const ExprId root = groups.list[i].root;
      Verdict verdict = run_check(line.check, pool_, root);
      accepted[i] = verdict.ok;
      if (verdict.ok) continue;
      if (!verdict.error.empty() && without_answer++ == 0) first = verdict;
      if (!options_.near_misses) continue;
      NearMiss miss = miss_at(line, root);
      miss.kind = MissKind::Check;
      miss.node = miss.root;
      miss.node_name = miss.root_name;
      miss.expected = verdict.expected;
      miss.found = verdict.found;
      miss.span = verdict.span;
      miss.matched = miss.of;
      miss.failure.kind = MissKind::Check;
      miss.failure.span = verdict.literal.value_or(TextSpan());
      if (verdict.actual) miss.failure.key = python_text(*verdict.actual);
      miss.text = verdict.error.empty()
                      ? fmt::format("the check {} fails: the value is {}", verdict.expected, verdict.found)
                      : fmt::format("the check {} has no answer: {}", verdict.expected, verdict.error);
      add(std::move(miss));
    }
    if (without_answer > 0)
      out_.diagnostics.push_back(check_without_answer(line.name, first, without_answer, table_.text));
    return accepted;
  }

  NearMiss miss_at(const Listed& line, ExprId root) {
    NearMiss miss;
    miss.name = line.name;
    miss.root = pool_[root].source;
    miss.root_expr = root;
    miss.root_name = name_of(program_, root);
    miss.of = size_of(line);
    miss.span = line.pattern->span;
    return miss;
  }

  size_t size_of(const Listed& line) {
    if (sized_ != &line) {
      size_ = PatternGraph(line.pattern, pool_).nodes.size();
      sized_ = &line;
    }
    return size_;
  }

  void add(NearMiss miss) {
    if (out_.near_misses.size() < kMostMisses)
      out_.near_misses.push_back(std::move(miss));
    else
      ++out_.left_out;
  }

  void explain(const Listed& line, const Groups& groups, const std::vector<bool>& accepted,
               const std::vector<Missed>& missed) {
    if (missed.empty() && groups.list.empty() && owners_.empty()) return;
    const PatternGraph graph(line.pattern, pool_);
    Matcher matcher(pool_, *index_, traits_, graph);
    for (const Missed& each : missed) {
      if (each.refusal) {
        refused(line, each.root, *each.refusal, groups, accepted);
      } else if (!taken_before(line, graph, each.root)) {
        failed(line, matcher, each.root);
      }
    }
    claimed(line, groups, accepted, matcher);
    if (!owners_.empty()) partitioned(line, graph);
  }

  void refused(const Listed& line, ExprId root, const Refusal& refusal, const Groups& groups,
               const std::vector<bool>& accepted) {
    NearMiss miss = miss_at(line, root);
    miss.kind = miss.failure.kind = refusal.kind;
    miss.node = pool_[refusal.node].source;
    miss.node_name = name_of(program_, refusal.node);
    miss.matched = miss.of;
    if (refusal.kind == MissKind::Taken) {
      taken_words(miss, line.name, name_of(program_, refusal.by), accepted[groups.by_root.at(refusal.by)]);
    } else {
      miss.found = reader_name(program_, refusal.by);
      miss.text = miss.found == "result" ? fmt::format("{} is also a result of the model", miss.node_name)
                                         : fmt::format("{} is also read by {}, outside", miss.node_name, miss.found);
    }
    add(std::move(miss));
  }

  // `made`: of the match that claims the node a composite was made; else the line's check refused it.
  static void taken_words(NearMiss& miss, const std::string& composite, const std::string& root, bool made = true) {
    miss.kind = miss.failure.kind = MissKind::Taken;
    miss.found = composite;
    if (!made)
      miss.text = fmt::format("{} belongs to the match of {} at {}, which the check refuses and which keeps its nodes",
                              miss.node_name, composite, root);
    else
      miss.text = root.empty()
                      ? fmt::format("{} is in the composite {} already", miss.node_name, composite)
                      : fmt::format("{} is in the composite {} at {} already", miss.node_name, composite, root);
  }

  void failed(const Listed& line, Matcher& matcher, ExprId root) {
    FarthestFailure farthest(pool_);
    if (matcher.match(root, &farthest) || !farthest.failure) return;
    NearMiss miss = miss_at(line, root);
    miss.failure = std::move(*farthest.failure);
    Failure& f = miss.failure;
    const bool is_scope = f.pattern->kind == PatternKind::If || f.pattern->kind == PatternKind::Let;
    if (f.kind == MissKind::Operator && !is_scope && is_hidden(pool_, program_.main, f.expr)) f.kind = MissKind::Scope;
    miss.kind = f.kind;
    miss.node = pool_[f.expr].source;
    miss.node_name = name_of(program_, f.expr);
    miss.path = std::move(farthest.path);
    miss.matched = std::min(farthest.matched, miss.of);
    miss.span = f.span;
    const bool way = f.kind == MissKind::Path || f.kind == MissKind::NotDominated;
    MissWords words = words_of(program_, f, way ? written_at(table_.text, f.span) : std::string());
    miss.expected = std::move(words.expected);
    miss.found = std::move(words.found);
    miss.text = std::move(words.text);
    add(std::move(miss));
  }

  ExprIndex& original_index() {
    if (!original_) original_ = std::make_unique<ExprIndex>(pool_, body_of(pool_, original_main_));
    return *original_;
  }

  // The model's own node, before any composite was made.
  ExprId original_of(ExprId id) const {
    const NodeId source = pool_[id].source;
    return source.valid() ? program_.from_node[source.index()] : ExprId();
  }

  // An earlier line has taken a part of what would match here.
  bool taken_before(const Listed& line, const PatternGraph& graph, ExprId root) {
    if (owners_.empty()) return false;
    const ExprId before = original_of(root);
    if (!before.valid() || !original_index().contains(before)) return false;
    Matcher matcher(pool_, original_index(), traits_, graph);
    if (!matcher.match(before)) return false;
    return add_taken(line, matcher, graph, root);
  }

  bool add_taken(const Listed& line, const Matcher& matcher, const PatternGraph& graph, ExprId root) {
    for (size_t p = graph.nodes.size(); p-- > 0;) {
      if (graph.nodes[p].parts.empty()) continue;
      for (const ExprId id : matcher.stands_for(static_cast<int>(p))) {
        const NodeId source = pool_[id].source;
        const auto owner = source.valid() ? owners_.find(source) : owners_.end();
        if (owner == owners_.end()) continue;
        NearMiss miss = miss_at(line, root);
        miss.node = source;
        miss.node_name = name_of(program_, id);
        miss.matched = miss.of;
        taken_words(miss, owner->second.name, {});
        add(std::move(miss));
        return true;
      }
    }
    return false;
  }

  // What this line's own groups hold besides their roots.
  void claimed(const Listed& line, const Groups& groups, const std::vector<bool>& accepted, Matcher& matcher) {
    for (size_t i = 0; i < groups.list.size(); ++i) {
      const Group& group = groups.list[i];
      for (auto id = group.members.rbegin(); id != group.members.rend(); ++id) {
        if (*id == group.root || pool_[*id].kind != ExprKind::Call || !index_->contains(*id)) continue;
        if (!matcher.match(*id) || !matcher.found_operator()) continue;
        NearMiss miss = miss_at(line, *id);
        miss.node = miss.root;
        miss.node_name = miss.root_name;
        miss.matched = miss.of;
        taken_words(miss, line.name, name_of(program_, group.root), accepted[i]);
        add(std::move(miss));
      }
    }
  }

  // What earlier lines' composites hold: they would match here.
  void partitioned(const Listed& line, const PatternGraph& graph) {
    Matcher matcher(pool_, original_index(), traits_, graph);
    for (const auto& [source, owner] : owners_) {
      const ExprId id = program_.from_node[source.index()];
      if (pool_[id].kind != ExprKind::Call || !matcher.match(id) || !matcher.found_operator()) continue;
      add_taken(line, matcher, graph, id);
    }
  }

  void own(const Listed& line, const Groups& groups, const std::vector<bool>& accepted) {
    for (size_t i = 0; i < groups.list.size(); ++i) {
      if (!accepted[i]) continue;
      for (const ExprId id : groups.list[i].members) {
        const Expr& e = pool_[id];
        if (e.source.valid() && e.kind != ExprKind::Constant && e.kind != ExprKind::Variable)
          owners_.try_emplace(e.source, Owner{line.name});
      }
    }
  }

  void rebuild(const Listed& line, const Groups& groups, const std::vector<bool>& accepted) {
    std::vector<ExprId> now(pool_.size());
    for (const ExprId id : index_->order()) {
      const auto group = groups.by_root.find(id);
      if (group != groups.by_root.end() && accepted[group->second]) {
        now[id.index()] = call_of(line, groups.list[group->second], now);
        continue;
      }
      std::vector<ExprId> parts = pool_[id].parts;
      bool changed = false;
      for (ExprId& part : parts) {
        changed = changed || now[part.index()] != part;
        part = now[part.index()];
      }
      if (!changed) {
        now[id.index()] = id;
        continue;
      }
      Expr made = pool_[id];
      made.parts = std::move(parts);
      now[id.index()] = pool_.add(std::move(made));
    }
    Expr main = pool_[program_.main];
    main.parts.back() = now[main.parts.back().index()];
    program_.main = pool_.add(std::move(main));
  }

  ExprId call_of(const Listed& line, const Group& group, const std::vector<ExprId>& now) {
    Expr function;
    function.kind = ExprKind::Function;
    function.parts = group.parameters;
    function.parts.push_back(group.body);
    function.source = pool_[group.root].source;
    graph::Attrs attrs;
    attrs["Composite"] = graph::Attr{line.name};
    attrs["PartitionedFromPattern"] = graph::Attr{group.made_of};
    function.attrs = pool_.keep(std::move(attrs));
    Expr call;
    call.kind = ExprKind::Call;
    call.source = pool_[group.root].source;
    call.type = pool_[group.root].type;
    call.parts.push_back(pool_.add(std::move(function)));
    for (const ExprId argument : group.arguments) call.parts.push_back(now[argument.index()]);
    return pool_.add(std::move(call));
  }

  void describe() {
    out_.main = calls_of_main(program_);
    std::set<NodeId> outside;
    const std::vector<ExprId> order = pool_.post_order(program_.main);
    std::vector<bool> inside(pool_.size(), false);
    for (const ExprId id : order) {
      if (!composite_name(pool_, id).empty()) pool_.mark(body_of(pool_, id), inside);
    }
    for (const ExprId id : order)
      if (!inside[id.index()] && pool_[id].kind == ExprKind::Call && pool_[id].source.valid() && is_op_call(id))
        outside.insert(pool_[id].source);
    for (const ExprId id : order) {
      if (pool_[id].kind != ExprKind::Call) continue;
      const std::string name = composite_name(pool_, pool_[id].parts[0]);
      const Expr& function = pool_[pool_[id].parts[0]];
      if (!name.empty() && function.attrs->contains("PartitionedFromPattern"))
        out_.list.push_back(description(id, name, outside));
    }
  }

  bool is_op_call(ExprId id) const { return !pool_.called_op(id).empty(); }

  Composite description(ExprId call, const std::string& name, const std::set<NodeId>& outside) const {
    const Expr& function = pool_[pool_[call].parts[0]];
    Composite composite;
    composite.name = name;
    composite.root = pool_[call].source;
    composite.made_of = graph::string_attr(*function.attrs, "PartitionedFromPattern", "");
    for (size_t i = 1; i < pool_[call].parts.size(); ++i) {
      const ExprId argument = pool_[call].parts[i];
      composite.arguments.push_back(pool_[argument].source);
      composite.argument_names.push_back(name_of(program_, argument));
    }
    std::vector<ExprId> inner;  // functions of composites inside
    for (const ExprId id : pool_.post_order(function.parts.back()))
      if (!composite_name(pool_, id).empty()) inner.push_back(id);
    std::set<ExprId> hidden;
    for (const ExprId id : inner)
      for (const ExprId part : pool_.post_order(body_of(pool_, id))) hidden.insert(part);
    for (const ExprId id : pool_.post_order(function.parts.back())) {
      const Expr& e = pool_[id];
      if (e.kind == ExprKind::Constant) composite.constants.push_back(e.source);
      if (e.source.valid() && e.kind != ExprKind::Variable && e.kind != ExprKind::Function)
        if (std::find(composite.nodes.begin(), composite.nodes.end(), e.source) == composite.nodes.end())
          composite.nodes.push_back(e.source);
      if (e.kind != ExprKind::Call || hidden.contains(id)) continue;
      const std::string_view op = pool_.called_op(id);
      const std::string nested = composite_name(pool_, e.parts[0]);
      if (op.empty() && nested.empty()) continue;
      composite.ops.push_back(nested.empty() ? std::string(op) : "@" + nested);
      composite.calls.push_back(e.source);
      if (e.source.valid() && !op.empty() && outside.contains(e.source)) composite.duplicated.push_back(e.source);
    }
    return composite;
  }

  Program& program_;
  ExprPool& pool_;
  const Table& table_;
  const graph::OpTraitsTable& traits_;
  const MergeOptions& options_;
  ExprId original_main_;
  std::unique_ptr<ExprIndex> index_, original_;
  std::map<NodeId, Owner> owners_;
  const Listed* sized_ = nullptr;
  size_t size_ = 0;
  Composites out_;
};

}  // namespace

Composites merge_composites(Program& program, const Table& table, const graph::OpTraitsTable& traits,
                            const MergeOptions& options) {
  return Merge(program, table, traits, options).run();
}

void merge_lines(Program& program, const Table& table, size_t first, size_t last, const graph::OpTraitsTable& traits) {
  MergeOptions options;
  options.near_misses = false;
  Merge(program, table, traits, options).lines(first, last);
}

std::set<NodeId> roots_taken(Program& program, const Listed& line, const graph::OpTraitsTable& traits) {
  static const Table none;
  MergeOptions options;
  options.near_misses = false;
  return Merge(program, none, traits, options).roots(line);
}

bool matches_body(Program& program, const ExprIndex& index, const Pattern& pattern,
                  const graph::OpTraitsTable& traits) {
  const PatternGraph graph(pattern, program.pool);
  return Matcher(program.pool, index, traits, graph).match(body_of(program.pool, program.main));
}

namespace {

// Of a region, the compiler that its function is for.
std::string callee_name(const Program& program, std::string_view global) {
  for (const auto& [name, function] : program.functions)
    if (const graph::Attrs* attrs = program.pool[function].attrs; attrs && name == global)
      return graph::string_attr(*attrs, "Compiler", name);
  return std::string(global.starts_with('@') ? global.substr(1) : global);
}

}  // namespace

std::vector<std::string> calls_of_main(const Program& program) {
  const ExprPool& pool = program.pool;
  const ExprId main = program.main;
  std::vector<std::string> calls;
  std::vector<bool> hidden(pool.size(), false);
  const std::vector<ExprId> order = pool.post_order(main);
  for (const ExprId id : order) {
    if (!composite_name(pool, id).empty()) pool.mark(body_of(pool, id), hidden);
  }
  for (const ExprId id : order) {
    const Expr& e = pool[id];
    if (e.kind != ExprKind::Call || hidden[id.index()]) continue;
    const Expr& callee = pool[e.parts[0]];
    if (callee.kind == ExprKind::Operator) {
      calls.emplace_back(callee.name);
    } else if (callee.kind == ExprKind::Global) {
      calls.push_back("@" + callee_name(program, callee.name));
    } else if (const std::string name = composite_name(pool, e.parts[0]); !name.empty()) {
      calls.push_back("@" + name);
    }
  }
  return calls;
}

}  // namespace nw::pattern
