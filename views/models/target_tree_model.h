// SPDX-License-Identifier: GPL-3.0-or-later
// Targets as a tree: machine, the plugins that serve it, their devices. A plugin that cannot be used is a row that says
// why.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "models/target_entries.h"

namespace nw::views {

class TargetTreeModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { NameColumn, StateColumn, KindColumn, ColumnCount };
  enum Role { IdRole = Qt::UserRole + 1, StateRole, ActiveRole };  // StateRole: a TargetState, of devices only

  using QAbstractItemModel::QAbstractItemModel;
  // `problems`: of the user's files and of plugins that serve no entry.
  void setTargets(std::vector<TargetEntry> entries, const std::string& active, const Diagnostics& problems);
  // The same entries, whose states are others by now.
  void setStates(const std::vector<TargetEntry>& entries);
  // Null for a machine or plugin with several devices.
  const TargetEntry* entry(const QModelIndex& index) const;
  QModelIndex find(const std::string& id) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    QString text;
    int entry = -1;
    int parent = -1;  // row index
    int place = 0;    // among its parent's children
    std::vector<int> children = {};
  };
  int add(QString text, int parent, int entry = -1);
  int childNamed(const QString& text, int parent);
  const Row& row(const QModelIndex& index) const { return rows_[static_cast<size_t>(index.internalId())]; }
  QString nameText(const Row& row) const;

  std::vector<TargetEntry> entries_;
  std::string active_;
  std::vector<Row> rows_;
  std::vector<int> machines_;
};

}  // namespace nw::views
