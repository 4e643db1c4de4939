// SPDX-License-Identifier: GPL-3.0-or-later
// Names under which topi offers its functions.
#pragma once

#include <string>
#include <string_view>

namespace nw::flatten {

// "nn.pool2d" for "nn.pooling.pool2d", "nn.conv2d_nchw" for "cuda.conv2d_nchw".
std::string plain_topi_name(std::string_view name);

}  // namespace nw::flatten
