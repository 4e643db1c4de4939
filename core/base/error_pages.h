// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of resources/errors, one a diagnostic code, compiled in.
#pragma once

#include <string_view>
#include <vector>

namespace nw {

std::string_view error_page(std::string_view code);  // Markdown; empty if there is no such page
std::vector<std::string_view> error_codes();         // in order

}  // namespace nw
