// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/nest_sketch.h"

#include <algorithm>

namespace nw::workspace {

namespace {

using SketchKind = SketchLine::Kind;

SketchKind sketch_kind_of(const tir::StmtNode* stmt) {
  if (tir::stmt_cast<tir::AllocateNode>(stmt)) return SketchKind::Memory;
  const auto* loop = tir::stmt_cast<tir::ForNode>(stmt);
  if (!loop) return SketchKind::Statement;
  switch (loop->for_kind) {
    case tir::ForKind::Parallel:
      return SketchKind::Parallel;
    case tir::ForKind::Vectorized:
      return SketchKind::Vectorized;
    case tir::ForKind::Unrolled:
      return SketchKind::Unrolled;
    case tir::ForKind::Thread:
    case tir::ForKind::VThread:
      return SketchKind::Thread;
    case tir::ForKind::Serial:
      break;
  }
  return SketchKind::Serial;
}

std::string active_script(const Choices& choices, const std::string& task) {
  const auto kernel = choices.kernels.find(task);
  if (kernel == choices.kernels.end()) return {};
  const auto script = kernel->second.scripts.find(kernel->second.active);
  return script == kernel->second.scripts.end() ? std::string() : script->second;
}

// The first kernel whose script is another than before; empty if none is.
std::string changed_task(const Choices& before, const Choices& now) {
  for (const auto& [task, kernel] : now.kernels)
    if (active_script(before, task) != active_script(now, task)) return task;
  for (const auto& [task, kernel] : before.kernels)
    if (!now.kernels.contains(task)) return task;
  return {};
}

std::string first_task(const History& history) {
  const State& first = history.states().front();
  if (first.choices->kernels.size() == 1) return first.choices->kernels.begin()->first;
  for (const State& state : history.states())
    if (state.parent == first.id)
      if (std::string task = changed_task(*first.choices, *state.choices); !task.empty()) return task;
  return first.measured.empty() ? std::string() : first.measured.begin()->first;
}

}  // namespace

NestSketch sketch(const tir::PrintedNest& nest) {
  NestSketch lines;
  for (const tir::PrintedLine& line : nest.lines) {
    const size_t indent = std::min(line.text.find_first_not_of(' '), line.text.size());
    lines.push_back({static_cast<int>(indent / 2), sketch_kind_of(line.stmt)});
  }
  return lines;
}

std::vector<std::string> scripts_of_states(const History& history, const std::map<std::string, std::string>& defaults) {
  std::vector<std::string> tasks, scripts;
  for (const State& state : history.states()) {
    std::string task;
    if (state.parent.valid()) {  // parents stand before their children
      task = changed_task(*history.state(state.parent).choices, *state.choices);
      if (task.empty()) task = tasks[state.parent.index()];
    } else {
      task = first_task(history);
    }
    std::string script = active_script(*state.choices, task);
    if (const auto usual = defaults.find(task); script.empty() && usual != defaults.end()) script = usual->second;
    scripts.push_back(std::move(script));
    tasks.push_back(std::move(task));
  }
  return scripts;
}

}  // namespace nw::workspace
