// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "base/result.h"
#include "pattern/table.h"

namespace nw::custom {

// The text of a declared operator's script: a file beside the table or in a folder below it. NW3114 where there is
// none, or it is elsewhere: a table from somebody else could name any file that its reader can read.
Result<std::string> script_text(const std::string& te, const std::string& table_path);
// The paths of all scripts that a table names.
std::vector<std::string> script_files(const pattern::Table& table, const std::string& table_path);

}  // namespace nw::custom
