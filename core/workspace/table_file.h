// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern table beside a model: the operators that it declares are known when the model is read, its rules are a last
// pass.
#pragma once

#include <memory>
#include <string>

#include "model/model.h"
#include "pattern/table.h"

namespace nw::workspace {

struct TableFile {
  std::string path, text;
  std::shared_ptr<const pattern::Table> table;    // null if the file cannot be read
  std::shared_ptr<const op::Registry> operators;  // null: it declares none
  Diagnostics diagnostics;                        // their places are in the table
};

TableFile read_table_file(const std::string& path);

// Opens models with the table's operators and, if asked for, its rules.
void use_table(const TableFile& file, bool rewrite, model::OpenOptions& options);

}  // namespace nw::workspace
