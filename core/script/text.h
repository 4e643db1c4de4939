// SPDX-License-Identifier: GPL-3.0-or-later
// A script as text: its lines, for edits by whole lines, and its parts.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "script/script.h"

namespace nw::script {

std::vector<std::string> lines_of(const std::string& text);
std::string joined(const std::vector<std::string>& lines);  // each with its line end

// Whether the text has the word. Parameters of a lambda end with it: from there to the end of the line none counts.
bool has_word(const std::string& text, const std::string& word);

// The lines of those numbers emptied, so that the others keep theirs. They count from 1.
std::string without_lines(const std::string& text, const std::set<int>& lines);

// The script without the lines of these statements; the others move up.
std::string without_statements(const std::string& text, const Program& program,
                               const std::function<bool(const Statement&)>& goes);

// The part above te.create_schedule, as it is written: imports, computation and comments, without the metadata line.
// `import tvm` is added where it lacks.
std::string computation_text(const std::string& text, const Program& program);

// The comment at a line's end, from its "#" on; empty if it has none. A "#" within quotes begins none.
std::string comment_of(const std::string& line);
// A line in the place of another one, whose comment it keeps.
std::string with_comment(const std::string& line, const std::string& former);

}  // namespace nw::script
