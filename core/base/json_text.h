// SPDX-License-Identifier: GPL-3.0-or-later
// Reading JSON that comes from outside: projects, journals, model and graph files, requests. All of it is read here,
// because values nested without limit overflow the stack of whoever copies, compares or writes them.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace nw {

inline constexpr int kDeepestJson = 200;                 // levels of brackets
inline constexpr size_t kLargestJson = size_t{1} << 30;  // bytes of text

struct JsonProblem {
  size_t byte = 0;   // where reading stopped
  std::string what;  // "brackets are nested more than 200 levels deep"
};

// A discarded value (is_discarded()) if the text is no JSON, too deep or too large; `problem` then says why.
nlohmann::json read_json(std::string_view text, JsonProblem* problem = nullptr);

}  // namespace nw
