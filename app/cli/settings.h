// SPDX-License-Identifier: GPL-3.0-or-later
// Reading option values that several commands share: sizes (n=1024) and the inputs' rule. False, with a diagnostic
// (NW4002), where the text makes no sense.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "measure/request.h"

namespace nw::cli {

// `option` is what they stand behind: --set or --dim.
bool read_sizes(const std::string& option, const std::vector<std::string>& texts, std::map<std::string, int64_t>& sizes,
                Diagnostics& diagnostics);
bool read_inputs(const std::string& text, measure::Inputs& inputs, Diagnostics& diagnostics);

}  // namespace nw::cli
