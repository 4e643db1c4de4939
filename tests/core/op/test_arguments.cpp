// SPDX-License-Identifier: GPL-3.0-or-later
// Every argument that a computation indexes is checked by its operator's type rule: rank, size, data type.
#include <QTest>

#include "graph/dim.h"
#include "op/registry.h"
#include "registry.h"

using namespace nw;
using graph::Attr;
using graph::Attrs;
using graph::Dim;
using graph::Type;

class TestArguments : public QObject {
  Q_OBJECT

  static Type tensor(const std::vector<int64_t>& dims, DType dtype = DType::Float(32)) {
    return Type::tensor(dtype, graph::Shape(dims.begin(), dims.end()));
  }
  static Attr number(int64_t value) { return Attr{value}; }
  static Attr text(const char* value) { return Attr{std::string(value)}; }

  // The type of the call, or what is wrong with it.
  static QString call(const char* op, const std::vector<Type>& arguments, Attrs attrs = {},
                      const NDArray& second = {}) {
    graph::Graph graph;
    graph::Node node;
    node.op = op;
    node.name = "call";
    node.attrs = std::move(attrs);
    for (size_t i = 0; i < arguments.size(); ++i) {
      graph::Node input;
      input.kind = i == 1 && second.bytes() ? graph::NodeKind::Constant : graph::NodeKind::Input;
      input.type = arguments[i];
      if (i == 1) input.data = second;
      node.inputs.push_back(graph.add(std::move(input)));
    }
    node.type = tensor({1});  // as a file may declare
    const NodeId id = graph.add(std::move(node));
    const Diagnostics diagnostics = op::infer_node(graph, id);
    if (diagnostics.empty()) return QString::fromStdString(graph::to_string(graph.node(id).type));
    // Nothing is computed by a type that the rule refuses.
    if (graph.node(id).type.kind != Type::Kind::Unknown) return QStringLiteral("the declared type stays");
    return QString::fromStdString(diagnostics.front().message);
  }

  static NDArray indices(const std::vector<int64_t>& values) {
    NDArray data(DType::Int(64), {static_cast<int64_t>(values.size())});
    for (size_t i = 0; i < values.size(); ++i) data.set_int(static_cast<int64_t>(i), values[i]);
    return data;
  }

  static constexpr DType kInt8 = DType::Int(8), kInt64 = DType::Int(64), kHalf = DType::Float(16);

 private Q_SLOTS:
  void vectors_along_an_axis() {
    const Type data = tensor({1, 4, 8, 8});
    QCOMPARE(call("nn.prelu", {data, tensor({4})}), QStringLiteral("Tensor[(1, 4, 8, 8), float32]"));
    QCOMPARE(call("nn.prelu", {data, tensor({1})}),
             QStringLiteral("argument 2 of 'nn.prelu' must be a vector of 4 elements of float32, but is Tensor[(1,), "
                            "float32]"));
    QCOMPARE(call("nn.prelu", {data, tensor({4}, kHalf)}),
             QStringLiteral("argument 2 of 'nn.prelu' must be a vector of 4 elements of float32, but is Tensor[(4,), "
                            "float16]"));
    QCOMPARE(call("nn.prelu", {data, tensor({4})}, {{"axis", number(7)}}),
             QStringLiteral("attribute 'axis' of 'nn.prelu' must be an axis of a tensor of rank 4, but is 7"));
    QCOMPARE(call("nn.bias_add", {data, tensor({4}, kInt8)}),
             QStringLiteral("argument 2 of 'nn.bias_add' must have the data type of the first (float32), but is "
                            "Tensor[(4,), int8]"));
    QCOMPARE(call("nn.layer_norm", {tensor({2, 8}), tensor({2}), tensor({8})}),
             QStringLiteral("argument 2 of 'nn.layer_norm' must be a vector of 8 elements of float32, but is "
                            "Tensor[(2,), float32]"));
    QCOMPARE(call("nn.instance_norm", {data, tensor({4}), tensor({4, 1})}),
             QStringLiteral("argument 3 of 'nn.instance_norm' must be a vector of 4 elements of float32, but is "
                            "Tensor[(4, 1), float32]"));
    QCOMPARE(call("nn.group_norm", {data, tensor({4}), tensor({4})}, {{"num_groups", number(3)}}),
             QStringLiteral("attribute 'num_groups' of 'nn.group_norm' must divide the 4 channels, but is 3"));
  }

  void indices_are_integers_and_inside() {
    const Type data = tensor({4, 8});
    QCOMPARE(call("take", {data, tensor({3})}, {{"axis", number(0)}}),
             QStringLiteral("argument 2 of 'take' must be integers, but is Tensor[(3,), float32]"));
    QCOMPARE(call("gather_nd", {data, tensor({2, 3}, DType::Bool())}),
             QStringLiteral("argument 2 of 'gather_nd' must be integers, but is Tensor[(2, 3), bool]"));
    const Attrs fast{{"axis", number(0)}, {"mode", text("fast")}};
    QCOMPARE(call("take", {data, tensor({3}, kInt64)}, fast, indices({0, -4, 3})),
             QStringLiteral("Tensor[(3, 8), float32]"));
    QCOMPARE(call("take", {data, tensor({3}, kInt64)}, fast, indices({0, 4, 3})),
             QStringLiteral("element 1 of the indices of 'take' is 4, but axis 0 of its data has 4 elements"));
    QCOMPARE(call("take", {data, tensor({1}, kInt64)}, fast, indices({-5})),
             QStringLiteral("element 0 of the indices of 'take' is -5, but axis 0 of its data has 4 elements"));
    QCOMPARE(call("take", {data, tensor({1}, kInt64)}, {{"axis", number(0)}, {"mode", text("clip")}}, indices({99})),
             QStringLiteral("Tensor[(1, 8), float32]"));
    QCOMPARE(call("take", {data, tensor({1}, kInt64)}, {{"axis", number(0)}, {"mode", text("guess")}}),
             QStringLiteral("attribute 'mode' of 'take' must be \"clip\", \"wrap\" or \"fast\", but is \"guess\""));
    QCOMPARE(call("scatter", {data, tensor({4, 8}, kInt64), tensor({4, 8}, kHalf)}, {{"axis", number(0)}}),
             QStringLiteral("argument 3 of 'scatter' must have the data type of the first (float32), but is Tensor[(4, "
                            "8), float16]"));
  }

  void sizes_fit() {
    QCOMPARE(call("reshape_like", {tensor({2, 3}), tensor({4, 2})}),
             QStringLiteral("'reshape_like': a tensor of shape (2, 3) cannot take the shape (4, 2)"));
    QCOMPARE(call("broadcast_to", {tensor({3, 4})}, {{"shape", graph::ints({1, 4})}}),
             QStringLiteral("'broadcast_to': a tensor of shape (3, 4) cannot be broadcast to (1, 4)"));
    QCOMPARE(call("topk", {tensor({2, 5})}, {{"k", number(6)}}),
             QStringLiteral("attribute 'k' of 'topk' must be at most the 5 elements of axis 1, but is 6"));
    QCOMPARE(call("variance", {tensor({2, 5}), tensor({2})}, {{"axis", graph::ints({1})}}),
             QStringLiteral("argument 2 of 'variance' must have the dimensions of (2, 5), or 1, but is Tensor[(2,), "
                            "float32]"));
    QCOMPARE(call("full", {tensor({3})}, {{"shape", graph::ints({4})}, {"dtype", text("float32")}}),
             QStringLiteral("argument 1 of 'full' must be a scalar, but is Tensor[(3,), float32]"));
    QCOMPARE(call("strided_slice", {tensor({8, 8})},
                  {{"begin", graph::ints({0})}, {"end", graph::ints({4})}, {"strides", graph::ints({1, 2})}}),
             QStringLiteral("attribute 'strides' of 'strided_slice' must have one entry an axis, of 1 axes, but is [1, "
                            "2]"));
    QCOMPARE(call("nn.adaptive_avg_pool2d", {tensor({1, 3, 8, 8})}, {{"output_size", graph::ints({0, 0})}}),
             QStringLiteral("attribute 'output_size' of 'nn.adaptive_avg_pool2d' must hold positive numbers, one an "
                            "axis, but is [0, 0]"));
  }

  void channels_and_groups() {
    const Attrs two{{"groups", number(2)}};
    QCOMPARE(call("nn.conv2d", {tensor({1, 2, 8, 8}), tensor({5, 1, 3, 3})}, two),
             QStringLiteral("'nn.conv2d': 5 output channels cannot be split into 2 groups"));
    QCOMPARE(call("nn.conv2d", {tensor({1, 2, 8, 8}), tensor({4, 3, 3, 3})}, two),
             QStringLiteral("'nn.conv2d': the data has 2 channels, the kernel takes 6 in 2 groups"));
    QCOMPARE(call("nn.conv2d", {tensor({1, 2, 8, 8}), tensor({4, 1, 3, 3})},
                  {{"groups", number(2)}, {"channels", number(8)}}),
             QStringLiteral("'nn.conv2d': the attribute 'channels' says 8, the kernel gives 4"));
  }

  void the_value_of_a_padding_is_one_number() {
    const Attrs pad{{"pad_width", Attr{graph::AttrList{graph::ints({1, 1}), graph::ints({0, 2})}}}};
    QCOMPARE(call("nn.pad", {tensor({2, 2}, kInt8), tensor({}, DType::Int(32))}, pad),
             QStringLiteral("Tensor[(4, 4), int8]"));
    QCOMPARE(call("nn.pad", {tensor({2, 2}), tensor({2})}, pad),
             QStringLiteral("argument 2 of 'nn.pad' must be one number, but is Tensor[(2,), float32]"));
    QCOMPARE(call("nn.pad", {}, pad), QStringLiteral("'nn.pad' takes 1 argument, but has 0"));
  }

  void data_types_do_not_mix() {
    QCOMPARE(call("where", {tensor({4}, DType::Bool()), tensor({4}), tensor({4}, kInt64)}),
             QStringLiteral("argument 3 of 'where' must have the data type of the second (float32), but is "
                            "Tensor[(4,), int64]"));
    QCOMPARE(call("cast", {tensor({4})}, {{"dtype", text("float33x")}}),
             QStringLiteral("attribute 'dtype' of 'cast' must name a data type, but is \"float33x\""));
    QCOMPARE(call("qnn.quantize", {tensor({2, 8}), tensor({3}), tensor({}, DType::Int(32))}),
             QStringLiteral("argument 2 of 'qnn.quantize' must be one number or a vector of 8 elements, but is "
                            "Tensor[(3,), float32]"));
  }

  // Sums and products that no 64 bits hold do not come round to a small number again.
  void sizes_do_not_wrap() {
    const int64_t huge = int64_t{1} << 62;
    const Attrs pad{{"pad_width", Attr{graph::AttrList{graph::ints({huge, huge})}}}};
    QCOMPARE(call("nn.pad", {tensor({4}), tensor({})}, pad),
             QStringLiteral("'nn.pad': its result would have a dimension of 9223372036854775807"));
    QCOMPARE(call("tile", {tensor({1 << 20, 1 << 20})}, {{"reps", graph::ints({int64_t{1} << 25, 1})}}),
             QStringLiteral("'tile': its result would have the shape (35184372088832, 1048576), of more than 2^48 "
                            "elements"));
  }
};

NW_TEST(TestArguments);
#include "test_arguments.moc"
