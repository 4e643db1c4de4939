// SPDX-License-Identifier: GPL-3.0-or-later
// Expressions and loop nests as text for people. Integers, + - *, floordiv floormod min max select, names.
#pragma once

#include <string>
#include <vector>

#include "tir/stmt.h"

namespace nw::tir {

std::string to_string(const Expr& e);

// One line of a printed loop nest and what it shows.
struct PrintedLine {
  std::string text;  // with its indentation of two spaces a level
  Provenance from;
  const StmtNode* stmt = nullptr;  // valid while the nest lives
};
struct PrintedNest {
  std::vector<PrintedLine> lines;
  std::string text() const;  // joined by newlines
};
PrintedNest print(const Stmt& s);

}  // namespace nw::tir
