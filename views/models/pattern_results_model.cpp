// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/pattern_results_model.h"

#include <algorithm>

#include "models/html.h"
#include "models/node_text.h"

namespace nw::views {

namespace {

// Of the ids: 0 for lines, an even number for groups (2·line + 2), an odd one for places (2·group + 3).
constexpr quintptr kLine = 0;
quintptr id_of_group(size_t line) {
  return 2 * line + 2;
}
quintptr id_of_place(size_t group) {
  return 2 * group + 3;
}

QString named(const graph::Graph& graph, NodeId id) {
  return id.valid() && id.index() < graph.size() ? QString::fromStdString(graph.node(id).name) : QString();
}

}  // namespace

void PatternResultsModel::setView(std::shared_ptr<const graph::Graph> graph,
                                  std::shared_ptr<const workspace::PatternView> view) {
  beginResetModel();
  graph_ = std::move(graph);
  view_ = graph_ ? std::move(view) : nullptr;
  groups_.clear();
  of_line_.clear();
  for (size_t l = 0; view_ && l < view_->lines.size(); ++l) {
    std::vector<size_t>& own = of_line_.emplace_back();
    const workspace::PatternLine& line = view_->lines[l];
    Group matches{l, -1, {}};
    for (size_t i = 0; line.matches > 0 && i < view_->composites.list.size(); ++i)
      if (view_->composites.list[i].name == line.name) matches.places.push_back(i);
    if (!matches.places.empty()) {
      own.push_back(groups_.size());
      groups_.push_back(std::move(matches));
    }
    for (size_t r = 0; r < line.reasons.size(); ++r) {
      own.push_back(groups_.size());
      groups_.push_back({l, static_cast<int>(r), line.reasons[r].misses});
    }
  }
  endResetModel();
}

bool PatternResultsModel::renewView(std::shared_ptr<const workspace::PatternView> view) {
  if (!view_ || !view || view->lines.size() != view_->lines.size() ||
      view->composites.near_misses.size() != view_->composites.near_misses.size())
    return false;
  view_ = std::move(view);
  return true;
}

// ── the tree ─────────────────────────────────────────────────────────────────────────────────────────────────────

QModelIndex PatternResultsModel::index(int row, int column, const QModelIndex& parent) const {
  if (!hasIndex(row, column, parent)) return {};
  if (!parent.isValid()) return createIndex(row, column, kLine);
  const auto at = static_cast<size_t>(parent.row());
  if (parent.internalId() == kLine) return createIndex(row, column, id_of_group(at));
  return createIndex(row, column, id_of_place(of_line_[(parent.internalId() - 2) / 2][at]));
}

QModelIndex PatternResultsModel::parent(const QModelIndex& child) const {
  if (!child.isValid() || child.internalId() == kLine) return {};
  if (child.internalId() % 2 == 0) return createIndex(static_cast<int>((child.internalId() - 2) / 2), 0, kLine);
  const size_t group = (child.internalId() - 3) / 2, line = groups_[group].line;
  const auto& own = of_line_[line];
  return createIndex(static_cast<int>(std::find(own.begin(), own.end(), group) - own.begin()), 0, id_of_group(line));
}

int PatternResultsModel::rowCount(const QModelIndex& parent) const {
  if (!parent.isValid()) return static_cast<int>(of_line_.size());
  if (parent.column() > 0) return 0;
  if (parent.internalId() == kLine) return static_cast<int>(of_line_[static_cast<size_t>(parent.row())].size());
  const Group* own = parent.internalId() % 2 == 0 ? group(parent) : nullptr;
  return own ? static_cast<int>(own->places.size()) : 0;
}

int PatternResultsModel::columnCount(const QModelIndex&) const {
  return ColumnCount;
}

const PatternResultsModel::Group* PatternResultsModel::group(const QModelIndex& index) const {
  if (!index.isValid() || index.internalId() == kLine) return nullptr;
  if (index.internalId() % 2 == 1) return &groups_[(index.internalId() - 3) / 2];
  return &groups_[of_line_[(index.internalId() - 2) / 2][static_cast<size_t>(index.row())]];
}

// ── what a row is about ──────────────────────────────────────────────────────────────────────────────────────────

const workspace::PatternLine* PatternResultsModel::line(const QModelIndex& index) const {
  if (!index.isValid() || !view_) return nullptr;
  if (const Group* own = group(index)) return &view_->lines[own->line];
  return &view_->lines[static_cast<size_t>(index.row())];
}

const workspace::MissGroup* PatternResultsModel::reason(const QModelIndex& index) const {
  const Group* own = group(index);
  return own && own->reason >= 0 ? &view_->lines[own->line].reasons[static_cast<size_t>(own->reason)] : nullptr;
}

const pattern::NearMiss* PatternResultsModel::nearMiss(const QModelIndex& index) const {
  const workspace::MissGroup* own = reason(index);
  if (!own) return nullptr;
  const size_t at = index.internalId() % 2 == 1 ? static_cast<size_t>(index.row()) : 0;
  return &view_->composites.near_misses[own->misses[at]];
}

NodeId PatternResultsModel::node(const QModelIndex& index) const {
  const Group* own = group(index);
  if (!own || index.internalId() % 2 == 0) return {};
  if (const pattern::NearMiss* miss = nearMiss(index)) return miss->node.valid() ? miss->node : miss->root;
  return view_->composites.list[own->places[static_cast<size_t>(index.row())]].root;
}

NodeId PatternResultsModel::root(const QModelIndex& index) const {
  const Group* own = group(index);
  if (const pattern::NearMiss* miss = nearMiss(index)) return miss->root;
  if (!own) return {};
  const size_t at = index.internalId() % 2 == 1 ? static_cast<size_t>(index.row()) : 0;
  return view_->composites.list[own->places[at]].root;
}

// ── texts ────────────────────────────────────────────────────────────────────────────────────────────────────────

QString PatternResultsModel::lineState(const workspace::PatternLine& line) const {
  if (line.applied) return tr("rule, applied");
  if (line.rule)
    return line.matches > 0 || line.near > 0 ? tr("rule, %1 of %2").arg(line.matches).arg(line.matches + line.near)
                                             : tr("rule, matches nowhere");
  if (line.matches > 0 || line.near > 0) return tr("%1 of %2").arg(line.matches).arg(line.matches + line.near);
  return tr("matches nowhere");
}

QString PatternResultsModel::place(const Group& own, size_t at) const {
  if (own.reason >= 0) {
    const pattern::NearMiss& miss = view_->composites.near_misses[own.places[at]];
    return QString::fromStdString(miss.node_name.empty() ? miss.root_name : miss.node_name);
  }
  const pattern::Composite& each = view_->composites.list[own.places[at]];
  const QString name = named(*graph_, each.root);
  return name.isEmpty() ? tr("the results") : name;
}

QString PatternResultsModel::text(const QModelIndex& index) const {
  const Group* own = group(index);
  if (!own) return QString::fromStdString(line(index)->name);
  if (index.internalId() % 2 == 1) return place(*own, static_cast<size_t>(index.row()));
  if (const workspace::MissGroup* why = reason(index))
    return tr("%n place(s): %1", nullptr, static_cast<int>(own->places.size())).arg(QString::fromStdString(why->text));
  return tr("%n match(es)", nullptr, static_cast<int>(own->places.size()));
}

QString PatternResultsModel::count(const QModelIndex& index) const {
  if (!group(index)) return lineState(*line(index));
  if (index.internalId() % 2 == 0) return {};
  if (const pattern::NearMiss* miss = nearMiss(index)) return QString::fromStdString(miss->text);
  const pattern::Composite& each = view_->composites.list[group(index)->places[static_cast<size_t>(index.row())]];
  QStringList ops;
  for (const std::string& op : each.ops) ops << QString::fromStdString(op);
  QString text = ops.join(QStringLiteral(", "));
  if (!each.duplicated.empty())
    text += tr(" (%n node(s) computed outside too)", nullptr, static_cast<int>(each.duplicated.size()));
  return text;
}

QVariant PatternResultsModel::data(const QModelIndex& index, int role) const {
  if (!index.isValid()) return {};
  switch (role) {
    case Qt::DisplayRole:
      return index.column() == WhatColumn ? text(index) : count(index);
    case Qt::ToolTipRole:
      return plain_tip(index.column() == WhatColumn ? text(index) : count(index));
    case KindRole:
      return index.internalId() == kLine   ? Line
             : index.internalId() % 2 == 1 ? Place
             : reason(index)               ? Reason
                                           : Matches;
    case LineRole:
      return reason(index) ? reason(index)->span.line : line(index)->at.line;
    case NodeRole:
      return node(index).valid() ? QVariant(node(index).value) : QVariant();
    default:
      return {};
  }
}

QVariant PatternResultsModel::headerData(int section, Qt::Orientation orientation, int role) const {
  if (orientation != Qt::Horizontal || role != Qt::DisplayRole) return {};
  return section == WhatColumn ? tr("Line") : tr("Takes");
}

}  // namespace nw::views
