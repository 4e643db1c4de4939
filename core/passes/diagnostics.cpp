// SPDX-License-Identifier: GPL-3.0-or-later
#include "passes/diagnostics.h"

#include <fmt/format.h>

namespace nw::passes {

Diagnostic no_such_dimension(const std::string& name, const std::set<std::string>& names) {
  Diagnostic d;
  d.code = "NW1410";
  d.message = fmt::format("the model has no dynamic dimension '{}'", name);
  d.legal.assign(names.begin(), names.end());
  return d;
}

Diagnostic dimension_of_a_run(const std::string& name, const std::string& node) {
  Diagnostic d;
  d.code = "NW1413";
  d.message = fmt::format("only a run tells the size '{}' of '{}': it cannot be given a value", name, node);
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic negative_dimension(const std::string& name, int64_t value) {
  Diagnostic d;
  d.code = "NW1411";
  d.message = fmt::format("the dimension '{}' cannot be {}", name, value);
  return d;
}

}  // namespace nw::passes
