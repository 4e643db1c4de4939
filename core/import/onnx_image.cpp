// SPDX-License-Identifier: GPL-3.0-or-later
// Sampling, regions of interest.
#include <limits>

#include "import/onnx_call.h"

namespace nw::import {

namespace {

// Relay's regions carry their image's number in the first column.
Converted roi_align(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2) || !c.in_type(1).is_tensor()) return "the types of its inputs are not known";
  const DType dtype = c.in_type(1).dtype;
  const NodeId image =
      c.emit("expand_dims", {c.cast(c.in(2), dtype)}, {{"axis", Attr{int64_t{1}}}, {"num_newaxis", Attr{int64_t{1}}}});
  const NodeId rois = c.emit("concatenate", {c.emit_tuple({image, c.in(1)})}, {{"axis", Attr{int64_t{1}}}});
  Attrs attrs{{"pooled_size", graph::ints({c.int_attr("output_height", 1), c.int_attr("output_width", 1)})},
              {"spatial_scale", Attr{c.float_attr("spatial_scale", 1)}},
              {"sample_ratio", Attr{c.int_attr("sampling_ratio", 0)}},
              {"layout", Attr{std::string("NCHW")}},
              {"mode", Attr{c.string_attr("mode", "avg")}}};
  const char* usual = c.opset < 16 ? "output_half_pixel" : "half_pixel";
  if (c.string_attr("coordinate_transformation_mode", usual) == "half_pixel") attrs["aligned"] = Attr{true};
  c.set_output(0, c.emit("vision.roi_align", {c.in(0), rois}, std::move(attrs)));
  return {};
}

// Boxes by their corners (y, x, y, x), from those by centre and size (x, y, width, height).
NodeId boxes_of_corners(OnnxCall& c) {
  if (c.int_attr("center_point_box", 0) == 0) return c.in(0);
  const NodeId parts =
      c.emit("split", {c.in(0)}, {{"indices_or_sections", Attr{int64_t{4}}}, {"axis", Attr{int64_t{2}}}});
  const NodeId half = c.scalar(0.5, c.in_type(0).dtype);
  const auto corner = [&](const char* op, int64_t centre) {
    const NodeId reach = c.emit("multiply", {c.emit_field(parts, centre + 2), half});
    return c.emit(op, {c.emit_field(parts, centre), reach});
  };
  const NodeId corners =
      c.emit_tuple({corner("subtract", 1), corner("subtract", 0), corner("add", 1), corner("add", 0)});
  return c.emit("concatenate", {corners}, {{"axis", Attr{int64_t{2}}}});
}

// Relay gives all boxes, the chosen ones first, and how many those are: the rest is cut off.
Converted non_max_suppression(OnnxCall& c) {
  if (!c.rank(0) || !c.rank(1) || *c.rank(0) != 3 || *c.rank(1) != 3) return kInputUntyped;
  const auto number = [&](size_t i, double otherwise, DType dtype) {
    if (!c.has(i)) return c.scalar(otherwise, dtype);
    return c.rank(i) == size_t{0} ? c.in(i) : c.reshape(c.in(i), {});
  };
  const NodeId most = number(2, 0, DType::Int(64));
  const NodeId overlap = number(3, 0, DType::Float(32));
  const NodeId score = number(4, std::numeric_limits<float>::lowest(), DType::Float(32));
  const NodeId all =
      c.emit("vision.all_class_non_max_suppression", {boxes_of_corners(c), c.in(1), most, overlap, score},
             {{"output_format", Attr{std::string("onnx")}}});
  const NodeId end =
      c.emit("concatenate", {c.emit_tuple({c.emit_field(all, 1), c.vector_of({3})})}, {{"axis", Attr{int64_t{0}}}});
  c.set_output(0, c.emit("dyn.strided_slice", {c.emit_field(all, 0), c.vector_of({0, 0}), end, c.vector_of({1, 1})},
                         {{"result_shape", OnnxCall::result_shape({c.new_symbol("count"), Dim(3)})}}));
  return {};
}

Converted grid_sample(OnnxCall& c) {
  if (!c.rank(0) || !c.rank(1) || *c.rank(1) != *c.rank(0)) return kInputUntyped;
  const auto rank = static_cast<int64_t>(*c.rank(1));
  std::vector<int64_t> axes{0, rank - 1};
  for (int64_t i = 1; i + 1 < rank; ++i) axes.push_back(i);
  const NodeId grid = c.emit("transpose", {c.in(1)}, {{"axes", graph::ints(axes)}});
  c.set_output(0, c.emit("image.grid_sample", {c.in(0), grid},
                         {{"method", Attr{c.string_attr("mode", "bilinear")}},
                          {"padding_mode", Attr{c.string_attr("padding_mode", "zeros")}},
                          {"align_corners", Attr{c.int_attr("align_corners", 0) != 0}}}));
  return {};
}

// theta, size of the data: (N, spatial…, axes)
Converted affine_grid(OnnxCall& c) {
  if (!c.has(0) || !c.has(1)) return "an input is missing";
  if (c.rank(0) != 3) return "its input has not three dimensions";
  const auto axes = c.in_type(0).shape[1].constant();
  if (axes != 2 && axes != 3) return "it has neither two nor three axes";
  std::vector<std::optional<Dim>> shape{c.in_type(0).shape[0]};
  const ShapeValue* size = c.shape_value(1);
  for (int64_t i = 0; i < *axes; ++i) {
    const auto at = static_cast<size_t>(i + 2);
    shape.push_back(size && at < size->elements.size() ? std::optional(size->elements[at]) : std::nullopt);
  }
  shape.emplace_back(Dim(*axes));
  return c.emit_as_is(1, {{"result_shape", OnnxCall::result_shape(shape)}});
}

// columns (N, C · elements of a block, positions), size of the image, size of a block: (N, C, spatial…)
Converted columns_to_image(OnnxCall& c) {
  if (!c.has(0) || !c.has(1) || !c.has(2)) return "an input is missing";
  if (c.rank(0) != 3 || c.rank(1) != 1) return kInputsUntyped;
  const std::optional<int64_t> axes = c.in_type(1).shape[0].constant();
  if (!axes) return "how many axes its image has is not known";
  const ShapeValue *size = c.shape_value(1), *block = c.shape_value(2);
  std::vector<std::optional<Dim>> shape{c.in_type(0).shape[0], std::nullopt};
  if (block) shape[1] = graph::floor_div(c.in_type(0).shape[1], graph::product(block->elements));
  for (size_t i = 0; i < static_cast<size_t>(*axes); ++i)
    shape.push_back(size && i < size->elements.size() ? std::optional(size->elements[i]) : std::nullopt);
  return c.emit_as_is(1, {{"result_shape", OnnxCall::result_shape(shape)}});
}

}  // namespace

void add_image_converters(ConverterTable& table) {
  table["RoiAlign"] = roi_align;
  table["NonMaxSuppression"] = non_max_suppression;
  table["GridSample"] = grid_sample;
  table["AffineGrid"] = affine_grid;
  table["Col2Im"] = columns_to_image;
}

}  // namespace nw::import
