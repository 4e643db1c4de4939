// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/difference_model.h"

#include <QHash>
#include <algorithm>

#include "models/html.h"

namespace nw::views {

namespace {

constexpr quintptr kTopLevel = 0;  // of child rows: one more than the parent row

}  // namespace

void DifferenceModel::setRows(std::vector<DifferenceRow> rows, const QString& equal) {
  beginResetModel();
  rows_ = std::move(rows);
  equal_ = equal;
  groups_.clear();
  place_.clear();
  shown_.clear();
  QHash<QString, size_t> group_of_kind;
  for (size_t i = 0; i < rows_.size(); ++i) {
    const auto known = group_of_kind.constFind(rows_[i].kind);
    const size_t group = known == group_of_kind.constEnd() ? groups_.size() : *known;
    if (group == groups_.size()) {
      group_of_kind.insert(rows_[i].kind, group);
      groups_.emplace_back();
    }
    place_.emplace_back(static_cast<int>(group), static_cast<int>(groups_[group].size()));
    groups_[group].push_back(i);
  }
  for (const std::vector<size_t>& group : groups_) shown_.insert(shown_.end(), group.begin(), group.end());
  endResetModel();
}

const DifferenceRow* DifferenceModel::row(const QModelIndex& index) const {
  if (!index.isValid() || rows_.empty()) return nullptr;
  if (index.internalId() != kTopLevel) return &rows_[groups_[index.internalId() - 1][static_cast<size_t>(index.row())]];
  return &rows_[groups_[static_cast<size_t>(index.row())].front()];
}

QModelIndex DifferenceModel::step(const QModelIndex& from, int direction) const {
  if (shown_.empty()) return {};
  size_t next = direction > 0 ? 0 : shown_.size() - 1;
  if (const DifferenceRow* now = row(from)) {
    const auto at = std::find(shown_.begin(), shown_.end(), static_cast<size_t>(now - rows_.data()));
    const size_t here = static_cast<size_t>(at - shown_.begin());
    const bool heading = rowCount(from) > 0;
    if (direction > 0)
      next = heading ? here : (here + 1) % shown_.size();
    else
      next = (here + shown_.size() - 1) % shown_.size();
  }
  const auto [group, place] = place_[shown_[next]];
  const QModelIndex top = index(group, 0);
  return groups_[static_cast<size_t>(group)].size() == 1 ? top : index(place, 0, top);
}

QModelIndex DifferenceModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(parent.row()) + 1 : kTopLevel);
}

QModelIndex DifferenceModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kTopLevel) return {};
  return createIndex(static_cast<int>(child.internalId() - 1), 0, kTopLevel);
}

int DifferenceModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return rows_.empty() ? (equal_.isEmpty() ? 0 : 1) : static_cast<int>(groups_.size());
  if (rows_.empty() || parent.internalId() != kTopLevel) return 0;
  const size_t count = groups_[static_cast<size_t>(parent.row())].size();
  return count > 1 ? static_cast<int>(count) : 0;
}

int DifferenceModel::columnCount(const QModelIndex&) const {
  return 1;
}

QString DifferenceModel::text_of(const QModelIndex& index) const {
  const DifferenceRow* one = row(index);
  if (!one) return equal_;
  if (index.internalId() != kTopLevel) return one->where;
  if (const int count = rowCount(index); count > 1) return tr("%1 × %2", "how often, what").arg(count).arg(one->kind);
  return one->where.isEmpty() ? one->kind : tr("%1 %2", "what, where").arg(one->kind, one->where);
}

QVariant DifferenceModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid() || (role != Qt::DisplayRole && role != Qt::ToolTipRole)) return {};
  return role == Qt::ToolTipRole ? plain_tip(text_of(index)) : text_of(index);
}

Qt::ItemFlags DifferenceModel::flags(const QModelIndex& index) const {
  return row(index) ? Qt::ItemIsEnabled | Qt::ItemIsSelectable : Qt::NoItemFlags;
}

}  // namespace nw::views
