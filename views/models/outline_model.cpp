// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/outline_model.h"

#include "models/node_text.h"

namespace nw::views {

void OutlineModel::setGraph(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Fusion> fusion,
                            Order order) {
  beginResetModel();
  graph_ = std::move(graph);
  fusion_ = std::move(fusion);
  rows_.clear();
  top_.clear();
  tree_ = graph_ ? ScopeTree::build(*graph_) : ScopeTree{};
  row_of_node_.assign(graph_ ? graph_->size() : 0, -1);
  if (graph_ && order == Order::Scopes) addScopes();
  if (graph_ && fusion_ && order == Order::Groups) {
    for (const fusion::Group& group : fusion_->groups) {
      const int32_t row = addRow({.parent = -1, .group = group.id.value});
      for (NodeId node : group.nodes) addRow({.parent = row, .node = node});
    }
  }
  endResetModel();
}

int32_t OutlineModel::addRow(Row row) {
  const auto id = static_cast<int32_t>(rows_.size());
  std::vector<int32_t>& siblings = row.parent < 0 ? top_ : rows_[static_cast<size_t>(row.parent)].children;
  row.place = static_cast<int32_t>(siblings.size());
  siblings.push_back(id);
  if (row.node.valid()) row_of_node_[row.node.index()] = id;
  rows_.push_back(std::move(row));
  return id;
}

// Scopes stand where the first of their nodes computes.
void OutlineModel::addScopes() {
  std::vector<int32_t> row_of_scope(tree_.scopes.size(), -1);
  auto row_of = [&](int32_t scope) {
    std::vector<int32_t> missing;
    for (; scope > 0 && row_of_scope[static_cast<size_t>(scope)] < 0;
         scope = tree_.scopes[static_cast<size_t>(scope)].parent)
      missing.push_back(scope);
    int32_t row = scope > 0 ? row_of_scope[static_cast<size_t>(scope)] : -1;
    for (; !missing.empty(); missing.pop_back())
      row = row_of_scope[static_cast<size_t>(missing.back())] = addRow({.parent = row, .scope = missing.back()});
    return row;
  };
  for (NodeId node : tree_.order) addRow({.parent = row_of(tree_.scope_of[node.index()]), .node = node});
}

QString OutlineModel::groupLabel(const fusion::Group& group) const {
  QStringList ops;
  for (NodeId id : group.nodes) {
    const graph::Node& node = graph_->node(id);
    if (node.kind == graph::NodeKind::Call) ops << QString::fromStdString(node.op).section(QLatin1Char('.'), -1);
  }
  if (ops.size() > 4) ops = ops.mid(0, 3) << tr("%n more", nullptr, static_cast<int>(ops.size()) - 3);
  return tr("%1  %2").arg(group.id.value).arg(ops.join(QStringLiteral(" + ")));
}

QString OutlineModel::label(const Row& row) const {
  if (row.scope >= 0) return QString::fromStdString(tree_.scopes[static_cast<size_t>(row.scope)].name);
  if (row.group >= 0) return groupLabel(fusion_->groups[static_cast<size_t>(row.group)]);
  const graph::Node& node = graph_->node(row.node);
  return title_of(node) + QStringLiteral("  ") + short_name(node);
}

QModelIndex OutlineModel::findNode(NodeId node) const {
  if (!node.valid() || node.index() >= row_of_node_.size() || row_of_node_[node.index()] < 0) return {};
  const int32_t row = row_of_node_[node.index()];
  return createIndex(rows_[static_cast<size_t>(row)].place, 0, static_cast<quintptr>(row));
}

QModelIndex OutlineModel::findGroup(GroupId group) const {
  for (size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].group == group.value && group.valid()) return createIndex(rows_[i].place, 0, static_cast<quintptr>(i));
  return {};
}

QModelIndex OutlineModel::findScope(const std::string& path) const {
  for (size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].scope >= 0 && tree_.scopes[static_cast<size_t>(rows_[i].scope)].path == path)
      return createIndex(rows_[i].place, 0, static_cast<quintptr>(i));
  return {};
}

QModelIndex OutlineModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  const std::vector<int32_t>& siblings = parent.isValid() ? rows_[parent.internalId()].children : top_;
  return createIndex(row, column, static_cast<quintptr>(siblings[static_cast<size_t>(row)]));
}

QModelIndex OutlineModel::parent(const QModelIndex& child) const {
  if (!child.isValid()) return {};
  const int32_t row = rows_[child.internalId()].parent;
  return row < 0 ? QModelIndex() : createIndex(rows_[static_cast<size_t>(row)].place, 0, static_cast<quintptr>(row));
}

int OutlineModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(top_.size());
  return parent.column() == 0 ? static_cast<int>(rows_[parent.internalId()].children.size()) : 0;
}

int OutlineModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QVariant OutlineModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const Row& row = rows_[index.internalId()];
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == NameColumn) return label(row);
      if (row.node.valid()) {
        const graph::Type& type = graph_->node(row.node).type;
        return type.is_tensor() ? shape_text(type) : type_text(type);
      }
      if (row.scope >= 0) return tr("%n node(s)", nullptr, tree_.scopes[static_cast<size_t>(row.scope)].node_count);
      return QString::fromUtf8(graph::to_string(fusion_->groups[static_cast<size_t>(row.group)].kind).data());
    case Qt::ToolTipRole:
      if (row.node.valid()) return QString::fromStdString(graph_->node(row.node).name);
      return label(row);
    case NodeRole:
      return row.node.value;
    case GroupRole:
      return row.group;
    case ScopeRole:
      return row.scope < 0 ? QString() : QString::fromStdString(tree_.scopes[static_cast<size_t>(row.scope)].path);
    case SearchRole:
      return row.node.valid() ? label(row) + QLatin1Char(' ') + QString::fromStdString(graph_->node(row.node).name)
                              : label(row);
    default:
      return {};
  }
}

QVariant OutlineModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == NameColumn ? tr("Name") : tr("Shape");
}

}  // namespace nw::views
