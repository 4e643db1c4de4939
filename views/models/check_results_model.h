// SPDX-License-Identifier: GPL-3.0-or-later
// Results of a plugin's conformance checks, one a row, as nestwright-plugin-check --lines writes them.
#pragma once

#include <QAbstractTableModel>
#include <string>
#include <vector>

namespace nw::views {

class CheckResultsModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { CheckColumn, ResultColumn, TimeColumn, WhyColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  void clear();
  bool add(const std::string& line);  // false: it is no result
  int count(const QString& state) const;
  QString asText() const;  // lines of cells, with tabs between them

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Row {
    QString name, state, why;
    double ms = 0;
  };
  QString cell(const Row& row, int column) const;

  std::vector<Row> rows_;
};

}  // namespace nw::views
