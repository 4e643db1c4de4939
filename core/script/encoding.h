// SPDX-License-Identifier: GPL-3.0-or-later
// Encoding of a script's bytes: UTF-8, with or without a byte order mark, as Python reads its files.
#pragma once

#include <optional>
#include <string_view>

#include "base/diagnostic.h"

namespace nw::script {

// NW2001, reported once, for a text in UTF-16 or UTF-32, with a NUL byte, or with bytes that are not UTF-8.
std::optional<Diagnostic> not_utf8(std::string_view text);

}  // namespace nw::script
