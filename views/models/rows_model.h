// SPDX-License-Identifier: GPL-3.0-or-later
// A plain table of texts, for lists without a specific model.
#pragma once

#include <QAbstractTableModel>
#include <QStringList>
#include <vector>

namespace nw::views {

class RowsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Role { KeyRole = Qt::UserRole + 1, QuietRole };
  struct Row {
    QStringList cells;
    QString tip;
    int key = 0;         // the shower's own
    bool quiet = false;  // to be shown greyed
  };

  explicit RowsModel(QStringList headers, QObject* parent = nullptr)
      : QAbstractTableModel(parent), headers_(std::move(headers)) {}
  void setRows(std::vector<Row> rows) {
    beginResetModel();
    rows_ = std::move(rows);
    endResetModel();
  }

  int rowCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(rows_.size());
  }
  int columnCount(const QModelIndex& parent = {}) const override {
    return parent.isValid() ? 0 : static_cast<int>(headers_.size());
  }
  QVariant data(const QModelIndex& index, int role) const override {
    if (!index.isValid()) return {};
    const Row& row = rows_[static_cast<size_t>(index.row())];
    if (role == KeyRole) return row.key;
    if (role == QuietRole) return row.quiet;
    if (role == Qt::ToolTipRole) return row.tip.isEmpty() ? row.cells.value(index.column()) : row.tip;
    return role == Qt::DisplayRole ? QVariant(row.cells.value(index.column())) : QVariant();
  }
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
    return orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(headers_.value(section)) : QVariant();
  }

 private:
  QStringList headers_;
  std::vector<Row> rows_;
};

}  // namespace nw::views
