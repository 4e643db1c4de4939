// SPDX-License-Identifier: GPL-3.0-or-later
// A pattern table: patterns to look for in order of priority, rules that rewrite, operators that targets take by
// themselves, custom operators. Text in TVM's words, one statement a line:
//
//   conv = is_op("nn.conv2d")(wildcard(), is_constant())
//   dnnl.conv2d_relu: is_op("nn.relu")(conv.optional(lambda x: is_op("nn.bias_add")(x, is_constant())))
//
// What is named once and used twice must match the same expression both times.
#pragma once

#include <optional>
#include <set>

#include "base/result.h"
#include "pattern/check.h"
#include "pattern/pattern.h"
#include "pattern/replacement.h"

namespace nw::pattern {

struct Listed {
  std::string name;          // "dnnl.conv2d_relu"
  std::string target;        // "dnnl": what stands before the first point; empty without one
  std::string text;          // the pattern as written, with its check or replacement
  std::string pattern_text;  // without them
  TextSpan at;               // the name
  int last_line = 0;         // of the statement
  Pattern pattern;
  CheckRef check;           // null: none
  Replacement replacement;  // null: none
};

struct Supports {
  std::string target;
  std::vector<std::string> ops;
  int line = 0;
};

// An operator of one's own, computed by a TE script.
struct CustomOperator {
  std::string name;
  int inputs = -1;
  // "same_as_first", "broadcast", "like(1)", TensorType(…), "(n, m), (m, k) -> (n, k)"; empty: what the script gives,
  // and without one the first input's.
  std::string type;
  std::string pattern = "opaque";
  std::string te;  // the script's path, beside the table
  int line = 0;
  TextSpan name_at, type_at, te_at;
};

// NAME = PATTERN, as written.
struct Assignment {
  std::string name, text;
};

struct KnownNames;

struct Table {
  std::string text;
  std::vector<Listed> listed;
  std::vector<Supports> supports;
  std::vector<CustomOperator> custom;
  std::shared_ptr<const KnownNames> known;  // the names that lines give
  std::vector<Assignment> assignments;
};

// All lines that can be read. Diagnostics at line and column: NW3101 a line that cannot be read, NW3102 an operator
// that nobody knows, NW3103 a name that is listed twice, NW3104 (warning) an operator where a call of it is meant.
// Lines that use a name of a line that cannot be read are left out without a word.
Result<Table> read_table(const std::string& text);
// The listed line `line` (an index) of a table that was read, with another text for its statement; nothing if it is no
// such line then.
std::optional<Listed> read_line_again(const Table& table, size_t line, const std::string& statement);

}  // namespace nw::pattern
