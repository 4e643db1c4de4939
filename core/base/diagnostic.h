// SPDX-License-Identifier: GPL-3.0-or-later
// A failure as a value: what is wrong, where, because of what, what would have been legal, and how to fix it.
// One Diagnostic is drawn the same in the window, in the terminal and in JSON (diagnostic_json.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nw {

enum class Severity { Error, Warning, Note };

std::string_view to_string(Severity severity);

// A stretch of one line of a text. Lines and columns count from 1; line 0 means no place in a text.
struct TextSpan {
  int line = 0;
  int column = 0;
  int length = 0;

  bool valid() const { return line > 0; }
  bool operator==(const TextSpan&) const = default;
};

// Where a diagnostic is. Any part may be empty: a script has spans, a schedule stages and axes, a graph nodes, a search
// tasks, a file byte offsets.
struct Place {
  TextSpan span;
  std::string stage;
  std::string axis;
  std::string node;
  std::string task;
  std::string file;
  long long byte_offset = -1;

  bool operator==(const Place&) const = default;
};

Place at_line(int line, int column = 1, int length = 0);
Place at_span(TextSpan span);
Place at_stage(std::string stage, std::string axis = {});
Place at_node(std::string node);

// One edit of a text by whole lines, numbered as in the text before any edit of the same fix.
struct Edit {
  enum class Kind { Insert, Replace, Delete };  // Insert: before `line`
  Kind kind = Kind::Replace;
  int line = 0;
  std::string text;  // may hold several lines; empty for Delete

  bool operator==(const Edit&) const = default;
};

struct Fix {
  std::string title;
  std::vector<Edit> edits;  // apply together, bottom up

  bool operator==(const Fix&) const = default;
};

struct Diagnostic {
  std::string code;  // "NW2104": 1xxx files and graphs, 2xxx computation and schedule, 3xxx fusion, 4xxx running, 9xxx
                     // our own faults
  Severity severity = Severity::Error;
  std::string message;
  std::vector<Place> where;          // the first is the place at fault
  std::vector<std::string> because;  // the chain of facts that led here
  std::vector<std::string> legal;    // what would have been allowed instead
  std::vector<Fix> fixes;            // the best first

  bool operator==(const Diagnostic&) const = default;
};

using Diagnostics = std::vector<Diagnostic>;

bool has_errors(const Diagnostics& diagnostics);
void append(Diagnostics& to, Diagnostics from);

// As it is shown: names and literals of a script may be a megabyte long; no text is longer than a thousand bytes, and
// no list than a hundred entries. A note counts what was left out. Edits are whole.
Diagnostic shortened(Diagnostic diagnostic);

// The line of the first place with a span, or 0.
int line_of(const Diagnostic& diagnostic);

// The text as the terminal shows it: "FILE:12:3: error: message [NW2104]" with its facts, choices and fixes below.
std::string format(const Diagnostic& diagnostic, std::string_view file = {});

// The text after a fix's edits. Edits out of the text's range are ignored.
std::string apply_fix(std::string_view text, const Fix& fix);

}  // namespace nw
