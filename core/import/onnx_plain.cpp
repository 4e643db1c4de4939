// SPDX-License-Identifier: GPL-3.0-or-later
// Operators that Relay has no operator of the same meaning for: they stay as they are, under the name "onnx.NAME", with
// their attributes. An optional input that is missing is ().
#include "import/onnx_call.h"
#include "import/onnx_text.h"

namespace nw::import {

namespace {

std::optional<Attr> as_attr(OnnxCall& c, const onnx::AttributeProto& a) {
  if (a.has_t()) {
    Result<NDArray> data = c.tensors().read(a.t());
    return data.value ? std::optional<Attr>(Attr{std::move(*data.value)}) : std::nullopt;
  }
  if (a.has_i()) return Attr{a.i()};
  if (a.has_f()) return Attr{static_cast<double>(a.f())};
  if (a.has_s()) return Attr{clean_text(a.s())};
  graph::AttrList list;
  for (const int64_t v : a.ints()) list.push_back(Attr{v});
  for (const float v : a.floats()) list.push_back(Attr{static_cast<double>(v)});
  for (const std::string& v : a.strings()) list.push_back(Attr{clean_text(v)});
  if (a.has_g() || a.graphs_size() > 0 || a.tensors_size() > 0) return std::nullopt;
  return Attr{std::move(list)};
}

bool has_inputs(const OnnxCall& c, size_t count) {
  for (size_t i = 0; i < count; ++i)
    if (!c.has(i)) return false;
  return true;
}

template <size_t Inputs, size_t Outputs>
Converted plain(OnnxCall& c) {
  return has_inputs(c, Inputs) ? c.emit_as_is(Outputs) : "an input is missing";
}

// With a list of strings among its attributes, of which each byte counts.
template <size_t Inputs>
Converted with_strings(OnnxCall& c) {
  if (!has_inputs(c, Inputs)) return "an input is missing";
  Attrs attrs;
  for (const char* key : {"stopwords", "pool_strings"})
    if (const onnx::AttributeProto* a = c.attribute(key); a && a->strings_size() > 0)
      attrs[key] = Attr{NDArray::of_texts({a->strings_size()}, {a->strings().begin(), a->strings().end()})};
  return c.emit_as_is(1, std::move(attrs));
}

// With an element type among its attributes, by ONNX's number.
template <size_t Inputs>
Converted with_dtype(OnnxCall& c) {
  if (!has_inputs(c, Inputs)) return "an input is missing";
  Attrs attrs;
  for (const char* key : {"dtype", "output_datatype"}) {
    if (!c.has_attr(key)) continue;
    const std::optional<DType> dtype = onnx_dtype(static_cast<int>(c.int_attr(key, 0)));
    if (!dtype) return "its element type is not known here";
    attrs["dtype"] = Attr{to_string(*dtype)};
    if (std::string_view(key) != "dtype") attrs[key] = Attr{};
  }
  return c.emit_as_is(1, std::move(attrs));
}

// From opset 20 on the axis is an input, and counts from the end where it is not given.
Converted transform(OnnxCall& c) {
  if (!c.has(0)) return "an input is missing";
  if (c.opset < 20) return c.emit_as_is();
  Attrs attrs{{"inverse", Attr{c.int_attr("inverse", 0)}}, {"onesided", Attr{c.int_attr("onesided", 0)}}};
  std::vector<NodeId> arguments{c.in(0)};
  if (c.has(1) || c.has(2)) arguments.push_back(c.has(1) ? c.in(1) : c.nothing());
  const std::optional<double> axis = c.has(2) ? c.constant_scalar(2) : -2;
  if (axis)
    attrs["axis"] = Attr{static_cast<int64_t>(*axis)};
  else
    arguments.push_back(c.in(2));
  c.set_output(0, c.emit("onnx.DFT", std::move(arguments), std::move(attrs)));
  return {};
}

}  // namespace

NodeId OnnxCall::nothing() {
  return emit_tuple({});
}

std::string OnnxCall::emit_as_is(size_t outputs, Attrs attrs, const std::string& op) {
  for (const onnx::AttributeProto& a : proto.attribute()) {
    if (attrs.contains(a.name())) continue;
    std::optional<Attr> attr = as_attr(*this, a);
    if (!attr) return "its attribute '" + clean_text(a.name()) + "' is of a kind that is not known here";
    attrs.emplace(clean_text(a.name()), std::move(*attr));
  }
  size_t given = input_count();
  while (given > 0 && !has(given - 1)) --given;
  std::vector<NodeId> arguments;
  for (size_t i = 0; i < given; ++i) arguments.push_back(has(i) ? in(i) : nothing());
  const NodeId result =
      emit(op.empty() ? "onnx." + clean_text(proto.op_type()) : op, std::move(arguments), std::move(attrs));
  if (outputs == 1) {
    set_output(0, result);
    return {};
  }
  for (size_t i = 0; i < outputs && i < outputs_.size(); ++i)
    if (!proto.output(static_cast<int>(i)).empty()) set_output(i, emit_field(result, static_cast<int64_t>(i)));
  return {};
}

void add_plain_converters(ConverterTable& table) {
  table["RNN"] = plain<3, 2>;
  table["GRU"] = plain<3, 2>;
  table["LSTM"] = plain<3, 3>;
  table["Compress"] = plain<2, 1>;
  table["Unique"] = plain<1, 4>;
  table["Det"] = plain<1, 1>;
  table["DFT"] = transform;
  table["STFT"] = plain<2, 1>;
  table["MaxUnpool"] = plain<2, 1>;
  table["StringNormalizer"] = with_strings<1>;
  table["TfIdfVectorizer"] = with_strings<1>;
  table["EyeLike"] = with_dtype<1>;
  table["MelWeightMatrix"] = with_dtype<5>;
  table["Multinomial"] = with_dtype<1>;
  table["RandomNormal"] = with_dtype<0>;
  table["RandomUniform"] = with_dtype<0>;
  table["RandomNormalLike"] = with_dtype<1>;
  table["RandomUniformLike"] = with_dtype<1>;
}

}  // namespace nw::import
