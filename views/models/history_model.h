// SPDX-License-Identifier: GPL-3.0-or-later
// The document's tree of states, drawn as a list in order of creation: what was done, and how fast it made the kernel.
#pragma once

#include <QAbstractTableModel>

#include "workspace/history.h"

namespace nw::views {

class HistoryModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { StepColumn, TimeColumn, GainColumn, TotalGainColumn, ColumnCount };
  enum Role { StateRole = Qt::UserRole + 1, CurrentRole, OnPathRole, DepthRole };

  using QAbstractTableModel::QAbstractTableModel;
  // Copied; null: empty. `waiting` are going to be measured, the first of them just now.
  void setHistory(const workspace::History* history, const std::vector<workspace::StateId>& waiting = {});

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    int state;
    int branch;
    QString label, time, gain;
    bool current, on_path;
    QString total = {};
  };
  std::vector<Row> rows_;
};

}  // namespace nw::views
