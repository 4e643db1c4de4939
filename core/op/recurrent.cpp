// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's recurrent layers: data (time, batch, inputs), weights (directions, gates · hidden, inputs) and (directions,
// gates · hidden, hidden), then what may be missing. All outputs, then the last state.
#include <fmt/format.h>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> recurrent(const TypeContext& c, size_t states) {
  if (c.args.size() < 3) return wrong_argument_count(c.node, 3);
  for (size_t i = 0; i < 3; ++i)
    if (!c.args[i].is_tensor() || c.args[i].shape.size() != 3)
      return wrong_argument(c.node, i, "have three dimensions", c.args[i]);
  const Shape &data = c.args[0].shape, &weight = c.args[1].shape, &recurrence = c.args[2].shape;
  const auto inputs = data[2].constant(), taken = weight[2].constant();
  if (inputs && taken && *inputs != *taken)
    return shapes_disagree(c.node, fmt::format("the data have {} inputs, the weight takes {}", *inputs, *taken));
  const bool batch_first = graph::int_attr(c.node.attrs, "layout", 0) != 0;
  const Dim &time = data[batch_first ? 1 : 0], &batch = data[batch_first ? 0 : 1], &directions = weight[0],
            &hidden = recurrence[2];
  const DType dtype = c.args[0].dtype;
  std::vector<Type> types{Type::tensor(
      dtype, batch_first ? Shape{batch, time, directions, hidden} : Shape{time, directions, batch, hidden})};
  const Type last =
      Type::tensor(dtype, batch_first ? Shape{batch, directions, hidden} : Shape{directions, batch, hidden});
  for (size_t i = 0; i < states; ++i) types.push_back(last);
  return Type::tuple(std::move(types));
}

}  // namespace

void add_recurrent(Registry& registry) {
  set_type(registry, "onnx.RNN onnx.GRU", -1, [](const TypeContext& c) { return recurrent(c, 1); });
  set_type(registry, "onnx.LSTM", -1, [](const TypeContext& c) { return recurrent(c, 2); });
}

}  // namespace nw::op
