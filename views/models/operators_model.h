// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operators and groups (model/operator_table.h) as an item model. The rows come ordered: ordering 100,000
// of them takes longer than a frame, so that is done on another thread.
#pragma once

#include <QAbstractTableModel>
#include <memory>
#include <vector>

#include "base/cancel.h"
#include "find/query.h"
#include "model/operator_table.h"
#include "models/scope_tree.h"

namespace nw::views {

// Rows of a table in the order of their display.
struct OrderedOperators {
  std::shared_ptr<const model::OperatorTable> table;
  model::OperatorOrder order;
  std::vector<uint32_t> rows;          // of the table
  model::OperatorTotals totals;        // of these rows
  std::vector<int32_t> place_of_node;  // by node: where its own row is shown; -1: nowhere
  std::vector<int32_t> place_of_group;
  std::shared_ptr<const ScopeTree> tree;  // has the short names of sizes; null: shapes are written out

  // Null if cancelled. An empty query wants all. `shares`: as time_shares() of overlay.h, for queries of times.
  static std::shared_ptr<const OrderedOperators> make(std::shared_ptr<const model::OperatorTable> table,
                                                      const model::OperatorOrder& order, const find::Query& query,
                                                      const CancelToken& cancel,
                                                      std::shared_ptr<const ScopeTree> tree = nullptr,
                                                      const std::vector<double>& shares = {});
};

class OperatorsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  // ShareRole: 0 to 1, for a bar; InsideRole: a row below that of its group; StaleRole: a time that was measured before
  // the groups changed.
  enum Role { NodeRole = Qt::UserRole + 1, GroupRole, IsGroupRole, InsideRole, ShareRole, StaleRole };

  using QAbstractTableModel::QAbstractTableModel;
  void setRows(std::shared_ptr<const OrderedOperators> rows);  // null: none
  const std::shared_ptr<const OrderedOperators>& rows() const { return rows_; }
  QModelIndex findNode(NodeId node) const;
  QModelIndex findGroup(GroupId group) const;

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  QString text(size_t row, model::OperatorColumn column) const;
  const graph::Type& result(const model::OperatorRow& row) const;  // of an operator, or of its group
  bool isStale(const model::OperatorRow& row, model::OperatorColumn column) const;
  bool timed() const { return rows_ && rows_->table->timed(); }

  std::shared_ptr<const OrderedOperators> rows_;
};

// "Rows shown: 57 operators in 24 groups · 81.8 M operations · … | Whole model: a run takes 9.1 ms · …"
QString totals_text(const OrderedOperators& rows);

}  // namespace nw::views
