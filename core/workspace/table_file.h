// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern table beside a model: the operators that it declares are known when the model is read, its rules are a last
// pass.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "model/model.h"
#include "pattern/table.h"
#include "workspace/choices.h"

namespace nw::workspace {

inline constexpr int64_t kLargestTable = int64_t{64} << 20;  // bytes of a table's file

struct TableFile {
  std::string path, text;
  std::shared_ptr<const pattern::Table> table;    // null if the file cannot be read
  std::shared_ptr<const op::Registry> operators;  // null: it declares none
  Diagnostics diagnostics;                        // their places are in the table
};

TableFile read_table_file(const std::string& path);
// A table as a window has it. `path`: its file, or where scripts of its operators are looked for beside.
TableFile read_table_text(std::string text, const std::string& path);

// Opens models with the table's operators and, if asked for, its rules.
void use_table(const TableFile& file, bool rewrite, model::OpenOptions& options);

// What a document's model takes from its table: a model made with one is made again for another.
struct TableUse {
  std::string path;
  std::string text;    // with rules the whole table, else the operators that it declares; empty: nothing
  bool rules = false;  // are applied

  bool operator==(const TableUse&) const = default;
};
// `document`: the project's or the model's file, where a table that is no file has its scripts.
TableUse table_use(const Choices& choices, const std::string& document);
// `found`: what is wrong with its operators; of the table's own lines nothing.
void use_table(const TableUse& use, model::OpenOptions& options, Diagnostics& found);

}  // namespace nw::workspace
