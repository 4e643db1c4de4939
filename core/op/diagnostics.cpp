// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/diagnostics.h"

#include <fmt/format.h>

namespace nw::op {

namespace {

Diagnostic at(const graph::Node& node, const char* code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  Place place = at_node(node.name);
  place.span = node.origin.span;
  d.where.push_back(std::move(place));
  return d;
}

}  // namespace

Diagnostic no_type_rule(const graph::Node& node, int count) {
  Diagnostic d = at(node, "NW1400",
                    fmt::format("the result type of '{}' is not known here; {} of it {} untyped", node.op,
                                count == 1 ? std::string("one call") : fmt::format("{} calls", count),
                                count == 1 ? "stays" : "stay"));
  d.severity = Severity::Warning;
  return d;
}

Diagnostic wrong_argument_count(const graph::Node& node, size_t expected) {
  return at(node, "NW1401",
            fmt::format("'{}' takes {} argument{}, but has {}", node.op, expected, expected == 1 ? "" : "s",
                        node.inputs.size()));
}

Diagnostic wrong_argument(const graph::Node& node, size_t index, const std::string& what, const graph::Type& got) {
  return at(node, "NW1402",
            fmt::format("argument {} of '{}' must {}, but is {}", index + 1, node.op, what, brief(got)));
}

Diagnostic shapes_disagree(const graph::Node& node, const std::string& what) {
  return at(node, "NW1403", fmt::format("'{}': {}", node.op, what));
}

Diagnostic wrong_attribute(const graph::Node& node, const std::string& attribute, const std::string& what) {
  const auto it = node.attrs.find(attribute);
  return at(node, "NW1404",
            fmt::format("attribute '{}' of '{}' {}{}", attribute, node.op, what,
                        it == node.attrs.end() ? std::string(", but is absent") : ", but is " + to_string(it->second)));
}

Diagnostic index_outside(const graph::Node& node, int64_t position, int64_t index, size_t axis, int64_t size) {
  Diagnostic d = at(node, "NW1406",
                    fmt::format("element {} of the indices of '{}' is {}, but axis {} of its data has {} element{}",
                                position, node.op, index, axis, size, size == 1 ? "" : "s"));
  if (size > 0) d.legal.push_back(fmt::format("{} to {}", -size, size - 1));
  return d;
}

Diagnostic type_too_large(const graph::Node& node, const graph::Type& type) {
  Diagnostic d =
      at(node, "NW1407",
         type.fields.depth() > graph::kDeepestType
             ? fmt::format("the type of '{}' is nested {} deep", node.name, type.fields.depth())
             : fmt::format("the type of '{}' has {} parts", node.name,
                           type.fields.leaves() == INT64_MAX ? "2^63 or more" : std::to_string(type.fields.leaves())));
  d.legal.push_back(fmt::format("at most {} parts, {} deep", graph::kMaxLeaves, graph::kDeepestType));
  return d;
}

Diagnostic more_type_errors(int count) {
  Diagnostic d;
  d.code = "NW1405";
  d.message = fmt::format("{} more type error{} not shown", count, count == 1 ? " is" : "s are");
  return d;
}

}  // namespace nw::op
