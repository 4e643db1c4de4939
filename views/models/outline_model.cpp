// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/outline_model.h"

#include <QCoreApplication>
#include <algorithm>
#include <utility>

#include "models/html.h"
#include "models/node_text.h"

namespace nw::views {

namespace {

using Row = OutlineRows::Row;

constexpr size_t kMaxLoose = 12;  // nodes without a scope that are rows of their own

struct OutlineText {
  Q_DECLARE_TR_FUNCTIONS(nw::views::OutlineModel)
};

class RowsMaker {
 public:
  RowsMaker(OutlineRows& rows, const CancelToken& cancel) : all_(rows), cancel_(cancel) {}

  // Scopes are where the first of their nodes computes. Many nodes without a scope are in one row: between a few scopes
  // they would be all that one sees.
  void add_scopes() {
    std::vector<int32_t> row_of_scope(all_.tree->scopes.size(), -1);
    const auto above = [&](int32_t scope) { return all_.tree->scopes[static_cast<size_t>(scope)].parent; };
    auto row_of = [&](int32_t scope) {
      std::vector<int32_t> missing;
      for (; scope > 0 && row_of_scope[static_cast<size_t>(scope)] < 0; scope = above(scope)) missing.push_back(scope);
      int32_t row = scope > 0 ? row_of_scope[static_cast<size_t>(scope)] : -1;
      for (; !missing.empty(); missing.pop_back())
        row = row_of_scope[static_cast<size_t>(missing.back())] = add({.parent = row, .scope = missing.back()});
      return row;
    };
    const bool fold_loose = all_.tree->scopes.size() > 1 && all_.tree->scopes.front().nodes.size() > kMaxLoose;
    int32_t loose = -1;
    for (NodeId node : all_.tree->order) {
      if (cancel_.cancelled()) return;
      const int32_t scope = all_.tree->scope_of[node.index()];
      if (scope == 0 && fold_loose && loose < 0) loose = add({.parent = -1, .scope = 0});
      add({.parent = scope == 0 ? loose : row_of(scope), .node = node});
    }
  }

  void add_groups() {
    for (const fusion::Group& group : all_.fusion->groups) {
      if (cancel_.cancelled()) return;
      const int32_t row = add({.parent = -1, .group = group.id.value});
      for (NodeId node : group.nodes) add({.parent = row, .node = node});
    }
  }

  void keep(const QString& filter) {
    const std::vector<Row> before = std::exchange(all_.rows, {});
    std::vector<bool> wanted(before.size(), false);
    for (size_t i = 0; i < before.size() && !cancel_.cancelled(); ++i) {
      if (!all_.words(before[i]).contains(filter, Qt::CaseInsensitive)) continue;
      for (auto row = static_cast<int32_t>(i); row >= 0 && !wanted[static_cast<size_t>(row)];
           row = before[static_cast<size_t>(row)].parent)
        wanted[static_cast<size_t>(row)] = true;
    }
    all_.top.clear();
    std::fill(all_.row_of_node.begin(), all_.row_of_node.end(), -1);
    std::vector<int32_t> now(before.size(), -1);
    for (size_t i = 0; i < before.size(); ++i) {  // a row is behind the one above it
      if (!wanted[i]) continue;
      const Row& row = before[i];
      const int32_t parent = row.parent < 0 ? -1 : now[static_cast<size_t>(row.parent)];
      now[i] = add({.parent = parent, .scope = row.scope, .group = row.group, .node = row.node});
    }
  }

 private:
  int32_t add(Row row) {
    const auto id = static_cast<int32_t>(all_.rows.size());
    std::vector<int32_t>& siblings = row.parent < 0 ? all_.top : all_.rows[static_cast<size_t>(row.parent)].children;
    row.place = static_cast<int32_t>(siblings.size());
    siblings.push_back(id);
    if (row.node.valid()) all_.row_of_node[row.node.index()] = id;
    all_.rows.push_back(std::move(row));
    return id;
  }

  OutlineRows& all_;
  const CancelToken& cancel_;
};

QString group_label(const graph::Graph& graph, const fusion::Group& group) {
  QStringList ops;
  for (NodeId id : group.nodes) {
    const graph::Node& node = graph.node(id);
    if (node.kind == graph::NodeKind::Call) ops << QString::fromStdString(node.op).section(QLatin1Char('.'), -1);
  }
  if (ops.size() > 4) ops = ops.mid(0, 3) << OutlineText::tr("%n more", nullptr, static_cast<int>(ops.size()) - 3);
  return OutlineText::tr("%1  %2").arg(group.id.value).arg(ops.join(QStringLiteral(" + ")));
}

}  // namespace

std::shared_ptr<const OutlineRows> OutlineRows::make(ScopeTrees& trees, std::shared_ptr<const graph::Graph> graph,
                                                     std::shared_ptr<const fusion::Fusion> fusion, Order order,
                                                     const QString& filter, const CancelToken& cancel) {
  auto all = std::make_shared<OutlineRows>();
  if (!graph) return all;
  all->graph = std::move(graph);
  all->fusion = std::move(fusion);
  all->tree = trees.of(all->graph);
  all->row_of_node.assign(all->graph->size(), -1);
  RowsMaker maker(*all, cancel);
  if (order == Order::Scopes) maker.add_scopes();
  if (order == Order::Groups && all->fusion) maker.add_groups();
  if (!filter.isEmpty()) maker.keep(filter);
  return cancel.cancelled() ? nullptr : all;
}

QString OutlineRows::label(const Row& row) const {
  if (row.scope == 0) return OutlineText::tr("outside any scope");
  if (row.scope > 0) return QString::fromStdString(tree->scopes[static_cast<size_t>(row.scope)].label);
  if (row.group >= 0) return group_label(*graph, fusion->groups[static_cast<size_t>(row.group)]);
  const graph::Node& node = graph->node(row.node);
  return title_of(node) + QStringLiteral("  ") + short_name(node);
}

QString OutlineRows::words(const Row& row) const {
  if (!row.node.valid()) return label(row);
  return label(row) + QLatin1Char(' ') + QString::fromStdString(graph->node(row.node).name);
}

void OutlineModel::setRows(std::shared_ptr<const OutlineRows> rows) {
  beginResetModel();
  all_ = std::move(rows);
  endResetModel();
}

void OutlineModel::setGraph(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Fusion> fusion,
                            Order order) {
  ScopeTrees trees;
  setRows(OutlineRows::make(trees, std::move(graph), std::move(fusion), order));
}

QModelIndex OutlineModel::findNode(NodeId node) const {
  if (!node.valid() || node.index() >= all_->row_of_node.size() || all_->row_of_node[node.index()] < 0) return {};
  const int32_t row = all_->row_of_node[node.index()];
  return createIndex(all_->rows[static_cast<size_t>(row)].place, 0, static_cast<quintptr>(row));
}

QModelIndex OutlineModel::findGroup(GroupId group) const {
  for (size_t i = 0; i < all_->rows.size(); ++i)
    if (all_->rows[i].group == group.value && group.valid())
      return createIndex(all_->rows[i].place, 0, static_cast<quintptr>(i));
  return {};
}

QModelIndex OutlineModel::findScope(const std::string& path) const {
  for (size_t i = 0; i < all_->rows.size(); ++i)
    if (all_->rows[i].scope >= 0 && all_->tree->scopes[static_cast<size_t>(all_->rows[i].scope)].path == path)
      return createIndex(all_->rows[i].place, 0, static_cast<quintptr>(i));
  return {};
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  const std::vector<int32_t>& siblings = parent.isValid() ? all_->rows[parent.internalId()].children : all_->top;
  return createIndex(row, column, static_cast<quintptr>(siblings[static_cast<size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
  if (!child.isValid()) return {};
  const int32_t row = all_->rows[child.internalId()].parent;
  return row < 0 ? QModelIndex()
                 : createIndex(all_->rows[static_cast<size_t>(row)].place, 0, static_cast<quintptr>(row));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(all_->top.size());
  return parent.column() == 0 ? static_cast<int>(all_->rows[parent.internalId()].children.size()) : 0;
}

int OutlineModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = all_->rows[index.internalId()];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == NameColumn) return all_->label(row);
      if (row.node.valid()) {
        const graph::Type& type = all_->graph->node(row.node).type;
        return type.is_tensor() ? all_->tree->sizes.shape(type) : all_->tree->sizes.type(type);
      }
      if (row.scope >= 0)
        return OutlineText::tr("%n node(s)", nullptr,
                               row.scope == 0 ? static_cast<int>(row.children.size())
                                              : all_->tree->scopes[static_cast<size_t>(row.scope)].node_count);
      return QString::fromUtf8(graph::to_string(all_->fusion->groups[static_cast<size_t>(row.group)].kind).data());
    case Qt::ToolTipRole:
      if (row.node.valid()) {
        const graph::Node& node = all_->graph->node(row.node);
        return plain_tip(index.column() == NameColumn ? QString::fromStdString(node.name) : type_text(node.type));
      }
      return plain_tip(all_->label(row));
    case NodeRole:
      return row.node.value;
    case GroupRole:
      return row.group;
    case ScopeRole:
      return row.scope < 0 ? QString()
                           : QString::fromStdString(all_->tree->scopes[static_cast<size_t>(row.scope)].path);
    default:
      return {};
  }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == NameColumn ? OutlineText::tr("Name") : OutlineText::tr("Shape");
}

}  // namespace nw::views
