// SPDX-License-Identifier: GPL-3.0-or-later
#include "reference/diagnostics.h"

#include <fmt/format.h>

namespace nw::reference {

namespace {

Diagnostic at(const char* code, const graph::Node& node, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.where = {at_node(node.name)};
  return d;
}

// "'add' (/layer/Add)"
std::string call_text(const graph::Node& node) {
  return node.op.empty() ? fmt::format("'{}'", node.name) : fmt::format("{} '{}'", node.op, node.name);
}

Diagnostic with_arguments(Diagnostic d, const std::vector<std::string>& arguments) {
  for (size_t i = 0; i < arguments.size(); ++i)
    d.because.push_back(fmt::format("argument {} is {}", i + 1, arguments[i]));
  return d;
}

}  // namespace

Diagnostic no_reference(const graph::Node& node) {
  Diagnostic d = at("NW4080", node, fmt::format("{} has no reference operator", call_text(node)));
  if (!node.why_opaque.empty()) d.because.push_back(node.why_opaque);
  return d;
}

Diagnostic index_out_of_range(const graph::Node& node, int64_t index, int64_t axis, int64_t extent) {
  return at("NW4081", node,
            fmt::format("{} reads index {} of axis {}, which has {} elements", call_text(node), index, axis, extent));
}

Diagnostic shapes_do_not_fit(const graph::Node& node, const std::string& why,
                             const std::vector<std::string>& arguments) {
  return with_arguments(at("NW4082", node, fmt::format("the sizes of {} do not fit: {}", call_text(node), why)),
                        arguments);
}

Diagnostic division_by_zero(const graph::Node& node, const std::string& dividend, int64_t element) {
  return at("NW4083", node,
            fmt::format("{} divides the integer {} by zero, in element {} of its result", call_text(node), dividend,
                        element));
}

Diagnostic value_not_accepted(const graph::Node& node, const std::string& why,
                              const std::vector<std::string>& arguments) {
  return with_arguments(at("NW4084", node, fmt::format("{} cannot be computed: {}", call_text(node), why)), arguments);
}

Diagnostic over_memory(const graph::Node& node, const std::string& shape, int64_t bytes, int64_t used, int64_t limit) {
  const std::string size = bytes < 0 ? "more bytes than can be counted" : fmt::format("{} bytes", bytes);
  Diagnostic d = at("NW4085", node, fmt::format("{} needs {} for a tensor of shape {}", call_text(node), size, shape));
  d.because = {fmt::format("{} of {} bytes are in use", used, limit)};
  return d;
}

Diagnostic no_more_memory(const graph::Node& node, int64_t used, int64_t limit) {
  Diagnostic d = at("NW4085", node, fmt::format("the system has no more memory for the result of {}", call_text(node)));
  d.because = {fmt::format("{} of {} bytes are in use", used, limit)};
  return d;
}

Diagnostic sizes_disagree(const graph::Node& node, size_t axis, const std::string& dimension, int64_t size,
                          int64_t expected, const std::string& from) {
  const std::string declared = dimension == std::to_string(expected) ? fmt::format("the graph declares {}", expected)
                                                                     : fmt::format("{} is {}", dimension, expected);
  Diagnostic d =
      at("NW4086", node, fmt::format("axis {} of '{}' has {} elements, where {}", axis, node.name, size, declared));
  if (!from.empty() && from != node.name) {
    d.where.push_back(at_node(from));
    d.because = {fmt::format("'{}' makes {} {}", from, dimension, expected)};
  }
  return d;
}

Diagnostic wrong_input(const graph::Node& node, const std::string& given) {
  return at("NW4087", node,
            given.empty()
                ? fmt::format("input '{}' has no value", node.name)
                : fmt::format("input '{}' takes {}, and is given {}", node.name, graph::brief(node.type), given));
}

Diagnostic calls_too_deep(const graph::Node& node, int limit) {
  return at("NW4088", node, fmt::format("'{}' calls functions more than {} levels deep", node.name, limit));
}

Diagnostic other_type(const graph::Node& node, const std::string& computed) {
  return at("NW4089", node,
            fmt::format("{} is declared as {}, and is {}", call_text(node), graph::brief(node.type), computed));
}

}  // namespace nw::reference
