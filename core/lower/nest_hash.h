// SPDX-License-Identifier: GPL-3.0-or-later
// A hash that identifies a loop nest across processes.
#pragma once

#include <string>

#include "lower/lower.h"

namespace nw::lower {

// SHA-256, in hex, of the arguments (name, type, shape) and of the loops as they are printed. Lowering
// the same script again gives the same hash, so that a nest with an equal hash need not be verified again.
std::string nest_hash(const LoopNest& nest);

}  // namespace nw::lower
