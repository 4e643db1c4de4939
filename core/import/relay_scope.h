// SPDX-License-Identifier: GPL-3.0-or-later
// What the names of one block of Relay text stand for. Most are numbers that go up by one, thousands of them: those
// are an array, all others a table.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/diagnostic.h"
#include "base/ids.h"

namespace nw::import {

struct Definition {
  NodeId node;
  TextSpan at;
};

// The N of a `%N` as it is printed ("12", not "012"), if it is one and of a size that an index can have.
std::optional<size_t> printed_number(std::string_view name);

class RelayScope {
 public:
  // Names are without '%', and parts of the text that is read.
  const Definition* find(std::string_view name) const;
  void define(std::string_view name, Definition definition);
  std::vector<std::string> names() const;  // with '%'

 private:
  size_t first_ = 0;                  // the number of the first of these
  std::vector<Definition> numbered_;  // without a node: not defined, or defined in the table
  std::unordered_map<std::string_view, Definition> named_;
};

}  // namespace nw::import
