// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of tensors, values that may be absent, loops over them.
#include <QTest>

#include "program.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestOnnxLists : public QObject {
  Q_OBJECT

  static graph::Type float_vector(const graph::Dim& size) { return graph::Type::tensor(DType::Float(32), {size}); }
  static NDArray truth_of(bool value) { return tensor(DType::Bool(), {}, {value ? 1.0 : 0.0}); }

 private Q_SLOTS:
  // The type has what the entries have in common.
  void entries_of_different_sizes() {
    Program p;
    const NodeId list = p.call("onnx.SequenceConstruct", {p.input(floats({2}, {1, 2})), p.input(floats({1}, {3}))});
    QCOMPARE(p.text(list), QStringLiteral("sequence(Tensor[(onnx_SequenceConstruct_entry0,), float32]) = "
                                          "[float32 (2): 1 2 | float32 (1): 3]"));
    QCOMPARE(p.text(p.call("onnx.SequenceAt", {list, p.input(ints({}, {-1}))})),
             QStringLiteral("Tensor[(onnx_SequenceAt_d0,), float32] = float32 (1): 3"));
    QCOMPARE(p.text(p.call("onnx.SequenceLength", {list})), QStringLiteral("int64 = int64 (): 2"));
    QCOMPARE(p.text(p.call("onnx.SequenceErase", {list, p.input(ints({}, {0}))})).section(QStringLiteral(" = "), 1),
             QStringLiteral("[float32 (1): 3]"));
    const NodeId four = p.input(floats({1}, {4}));
    QCOMPARE(
        p.text(p.call("onnx.SequenceInsert", {list, four, p.input(ints({}, {1}))})).section(QStringLiteral(" = "), 1),
        QStringLiteral("[float32 (2): 1 2 | float32 (1): 4 | float32 (1): 3]"));
    QCOMPARE(p.text(p.call("onnx.SequenceInsert", {list, four})).section(QStringLiteral(" = "), 1),
             QStringLiteral("[float32 (2): 1 2 | float32 (1): 3 | float32 (1): 4]"));
    QCOMPARE(p.text(p.call("onnx.ConcatFromSequence", {list}, {{"axis", integer(0)}})),
             QStringLiteral("Tensor[(onnx_ConcatFromSequence_length,), float32] = float32 (3): 1 2 3"));
  }

  void places_outside_are_refused() {
    Program p;
    const NodeId list = p.call("onnx.SequenceConstruct", {p.input(floats({1}, {3}))});
    QCOMPARE(
        p.text(p.call("onnx.SequenceAt", {list, p.input(ints({}, {1}))})),
        QStringLiteral("onnx.SequenceAt 'onnx.SequenceAt' reads index 1 of axis 0, which has 1 elements [NW4081]"));
  }

  void parts() {
    Program p;
    const NodeId x = p.input(floats({5}, {1, 2, 3, 4, 5}));
    QCOMPARE(p.text(p.call("onnx.SplitToSequence", {x, p.constant(ints({}, {2}))}, {{"axis", integer(0)}}))
                 .section(QStringLiteral(" = "), 1),
             QStringLiteral("[float32 (2): 1 2 | float32 (2): 3 4 | float32 (1): 5]"));
    const NodeId rows = p.input(floats({2, 2}, {1, 2, 3, 4}));
    const NodeId list = p.call("onnx.SplitToSequence", {rows}, {{"axis", integer(1)}, {"keepdims", integer(0)}});
    QCOMPARE(p.text(list), QStringLiteral("sequence(Tensor[(2,), float32]) = [float32 (2): 1 3 | float32 (2): 2 4]"));
    QCOMPARE(p.text(p.call("onnx.ConcatFromSequence", {list}, {{"axis", integer(1)}, {"new_axis", integer(1)}})),
             QStringLiteral("Tensor[(2, onnx_ConcatFromSequence_count), float32] = float32 (2, 2): 1 2 3 4"));
  }

  void absent_and_present() {
    Program p;
    const NodeId there = p.call("onnx.Optional", {p.input(floats({1}, {7}))});
    const NodeId absent = p.call("onnx.Optional", {}, {{"dtype", text("float32")}});
    QCOMPARE(p.text(there), QStringLiteral("optional(Tensor[(1,), float32]) = float32 (1): 7"));
    QCOMPARE(p.text(absent), QStringLiteral("optional(Tensor[?, float32]) = nothing"));
    QCOMPARE(p.text(p.call("onnx.OptionalHasElement", {absent})), QStringLiteral("bool = bool (): 0"));
    QCOMPARE(p.text(p.call("onnx.OptionalHasElement", {there})), QStringLiteral("bool = bool (): 1"));
    QCOMPARE(p.text(p.call("onnx.OptionalGetElement", {there})),
             QStringLiteral("Tensor[(1,), float32] = float32 (1): 7"));
  }

  // sum, rows: each turn adds the turn's number; a row is the sum so far. Ends when the sum passes 2.
  void a_loop_that_ends_itself() {
    Program p;
    const NodeId turn = p.parameter("turn", graph::Type::tensor(DType::Int(64), {}));
    const NodeId go = p.parameter("go", graph::Type::tensor(DType::Bool(), {}));
    const NodeId sum = p.parameter("sum", graph::Type::tensor(DType::Int(64), {}));
    const NodeId next = p.call("add", {sum, turn});
    const NodeId less = p.call("less", {next, p.constant(ints({}, {3}))});
    const NodeId body = p.function({turn, go, sum}, {less, next, next});
    const NodeId loop =
        p.call("onnx.Loop", {body, p.input(ints({}, {10})), p.input(truth_of(true)), p.input(ints({}, {0}))});
    QCOMPARE(p.text(loop),
             QStringLiteral("(int64, Tensor[(onnx_Loop_turns,), int64]) = [int64 (): 3 | int64 (3): 0 1 3]"));
    const NodeId never =
        p.call("onnx.Loop", {body, p.input(ints({}, {10})), p.input(truth_of(false)), p.input(ints({}, {5}))});
    QCOMPARE(p.text(never).section(QStringLiteral(" = "), 1), QStringLiteral("[int64 (): 5 | int64 (0):]"));
    const NodeId twice =
        p.call("onnx.Loop", {body, p.input(ints({}, {2})), p.input(truth_of(true)), p.input(ints({}, {0}))});
    QCOMPARE(p.text(twice).section(QStringLiteral(" = "), 1), QStringLiteral("[int64 (): 1 | int64 (2): 0 1]"));
  }

  // A body that reads a value from outside, and a loop in a loop: Σ_i Σ_j x.
  void loops_within_loops() {
    Program p;
    const NodeId x = p.input(floats({}, {0.5}));
    const auto counting = [&](const char* name, const std::function<NodeId(NodeId)>& step) {
      const NodeId turn = p.parameter(name, graph::Type::tensor(DType::Int(64), {}));
      const NodeId go = p.parameter(name, graph::Type::tensor(DType::Bool(), {}));
      const NodeId sum = p.parameter(name, graph::Type::tensor(DType::Float(32), {}));
      return p.function({turn, go, sum}, {go, step(sum)});
    };
    const auto loop = [&](NodeId body, NodeId start) {
      const NodeId call = p.call("onnx.Loop", {body, p.constant(ints({}, {3})), p.constant(truth_of(true)), start});
      graph::Node field;
      field.kind = graph::NodeKind::TupleGet;
      field.inputs = {call};
      field.attrs["index"] = graph::Attr{int64_t{0}};
      const NodeId id = p.graph.add(std::move(field));
      append(p.wrong, op::infer_node(p.graph, id));
      return id;
    };
    const NodeId inner = counting("inner", [&](NodeId sum) { return p.call("add", {sum, x}); });
    const NodeId outer = counting("outer", [&](NodeId sum) { return loop(inner, sum); });
    QCOMPARE(p.text(loop(outer, p.constant(floats({}, {0})))), QStringLiteral("float32 = float32 (): 4.5"));
  }

  // Running sums of the rows of a matrix, forwards and backwards.
  void scans() {
    Program p;
    const NodeId sum = p.parameter("sum", float_vector(graph::Dim(2)));
    const NodeId row = p.parameter("row", float_vector(graph::Dim(2)));
    const NodeId next = p.call("add", {sum, row});
    const NodeId body = p.function({sum, row}, {next, next});
    const NodeId start = p.input(floats({2}, {0, 0})), rows = p.input(floats({3, 2}, {1, 2, 3, 4, 5, 6}));
    QCOMPARE(p.text(p.call("onnx.Scan", {body, start, rows}, {{"num_scan_inputs", integer(1)}})),
             QStringLiteral("(Tensor[(2,), float32], Tensor[(3, 2), float32]) = "
                            "[float32 (2): 9 12 | float32 (3, 2): 1 2 4 6 9 12]"));
    QCOMPARE(p.text(p.call("onnx.Scan", {body, start, rows},
                           {{"num_scan_inputs", integer(1)},
                            {"scan_input_directions", list({1})},
                            {"scan_output_axes", list({1})}}))
                 .section(QStringLiteral(" = "), 1),
             QStringLiteral("[float32 (2): 9 12 | float32 (2, 3): 5 8 9 6 10 12]"));
  }

  void a_function_of_each_entry() {
    Program p;
    const NodeId entry = p.parameter("entry", float_vector(graph::Dim(p.graph.symbol("n"))));
    const NodeId body = p.function({entry}, {p.call("negative", {entry})});
    p.graph.node(body).attrs["symbols"] = graph::Attr{graph::AttrList{text("n")}};
    const NodeId list = p.call("onnx.SequenceConstruct", {p.input(floats({2}, {1, 2})), p.input(floats({1}, {3}))});
    QCOMPARE(p.text(p.call("onnx.SequenceMap", {body, list}, {{"outputs", graph::Attr{graph::AttrList{text("y")}}}})),
             QStringLiteral("(sequence(Tensor[(y_0,), float32]),) = [[float32 (2): -1 -2 | float32 (1): -3]]"));
  }
};

NW_TEST(TestOnnxLists);
#include "test_onnx_lists.moc"
