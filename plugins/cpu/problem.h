// SPDX-License-Identifier: GPL-3.0-or-later
// Why the plugin refuses something: a status, and the sentence that the host reports with it.
#pragma once

#include <nestwright/target.h>

#include <string>
#include <variant>
#include <vector>

namespace nw::cpu {

struct Problem {
  nwt_status status = NWT_INTERNAL;
  std::string message;
  std::vector<std::string> because = {};
};

template <class T>
using Outcome = std::variant<T, Problem>;

}  // namespace nw::cpu
