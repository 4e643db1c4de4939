// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/onnx_later_functions.h"

#include <fmt/format.h>

#include <limits>
#include <string>
#include <string_view>
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wshadow"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#pragma GCC diagnostic ignored "-Wpedantic"
#include <onnx/defs/parser.h>
#pragma GCC diagnostic pop

namespace nw::import {

namespace {

constexpr int64_t kOpset = 23;

// A body that grows by lines of ONNX's text form: "Y = Mul (A, B)".
class Body {
 public:
  Body(std::vector<std::string> inputs, std::vector<std::string> outputs) {
    function_.body.add_opset_import()->set_version(kOpset);
    for (std::string& input : inputs) function_.body.add_input(std::move(input));
    for (std::string& output : outputs) function_.body.add_output(std::move(output));
  }
  template <class... Arguments>
  void add(fmt::format_string<Arguments...> form, Arguments&&... arguments) {
    const std::string text = fmt::format(form, std::forward<Arguments>(arguments)...);
    onnx::OnnxParser parser(text.c_str());
    good_ = good_ && parser.Parse(*function_.body.add_node()).IsOK();
  }
  void number(const std::string& name, float value) {
    onnx::NodeProto* node = function_.body.add_node();
    node->set_op_type("Constant");
    node->add_output(name);
    onnx::AttributeProto* attribute = node->add_attribute();
    attribute->set_name("value_float");
    attribute->set_type(onnx::AttributeProto::FLOAT);
    attribute->set_f(value);
  }
  std::optional<OperatorFunction> take() && { return good_ ? std::optional(std::move(function_)) : std::nullopt; }

 private:
  OperatorFunction function_;
  bool good_ = true;
};

const onnx::AttributeProto* attribute(const onnx::NodeProto& node, std::string_view name) {
  for (const onnx::AttributeProto& a : node.attribute())
    if (a.name() == name) return &a;
  return nullptr;
}
int64_t number(const onnx::NodeProto& node, std::string_view name) {
  const onnx::AttributeProto* a = attribute(node, name);
  return a ? a->i() : 0;
}

bool has(const onnx::NodeProto& node, int input) {
  return input < node.input_size() && !node.input(input).empty();
}

// Nothing where it is not known.
std::optional<int> rank_of(const std::vector<onnx::TypeProto>& types, size_t input) {
  if (input >= types.size() || !types[input].has_tensor_type() || !types[input].tensor_type().has_shape())
    return std::nullopt;
  return types[input].tensor_type().shape().dim_size();
}
std::optional<int64_t> size_of(const onnx::TypeProto& type, int axis) {
  const auto& dim = type.tensor_type().shape().dim(axis);
  return dim.has_dim_value() ? std::optional(dim.dim_value()) : std::nullopt;
}
int element_of(const std::vector<onnx::TypeProto>& types, size_t input) {
  return input < types.size() ? types[input].tensor_type().elem_type() : 0;
}

// Attention: softmax(Q·Kᵀ·scale, capped, + mask)·V by heads; keys and values behind those of the past.
class Attention {
 public:
  Attention(const onnx::NodeProto& node, const std::vector<onnx::TypeProto>& types)
      : node_(node),
        types_(types),
        body_({"Q", "K", "V", "attn_mask", "past_key", "past_value"},
              {"Y", "present_key", "present_value", "qk_matmul_output"}) {}

  std::optional<OperatorFunction> make() && {
    const auto rank = rank_of(types_, 0);
    if (!rank || (*rank != 3 && *rank != 4) || rank_of(types_, 1) != rank || rank_of(types_, 2) != rank)
      return std::nullopt;
    by_heads_ = *rank == 4;
    if (!find_heads()) return std::nullopt;
    split_heads();
    add_past();
    share_heads("Key", "KeyOfHead");
    share_heads("Value", "ValueOfHead");
    add_scores();
    add_weights();
    add_result();
    return std::move(body_).take();
  }

 private:
  bool find_heads() {
    const auto heads = [&](size_t input, const char* key) -> std::optional<int64_t> {
      return by_heads_ ? size_of(types_[input], 1) : std::optional(number(node_, key));
    };
    const auto queries = heads(0, "q_num_heads"), keys = heads(1, "kv_num_heads");
    if (queries == keys && by_heads_) return true;
    if (!queries || !keys || *queries < 1 || *keys < 1 || *queries % *keys != 0) return false;
    query_heads_ = *queries, key_heads_ = *keys;
    return true;
  }

  // (batch, heads, length, size of a head)
  void split_heads() {
    const std::pair<const char*, const char*> parts[] = {{"Q", "Query"}, {"K", "NewKey"}, {"V", "NewValue"}};
    for (const auto& [from, to] : parts) {
      if (by_heads_) {
        body_.add("{} = Identity ({})", to, from);
        continue;
      }
      const int64_t heads = from == std::string_view("Q") ? query_heads_ : key_heads_;
      body_.add("{}Shape = Constant <value_ints = [0, 0, {}, -1]> ()", to, heads);
      body_.add("{0}Split = Reshape ({1}, {0}Shape)", to, from);
      body_.add("{0} = Transpose <perm = [0, 2, 1, 3]> ({0}Split)", to);
    }
  }

  void add_past() {
    for (const auto& [name, past, input] : {std::tuple("Key", "past_key", 4), std::tuple("Value", "past_value", 5)}) {
      if (has(node_, input))
        body_.add("{0} = Concat <axis = 2> ({1}, New{0})", name, past);
      else
        body_.add("{0} = Identity (New{0})", name);
    }
    body_.add("present_key = Identity (Key)");
    body_.add("present_value = Identity (Value)");
  }

  // A head of keys for each of queries: several of these share one.
  void share_heads(const std::string& from, const std::string& to) {
    if (query_heads_ == key_heads_) {
      body_.add("{} = Identity ({})", to, from);
      return;
    }
    body_.add("{}Axis = Constant <value_ints = [2]> ()", to);
    body_.add("{0}Apart = Unsqueeze ({1}, {0}Axis)", to, from);
    body_.add("{}Times = Constant <value_ints = [1, 1, {}, 1, 1]> ()", to, query_heads_ / key_heads_);
    body_.add("{0}Shared = Expand ({0}Apart, {0}Times)", to);
    body_.add("{}Heads = Constant <value_ints = [0, {}, -1]> ()", to, query_heads_);
    body_.add("{}Size = Shape <start = 3, end = 4> ({})", to, from);
    body_.add("{0}Shape = Concat <axis = 0> ({0}Heads, {0}Size)", to);
    body_.add("{0} = Reshape ({0}Shared, {0}Shape)", to);
  }

  void add_scores() {
    if (const onnx::AttributeProto* scale = attribute(node_, "scale")) {
      body_.number("ScaleFloat", scale->f());
    } else {
      body_.add("HeadSize = Shape <start = 3, end = 4> (Query)");
      body_.add("HeadSizeFloat = Cast <to = 1> (HeadSize)");
      body_.add("Root = Sqrt (HeadSizeFloat)");
      body_.add("ScaleFloat = Reciprocal (Root)");
    }
    body_.add("Scale = CastLike (ScaleFloat, Q)");
    body_.add("Scaled = Mul (Query, Scale)");
    body_.add("Turned = Transpose <perm = [0, 1, 3, 2]> (KeyOfHead)");
    body_.add("Scores = MatMul (Scaled, Turned)");
    const onnx::AttributeProto* cap = attribute(node_, "softcap");
    if (!cap || cap->f() == 0) {
      body_.add("Capped = Identity (Scores)");
    } else {
      body_.number("CapFloat", cap->f());
      body_.add("Cap = CastLike (CapFloat, Q)");
      body_.add("OfCap = Div (Scores, Cap)");
      body_.add("Bent = Tanh (OfCap)");
      body_.add("Capped = Mul (Bent, Cap)");
    }
    add_mask();
  }

  void add_mask() {
    const bool given = has(node_, 3), causal = number(node_, "is_causal") != 0;
    body_.number("NothingFloat", 0);
    body_.number("NeverFloat", -std::numeric_limits<float>::infinity());
    body_.add("Nothing = CastLike (NothingFloat, Q)");
    body_.add("Never = CastLike (NeverFloat, Q)");
    if (given && element_of(types_, 3) == onnx::TensorProto::BOOL)
      body_.add("Mask = Where (attn_mask, Nothing, Never)");
    else if (given)
      body_.add("Mask = CastLike (attn_mask, Q)");
    if (causal) add_causal();
    if (given && causal)
      body_.add("Bias = Add (Mask, Causal)");
    else if (given || causal)
      body_.add("Bias = Identity ({})", given ? "Mask" : "Causal");
    if (given || causal)
      body_.add("Masked = Add (Capped, Bias)");
    else
      body_.add("Masked = Identity (Capped)");
  }

  // A query sees the keys of the past, and those of its own and of earlier places.
  void add_causal() {
    body_.add("FirstPlace = Constant <value_int = 0> ()");
    body_.add("NextPlace = Constant <value_int = 1> ()");
    body_.add("RowAxis = Constant <value_ints = [1]> ()");
    const char* tensors[] = {"Query", "Key", "NewKey"};
    for (const char* tensor : tensors) {
      body_.add("{0}Lengths = Shape <start = 2, end = 3> ({0})", tensor);
      body_.add("{0}Length = Squeeze ({0}Lengths)", tensor);
    }
    body_.add("Rows = Range (FirstPlace, QueryLength, NextPlace)");
    body_.add("RowsAcross = Unsqueeze (Rows, RowAxis)");
    body_.add("PastLength = Sub (KeyLength, NewKeyLength)");
    body_.add("LastSeen = Add (RowsAcross, PastLength)");
    body_.add("Columns = Range (FirstPlace, KeyLength, NextPlace)");
    body_.add("Later = Less (LastSeen, Columns)");
    body_.add("Causal = Where (Later, Never, Nothing)");
  }

  // A query that sees no key has no weights.
  void add_weights() {
    const int64_t precision = number(node_, "softmax_precision");
    if (precision != 0) {
      body_.add("Precise = Cast <to = {}> (Masked)", precision);
      body_.add("PreciseWeights = Softmax (Precise)");
      body_.add("Weights = CastLike (PreciseWeights, Q)");
    } else {
      body_.add("Weights = Softmax (Masked)");
    }
    if (!has(node_, 3)) {
      body_.add("Seen = Identity (Weights)");
      return;
    }
    body_.add("LastAxis = Constant <value_ints = [-1]> ()");
    body_.add("MostOfRow = ReduceMax (Bias, LastAxis)");
    body_.add("SeesNone = Equal (MostOfRow, Never)");
    body_.add("Seen = Where (SeesNone, Nothing, Weights)");
  }

  void add_result() {
    const int64_t mode = number(node_, "qk_matmul_output_mode");
    body_.add("qk_matmul_output = Identity ({})", mode == 1   ? "Capped"
                                                  : mode == 2 ? "Masked"
                                                  : mode == 3 ? "Seen"
                                                              : "Scores");
    if (by_heads_) {
      body_.add("Y = MatMul (Seen, ValueOfHead)");
      return;
    }
    body_.add("Heads = MatMul (Seen, ValueOfHead)");
    body_.add("Together = Transpose <perm = [0, 2, 1, 3]> (Heads)");
    body_.add("ResultShape = Constant <value_ints = [0, 0, -1]> ()");
    body_.add("Y = Reshape (Together, ResultShape)");
  }

  const onnx::NodeProto& node_;
  const std::vector<onnx::TypeProto>& types_;
  Body body_;
  bool by_heads_ = false;                    // the inputs have four axes
  int64_t query_heads_ = 0, key_heads_ = 0;  // both 0: as many of each
};

// RotaryEmbedding: the first `rotary_embedding_dim` numbers of each head (0: all), as pairs, turned by the angles of
// their places.
std::optional<OperatorFunction> rotary_embedding(const onnx::NodeProto& node,
                                                 const std::vector<onnx::TypeProto>& types) {
  const auto rank = rank_of(types, 0);
  const int64_t heads = number(node, "num_heads"), turned = number(node, "rotary_embedding_dim");
  if (!rank || (*rank != 3 && *rank != 4) || (*rank == 3 && heads < 1)) return std::nullopt;
  const std::optional<int64_t> width = size_of(types[0], *rank - 1);
  if (!width) return std::nullopt;
  const int64_t size = *rank == 3 ? *width / heads : *width, part = turned > 0 ? turned : size;
  Body body({"X", "cos_cache", "sin_cache", "position_ids"}, {"Y"});
  if (*rank == 3) {
    body.add("HeadsShape = Constant <value_ints = [0, 0, {}, -1]> ()", heads);
    body.add("Data = Reshape (X, HeadsShape)");
  } else {
    body.add("Data = Transpose <perm = [0, 2, 1, 3]> (X)");
  }
  body.add("Begin = Constant <value_ints = [0]> ()");
  body.add("Second = Constant <value_ints = [1]> ()");
  body.add("Two = Constant <value_ints = [2]> ()");
  body.add("Last = Constant <value_ints = [3]> ()");
  body.add("Part = Constant <value_ints = [{}]> ()", part);
  body.add("Half = Constant <value_ints = [{}]> ()", part / 2);
  body.add("Size = Constant <value_ints = [{}]> ()", size);
  for (const char* name : {"cos", "sin"}) {
    if (has(node, 3))
      body.add("{0}Places = Gather ({0}_cache, position_ids)", name);
    else
      body.add("{0}Places = Identity ({0}_cache)", name);
    body.add("{0}Half = Slice ({0}Places, Begin, Half, Two)", name);
    body.add("{0} = Unsqueeze ({0}Half, Two)", name);
  }
  const bool interleaved = number(node, "interleaved") != 0;
  if (interleaved) {
    body.add("A = Slice (Data, Begin, Part, Last, Two)");
    body.add("B = Slice (Data, Second, Part, Last, Two)");
  } else {
    body.add("A = Slice (Data, Begin, Half, Last)");
    body.add("B = Slice (Data, Half, Part, Last)");
  }
  body.add("CosA = Mul (cos, A)");
  body.add("SinB = Mul (sin, B)");
  body.add("SinA = Mul (sin, A)");
  body.add("CosB = Mul (cos, B)");
  body.add("Real = Sub (CosA, SinB)");
  body.add("Imaginary = Add (SinA, CosB)");
  if (interleaved) {
    body.add("Behind = Constant <value_ints = [-1]> ()");
    body.add("RealApart = Unsqueeze (Real, Behind)");
    body.add("ImaginaryApart = Unsqueeze (Imaginary, Behind)");
    body.add("Pairs = Concat <axis = -1> (RealApart, ImaginaryApart)");
    body.add("PartShape = Constant <value_ints = [0, 0, 0, -1]> ()");
    body.add("Turned = Reshape (Pairs, PartShape)");
  } else {
    body.add("Turned = Concat <axis = -1> (Real, Imaginary)");
  }
  if (part < size) {
    body.add("Rest = Slice (Data, Part, Size, Last)");
    body.add("Joined = Concat <axis = -1> (Turned, Rest)");
  } else {
    body.add("Joined = Identity (Turned)");
  }
  if (*rank == 3) {
    body.add("XShape = Constant <value_ints = [0, 0, -1]> ()");
    body.add("Y = Reshape (Joined, XShape)");
  } else {
    body.add("Y = Transpose <perm = [0, 2, 1, 3]> (Joined)");
  }
  return std::move(body).take();
}

}  // namespace

std::optional<OperatorFunction> later_function(const onnx::NodeProto& node,
                                               const std::vector<onnx::TypeProto>& input_types) {
  if (!node.domain().empty() && node.domain() != "ai.onnx") return std::nullopt;
  if (node.op_type() == "Attention") return Attention(node, input_types).make();
  if (node.op_type() == "RotaryEmbedding") return rotary_embedding(node, input_types);
  return std::nullopt;
}

}  // namespace nw::import
