// SPDX-License-Identifier: GPL-3.0-or-later
// Whole graphs: control flow, functions, symbols, memory.
#include <QTest>

#include "import/relay.h"
#include "one_call.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestEvaluate : public QObject {
  Q_OBJECT

  static QString run(const std::string& program, const Values& inputs,
                     const reference::EvaluationOptions& options = {}) {
    const Result<graph::Graph> graph = import::read_relay(program);
    if (!graph.ok()) return failure(graph.diagnostics.at(0));
    std::map<NodeId, Value> given;
    for (size_t i = 0; i < inputs.size(); ++i) given.emplace(graph->inputs.at(i), inputs[i]);
    const Result<Values> result = reference::evaluate(*graph, given, options);
    if (!result.ok()) return failure(result.diagnostics.at(0));
    std::string text;
    for (const Value& value : *result) text += (text.empty() ? "" : "; ") + text_of(value);
    return QString::fromStdString(text);
  }

 private Q_SLOTS:
  void values_are_used_several_times() {
    QCOMPARE(run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32]) {
  %0 = nn.relu(%x);
  %1 = add(%0, %x);
  (%0, %1)
}
)",
                 {floats({2}, {-1, 2})}),
             QStringLiteral("float32 (2): 0 2; float32 (2): -1 4"));
  }

  void only_the_branch_taken_is_computed() {
    const std::string program = R"(#[version = "0.0.5"]
def @main(%c: bool, %x: Tensor[(1), int64], %y: Tensor[(1), int64]) {
  if (%c) { divide(%x, %y) } else { add(%x, %y) }
}
)";
    const NDArray seven = ints({1}, {7}), zero = ints({1}, {0});
    QCOMPARE(run(program, {tensor(DType::Bool(), {}, {0}), seven, zero}), QStringLiteral("int64 (1): 7"));
    QCOMPARE(run(program, {tensor(DType::Bool(), {}, {1}), seven, zero}),
             QStringLiteral("divide '%0' divides the integer 7 by zero, in element 0 of its result [NW4083]"));
  }

  // A loop is a function that calls itself last: a hundred thousand turns need no more memory than one.
  void recursion_in_last_place() {
    const std::string program = R"(#[version = "0.0.5"]
def @main(%n: int64, %x: Tensor[(2), int64]) {
  let %loop = fn (%i: int64, %a: Tensor[(2), int64]) -> Tensor[(2), int64] {
    %0 = less(%i, %n);
    if (%0) {
      %1 = add(%i, 1i64);
      %2 = add(%a, %x);
      %loop(%1, %2)
    } else {
      %a
    }
  };
  %loop(0i64, %x)
}
)";
    QCOMPARE(run(program, {ints({}, {100000}), ints({2}, {1, 2})}), QStringLiteral("int64 (2): 100001 200002"));
  }

  void functions_keep_what_they_capture() {
    QCOMPARE(run(R"(#[version = "0.0.5"]
def @twice(%f: fn (Tensor[(1), int64]) -> Tensor[(1), int64], %x: Tensor[(1), int64]) -> Tensor[(1), int64] {
  %0 = %f(%x);
  %f(%0)
}
def @main(%x: Tensor[(1), int64], %y: Tensor[(1), int64]) {
  let %plus = fn (%a: Tensor[(1), int64]) -> Tensor[(1), int64] { add(%a, %y) };
  @twice(%plus, %x)
}
)",
                 {ints({1}, {1}), ints({1}, {10})}),
             QStringLiteral("int64 (1): 21"));
  }

  void symbols_take_their_sizes_from_the_inputs() {
    const Result<graph::Graph> read = import::read_relay(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2), float32], %y: Tensor[(2), float32]) { add(%x, %y) }
)");
    graph::Graph graph = *read;
    const graph::Dim n(graph.symbol("n"));
    for (const NodeId input : graph.inputs) graph.node(input).type = graph::Type::tensor(DType::Float(32), {n});
    graph.node(graph.outputs[0]).type = graph::Type::tensor(DType::Float(32), {n});
    const auto sum = [&](const NDArray& x, const NDArray& y) {
      const auto result = reference::evaluate(graph, {{graph.inputs[0], x}, {graph.inputs[1], y}});
      return result.ok() ? QString::fromStdString(text_of(result->at(0))) : failure(result.diagnostics.at(0));
    };
    QCOMPARE(sum(floats({1}, {1}), floats({1}, {2})), QStringLiteral("float32 (1): 3"));
    QCOMPARE(sum(floats({1}, {1}), floats({2}, {2, 3})),
             QStringLiteral("axis 0 of '%y' has 2 elements, where n is 1 [NW4086]; '%x' makes n 1"));
  }

  void inputs_that_do_not_fit() {
    const std::string program = "fn (%x: Tensor[(2), float32]) { nn.relu(%x) }\n";
    QCOMPARE(run(program, {}), QStringLiteral("input '%x' has no value [NW4087]"));
    QCOMPARE(run(program, {ints({2}, {1, 2})}),
             QStringLiteral("input '%x' takes Tensor[(2,), float32], and is given Tensor[(2,), int64] [NW4087]"));
    QCOMPARE(run(program, {floats({3}, {1, 2, 3})}),
             QStringLiteral("axis 0 of '%x' has 3 elements, where the graph declares 2 [NW4086]"));
  }

  // Each result is freed after its use: four live at once would not fit. What is given counts, and stays.
  void memory_is_bounded() {
    const std::string program = R"(#[version = "0.0.5"]
def @main(%x: Tensor[(100), float32]) {
  %0 = nn.relu(%x);
  %1 = nn.relu(%0);
  %2 = nn.relu(%1);
  nn.relu(%2)
}
)";
    reference::EvaluationOptions options;
    options.memory_bytes = 1200;
    QVERIFY(run(program, {floats({100}, {})}, options).startsWith(QStringLiteral("float32 (100):")));
    options.memory_bytes = 1199;
    QCOMPARE(run(program, {floats({100}, {})}, options),
             QStringLiteral("nn.relu '%1' needs 400 bytes for a tensor of shape (100,) [NW4085]; "
                            "800 of 1199 bytes are in use"));
  }

  void what_has_no_reference_is_named() {
    QCOMPARE(call("no_such_operator", {floats({1}, {1})}),
             QStringLiteral("no_such_operator 'call' has no reference operator [NW4080]"));
  }

  void work_can_be_cancelled() {
    reference::EvaluationOptions options;
    options.cancel.emplace();
    options.cancel->cancel();
    QVERIFY(run("fn (%x: Tensor[(1000000), float32]) { nn.relu(%x) }\n", {floats({1000000}, {})}, options)
                .contains(QStringLiteral("[NW2700]")));
  }
};

NW_TEST(TestEvaluate);
#include "test_evaluate.moc"
