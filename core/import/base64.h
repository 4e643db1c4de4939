// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes as text (RFC 4648).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nw::import {

// Letters that are not of the alphabet are skipped; stops at '='.
std::vector<std::byte> decode_base64(std::string_view text);
std::string encode_base64(const std::vector<std::byte>& bytes);

}  // namespace nw::import
