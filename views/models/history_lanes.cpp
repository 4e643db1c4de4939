// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/history_lanes.h"

#include <algorithm>

namespace nw::views {

namespace {

using workspace::History;
using workspace::State;

// A line of descent: along first children, from a state that is no first child.
struct Descent {
  size_t fork, head, end;  // rows: where it leaves its parent, its first state and its last
  int lane;
};

bool begins_line(const History& history, const State& state) {
  return !state.parent.valid() || history.state(state.parent).children.front() != state.id;
}

}  // namespace

std::vector<HistoryRow> history_lanes(const History& history) {
  const std::vector<State>& states = history.states();
  std::vector<HistoryRow> rows(states.size());
  std::vector<bool> on_path(states.size(), false);
  for (const workspace::StateId id : history.path(history.current().id)) on_path[id.index()] = true;
  std::vector<Descent> lines;
  for (const State& state : states) {
    if (!begins_line(history, state)) continue;
    Descent line{state.parent.valid() ? state.parent.index() : state.id.index(), state.id.index(), state.id.index(), 0};
    while (!states[line.end].children.empty()) line.end = states[line.end].children.front().index();
    line.lane = state.parent.valid() ? rows[line.fork].lane + 1 : 0;
    const auto taken = [&](const Descent& other) {
      return other.lane == line.lane && other.fork <= line.end && line.fork <= other.end;
    };
    while (std::any_of(lines.begin(), lines.end(), taken)) ++line.lane;
    lines.push_back(line);
    for (size_t at = line.head;; at = states[at].children.front().index()) {
      rows[at].lane = line.lane;
      if (states[at].children.empty()) break;
    }
  }
  for (const State& state : states) {
    if (!state.parent.valid()) continue;
    const size_t from = state.parent.index(), to = state.id.index();
    const int lane = rows[to].lane;
    const bool lit = on_path[to];
    rows[from].pieces.push_back({LanePiece::Kind::Out, lane, lit});
    for (size_t row = from + 1; row < to; ++row) rows[row].pieces.push_back({LanePiece::Kind::Through, lane, lit});
    rows[to].pieces.push_back({LanePiece::Kind::In, lane, lit});
  }
  for (HistoryRow& row : rows)
    std::stable_sort(row.pieces.begin(), row.pieces.end(),
                     [](const LanePiece& a, const LanePiece& b) { return a.on_path < b.on_path; });
  return rows;
}

}  // namespace nw::views
