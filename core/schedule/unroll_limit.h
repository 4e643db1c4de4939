// SPDX-License-Identifier: GPL-3.0-or-later
// How many statements unrolled loops may become. LLVM's passes visit all of them many times: a thousand of the usual
// kind take one to three seconds to compile, two thousand up to ten.
#pragma once

#include <cstdint>

namespace nw::schedule {

inline constexpr int64_t kMaxUnrolledStatements = 1024;

}  // namespace nw::schedule
