// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors in a layout named by letters ("NHWC", "NCHW16c", "OIHW4i16o4i") and the same in plain axes, so that operators
// compute in one order of axes only.
#pragma once

#include <string>

#include "reference/call.h"

namespace nw::reference {

// The tensor with its axes in the order of `plain` (upper-case letters), blocks joined.
NDArray to_plain(const Call& call, const NDArray& tensor, const std::string& layout, const std::string& plain);
// The other way.
NDArray from_plain(const Call& call, const NDArray& tensor, const std::string& plain, const std::string& layout);

}  // namespace nw::reference
