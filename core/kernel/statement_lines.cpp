// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/statement_lines.h"

#include <compare>
#include <map>
#include <set>

namespace nw::kernel {

namespace {

// What a statement is in its schedule, whatever the sizes.
struct Role {
  StageId stage;
  AxisId axis;
  bool initial = false;
  tir::StmtKind kind = tir::StmtKind::Evaluate;
  int ordinal = 0;  // among those that are alike, in the order of the nest
  auto operator<=>(const Role&) const = default;
};

// By line; of the line of an `else`, whose statement has a line already, none.
std::vector<Role> roles_of(const tir::PrintedNest& nest) {
  std::map<Role, int> alike;
  std::vector<Role> roles;
  std::set<tir::StmtId> seen;
  for (const tir::PrintedLine& line : nest.lines) {
    Role role{line.from.stage, line.from.axis, line.from.initial, line.stmt->kind, 0};
    role.ordinal = seen.insert(line.from.stmt).second ? alike[role]++ : -1;
    roles.push_back(role);
  }
  return roles;
}

}  // namespace

StatementLines::StatementLines(const tir::PrintedNest& nest) {
  for (size_t i = 0; i < nest.lines.size(); ++i) add(nest.lines[i].from.stmt, static_cast<int>(i));
}

StatementLines::StatementLines(const tir::PrintedNest& nest, const tir::PrintedNest& other) {
  std::map<Role, int> lines;
  const std::vector<Role> own = roles_of(nest), others = roles_of(other);
  for (size_t i = 0; i < own.size(); ++i) lines.emplace(own[i], static_cast<int>(i));
  for (size_t i = 0; i < others.size(); ++i) {
    auto found = lines.end();
    for (int at = static_cast<int>(i); at >= 0 && found == lines.end();
         at = other.lines[static_cast<size_t>(at)].around)
      found = lines.find(others[static_cast<size_t>(at)]);
    if (found != lines.end()) add(other.lines[i].from.stmt, found->second);
  }
}

void StatementLines::add(tir::StmtId statement, int line) {
  if (!statement.valid()) return;
  if (statement.index() >= lines_.size()) lines_.resize(statement.index() + 1, -1);
  if (lines_[statement.index()] < 0) lines_[statement.index()] = line;
}

int StatementLines::line_of(tir::StmtId statement) const {
  return statement.valid() && statement.index() < lines_.size() ? lines_[statement.index()] : -1;
}

}  // namespace nw::kernel
