// SPDX-License-Identifier: GPL-3.0-or-later
#include "op/node_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "op/registry.h"

namespace nw::op {

namespace {

double element_count(const graph::Type& type) {
  if (type.is_tuple()) {
    double sum = 0;
    for (const graph::Type& field : type.fields) sum += element_count(field);
    return sum;
  }
  const auto shape = type.is_tensor() && type.rank_known ? graph::constant_shape(type.shape) : std::nullopt;
  if (!shape) return std::numeric_limits<double>::quiet_NaN();
  double product = 1;
  for (const int64_t extent : *shape) product *= static_cast<double>(extent);
  return product;
}

}  // namespace

double bytes_of(const graph::Type& type) {
  if (type.is_tuple()) {
    double sum = 0;
    for (const graph::Type& field : type.fields) sum += bytes_of(field);
    return sum;
  }
  if (!type.is_tensor()) return 0;
  double bytes = std::max(1.0, static_cast<double>(type.dtype.bits) / 8);
  for (const graph::Dim& dim : type.shape) bytes *= static_cast<double>(dim.constant().value_or(0));
  return bytes;
}

double flops_of(const graph::Graph& graph, const graph::Node& node) {
  const OpInfo* info = registry_of(graph).find(node.op);
  if (!info || !info->flops) return element_count(node.type);
  std::vector<graph::Type> types;
  for (const NodeId input : node.inputs) {
    if (!input.valid()) continue;
    types.push_back(graph.node(input).type);
    if (std::isnan(element_count(types.back()))) return std::numeric_limits<double>::quiet_NaN();
  }
  return info->flops(node, types);
}

double traffic_of(const graph::Graph& graph, const graph::Node& node) {
  double bytes = bytes_of(node.type);
  for (const NodeId input : node.inputs)
    if (input.valid()) bytes += bytes_of(graph.node(input).type);
  return bytes;
}

}  // namespace nw::op
