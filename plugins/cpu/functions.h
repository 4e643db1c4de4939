// SPDX-License-Identifier: GPL-3.0-or-later
// The functions that a kernel may call by name: of the C library, its mathematics, and the compiler's runtime. There
// are no others; an image that names one is refused.
#pragma once

#include <cstdint>
#include <string_view>

namespace nw::cpu {

// Null: a kernel may call no such function.
void* function_by_name(std::string_view name);
// The function of the table that begins at the place or nearest before it, within 16 KiB; empty: none.
std::string_view function_at(uintptr_t place);

}  // namespace nw::cpu
