// SPDX-License-Identifier: GPL-3.0-or-later
// The graph as a list: by name scope, or by fused group. The accessible twin of the canvas.
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "base/cancel.h"
#include "fusion/fusion.h"
#include "models/scope_trees.h"

namespace nw::views {

// What the list holds. Made on any thread: on graphs of 100,000 nodes it takes its time.
struct OutlineRows {
  enum class Order { Scopes, Groups };
  struct Row {
    int32_t parent = -1;  // row, -1: top level
    int32_t place = 0;    // among its siblings
    int32_t scope = -1, group = -1;
    NodeId node = {};
    std::vector<int32_t> children = {};
  };

  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const fusion::Fusion> fusion;
  std::shared_ptr<const ScopeTree> tree;
  std::vector<Row> rows;
  std::vector<int32_t> top, row_of_node;

  // With a filter: the rows whose words hold it, and those above them. Null if cancelled.
  static std::shared_ptr<const OutlineRows> make(ScopeTrees& trees, std::shared_ptr<const graph::Graph> graph,
                                                 std::shared_ptr<const fusion::Fusion> fusion, Order order,
                                                 const QString& filter = {}, const CancelToken& cancel = {});
  QString label(const Row& row) const;
  QString words(const Row& row) const;  // for filters
};

class OutlineModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  using Order = OutlineRows::Order;
  enum Column { NameColumn, ShapeColumn, ColumnCount };
  enum Role { NodeRole = Qt::UserRole + 1, GroupRole, ScopeRole };  // ids as int; -1: not such a thing

  using QAbstractItemModel::QAbstractItemModel;
  void setRows(std::shared_ptr<const OutlineRows> rows);
  void setGraph(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const fusion::Fusion> fusion, Order order);
  const std::shared_ptr<const OutlineRows>& rows() const { return all_; }
  size_t size() const { return all_->rows.size(); }
  const graph::Graph* graph() const { return all_->graph.get(); }
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
  using Row = OutlineRows::Row;
  std::shared_ptr<const OutlineRows> all_ = std::make_shared<const OutlineRows>();
};

}  // namespace nw::views
