// SPDX-License-Identifier: GPL-3.0-or-later
// Diagnostics as a tree: one row a code and message kind, with its occurrences below, so a thousand alike are one line.
#pragma once

#include <QAbstractItemModel>
#include <vector>

#include "base/diagnostic.h"

namespace nw::views {

class ProblemsModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { MessageColumn, PlaceColumn, CodeColumn, ColumnCount };
  enum Role { SeverityRole = Qt::UserRole + 1, NodeRole, LineRole };  // 0 error, 1 warning, 2 note

  using QAbstractItemModel::QAbstractItemModel;
  void setDiagnostics(Diagnostics diagnostics);
  // Null for a row that only counts others.
  const Diagnostic* diagnostic(const QModelIndex& index) const;
  int errors() const { return errors_; }
  int warnings() const { return warnings_; }
  int notes() const { return static_cast<int>(diagnostics_.size()) - errors_ - warnings_; }

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  const std::vector<int>& group_of(const QModelIndex& top) const { return groups_[static_cast<size_t>(top.row())]; }

  Diagnostics diagnostics_;
  std::vector<std::vector<int>> groups_;  // indices; a group of one is shown as itself
  int errors_ = 0, warnings_ = 0;
};

// "line 12", "node /layer1/conv", "stage relu, axis yo".
QString place_text(const Diagnostic& diagnostic);
// The whole of it for people: message, because, legal.
QString details_html(const Diagnostic& diagnostic);

}  // namespace nw::views
