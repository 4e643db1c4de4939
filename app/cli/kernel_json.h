// SPDX-License-Identifier: GPL-3.0-or-later
// What `bounds` and `lower` say of a kernel, as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "lower/lower.h"

namespace nw::cli {

// Every stage that is computed, with its root axes and its loops.
nlohmann::json bounds_json(const schedule::Schedule& normalized, const schedule::Bounds& bounds);
// The tree of loops, conditions, allocations and stores.
nlohmann::json nest_json(const tir::Stmt& body, const schedule::Schedule& schedule);
// The same bounds for people, an axis a line.
std::string bounds_text(const schedule::Schedule& normalized, const schedule::Bounds& bounds);

}  // namespace nw::cli
