// SPDX-License-Identifier: GPL-3.0-or-later
// The symbols that a shared library exports, read from its file: the library is not loaded.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nw::plugin_check {

// Sorted by name. Nothing, with the reason, where the file is no shared library of 64 bits in ELF.
std::optional<std::vector<std::string>> exported_symbols(const std::string& path, std::string& why);

}  // namespace nw::plugin_check
