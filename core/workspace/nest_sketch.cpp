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
  std::vector<std::string> tasks = tasks_of_states(history), scripts;
  for (const State& state : history.states()) {
    const std::string& task = tasks[state.id.index()];
    std::string script = active_script(*state.choices, task);
    if (const auto usual = defaults.find(task); script.empty() && usual != defaults.end()) script = usual->second;
    scripts.push_back(std::move(script));
  }
  return scripts;
}

}  // namespace nw::workspace
