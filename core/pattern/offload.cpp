// SPDX-License-Identifier: GPL-3.0-or-later
// TVM's PartitionGraph, and what people ask of its result.
#include "pattern/offload.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "pattern/regions.h"

namespace nw::pattern {

namespace {

class Partitioner {
 public:
  Partitioner(Program& program, const OffloadOptions& options)
      : program_(program), pool_(program.pool), options_(options) {}

  std::vector<Region> run(ExprId annotated) {
    marked_ = std::make_unique<RegionSet>(pool_, annotated);
    program_.main = rewrite_main(annotated);
    std::vector<Region> found;
    for (const MarkedRegion* region : order_) found.push_back(description(functions_.at(region)));
    return found;
  }

 private:
  struct Function {
    std::string target;
    std::vector<std::pair<ExprId, ExprId>> arguments;  // parameter, value
    std::vector<ExprId> values;                        // what `arguments` are called by
    std::unordered_map<ExprId, ExprId> parameter_of;   // by value
    std::vector<ExprId> results;                       // inside
    std::vector<ExprId> result_exprs;                  // before
    std::map<ExprId, ExprId> outside;                  // by result
    bool made = false;
  };

  // Depth first with our own stack: functions are made where their first result is met.
  ExprId rewrite_main(ExprId root) {
    std::vector<std::pair<ExprId, size_t>> stack = {{root, 0}};
    while (!stack.empty()) {
      auto& [id, next] = stack.back();
      if (now_.contains(id)) {
        stack.pop_back();
        continue;
      }
      const std::vector<ExprId>& parts = pool_[id].parts;
      const bool opaque = !composite_name(pool_, id).empty();
      if (!opaque && next < parts.size()) {
        const ExprId part = parts[next++];
        if (!now_.contains(part)) stack.emplace_back(part, 0);
        continue;
      }
      // All results of a region are computed before its function is made.
      if (is_mark(pool_, id, kEnd)) {
        const MarkedRegion* region = marked_->region_of(id);
        ExprId missing;
        for (const ExprId end : region->ends)
          if (!now_.contains(pool_[end].parts[1]) && !missing.valid()) missing = pool_[end].parts[1];
        if (missing.valid()) {
          stack.emplace_back(missing, 0);
          continue;
        }
      }
      const ExprId done = id;
      stack.pop_back();
      now_[done] = rewritten(done);
    }
    return now_.at(root);
  }

  ExprId rewritten(ExprId id) {
    if (is_mark(pool_, id, kBegin)) return parameter(id);
    if (is_mark(pool_, id, kEnd)) return result(id);
    if (!composite_name(pool_, id).empty()) return id;
    std::vector<ExprId> parts = pool_[id].parts;
    for (ExprId& part : parts) part = now_.at(part);
    if (parts == pool_[id].parts) return id;
    Expr made = pool_[id];
    made.parts = std::move(parts);
    return pool_.add(std::move(made));
  }

  ExprId parameter(ExprId begin) {
    ExprId value = pool_[begin].parts[1];
    const ExprId computed = now_.at(value);
    while (is_mark(pool_, value, kBegin) || is_mark(pool_, value, kEnd)) value = pool_[value].parts[1];
    Function& function = functions_[marked_->region_of(begin)];
    ExprId& known = function.parameter_of[value];
    if (known.valid()) return known;
    Expr variable;
    variable.kind = ExprKind::Variable;
    variable.name = "region_input";
    variable.type = pool_[begin].type;
    variable.source = pool_[value].source;
    known = pool_.add(std::move(variable));
    function.arguments.emplace_back(known, computed);
    function.values.push_back(value);
    return known;
  }

  ExprId result(ExprId end) {
    const MarkedRegion* region = marked_->region_of(end);
    Function& function = functions_[region];
    if (!function.made) make(*region, function);
    return function.outside.at(pool_[end].parts[1]);
  }

  void make(const MarkedRegion& region, Function& function) {
    function.made = true;
    function.target = region.target;
    order_.push_back(&region);
    for (const ExprId end : region.ends) {
      const ExprId inside = pool_[end].parts[1];
      if (std::find(function.result_exprs.begin(), function.result_exprs.end(), inside) != function.result_exprs.end())
        continue;
      function.result_exprs.push_back(inside);
      function.results.push_back(now_.at(inside));
    }
    const auto taken = [&](const std::string& wanted) {
      return std::any_of(program_.functions.begin(), program_.functions.end(),
                         [&](const auto& each) { return each.first == wanted; });
    };
    std::string name = fmt::format("{}_{}", region.target, order_.size() - 1);
    while (taken(name)) name += "_";
    program_.functions.emplace_back(name, function_of(function, name));
    Expr global;
    global.kind = ExprKind::Global;
    global.name = pool_.keep(name);
    Expr call;
    call.kind = ExprKind::Call;
    call.parts = {pool_.add(std::move(global))};
    for (const auto& [variable, value] : function.arguments)
      if (!binds(value)) call.parts.push_back(value);
    if (function.results.size() == 1) {
      call.source = pool_[function.result_exprs[0]].source;
      call.type = pool_[function.result_exprs[0]].type;
    }
    const ExprId made = pool_.add(std::move(call));
    for (size_t i = 0; i < function.result_exprs.size(); ++i) {
      ExprId outside = made;
      if (function.results.size() > 1) {
        Expr field;
        field.kind = ExprKind::Field;
        field.parts = {made};
        field.index = static_cast<int64_t>(i);
        field.source = pool_[function.result_exprs[i]].source;
        field.type = pool_[function.result_exprs[i]].type;
        outside = pool_.add(std::move(field));
      }
      function.outside[function.result_exprs[i]] = outside;
    }
  }

  ExprId function_of(const Function& function, const std::string& name) {
    Expr made;
    made.kind = ExprKind::Function;
    std::unordered_map<ExprId, ExprId> constants;
    for (const auto& [variable, value] : function.arguments) {
      if (binds(value))
        constants[variable] = value;
      else
        made.parts.push_back(variable);
    }
    ExprId body = function.results[0];
    if (function.results.size() > 1) {
      Expr tuple;
      tuple.kind = ExprKind::Tuple;
      tuple.parts = function.results;
      std::vector<graph::Type> types;
      for (const ExprId result : function.results)
        types.push_back(pool_[result].type ? *pool_[result].type : graph::Type::unknown());
      tuple.type = pool_.keep(graph::Type::tuple(std::move(types)));
      body = pool_.add(std::move(tuple));
    }
    made.parts.push_back(rewrite_all(pool_, body, [&](ExprId before, ExprId after) {
      const auto constant = constants.find(before);
      return constant == constants.end() ? after : constant->second;
    }));
    graph::Attrs attrs;
    attrs["Compiler"] = graph::Attr{function.target};
    attrs["Inline"] = graph::Attr{int64_t{1}};
    attrs["Primitive"] = graph::Attr{int64_t{1}};
    attrs["global_symbol"] = graph::Attr{name};
    made.attrs = pool_.keep(std::move(attrs));
    return pool_.add(std::move(made));
  }

  bool is_constant(ExprId value) const {
    const Expr& e = pool_[value];
    if (e.kind != ExprKind::Tuple) return e.kind == ExprKind::Constant;
    return std::all_of(e.parts.begin(), e.parts.end(),
                       [this](ExprId field) { return pool_[field].kind == ExprKind::Constant; });
  }
  // Goes into the function: constants, and tuples of nothing else.
  bool binds(ExprId value) const { return options_.bind_constants && is_constant(value); }

  int64_t bytes_of(ExprId id) const {
    int64_t sum = 0;
    if (!pool_[id].type) return 0;
    for (const graph::Type& type : graph::flattened(*pool_[id].type)) {
      if (!type.is_tensor() || !type.rank_known) return 0;
      int64_t bytes = type.dtype.bytes();
      for (const graph::Dim& dim : type.shape) {
        const auto extent = dim.constant();
        if (!extent || __builtin_mul_overflow(bytes, *extent, &bytes)) return 0;
      }
      sum += bytes;
    }
    return sum;
  }

  Region description(const Function& function) const {
    Region region;
    region.compiler = function.target;
    std::set<ExprId> constants;
    for (size_t i = 0; i < function.arguments.size(); ++i) {
      const ExprId value = function.arguments[i].second;
      if (binds(value)) {
        for (const ExprId id : pool_.post_order(value))
          if (pool_[id].kind == ExprKind::Constant && constants.insert(id).second)
            region.constants.push_back(pool_[id].source);
        continue;
      }
      region.arguments.push_back(name_of(program_, function.values[i]));
      region.bytes_in += bytes_of(function.values[i]);
    }
    std::set<ExprId> seen;
    std::set<ExprId> in_composites;
    for (const ExprId result : function.results) {
      for (const ExprId id : outer_post_order(pool_, result)) {
        if (!seen.insert(id).second) continue;
        const Expr& e = pool_[id];
        if (e.kind == ExprKind::Constant && constants.insert(id).second) region.constants.push_back(e.source);
        if (!composite_name(pool_, id).empty()) {
          for (const ExprId inner : pool_.post_order(body_of(pool_, id)))
            if (pool_[inner].kind == ExprKind::Constant && constants.insert(inner).second)
              region.constants.push_back(pool_[inner].source);
        }
        if (e.kind != ExprKind::Call) continue;
        const std::string_view op = pool_.called_op(id);
        const std::string composite = composite_name(pool_, e.parts[0]);
        if (op.empty() && composite.empty()) continue;
        region.ops.push_back(composite.empty() ? std::string(op) : "@" + composite);
        region.calls.push_back(e.source);
      }
    }
    for (const ExprId result : function.result_exprs) {
      region.results.push_back(name_of(program_, result));
      region.bytes_out += bytes_of(result);
    }
    return region;
  }

  Program& program_;
  ExprPool& pool_;
  const OffloadOptions& options_;
  std::unique_ptr<RegionSet> marked_;
  std::unordered_map<ExprId, ExprId> now_;
  std::unordered_map<const MarkedRegion*, Function> functions_;
  std::vector<const MarkedRegion*> order_;
};

// Neighbours of one target that were not merged, and the way round that is why.
class CutSearch {
 public:
  CutSearch(const ExprPool& pool, RegionSet& regions, ExprId annotated)
      : pool_(pool), regions_(regions), order_(outer_post_order(pool, annotated)) {}

  std::vector<Cut> run() {
    std::set<std::pair<NodeId, NodeId>> known;
    std::vector<Cut> cuts;
    for (const ExprId reader : order_) {
      for (const ExprId begin : pool_[reader].parts) {
        if (!is_mark(pool_, begin, kBegin) || pool_[begin].name == kDefault) continue;
        const ExprId end = pool_[begin].parts[1];
        if (!is_mark(pool_, end, kEnd) || pool_[end].name != pool_[begin].name) continue;
        if (regions_.region_of(begin) == regions_.region_of(end)) continue;
        Cut cut;
        cut.from = pool_[end].source;
        cut.to = pool_[reader].source;
        cut.compiler = std::string(pool_[begin].name);
        if (!known.insert({cut.from, cut.to}).second) continue;
        cut.path = way_round(regions_.region_of(end), regions_.region_of(begin));
        cuts.push_back(std::move(cut));
      }
    }
    return cuts;
  }

 private:
  // From the one region through at least one node of neither into the other; the last expressions first known.
  std::vector<NodeId> way_round(const MarkedRegion* from, const MarkedRegion* to) {
    std::unordered_map<ExprId, ExprId> came_from;  // by a node outside: the node before it
    for (const ExprId id : order_) {
      const MarkedRegion* own = regions_.region_of(id);
      if (own == from) continue;
      for (const ExprId part : pool_[id].parts) {
        const MarkedRegion* before = regions_.region_of(part);
        const bool starts = before == from && own != to;
        if (!starts && !came_from.contains(part)) continue;
        if (own == to && before != to && came_from.contains(part)) return path_to(part, id, came_from);
        if (own != to && !came_from.contains(id)) came_from[id] = part;
      }
    }
    return {};
  }

  std::vector<NodeId> path_to(ExprId last, ExprId end, const std::unordered_map<ExprId, ExprId>& came_from) const {
    std::vector<ExprId> way = {end};
    for (ExprId now = last;;) {
      way.push_back(now);
      const auto before = came_from.find(now);
      if (before == came_from.end()) break;
      now = before->second;
    }
    std::vector<NodeId> nodes;
    for (auto id = way.rbegin(); id != way.rend(); ++id) {
      const NodeId source = pool_[*id].source;
      if (source.valid() && (nodes.empty() || nodes.back() != source)) nodes.push_back(source);
    }
    return nodes;
  }

  const ExprPool& pool_;
  RegionSet& regions_;
  std::vector<ExprId> order_;
};

}  // namespace

Offloaded offload(Program& program, const Table& table, const OffloadOptions& options) {
  ExprPool& pool = program.pool;
  Offloaded result;
  const ExprId annotated = annotate_targets(program, table, options);
  RegionSet regions(pool, annotated);
  const ExprId merged = merge_regions(pool, regions, annotated);
  result.cuts = CutSearch(pool, regions, annotated).run();
  const ExprId flat = without_default_marks(pool, with_flat_results(pool, merged));
  result.regions = Partitioner(program, options).run(flat);
  return result;
}

}  // namespace nw::pattern
