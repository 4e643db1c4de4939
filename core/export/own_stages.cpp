// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/own_stages.h"

#include <algorithm>
#include <regex>
#include <set>
#include <sstream>

#include "export/diagnostics.h"

namespace nw::exporting {

namespace {

bool makes_a_stage(const script::Statement& s) {
  return s.primitive == "rfactor" || s.primitive == "cache_read" || s.primitive == "cache_write";
}

// The primitive's name: the reader knows it of steps whose stage it knows. Empty: the line only names axes.
std::string step_of(const script::Statement& s, const std::string& text) {
  if (!s.primitive.empty()) return s.primitive;
  std::istringstream in(text);
  std::string line;
  for (int n = 0; n < s.span.line; ++n) std::getline(in, line);
  static const std::regex call(R"(\]\s*\.\s*(\w+)\s*\()");
  std::smatch found;
  return std::regex_search(line, found, call) ? found[1].str() : std::string();
}

std::string without_lines(const std::string& text, const std::set<int>& lines) {
  std::istringstream in(text);
  std::string out, line;
  for (int n = 1; std::getline(in, line); ++n) out += (lines.contains(n) ? std::string() : line) + "\n";
  return out;
}

}  // namespace

OwnStages own_stages(const std::string& text, const script::ReadOptions& options, const std::string& tool) {
  OwnStages own{text, script::read(text, options), {}};
  std::set<int> gone;
  // What needs a line that went goes too, until all that is left holds.
  for (bool first = true;; first = false) {
    const size_t before = gone.size();
    for (const script::Statement& s : own.program.statements) {
      if (s.part != script::Statement::Part::Schedule || !(first ? makes_a_stage(s) : !s.applied)) continue;
      if (const std::string step = step_of(s, text); !step.empty())
        own.left_out.push_back(cannot_say(tool, step, s.span.line));
      for (int line = s.span.line; line <= s.last_line; ++line) gone.insert(line);
    }
    if (gone.size() == before) break;
    own.text = without_lines(text, gone);
    own.program = script::read(own.text, options);
  }
  std::sort(own.left_out.begin(), own.left_out.end(),
            [](const Diagnostic& a, const Diagnostic& b) { return line_of(a) < line_of(b); });
  return own;
}

}  // namespace nw::exporting
