// SPDX-License-Identifier: GPL-3.0-or-later
// TVM's AnnotateTarget: the border of what each call's target computes is marked on every edge.
#include <algorithm>
#include <unordered_map>

#include "pattern/regions.h"

namespace nw::pattern {

namespace {

class Annotator {
 public:
  Annotator(Program& program, const Table& table, const OffloadOptions& options)
      : pool_(program.pool), main_(program.main), options_(options) {
    for (const Supports& row : table.supports)
      for (const std::string& op : row.ops) takes_[op].insert(row.target);
    for (const std::string& target : options.targets) targets_.push_back(pool_.keep(target));
  }

  ExprId run() {
    return rewrite_all(pool_, main_, [this](ExprId before, ExprId after) { return rewrite(before, after); });
  }

 private:
  ExprId rewrite(ExprId before, ExprId after) {
    switch (pool_[before].kind) {
      case ExprKind::Call:
        return call(before, after);
      case ExprKind::Tuple:
      case ExprKind::Field:
        return options_.calls_only ? with_ends(after, 0) : common(after);
      case ExprKind::If:
        return with_ends(after, 0);
      case ExprKind::Let:
        return let(after);
      case ExprKind::Function:
        if (!composite_name(pool_, before).empty()) return before;
        return with_end(after, pool_[after].parts.size() - 1);
      default:
        return after;
    }
  }

  ExprId remade(ExprId id, std::vector<ExprId> parts) {
    Expr made = pool_[id];
    made.parts = std::move(parts);
    return pool_.add(std::move(made));
  }

  std::string_view target_of_call(ExprId before) const {
    const Expr& callee = pool_[pool_[before].parts[0]];
    if (callee.kind == ExprKind::Operator) {
      const auto known = takes_.find(callee.name);
      if (known == takes_.end()) return kDefault;
      for (const std::string_view target : targets_)
        if (known->second.contains(std::string(target))) return target;
      return kDefault;
    }
    const std::string composite = composite_name(pool_, pool_[before].parts[0]);
    const size_t point = composite.find('.');
    if (point == std::string::npos) return kDefault;
    for (const std::string_view target : targets_)
      if (target == std::string_view(composite).substr(0, point)) return target;
    return kDefault;
  }

  ExprId call(ExprId before, ExprId after) {
    if (options_.calls_only && pool_[pool_[before].parts[0]].kind == ExprKind::Variable) return with_ends(after, 1);
    const std::string_view target = target_of_call(before);
    std::vector<ExprId> parts = pool_[after].parts;
    annotate(parts, 1, target);
    const ExprId made = remade(after, std::move(parts));
    target_[made] = target;
    return made;
  }

  // Tuples, fields and the like go where all of their parts go.
  ExprId common(ExprId after) {
    std::vector<ExprId> parts = pool_[after].parts;
    const std::string_view target = annotate(parts, 0, {});
    const ExprId made = remade(after, std::move(parts));
    target_[made] = target;
    return made;
  }

  // Marks around arguments; the target, which is that of all arguments if none is given.
  std::string_view annotate(std::vector<ExprId>& parts, size_t first, std::string_view target) {
    std::string_view common_target;
    for (size_t i = first; i < parts.size(); ++i) {
      std::string_view own = kDefault;
      if (const auto known = target_.find(parts[i]); known != target_.end()) {
        own = known->second;
        const bool no_arguments = pool_[parts[i]].kind == ExprKind::Call && pool_[parts[i]].parts.size() == 1;
        if (!no_arguments) parts[i] = mark(pool_, parts[i], kEnd, own);
      }
      common_target = common_target.empty() ? own : common_target == own ? own : kDefault;
    }
    const std::string_view result = target.empty() ? common_target : target;
    if (common_target.empty()) return result;
    for (size_t i = first; i < parts.size(); ++i) parts[i] = mark(pool_, parts[i], kBegin, result);
    return result;
  }

  ExprId ended(ExprId id) {
    const auto known = target_.find(id);
    if (known == target_.end()) return id;
    const Expr& e = pool_[id];
    const bool ends =
        e.kind == ExprKind::Tuple || e.kind == ExprKind::Field || (e.kind == ExprKind::Call && e.parts.size() > 1);
    if (!ends) return id;
    const std::string_view target = known->second;
    const ExprId made = mark(pool_, id, kEnd, target);
    target_[made] = target;
    return made;
  }

  ExprId with_end(ExprId after, size_t which) {
    std::vector<ExprId> parts = pool_[after].parts;
    parts[which] = ended(parts[which]);
    return parts == pool_[after].parts ? after : remade(after, std::move(parts));
  }
  ExprId with_ends(ExprId after, size_t first) {
    for (size_t i = first; i < pool_[after].parts.size(); ++i) after = with_end(after, i);
    return after;
  }

  ExprId let(ExprId after) {
    std::vector<ExprId> parts = pool_[after].parts;
    parts[2] = ended(parts[2]);
    // TVM also begins a region here, of which the `let` and its variable would be a part.
    if (pool_[parts[1]].kind != ExprKind::Function) parts[1] = ended(parts[1]);
    return remade(after, std::move(parts));
  }

  ExprPool& pool_;
  ExprId main_;
  const OffloadOptions& options_;
  std::map<std::string, std::set<std::string>, std::less<>> takes_;  // by operator
  std::vector<std::string_view> targets_;
  std::unordered_map<ExprId, std::string_view> target_;  // of what was made
};

}  // namespace

ExprId annotate_targets(Program& program, const Table& table, const OffloadOptions& options) {
  return Annotator(program, table, options).run();
}

}  // namespace nw::pattern
