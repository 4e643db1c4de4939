// SPDX-License-Identifier: GPL-3.0-or-later
// The differences of two graphs as a tree: one row for each kind of difference, its count, and the places below it.
// The same block changed forty times is one expandable row.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "base/ids.h"

namespace nw::views {

struct DifferenceRow {
  QString kind;   // "strides [1, 1] → [2, 2]: nn.conv2d"
  QString where;  // the node's name; empty: the kind says it all
  NodeId before, after;
};

class DifferenceModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  using QAbstractItemModel::QAbstractItemModel;
  // `equal`: the text if there are no differences.
  void setRows(std::vector<DifferenceRow> rows, const QString& equal);
  const std::vector<DifferenceRow>& rows() const { return rows_; }
  // The difference of a row, or the first one if it counts several. Null if there are no differences.
  const DifferenceRow* row(const QModelIndex& index) const;
  // The next or the previous single difference, around the end; from nowhere, the first or the last.
  QModelIndex step(const QModelIndex& from, int direction) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;

 private:
  QString text_of(const QModelIndex& index) const;

  std::vector<DifferenceRow> rows_;
  std::vector<std::vector<size_t>> groups_;  // rows of one kind, in the order of their first
  std::vector<std::pair<int, int>> place_;   // of each row: its group, and where in it
  std::vector<size_t> shown_;                // rows as they are shown, from top to bottom
  QString equal_;
};

}  // namespace nw::views
