// SPDX-License-Identifier: GPL-3.0-or-later
// The graph as a list: by name scope, or by fused group. The accessible twin of the canvas.
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "fusion/fusion.h"
#include "models/scope_tree.h"

namespace nw::views {

class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum class Order { Scopes, Groups };
  enum Column { NameColumn, ShapeColumn, ColumnCount };
  enum Role { NodeRole = Qt::UserRole + 1, GroupRole, ScopeRole, SearchRole };  // ids as int; -1: not such a thing

  using QAbstractItemModel::QAbstractItemModel;
  void setGraph(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Fusion> fusion, Order order);
  QModelIndex findNode(NodeId node) const;
  QModelIndex findGroup(GroupId group) const;
  QModelIndex findScope(const std::string& path) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    int32_t parent = -1;  // row, -1: top level
    int32_t place = 0;    // among its siblings
    int32_t scope = -1, group = -1;
    NodeId node = {};
    std::vector<int32_t> children = {};
  };
  void addScopes();
  int32_t addRow(Row row);
  QString label(const Row& row) const;
  QString groupLabel(const fusion::Group& group) const;

  std::shared_ptr<const graph::Graph> graph_;
  std::shared_ptr<const fusion::Fusion> fusion_;
  ScopeTree tree_;
  std::vector<Row> rows_;
  std::vector<int32_t> top_, row_of_node_;
};

}  // namespace nw::views
