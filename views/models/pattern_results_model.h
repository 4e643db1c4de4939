// SPDX-License-Identifier: GPL-3.0-or-later
// What a pattern table takes, as a tree: its listed lines; below each its matches as one row and its reasons for the
// rest, the same reason once with its count; below those the places.
#pragma once

#include <QAbstractItemModel>
#include <memory>
#include <vector>

#include "workspace/pattern_view.h"

namespace nw::views {

class PatternResultsModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { WhatColumn, CountColumn, ColumnCount };
  // KindRole: a Kind. LineRole: the table's line, of what is meant. NodeRole: a NodeId's value, of a place.
  enum Role { KindRole = Qt::UserRole + 1, LineRole, NodeRole };
  enum Kind { Line, Matches, Reason, Place };

  using QAbstractItemModel::QAbstractItemModel;
  // Rows that are open stay in place if the lines are the same; null: no table.
  void setView(std::shared_ptr<const graph::Graph> graph, std::shared_ptr<const workspace::PatternView> view);
  // The same results with more known of them; false if they are others.
  bool renewView(std::shared_ptr<const workspace::PatternView> view);
  const workspace::PatternView* view() const { return view_.get(); }
  const workspace::PatternLine* line(const QModelIndex& index) const;  // that the row is about
  const workspace::MissGroup* reason(const QModelIndex& index) const;  // null: of no reason
  const pattern::NearMiss* nearMiss(const QModelIndex& index) const;   // of a reason, its first place
  NodeId node(const QModelIndex& index) const;                         // of a place; else not valid
  // The root where the line was tried; else not valid.
  NodeId root(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  // Each row of the two upper levels has a number; the id of a row is its parent's number plus one, 0 at the top.
  struct Group {
    size_t line = 0;
    int reason = -1;             // -1: the matches
    std::vector<size_t> places;  // composites, or near misses
  };
  const Group* group(const QModelIndex& index) const;
  QString text(const QModelIndex& index) const;
  QString count(const QModelIndex& index) const;
  QString lineState(const workspace::PatternLine& line) const;
  QString place(const Group& group, size_t at) const;

  std::shared_ptr<const graph::Graph> graph_;
  std::shared_ptr<const workspace::PatternView> view_;
  std::vector<Group> groups_;
  std::vector<std::vector<size_t>> of_line_;  // groups of each line
};

}  // namespace nw::views
