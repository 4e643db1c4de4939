// SPDX-License-Identifier: GPL-3.0-or-later
// --target of commands that run kernels.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "target/connection.h"

namespace nw::cli {

// "cpu,cross:aarch64" apart.
std::vector<std::string> target_names(const std::string& option);

// A target of the registry, with its facts: a device whose facts only it knows is asked, which connects to it.
// Diagnostics: NW4201 to NW4222.
Result<target::Connection> read_connection(const std::string& name);

}  // namespace nw::cli
