// SPDX-License-Identifier: GPL-3.0-or-later
// Flattening: Python as people write it (functions, loops, conditions, comprehensions) → straight-line TE scripts, one
// a schedule. The file is evaluated within bounds; nothing is imported, read or run beside it.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"

namespace nw::flatten {

struct Kernel {
  std::string name;  // unique in the file
  std::string script;
  std::vector<std::pair<int, int>> lines;  // of the file, of the script
  int line = 0;                            // of the file, that makes its schedule

  std::vector<int> lines_of_file() const;  // by line of the script, from 1
};

struct LeftOut {
  int line = 0;
  std::string text, why;
};

struct Flattened {
  std::vector<Kernel> kernels;
  std::vector<LeftOut> left_out;  // by line
  Diagnostics diagnostics;        // places are those of the file

  const Kernel* find(std::string_view name) const;
};

struct FlattenOptions {
  std::string function;  // only this one is called; empty: all that can be
};

Flattened flatten(std::string_view text, const FlattenOptions& options = {});

// Whether the text is a straight-line script already, or tries to be one: then it is read as it is.
bool is_straight_line(std::string_view text);
// Whether all its lines are of a kind that a script may have, however unfinished they are.
bool has_plain_statements(std::string_view text);
// Plain lines with one schedule that none lowers yet: a script that somebody is writing.
bool is_unfinished(std::string_view text);

// The one script that a command or the window opens: the text itself if it is straight-line, else the kernel of this
// name, or the first one. Nothing where there is none; the diagnostics say why.
struct Opened {
  std::string script;
  bool flattened = false;
  bool ok = false;
  std::string kernel;
  std::vector<std::string> kernels;
  std::vector<int> lines;  // of the file, by line of the script; empty if it was not flattened
  Diagnostics diagnostics;
};
Opened open(std::string_view text, const std::string& kernel = {});

}  // namespace nw::flatten
