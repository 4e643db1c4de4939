// SPDX-License-Identifier: GPL-3.0-or-later
// SHA-256, in hex.
#pragma once

#include <atomic>
#include <string>
#include <string_view>

namespace nw {

std::string text_sha256(std::string_view text);
// Empty if the file cannot be read.
std::string file_sha256(const std::string& path, const std::atomic<bool>* stop = nullptr);

}  // namespace nw
