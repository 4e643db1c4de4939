// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/target_tree_model.h"

#include <algorithm>
#include <utility>

namespace nw::views {

int TargetTreeModel::add(QString text, int parent, int entry) {
  const auto index = static_cast<int>(rows_.size());
  std::vector<int>& beside = parent < 0 ? machines_ : rows_[static_cast<size_t>(parent)].children;
  const auto place = static_cast<int>(beside.size());
  beside.push_back(index);
  rows_.push_back({std::move(text), entry, parent, place});
  return index;
}

int TargetTreeModel::childNamed(const QString& text, int parent) {
  const std::vector<int>& among = parent < 0 ? machines_ : rows_[static_cast<size_t>(parent)].children;
  const auto known = std::ranges::find_if(among, [&](int row) {
    return rows_[static_cast<size_t>(row)].entry < 0 && rows_[static_cast<size_t>(row)].text == text;
  });
  return known == among.end() ? add(text, parent) : *known;
}

void TargetTreeModel::setTargets(std::vector<TargetEntry> entries, const std::string& active,
                                 const Diagnostics& problems) {
  beginResetModel();
  entries_ = std::move(entries);
  active_ = active;
  rows_.clear();
  machines_.clear();
  for (const Diagnostic& problem : problems) {
    TargetEntry entry;
    entry.name = QString::fromStdString(problem.message);
    entry.state = TargetState::Failed;
    entry.problems = {problem};
    entries_.push_back(std::move(entry));
  }
  for (size_t i = 0; i < entries_.size(); ++i) {
    const TargetEntry& entry = entries_[i];
    const auto at = static_cast<int>(i);
    if (entry.id.empty()) {
      add(entry.name, childNamed(tr("Not usable"), -1), at);
    } else if (entry.state == TargetState::Described || entry.state == TargetState::NotHere) {
      add(entry.name, childNamed(tr("Not connected"), -1), at);
    } else {
      const QString host = QString::fromStdString(entry.host);
      const int machine = childNamed(host.isEmpty() ? tr("This computer") : host, -1);
      add(entry.name, childNamed(QString::fromStdString(entry.plugin), machine), at);
    }
  }
  endResetModel();
}

void TargetTreeModel::setStates(const std::vector<TargetEntry>& entries) {
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (rows_[i].entry < 0) continue;
    TargetEntry& known = entries_[static_cast<size_t>(rows_[i].entry)];
    const TargetEntry* now = known.id.empty() ? nullptr : entry_of(entries, known.id);
    if (!now || (now->state == known.state && state_text(*now) == state_text(known) && now->why == known.why)) continue;
    known = *now;
    Q_EMIT dataChanged(createIndex(rows_[i].place, NameColumn, static_cast<quintptr>(i)),
                       createIndex(rows_[i].place, ColumnCount - 1, static_cast<quintptr>(i)));
  }
}

const TargetEntry* TargetTreeModel::entry(const QModelIndex& index) const {
  if (!index.isValid() || row(index).entry < 0) return nullptr;
  return &entries_[static_cast<size_t>(row(index).entry)];
}

QModelIndex TargetTreeModel::find(const std::string& id) const {
  for (size_t i = 0; i < rows_.size(); ++i)
    if (rows_[i].entry >= 0 && entries_[static_cast<size_t>(rows_[i].entry)].id == id)
      return createIndex(rows_[i].place, 0, static_cast<quintptr>(i));
  return {};
}

QModelIndex TargetTreeModel::index(int at, int column, const QModelIndex& parent) const {
  if (!hasIndex(at, column, parent)) return {};
  const std::vector<int>& among = parent.isValid() ? row(parent).children : machines_;
  return createIndex(at, column, static_cast<quintptr>(among[static_cast<size_t>(at)]));
}

QModelIndex TargetTreeModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || row(child).parent < 0) return {};
  const int above = row(child).parent;
  return createIndex(rows_[static_cast<size_t>(above)].place, 0, static_cast<quintptr>(above));
}

int TargetTreeModel::rowCount(const QModelIndex& parent) const {
  if (parent.column() > 0) return 0;
  return static_cast<int>(parent.isValid() ? row(parent).children.size() : machines_.size());
}

int TargetTreeModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

QString TargetTreeModel::nameText(const Row& row) const {
  if (row.entry < 0) return row.text;
  const TargetEntry& entry = entries_[static_cast<size_t>(row.entry)];
  const QString id = QString::fromStdString(entry.id);
  return id.isEmpty() || id == entry.name ? entry.name : QStringLiteral("%1 · %2").arg(id, entry.name);
}

QVariant TargetTreeModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  const TargetEntry* shown = entry(index);
  const bool active = shown && !shown->id.empty() && shown->id == active_;
  switch (role) {
    case Qt::DisplayRole:
      if (index.column() == NameColumn) return nameText(row(index));
      if (!shown) return {};
      return index.column() == KindColumn ? shown->kind
             : active                     ? tr("%1, active").arg(state_text(*shown))
                                          : state_text(*shown);
    case Qt::ToolTipRole:
      return shown && !shown->why.isEmpty() ? shown->why : nameText(row(index));
    case IdRole:
      return shown ? QString::fromStdString(shown->id) : QString();
    case StateRole:
      return shown ? QVariant(static_cast<int>(shown->state)) : QVariant();
    case ActiveRole:
      return active;
    default:
      return {};
  }
}

QVariant TargetTreeModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == NameColumn ? tr("Target") : section == StateColumn ? tr("State") : tr("Kind");
}

}  // namespace nw::views
