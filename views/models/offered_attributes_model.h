// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes that a pattern of a selection could ask for, with what the selection and the whole model have; those that
// can be asked for have a box to check.
#pragma once

#include <QAbstractTableModel>
#include <vector>

#include "workspace/pattern_selection.h"

namespace nw::views {

class OfferedAttributesModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  enum Column { AttributeColumn, HereColumn, ModelColumn, ColumnCount };

  using QAbstractTableModel::QAbstractTableModel;
  void setAttributes(std::vector<workspace::OfferedAttribute> attributes);
  const std::vector<workspace::OfferedAttribute>& attributes() const { return attributes_; }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  Qt::ItemFlags flags(const QModelIndex& index) const override;
  bool setData(const QModelIndex& index, const QVariant& value, int role) override;

 Q_SIGNALS:
  void wantedChanged(const nw::workspace::OfferedAttribute& attribute, bool wanted);

 private:
  std::vector<workspace::OfferedAttribute> attributes_;
};

}  // namespace nw::views
