// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/operator_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "model/joined_groups.h"
#include "model/memory_plan.h"
#include "op/node_figures.h"

namespace nw::model {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string title_of(const graph::Node& node) {
  if (!node.op.empty()) return node.op;
  if (node.kind == graph::NodeKind::If) return "if";
  if (node.kind == graph::NodeKind::Match) return "match";
  return node.kind == graph::NodeKind::CallNode ? "call" : "opaque";
}

std::string group_title(const graph::Graph& graph, const fusion::Group& group) {
  constexpr size_t kMost = 4;
  std::vector<std::string> ops;
  for (const NodeId id : group.nodes)
    if (const graph::Node& node = graph.node(id); is_operator(node)) {
      const std::string title = title_of(node);
      ops.push_back(title.substr(title.rfind('.') + 1));
    }
  if (ops.size() <= kMost) return fmt::format("{}", fmt::join(ops, " + "));
  const size_t left = ops.size() - (kMost - 1);
  ops.resize(kMost - 1);
  return fmt::format("{} + {} more", fmt::join(ops, " + "), left);
}

double known_bytes(const graph::Type& type) {
  return graph::is_known(type) && !type.is_dynamic() ? op::bytes_of(type) : kUnknown;
}

double elements_of(const graph::Type& type) {
  double sum = 0;
  for (const graph::Type& field : graph::flattened(type)) {
    const auto shape = field.is_tensor() && field.rank_known ? graph::constant_shape(field.shape)
                                                             : std::optional<std::vector<int64_t>>();
    if (!shape) return kUnknown;
    sum += std::accumulate(shape->begin(), shape->end(), 1.0,
                           [](double product, int64_t extent) { return product * static_cast<double>(extent); });
  }
  return sum;
}

// Place of each text in the sorted order; equal texts have the same.
std::vector<uint32_t> ranks(const std::vector<const std::string*>& texts) {
  std::vector<uint32_t> sorted(texts.size()), rank(texts.size());
  std::iota(sorted.begin(), sorted.end(), 0u);
  std::ranges::sort(sorted, [&](uint32_t a, uint32_t b) { return *texts[a] < *texts[b]; });
  for (size_t i = 0, place = 0; i < sorted.size(); ++i) {
    if (i > 0 && *texts[sorted[i]] != *texts[sorted[i - 1]]) place = i;
    rank[sorted[i]] = static_cast<uint32_t>(place);
  }
  return rank;
}

class TableMaker {
 public:
  TableMaker(OperatorTable& table, const OperatorTableOptions& options, const CancelToken& cancel)
      : table_(table),
        graph_(*table.graph),
        fusion_(table.fusion.get()),
        options_(options),
        cancel_(cancel),
        users_(graph_.users()),
        outputs_(graph_.outputs.begin(), graph_.outputs.end()) {}

  bool run() {
    const std::vector<NodeId> order = graph_.post_order();
    std::vector<bool> listed(fusion_ ? fusion_->groups.size() : 0, false);
    for (const NodeId id : order) {
      if (cancel_.cancelled()) return false;
      const graph::Node& node = graph_.node(id);
      if (node.kind == graph::NodeKind::Constant) count(node);
      if (!is_operator(node)) continue;
      const GroupId group = group_of(id);
      if (!group.valid()) {
        addOperator(node, group, false);
      } else if (!listed[group.index()]) {
        listed[group.index()] = true;
        addGroup(fusion_->groups[group.index()]);
      }
    }
    rank();
    std::vector<uint32_t> all(table_.rows.size());
    std::iota(all.begin(), all.end(), 0u);
    table_.stale = options_.stale;
    table_.run_time = options_.stale ? 0 : options_.run_time;
    table_.totals = totals_of(table_, all);
    if (!options_.times.empty()) table_.target = options_.target;
    if (fusion_ && !cancel_.cancelled())
      table_.peak_bytes = plan_memory(graph_, with_joined_apart(graph_, *fusion_).fusion).live_bytes;
    return !cancel_.cancelled();
  }

 private:
  GroupId group_of(NodeId id) const {
    if (!fusion_) return {};
    const auto found = fusion_->group_of.find(id);
    return found == fusion_->group_of.end() ? GroupId() : found->second;
  }

  void count(const graph::Node& constant) {
    ++table_.constants;
    if (const double elements = elements_of(constant.type); elements == elements) {
      table_.parameters += static_cast<int64_t>(elements);
      table_.parameter_bytes += op::bytes_of(constant.type);
    }
  }

  void addGroup(const fusion::Group& group) {
    const size_t place = table_.rows.size();
    OperatorRow row;
    row.node = group.anchor.valid() ? group.anchor : group.root;
    row.group = group.id;
    row.is_group = true;
    row.elements = elements_of(graph_.node(group.root).type);
    row.bytes = bytes_of(group);
    table_.rows.push_back(row);
    table_.titles.push_back(group_title(graph_, group));
    const auto alone = std::ranges::count_if(group.nodes, [&](NodeId id) { return is_operator(graph_.node(id)); }) == 1;
    double operations = 0;
    for (const NodeId id : group.nodes)
      if (const graph::Node& node = graph_.node(id); is_operator(node))
        operations += addOperator(node, group.id, alone);
    table_.rows[place].operators = static_cast<int>(table_.rows.size() - place - 1);
    table_.rows[place].operations = operations;
    setTime(table_.rows[place]);
  }

  // What it reads from outside and what others, or the caller, read of it.
  double bytes_of(const fusion::Group& group) const {
    double bytes = 0;
    std::set<NodeId> read;
    for (const NodeId id : group.nodes) {
      const graph::Node& node = graph_.node(id);
      for (const NodeId input : node.inputs)
        if (input.valid() && group_of(input) != group.id && read.insert(input).second)
          bytes += known_bytes(graph_.node(input).type);
      const bool given = outputs_.contains(id) || std::ranges::any_of(users_[id.index()], [&](NodeId user) {
                           return group_of(user) != group.id;
                         });
      if (given) bytes += known_bytes(node.type);
    }
    return bytes;
  }

  double addOperator(const graph::Node& node, GroupId group, bool alone) {
    OperatorRow row;
    row.node = node.id;
    row.group = group;
    row.elements = elements_of(node.type);
    row.operations = node.kind == graph::NodeKind::Call ? op::flops_of(graph_, node) : kUnknown;
    row.bytes = known_bytes(node.type);
    for (const NodeId input : node.inputs)
      if (input.valid()) row.bytes += known_bytes(graph_.node(input).type);
    row.time = row.roofline = kUnknown;
    if (alone) setTime(row);
    table_.rows.push_back(row);
    table_.titles.push_back(title_of(node));
    return row.operations;
  }

  void setTime(OperatorRow& row) const {
    const auto time = options_.times.find(row.group);
    row.time = time == options_.times.end() ? kUnknown : time->second;
    const MachineLimits& limits = options_.limits;
    row.roofline = limits.operations > 0 && limits.bytes > 0 && row.time > 0 && !options_.stale
                       ? std::max(row.operations / limits.operations, row.bytes / limits.bytes) / row.time
                       : kUnknown;
  }

  void rank() {
    std::vector<const std::string*> titles, names;
    for (size_t i = 0; i < table_.rows.size(); ++i) {
      titles.push_back(&table_.titles[i]);
      names.push_back(&graph_.node(table_.rows[i].node).name);
    }
    table_.title_rank = ranks(titles);
    table_.name_rank = ranks(names);
  }

  OperatorTable& table_;
  const graph::Graph& graph_;
  const fusion::Fusion* fusion_;
  const OperatorTableOptions& options_;
  const CancelToken& cancel_;
  const std::vector<std::vector<NodeId>> users_;
  const std::set<NodeId> outputs_;
};

double sort_key(const OperatorTable& table, size_t index, OperatorColumn column) {
  const OperatorRow& row = table.rows[index];
  switch (column) {
    case OperatorColumn::Operator:
      return table.title_rank[index];
    case OperatorColumn::Name:
      return table.name_rank[index];
    case OperatorColumn::Shape:
      return row.elements;
    case OperatorColumn::Operations:
      return row.operations;
    case OperatorColumn::Bytes:
      return row.bytes;
    case OperatorColumn::Intensity:
      return row.intensity();
    case OperatorColumn::Time:
      return row.time;
    case OperatorColumn::Share:
      return table.share(row);
    case OperatorColumn::Roofline:
      return row.roofline;
    case OperatorColumn::Group:
      return row.group.valid() ? row.group.value : kUnknown;
    case OperatorColumn::Target:
      break;
  }
  return 0;  // one target in a table
}

struct Keyed {
  double key;
  uint32_t row;
};

void sort_rows(std::vector<Keyed>::iterator begin, std::vector<Keyed>::iterator end, bool descending) {
  std::sort(begin, end, [descending](const Keyed& a, const Keyed& b) {
    const bool a_known = a.key == a.key, b_known = b.key == b.key;
    if (a_known != b_known) return a_known;
    if (!a_known || a.key == b.key) return a.row < b.row;
    return descending ? a.key > b.key : a.key < b.key;
  });
}

}  // namespace

bool is_operator(const graph::Node& node) {
  using graph::NodeKind;
  return node.kind == NodeKind::Call || node.kind == NodeKind::CallNode || node.kind == NodeKind::If ||
         node.kind == NodeKind::Match || node.kind == NodeKind::Opaque;
}

double OperatorTable::share(const OperatorRow& row) const {
  if (timed()) return row.time / totals.time;
  return totals.operations > 0 ? row.operations / totals.operations : kUnknown;
}

std::shared_ptr<const OperatorTable> make_operator_table(std::shared_ptr<const graph::Graph> graph,
                                                         std::shared_ptr<const fusion::Fusion> fusion,
                                                         const OperatorTableOptions& options,
                                                         const CancelToken& cancel) {
  auto table = std::make_shared<OperatorTable>();
  table->graph = std::move(graph);
  table->fusion = std::move(fusion);
  if (!table->graph) return table;
  return TableMaker(*table, options, cancel).run() ? table : nullptr;
}

std::vector<uint32_t> ordered_rows(const OperatorTable& table, const OperatorOrder& order,
                                   const std::vector<bool>* wanted) {
  using Rows = OperatorOrder::Rows;
  const auto is_wanted = [&](const OperatorRow& row) { return !wanted || (*wanted)[row.node.index()]; };
  const auto keyed = [&](size_t row) { return Keyed{sort_key(table, row, order.column), static_cast<uint32_t>(row)}; };
  std::vector<Keyed> top;
  std::vector<std::vector<Keyed>> inside;  // of a group, by its place in `top`
  std::vector<size_t> place_of;            // by row of a group
  if (order.rows == Rows::Both) place_of.resize(table.rows.size());
  for (size_t i = 0; i < table.rows.size();) {
    const OperatorRow& row = table.rows[i];
    const size_t end = row.is_group ? i + 1 + static_cast<size_t>(row.operators) : i + 1;
    std::vector<Keyed> members;
    for (size_t each = row.is_group ? i + 1 : i; each < end; ++each)
      if (is_wanted(table.rows[each])) members.push_back(keyed(each));
    if (row.is_group && order.rows != Rows::Operators) {
      if (!members.empty()) {
        top.push_back(keyed(i));
        if (order.rows == Rows::Both) {
          place_of[i] = inside.size();
          inside.push_back(std::move(members));
        }
      }
    } else {
      top.insert(top.end(), members.begin(), members.end());
    }
    i = end;
  }
  sort_rows(top.begin(), top.end(), order.descending);
  std::vector<uint32_t> rows;
  rows.reserve(order.rows == Rows::Both ? table.rows.size() : top.size());
  for (const Keyed& each : top) {
    rows.push_back(each.row);
    if (order.rows != Rows::Both || !table.rows[each.row].is_group) continue;
    std::vector<Keyed>& members = inside[place_of[each.row]];
    sort_rows(members.begin(), members.end(), order.descending);
    for (const Keyed& member : members) rows.push_back(member.row);
  }
  return rows;
}

OperatorTotals totals_of(const OperatorTable& table, const std::vector<uint32_t>& rows) {
  OperatorTotals totals;
  const size_t groups = table.fusion ? table.fusion->groups.size() : 0;
  std::vector<bool> listed(groups, false), has_members(groups, false);
  for (const uint32_t index : rows)
    if (const OperatorRow& row = table.rows[index]; row.group.valid())
      (row.is_group ? listed : has_members)[row.group.index()] = true;
  const auto add = [](double& sum, double value) { sum += value == value ? value : 0; };
  for (const uint32_t index : rows) {
    const OperatorRow& row = table.rows[index];
    totals.groups += row.is_group ? 1 : 0;
    if (!row.is_group || !has_members[row.group.index()]) {
      totals.operators += row.operators;
      totals.unknown += std::isnan(row.operations) ? row.operators : 0;
      add(totals.operations, row.operations);
    }
    if (row.is_group || !row.group.valid() || !listed[row.group.index()]) {
      add(totals.bytes, row.bytes);
      if (!table.stale) add(totals.time, row.time);
    }
  }
  return totals;
}

}  // namespace nw::model
