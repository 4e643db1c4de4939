// SPDX-License-Identifier: GPL-3.0-or-later
// Whether the statements of a later phase name the statements of phase `loops` that they came from.
#pragma once

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "tir/print.h"

namespace nw::test {

struct Origin {
  tir::Provenance from;
  tir::StmtKind kind;
  std::set<AxisId> around;  // of the loops around it
};

inline std::set<AxisId> axes_around(const tir::PrintedNest& nest, size_t line) {
  std::set<AxisId> axes;
  for (int at = nest.lines[line].around; at >= 0; at = nest.lines[static_cast<size_t>(at)].around)
    if (const AxisId axis = nest.lines[static_cast<size_t>(at)].from.axis; axis.valid()) axes.insert(axis);
  return axes;
}

// By id; `problem` names a line without an id, or with that of another.
inline std::map<tir::StmtId, Origin> origins(const tir::PrintedNest& loops, std::string& problem) {
  std::map<tir::StmtId, Origin> all;
  for (size_t i = 0; i < loops.lines.size(); ++i) {
    const tir::PrintedLine& line = loops.lines[i];
    if (line.text.ends_with("else:")) continue;
    const bool known = line.from.stmt.valid() && line.from.stage.valid();
    if (!known || !all.emplace(line.from.stmt, Origin{line.from, line.stmt->kind, axes_around(loops, i)}).second)
      problem = line.text;
  }
  return all;
}

inline bool fits(tir::StmtKind now, const Origin& origin) {
  using tir::StmtKind;
  if (now == StmtKind::Evaluate) return origin.kind == StmtKind::Evaluate || origin.kind == StmtKind::Attr;
  return now != StmtKind::Store || origin.kind == StmtKind::Store;
}

// The first line of `later` that names no statement of `loops`, one of another stage or kind, or one with other loops
// around it; empty if there is none.
inline std::string without_origin(const tir::Stmt& loops, const tir::Stmt& later) {
  std::string problem;
  const std::map<tir::StmtId, Origin> known = origins(tir::print(loops), problem);
  if (!problem.empty()) return problem;
  const tir::PrintedNest nest = tir::print(later);
  for (size_t i = 0; i < nest.lines.size(); ++i) {
    const tir::PrintedLine& line = nest.lines[i];
    const auto origin = known.find(line.from.stmt);
    if (origin == known.end() || origin->second.from != line.from || !fits(line.stmt->kind, origin->second))
      return line.text;
    if (line.stmt->kind == tir::StmtKind::Store && !std::ranges::includes(origin->second.around, axes_around(nest, i)))
      return line.text;
  }
  return {};
}

}  // namespace nw::test
