// SPDX-License-Identifier: GPL-3.0-or-later
// Relay's scalar literals: `1` (int32, or int64 where it does not fit), `1i64`, `1f`, `0.5f16`, `inff`, `True`.
#pragma once

#include <string>
#include <string_view>

#include "base/ndarray.h"

namespace nw::import {

// A 0-dimensional array; undefined (no bytes) where the text is no number.
NDArray parse_relay_number(std::string_view text);
// Words that are numbers: True, False, inff, nanf16, …
bool is_number_word(std::string_view text);
// The literal of a scalar; empty where Relay has none for its type.
std::string print_relay_number(const NDArray& scalar);

}  // namespace nw::import
