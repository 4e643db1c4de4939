// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/offered_attributes_model.h"

namespace nw::views {

// The same attributes with other values keep their rows: what is selected and scrolled to stays.
void OfferedAttributesModel::setAttributes(std::vector<workspace::OfferedAttribute> attributes) {
  const bool same = std::equal(attributes.begin(), attributes.end(), attributes_.begin(), attributes_.end(),
                               [](const auto& a, const auto& b) { return a.node == b.node && a.name == b.name; });
  if (!same) beginResetModel();
  attributes_ = std::move(attributes);
  if (!same)
    endResetModel();
  else if (!attributes_.empty())
    Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
}

int OfferedAttributesModel::rowCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : static_cast<int>(attributes_.size());
}

int OfferedAttributesModel::columnCount(const QModelIndex& parent) const {
  return parent.isValid() ? 0 : ColumnCount;
}

QVariant OfferedAttributesModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const workspace::OfferedAttribute& each = attributes_[static_cast<size_t>(index.row())];
  if (role == Qt::CheckStateRole && index.column() == AttributeColumn && each.can_be_wanted)
    return each.wanted ? Qt::Checked : Qt::Unchecked;
  if (role == Qt::ToolTipRole && !each.can_be_wanted) return tr("The selections differ: has_attr asks for one value");
  if (role != Qt::DisplayRole && role != Qt::ToolTipRole) return {};
  switch (index.column()) {
    case AttributeColumn:
      return QString::fromStdString(each.op + "  " + each.name);
    case HereColumn:
      return QString::fromStdString(each.here);
    default:
      return QString::fromStdString(each.in_model);
  }
}

QVariant OfferedAttributesModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  switch (section) {
    case AttributeColumn:
      return tr("Attribute");
    case HereColumn:
      return tr("Selected");
    default:
      return tr("In the model");
  }
}

Qt::ItemFlags OfferedAttributesModel::flags(const QModelIndex& index) const {
  if (!index.isValid()) return Qt::NoItemFlags;
  const bool can = attributes_[static_cast<size_t>(index.row())].can_be_wanted;
  const Qt::ItemFlags flags = QAbstractTableModel::flags(index);
  return can && index.column() == AttributeColumn ? flags | Qt::ItemIsUserCheckable : flags;
}

bool OfferedAttributesModel::setData(const QModelIndex& index, const QVariant& value, int role) {
  if (role != Qt::CheckStateRole || !flags(index).testFlag(Qt::ItemIsUserCheckable)) return false;
  workspace::OfferedAttribute& each = attributes_[static_cast<size_t>(index.row())];
  const bool wanted = value.toInt() == Qt::Checked;
  if (each.wanted == wanted) return false;
  each.wanted = wanted;
  Q_EMIT dataChanged(index, index, {Qt::CheckStateRole});
  const workspace::OfferedAttribute told = each;
  Q_EMIT wantedChanged(told, wanted);
  return true;
}

}  // namespace nw::views
