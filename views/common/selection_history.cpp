// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/selection_history.h"

#include <utility>

namespace nw::views {

void SelectionHistory::select(const Selection& selection) {
  constexpr size_t kRemembered = 200;
  if (!current_.empty() || back_.empty()) back_.push_back(current_);
  if (back_.size() > kRemembered) back_.erase(back_.begin());
  forward_.clear();
  current_ = selection;
}

void SelectionHistory::replace(const Selection& selection) {
  current_ = selection;
}

void SelectionHistory::goBack() {
  if (back_.empty()) return;
  if (!current_.empty()) forward_.push_back(current_);
  current_ = std::move(back_.back());
  back_.pop_back();
}

void SelectionHistory::goForward() {
  if (forward_.empty()) return;
  if (!current_.empty() || back_.empty()) back_.push_back(current_);
  current_ = std::move(forward_.back());
  forward_.pop_back();
}

void SelectionHistory::transfer(const std::function<Selection(const Selection&)>& transfer) {
  for (std::vector<Selection>* way : {&back_, &forward_}) {
    std::erase_if(*way, [&](Selection& selection) {
      if (selection.empty()) return false;  // where one was before the first jump
      selection = transfer(selection);
      return selection.empty();
    });
  }
  current_ = transfer(current_);
}

void SelectionHistory::clear() {
  *this = SelectionHistory();
}

NodeId node_in_snapshot(const model::Model& model, NodeId node, size_t from, size_t to) {
  const auto& snapshots = model.snapshots;
  for (; node.valid() && from < to; ++from) {
    auto next = snapshots[from + 1].from_previous.find(node);
    node = next == snapshots[from + 1].from_previous.end() ? NodeId() : next->second;
  }
  for (; node.valid() && from > to; --from) {
    NodeId origin;
    for (const auto& [before, after] : snapshots[from].from_previous)
      if (after == node) origin = before;
    node = origin;
  }
  return node;
}

Selection selection_in_snapshot(const model::Model& model, const Selection& selection, size_t from, size_t to) {
  if (selection.kind == Selection::Kind::Group) return {};
  Selection result = selection;
  for (NodeId* node : {&result.node, &result.to}) {
    if (!node->valid()) continue;
    *node = node_in_snapshot(model, *node, from, to);
    if (!node->valid()) return {};
  }
  return result;
}

Selection selection_by_names(const Selection& selection, const graph::Graph& from, const graph::Graph& to) {
  if (selection.kind == Selection::Kind::Group) return {};
  Selection result = selection;
  for (NodeId* node : {&result.node, &result.to}) {
    if (!node->valid()) continue;
    *node = to.find(from.node(*node).name);
    if (!node->valid()) return {};
  }
  return result;
}

}  // namespace nw::views
