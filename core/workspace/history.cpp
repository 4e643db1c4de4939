// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/history.h"

#include <algorithm>

namespace nw::workspace {

History::History(Choices initial) {
  State root;
  root.id = StateId(size_t{0});
  root.label = "opened";
  root.choices = std::make_shared<const Choices>(std::move(initial));
  states_.push_back(std::move(root));
  preferred_child_.emplace_back();
  current_ = StateId(size_t{0});
}

StateId History::push(Choices choices, std::string label, std::string merge_key) {
  if (choices == *current().choices) return current_;
  State& now = states_[current_.index()];
  const bool merge = !merge_key.empty() && now.merge_key == merge_key && now.children.empty() && now.parent.valid();
  if (merge) {
    now.choices = std::make_shared<const Choices>(std::move(choices));
    now.label = std::move(label);
    now.measured.clear();
    return current_;
  }
  State next;
  next.id = StateId(states_.size());
  next.parent = current_;
  next.label = std::move(label);
  next.merge_key = std::move(merge_key);
  next.choices = std::make_shared<const Choices>(std::move(choices));
  now.children.push_back(next.id);
  preferred_child_[current_.index()] = next.id;
  current_ = next.id;
  states_.push_back(std::move(next));
  preferred_child_.emplace_back();
  return current_;
}

StateId History::redo_target() const {
  return preferred_child_[current_.index()];
}

void History::undo() {
  if (!can_undo()) return;
  const StateId child = current_;
  current_ = current().parent;
  preferred_child_[current_.index()] = child;
}

void History::redo() {
  if (can_redo()) current_ = redo_target();
}

void History::go(StateId id) {
  if (!id.valid() || id.index() >= states_.size()) return;
  current_ = id;
  for (StateId child = id; state(child).parent.valid(); child = state(child).parent)
    preferred_child_[state(child).parent.index()] = child;
}

void History::record(const std::string& task_key, const Measurement& measurement) {
  record(current_, task_key, measurement);
}

void History::record(StateId id, const std::string& task_key, const Measurement& measurement) {
  states_[id.index()].measured[task_key] = measurement;
}

std::vector<StateId> History::path(StateId id) const {
  std::vector<StateId> path;
  for (StateId at = id; at.valid(); at = state(at).parent) path.push_back(at);
  std::reverse(path.begin(), path.end());
  return path;
}

}  // namespace nw::workspace
