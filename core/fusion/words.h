// SPDX-License-Identifier: GPL-3.0-or-later
// Names of nodes and patterns in fusion's sentences.
#pragma once

#include <string>

#include "base/sentence.h"
#include "fusion/analysis.h"

namespace nw::fusion {

// "nn.conv2d", "tuple", "projection .1", "constant", "input".
std::string short_name(const graph::Node& node);
// With the node's own name: "`nn.conv2d` (%4)".
std::string full_name(const graph::Node& node);
// "`sum` (%7)", or "`sum`" where i is a or b, which the sentence names anyway.
std::string name_beside(const Analysis& run, int32_t i, int32_t a, int32_t b);
// "an out_elemwise_fusable op".
Sentence op_of(OpPattern pattern);

}  // namespace nw::fusion
