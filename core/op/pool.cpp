// SPDX-License-Identifier: GPL-3.0-or-later
// Pooling: windowed, global and adaptive, over one to three spatial axes.
#include <fmt/format.h>

#include "op/conv.h"
#include "op/families.h"

namespace nw::op {

namespace {

std::string default_pool_layout(size_t spatial_axes) {
  return "NC" + std::string("DHW").substr(3 - spatial_axes);
}

struct Pooled {
  DataLayout layout, out;
};

Result<Pooled> pool_layouts(const TypeContext& c, size_t spatial_axes) {
  Result<DataLayout> layout = layout_attr(c.node, "layout", default_pool_layout(spatial_axes));
  if (!layout) return layout.diagnostics;
  if (c.args[0].shape.size() != layout->rank()) {
    return wrong_argument(c.node, 0, fmt::format("have {} dimensions", layout->rank()), c.args[0]);
  }
  if (graph::string_attr(c.node.attrs, "out_layout", "").empty()) return Pooled{*layout, *layout};
  Result<DataLayout> out = layout_attr(c.node, "out_layout", default_pool_layout(spatial_axes));
  if (!out) return out.diagnostics;
  return Pooled{*layout, *out};
}

// The result's shape where `size` gives each spatial axis.
template <class F>
Type pooled(const TypeContext& c, const Pooled& layouts, const F& size) {
  const Shape& data = c.args[0].shape;
  return Type::tensor(c.args[0].dtype, layouts.out.shape_of([&](char axis) {
    return axis == 'N' || axis == 'C' ? layouts.layout.size_of(axis, data) : size(axis);
  }));
}

bool in_range(const std::vector<int64_t>& sizes) {
  return std::all_of(sizes.begin(), sizes.end(), [](int64_t s) { return s > 0 && s <= (int64_t{1} << 30); });
}

Result<Type> pool(const TypeContext& c, size_t spatial_axes) {
  Result<Pooled> layouts = pool_layouts(c, spatial_axes);
  if (!layouts) return layouts.diagnostics;
  Result<Window> window = window_of(c.node, spatial_axes);
  if (!window) return window.diagnostics;
  const auto sizes = repeat_to(graph::ints_attr(c.node.attrs, "pool_size", {}), spatial_axes);
  if (!sizes || !in_range(*sizes))
    return wrong_attribute(c.node, "pool_size", "must hold positive numbers, one an axis");
  const LastWindow last = last_window(c.node.attrs);
  const std::string spatial = default_pool_layout(spatial_axes).substr(2);
  return pooled(c, *layouts, [&](char axis) {
    const size_t i = spatial.find(axis);
    return window_output(layouts->layout.size_of(axis, c.args[0].shape), Dim((*sizes)[i]), *window, i, last);
  });
}

Result<Type> global_pool(const TypeContext& c, size_t spatial_axes) {
  Result<Pooled> layouts = pool_layouts(c, spatial_axes);
  if (!layouts) return layouts.diagnostics;
  return pooled(c, *layouts, [](char) { return Dim(1); });
}

Result<Type> adaptive_pool(const TypeContext& c, size_t spatial_axes) {
  Result<Pooled> layouts = pool_layouts(c, spatial_axes);
  if (!layouts) return layouts.diagnostics;
  const std::string spatial = default_pool_layout(spatial_axes).substr(2);
  const std::vector<int64_t> asked = graph::ints_attr(c.node.attrs, "output_size", {});
  const auto sizes = asked.empty() ? std::nullopt : repeat_to(asked, spatial_axes);
  if (!asked.empty() && (!sizes || !in_range(*sizes)))
    return wrong_attribute(c.node, "output_size", "must hold positive numbers, one an axis");
  return pooled(c, *layouts, [&](char axis) {
    return sizes ? Dim((*sizes)[spatial.find(axis)]) : layouts->layout.size_of(axis, c.args[0].shape);
  });
}

// A gradient has the shape of the data that was pooled.
Result<Type> pool_grad(const TypeContext& c) {
  return c.args[1];
}

using Rule = Result<Type> (*)(const TypeContext&, size_t);

void add(Registry& registry, const std::string& name, size_t axes, Rule rule) {
  set_type(registry, name, 1, tensors([axes, rule](const TypeContext& c) { return rule(c, axes); }));
}

}  // namespace

void add_pool(Registry& registry) {
  for (size_t axes = 1; axes <= 3; ++axes) {
    for (const char* kind : {"avg", "max"}) {
      add(registry, fmt::format("nn.{}_pool{}d", kind, axes), axes, pool);
      add(registry, fmt::format("nn.adaptive_{}_pool{}d", kind, axes), axes, adaptive_pool);
    }
  }
  add(registry, "nn.global_avg_pool2d", 2, global_pool);
  add(registry, "nn.global_max_pool2d", 2, global_pool);
  set_type(registry, "nn.avg_pool2d_grad nn.max_pool2d_grad", 2, tensors(pool_grad));
}

}  // namespace nw::op
