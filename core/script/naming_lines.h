// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that give names to axes and do nothing else: "y, x = s[C].op.axis".
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace nw::script {

struct NamingLine {
  std::vector<std::string> names;
  std::string value;  // without spaces
};

// Of any assignment; nothing where the line is none.
std::optional<NamingLine> naming_line(const std::string& line);
// Whether a line gives names to axes of a stage and does nothing else.
bool is_axis_line(const std::string& line);

// Lines of `after` that are among `own` and give names to axes that nothing uses any more, while something did in
// `before`, are taken away. `line` counts from 1 and stays at the line it is at.
std::string without_unused_names(const std::string& before, const std::string& after, const std::set<std::string>& own,
                                 int& line);

// The lines that `after` has beyond `before` and that give names to axes.
std::set<std::string> axis_lines_added(const std::string& before, const std::string& after);

}  // namespace nw::script
