// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that a pattern table declares, custom("my.block", inputs=2, te="block.py"): a registry that has them beside
// the standard ones. It belongs to the document that was opened with the table.
#pragma once

#include <memory>
#include <string>

#include "op/registry.h"
#include "pattern/table.h"

namespace nw::custom {

// `table_path`: scripts lie beside the table, or in folders beside it. Null where the table declares no operator.
// Diagnostics: NW3113 (a type that cannot be read), NW3114 (a script that cannot be used); the operator is known all
// the same.
Result<std::shared_ptr<const op::Registry>> declared_operators(const pattern::Table& table,
                                                               const std::string& table_path);

}  // namespace nw::custom
