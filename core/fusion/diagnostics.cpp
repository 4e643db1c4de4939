// SPDX-License-Identifier: GPL-3.0-or-later
#include "fusion/diagnostics.h"

#include <fmt/format.h>

#include "fusion/words.h"

namespace nw::fusion {

namespace {

Diagnostic make(const char* code, Severity severity, std::string message) {
  Diagnostic d;
  d.code = code;
  d.severity = severity;
  d.message = std::move(message);
  return d;
}

Place place_of(const graph::Node& node) {
  Place place = at_node(node.name);
  place.span = node.origin.span;
  return place;
}

std::string arrow(const graph::Node& from, const graph::Node& to) {
  return fmt::format("{} → {}", full_name(from), full_name(to));
}

}  // namespace

Diagnostic join_refused(const graph::Graph& graph, NodeId a, NodeId b) {
  const graph::Node& from = graph.node(a);
  const graph::Node& to = graph.node(b);
  Diagnostic d = make("NW3020", Severity::Warning,
                      fmt::format("the join of {} and {} is not possible: not all uses of {} lead to {}",
                                  full_name(from), full_name(to), full_name(from), full_name(to)));
  d.where = {place_of(from), place_of(to)};
  d.because.push_back("a group gives one value; what is needed outside as well cannot be inside it");
  return d;
}

Diagnostic cut_by_depth(const graph::Node& from, const graph::Node& to, int count, int max_depth) {
  const std::string more = count == 1 ? "" : fmt::format(" ({} such places, this is the first)", count);
  Diagnostic d = make("NW3010", Severity::Warning,
                      fmt::format("{} is not fused only because a group may hold {} nodes at most{}", arrow(from, to),
                                  max_depth, more));
  d.where = {place_of(from), place_of(to)};
  d.legal.push_back("a greater --max-depth");
  return d;
}

Diagnostic fused_differently(const graph::Node& fused_from, const graph::Node& fused_to, const graph::Node& from,
                             const graph::Node& to, const std::string& why_fused, const std::string& why_not) {
  Diagnostic d =
      make("NW3011", Severity::Note,
           fmt::format("{} is not fused, though its equal {} is", arrow(from, to), arrow(fused_from, fused_to)));
  d.where = {place_of(from), place_of(to), place_of(fused_from), place_of(fused_to)};
  d.because.push_back("here: " + why_not);
  d.because.push_back("there: " + why_fused);
  return d;
}

}  // namespace nw::fusion
