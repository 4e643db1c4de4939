// SPDX-License-Identifier: GPL-3.0-or-later
// What identifies a loop nest between processes.
#pragma once

#include <string>

#include "lower/lower.h"

namespace nw::lower {

// SHA-256, in hex, of the arguments (name, type, shape) and of the loops as they are printed. A nest made again from
// the same script has the same hash: whoever finds it equal need not check again what was checked of the first.
std::string nest_hash(const LoopNest& nest);

}  // namespace nw::lower
