// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/random_outputs.h"

#include <algorithm>

#include "data/diagnostics.h"

namespace nw::data {

namespace {

bool draws_numbers(const graph::Node& node) {
  return node.op.starts_with("random.") || node.op.starts_with("onnx.Random") || node.op == "onnx.Multinomial" ||
         node.op == "onnx.Dropout";
}

}  // namespace

Diagnostics random_differences(const graph::Graph& source, const measure::ExpectedReport& expected) {
  Diagnostics diagnostics;
  for (const measure::ExpectedReport::Output& output : expected.outputs) {
    const auto name = std::ranges::find(source.output_names, output.name);
    const auto place = static_cast<size_t>(name - source.output_names.begin());
    if (output.ok || place >= source.outputs.size()) continue;
    for (const NodeId id : source.post_order({source.outputs[place]}))
      if (const graph::Node& node = source.node(id); draws_numbers(node)) {
        diagnostics.push_back(random_output(output.name, node));
        break;
      }
  }
  return diagnostics;
}

}  // namespace nw::data
