// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns as text, in the words of TVM's Python. A line names a pattern for use in later lines, or lists one to look
// for:
//
//   conv = is_op("nn.conv2d")(wildcard(), is_constant())
//   dnnl.conv2d_relu: is_op("nn.relu")(conv.optional(lambda x: is_op("nn.bias_add")(x, is_constant())))
//
// What is named once and used twice must match the same node both times.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "pattern/composites.h"

namespace nw::pattern {

// The listed patterns, in their order: the first that fits takes the nodes. A line that cannot be read is left out,
// with a diagnostic (NW3101) at the letter where reading stopped.
Result<std::vector<NamedPattern>> read_patterns(const std::string& text);

}  // namespace nw::pattern
