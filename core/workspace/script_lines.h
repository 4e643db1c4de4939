// SPDX-License-Identifier: GPL-3.0-or-later
// A script as its lines, for edits by whole lines.
#pragma once

#include <string>
#include <vector>

namespace nw::workspace {

std::vector<std::string> lines_of(const std::string& text);
std::string joined(const std::vector<std::string>& lines);  // each with its line end

// Whether a word stands in the text. Parameters of a lambda end with it: from there to the end of the line none counts.
bool has_word(const std::string& text, const std::string& word);

// The remark at a line's end, from its "#" on; empty if it has none. A "#" within quotes begins none.
std::string remark_of(const std::string& line);
// A line in the place of another one, whose remark it keeps.
std::string with_remark(const std::string& line, const std::string& former);

}  // namespace nw::workspace
