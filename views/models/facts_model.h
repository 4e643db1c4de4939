// SPDX-License-Identifier: GPL-3.0-or-later
// The facts of a target as a table in groups: a group a row, its facts below it, named as in the JSON file.
#pragma once

#include <QAbstractItemModel>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/target_facts.h"

namespace nw::views {

class FactsModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { NameColumn, ValueColumn, ColumnCount };

  using QAbstractItemModel::QAbstractItemModel;
  void setFacts(const TargetFacts* facts);  // null: none are known
  QString asJson() const { return json_; }  // of all, as a file would have them

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  struct Fact {
    QString name, value;
  };
  struct Group {
    QString title;
    std::vector<Fact> facts;
  };
  static void collect(std::vector<Fact>& facts, const QString& prefix, const std::string& key,
                      const nlohmann::json& value);

  std::vector<Group> groups_;
  QString json_;
};

}  // namespace nw::views
