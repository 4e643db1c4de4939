// SPDX-License-Identifier: GPL-3.0-or-later
// What is written reads back as the same graph; and how it looks.
#include <QTest>
#include <nlohmann/json.hpp>

#include "import/relay.h"
#include "registry.h"
#include "relay_text.h"

using nw::NodeId;
using nw::graph::Graph;
using nw::graph::Node;
using nw::import::read_relay;
using nw::import::write_relay;
using nw::import::test::read;

namespace {

// All that a graph says, without ids: two equal graphs give equal texts.
std::string everything(const Graph& graph) {
  std::map<NodeId, int> number;
  std::string text;
  std::vector<NodeId> roots = graph.outputs;
  for (const auto& [name, f] : graph.functions) roots.push_back(f);
  for (const NodeId id : graph.post_order(roots)) {
    const int n = static_cast<int>(number.size());
    number[id] = n;
    const Node& node = graph.node(id);
    text += std::to_string(n) + " " + std::to_string(static_cast<int>(node.kind)) + " " + node.op + " " + node.name;
    for (const NodeId p : node.params) text += " p" + std::to_string(number[p]);
    for (const NodeId i : node.inputs) text += " " + std::to_string(number[i]);
    if (node.bound.valid()) text += " b" + std::to_string(number[node.bound]);
    for (const auto& [key, value] : node.attrs) text += " " + key + "=" + nw::graph::to_string(value);
    text += " : " + nw::graph::to_string(node.type);
    for (int64_t k = 0; node.data.bytes() && k < std::min<int64_t>(8, node.data.size()); ++k)
      text += " " + std::to_string(node.data.at(k));
    text += "\n";
  }
  for (const NodeId id : graph.inputs) text += "in " + std::to_string(number[id]) + "\n";
  for (const NodeId id : graph.outputs) text += "out " + std::to_string(number[id]) + "\n";
  for (const auto& [key, value] : graph.attrs) text += key + "=" + nw::graph::to_string(value) + "\n";
  return text;
}

void same_again(const std::string& text) {
  const Graph graph = read(text);
  const std::string written = write_relay(graph);
  const Graph again = read(written);
  QCOMPARE(everything(again), everything(graph));
  QCOMPARE(write_relay(again), written);
}

}  // namespace

class TestRelayWriter : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void measured_programs_data() {
    QTest::addColumn<QString>("program");
    const auto expected = nlohmann::json::parse(nw::test::read_data("parity/relay/expected.json"));
    for (const auto& [name, runs] : expected.items()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }

  void measured_programs() {
    QFETCH(QString, program);
    same_again(nw::test::read_data("parity/relay/" + program.toStdString() + ".relay"));
  }

  void how_it_looks() {
    const std::string text = R"(#[version = "0.0.5"]
def @main(%x: Tensor[(1, ? /* width */), float32], %w: Tensor[(8, 4), float32]) {
  %0 = exp(%x) /* ty=Tensor[(1, ?), float32] */;
  %1 = split(%w, axis=1, indices_or_sections=[1, 3]) /* ty=(Tensor[(8, 1), float32], Tensor[(8, 2), float32], Tensor[(8, 1), float32]) */;
  %2 = %1.0 /* ty=Tensor[(8, 1), float32] */;
  %3 = add(%2, 2.5f) /* ty=Tensor[(8, 1), float32] */;
  (%0, %3)
}
)";
    QCOMPARE(write_relay(read(text)), text);
  }

  void blocks_stay_where_they_are() {
    same_again(R"(#[version = "0.0.5"]
def @twice(%v: Tensor[(4), float32]) -> Tensor[(4), float32] { add(%v, %v) }
def @main(%c: bool, %x: Tensor[(4), float32]) {
  %0 = exp(%x);
  let %f = fn (%z: Tensor[(4), float32], Primitive=1) -> Tensor[(4), float32] { %1 = add(%z, %z); sqrt(%1) };
  let %a = %f(%0);
  %2 = if (%c) { let %y = tanh(%a); add(%y, %0) } else { @twice(%0) };
  %3 = ref(%2);
  %4 = ref_read(%3);
  (%4, (%2, %0), (%4,))
})");
  }

  void matches_and_constructors() {
    same_again(R"(#[version = "0.0.5"]
type List[A] { Cons(A, List[A]), Nil }
def @first[A](%xs: List[A], %d: A) -> A {
  match? (%xs) { Cons(%x, _) => %x, Nil => { %d } }
}
def @main(%x: float32) { @first(Cons(%x, Nil), %x) })");
  }

  void constants_with_their_data() {
    Graph graph =
        read("fn (%x: Tensor[(2, 2), int8]) {\n  add(%x, meta[relay.Constant][0] /* ty=Tensor[(2, 2), int8] */)\n}");
    for (const Node& n : graph.nodes()) {
      if (n.kind != nw::graph::NodeKind::Constant) continue;
      nw::NDArray data(nw::DType::Int(8), {2, 2});
      for (int64_t i = 0; i < 4; ++i) data.set_int(i, i - 2);
      graph.node(n.id).data = data;
    }
    const Graph again = read(write_relay(graph));
    QCOMPARE(everything(again), everything(graph));
    nw::import::RelayWriteOptions bare;
    bare.constants = false;
    QVERIFY(write_relay(graph, bare).find("#[metadata]") == std::string::npos);
  }

  void names_that_relay_cannot_spell() {
    Graph graph = read("fn (%x: float32) {\n  %0 = exp(%x);\n  sqrt(%0)\n}");
    graph.rename(graph.find("%0"), "/layer1/layer1.0/exp");
    graph.rename(graph.find("%x"), "input.1");
    QCOMPARE(write_relay(graph),
             std::string("#[version = \"0.0.5\"]\ndef @main(%input_1: float32 /* span=input.1:0:0 */) {\n"
                         "  %0 = exp(%input_1) /* ty=float32 span=/layer1/layer1.0/exp:0:0 */;\n"
                         "  sqrt(%0) /* ty=float32 */\n}\n"));
    QCOMPARE(everything(read(write_relay(graph))), everything(graph));
  }

  // An ONNX graph has a name of its own; TVM's passes need @main, and it is the model wherever it stands in a text.
  void the_main_function_of_another_format_is_main() {
    Graph graph = read(
        "def @zero(%v: float32) -> float32 { exp(%v) }\n"
        "def @main(%x: float32) { @zero(%x) }\n"
        "def @after(%v: float32) -> float32 { sqrt(%v) }\n");
    QCOMPARE(graph.functions.size(), size_t{2});
    QCOMPARE(graph.name, std::string("main"));
    graph.format = "ONNX IR v8";
    graph.name = "torch_jit";
    const std::string text = write_relay(graph);
    QVERIFY2(text.find("def @main(%x: float32)") != std::string::npos, text.c_str());
    QVERIFY(text.find("torch_jit") == std::string::npos);
    const Graph again = read(text);
    QCOMPARE(again.name, std::string("main"));
    QCOMPARE(again.functions.size(), size_t{2});
    QCOMPARE(write_relay(again), text);
  }

  void deep_graphs_need_no_deep_stack() {
    std::string text = "fn (%x: float32) {\n  %0 = exp(%x);\n";
    for (int i = 1; i < 4'000; ++i) text += "  %" + std::to_string(i) + " = exp(%" + std::to_string(i - 1) + ");\n";
    for (int i = 0; i < 2'000; ++i) text += "  let %a" + std::to_string(i) + " = sqrt(%3999);\n";
    same_again(text + "  %a3\n}");
  }
};

NW_TEST(TestRelayWriter);
#include "test_relay_writer.moc"
#include "texts.h"
