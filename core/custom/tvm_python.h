// SPDX-License-Identifier: GPL-3.0-or-later
// The operators that a table declares, as Python that registers them in TVM 0.11: name, arguments, type relation,
// pattern, computation and schedule.
#pragma once

#include <string>

#include "pattern/table.h"

namespace nw::custom {

// Diagnostics: those of declared_operators for what cannot be written.
Result<std::string> python_for_tvm(const pattern::Table& table, const std::string& table_path);

}  // namespace nw::custom
