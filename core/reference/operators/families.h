// SPDX-License-Identifier: GPL-3.0-or-later
// The families of reference operators: each file enters its own into the table.
#pragma once

#include "reference/operators.h"

namespace nw::reference {

void add_unary_operators(Table& table);
void add_binary_operators(Table& table);

}  // namespace nw::reference
