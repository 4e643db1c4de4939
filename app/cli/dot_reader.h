// SPDX-License-Identifier: GPL-3.0-or-later
// A DOT file as a graph, read by nestwright-dot.
#pragma once

#include <string>

#include "layout/graph_file.h"

namespace nw::cli {

Result<layout::GraphFile> read_dot(const std::string& path);

}  // namespace nw::cli
