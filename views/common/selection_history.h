// SPDX-License-Identifier: GPL-3.0-or-later
// What is selected in a document, with back and forward as in a browser; and selections transferred to another snapshot
// of the model or to another model.
#pragma once

#include <functional>
#include <vector>

#include "common/selection.h"
#include "model/model.h"

namespace nw::views {

class SelectionHistory {
 public:
  const Selection& current() const { return current_; }
  void select(const Selection& selection);   // the one before is where back leads
  void replace(const Selection& selection);  // the same thing under another name: back leads where it did
  bool canGoBack() const { return !back_.empty(); }
  bool canGoForward() const { return !forward_.empty(); }
  void goBack();
  void goForward();
  // Every selection, past ones too, becomes what `transfer` makes of it; past ones that become empty are dropped.
  void transfer(const std::function<Selection(const Selection&)>& transfer);
  void clear();

 private:
  Selection current_;
  std::vector<Selection> back_, forward_;  // the last one is next
};

// The node that computes the same in another snapshot, following the passes one by one; invalid: there is none.
NodeId node_in_snapshot(const model::Model& model, NodeId node, size_t from, size_t to);
// Empty where the other snapshot lacks a node of it; groups are of one snapshot only.
Selection selection_in_snapshot(const model::Model& model, const Selection& selection, size_t from, size_t to);
// In a graph whose nodes have the same names and other numbers.
Selection selection_by_names(const Selection& selection, const graph::Graph& from, const graph::Graph& to);

}  // namespace nw::views
