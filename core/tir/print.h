// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions and loop nests as text for people. Integers, + - *, floordiv floormod min max select, names.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "tir/stmt.h"

namespace nw::tir {

// Variables that are not shown by their own names.
using VarNames = std::map<const VarNode*, std::string>;

std::string to_string(const Expr& e);
std::string to_string(const Expr& e, const VarNames& names);

// One line of a printed loop nest and what it shows.
struct PrintedLine {
  std::string text;  // with its indentation of two spaces a level
  Provenance from;
  const StmtNode* stmt = nullptr;  // valid while the nest lives
  int around = -1;                 // the line of the innermost loop or branch of a condition that it is in; -1: none
};
struct PrintedNest {
  std::vector<PrintedLine> lines;  // a line is behind those around it
  VarNames names;                  // of loops that are shown by another name than their variable's
  std::string text() const;        // joined by newlines
};
// The name of a loop; empty: that of its variable. A loop inside another of the same name gets a number all the
// same.
using LoopNames = std::function<std::string(const ForNode&)>;
PrintedNest print(const Stmt& s, const LoopNames& names = {});

}  // namespace nw::tir
