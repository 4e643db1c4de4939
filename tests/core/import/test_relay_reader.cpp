// SPDX-License-Identifier: GPL-3.0-or-later
// Relay text in all its versions and states of repair.
#include <QTest>

#include "import/relay.h"
#include "registry.h"
#include "relay_text.h"

using nw::graph::Graph;
using nw::graph::Node;
using nw::graph::NodeKind;
using nw::import::test::problems;
using nw::import::test::read;

namespace {

std::string shown(const Graph& graph) {
  std::string text;
  for (const nw::NodeId id : graph.post_order()) {
    const Node& n = graph.node(id);
    text += n.name + " = " + (n.op.empty() ? std::to_string(static_cast<int>(n.kind)) : n.op);
    for (const nw::NodeId input : n.inputs) text += " " + graph.node(input).name;
    text += " : " + nw::graph::to_string(n.type) + "\n";
  }
  return text;
}

std::string first(const std::string& text, const std::string& begin) {
  const size_t at = text.find(begin);
  return at == std::string::npos ? text : text.substr(at, text.find('\n', at) - at);
}

}  // namespace

class TestRelayReader : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void seed_000_as_it_stands() {
    const std::string text = R"(v0.0.1
fn (%p0: Tensor[(1, 64, 64, 64), int16], %p1: Tensor[(3, 3, 64, 64), int16], %p2: int16, __dict__=meta[StrMap][0]) -> Tensor[(1, 62, 62, 64), int16] {
  %0 = nn.bitserial_conv2d(%p0, %p1, channels=64, data_layout="NHWC", kernel_layout="", pack_dtype="uint8", out_dtype="int16") /* ty=Tensor[(1, 62, 62, 64), int16] */
  add(%0, %p2) /* ty=Tensor[(1, 62, 62, 64), int16] */
}
/* meta data */
{
  "root": 1,
  "nodes": [
    { "type_key": "" },
    { "type_key": "StrMap", "keys": ["StrMap"], "data": [2] },
    { "type_key": "Array", "data": [3] },
    { "type_key": "StrMap", "keys": ["Primitive"], "data": [4] },
    { "type_key": "IntImm", "attrs": { "dtype": "int32", "value": "1" } }
  ],
  "b64ndarrays": [],
  "attrs": {"tvm_version": "0.6.dev"}
}

I've looked at the topi implementation and as far as I can tell the add is being scheduled correctly.
)";
    QCOMPARE(problems(text), std::string());
    const Graph graph = read(text);
    QCOMPARE(graph.format, std::string("Relay v0.0.1"));
    QVERIFY(nw::graph::bool_attr(graph.attrs, "Primitive", false));
    QCOMPARE(shown(graph), std::string("%p0 = 0 : Tensor[(1, 64, 64, 64), int16]\n"
                                       "%p1 = 0 : Tensor[(3, 3, 64, 64), int16]\n"
                                       "%0 = nn.bitserial_conv2d %p0 %p1 : Tensor[(1, 62, 62, 64), int16]\n"
                                       "%p2 = 0 : int16\n"
                                       "%1 = add %0 %p2 : Tensor[(1, 62, 62, 64), int16]\n"));
  }

  void a_paste_with_words_around_it() {
    const std::string text = "TVMError: Check failed\n---\nfn (%x: float32) {\n  exp(%x)\n}\nWhat did I miss?\n";
    QCOMPARE(problems(text),
             std::string(
                 "line 1:1: note: the text before the program (lines 1 to 2) is not Relay and was left out [NW1212]\n"
                 "line 6:1: note: the text behind the function (line 6) is not Relay and was left out [NW1212]"));
  }

  void version_0_0_4() {
    const Graph graph = read(
        "v0.0.4\ndef @main(%x: Tensor[(2, 3), float32]) -> Tensor[(2, 3), float32] {\n"
        "  %0 = -exp(%x);\n  %1 = %0 * 2f;\n  %1\n}\n");
    QCOMPARE(graph.format, std::string("Relay v0.0.4"));
    QCOMPARE(first(shown(graph), "%0 ="), std::string("%0 = negative %2 : Tensor[(2, 3), float32]"));
  }

  void infix_binds_as_in_arithmetic() {
    const Graph graph = read("fn (%a: float32, %b: float32) {\n  %0 = %a + %b * 2f - %a / %b >= %a;\n  %0\n}");
    QCOMPARE(shown(graph),
             std::string("%a = 0 : float32\n%b = 0 : float32\n%1 = 1 : float32\n%2 = multiply %b %1 : float32\n"
                         "%3 = add %a %2 : float32\n%4 = divide %a %b : float32\n"
                         "%5 = subtract %3 %4 : float32\n%0 = greater_equal %5 %a : bool\n"));
  }

  void literals() {
    const Graph graph = read("fn () {\n  (1, 3000000000, 2i64, 1.5f, -0.5f16, 1e-05f64, True, -inff)\n}");
    std::string text;
    for (const nw::NodeId id : graph.outputs) {
      const Node& n = graph.node(id);
      text += nw::graph::to_string(n.type) + " " + QString::number(n.data.at(0)).toStdString() + "\n";
    }
    QCOMPARE(
        text,
        std::string("int32 1\nint64 3e+09\nint64 2\nfloat32 1.5\nfloat16 -0.5\nfloat64 1e-05\nbool 1\nfloat32 -inf\n"));
  }

  void dynamic_dimensions_are_symbols() {
    const Graph graph =
        read("fn (%x: Tensor[(?, 1, 3), float32], %y: Tensor[(? /* batch */), float32]) {\n  squeeze(%x, axis=[1])\n}");
    QCOMPARE(nw::graph::to_string(graph.node(graph.outputs[0]).type), std::string("Tensor[(x_0, 3), float32]"));
    QVERIFY(graph.symbols.contains("batch"));
  }

  void a_let_an_if_and_a_closure() {
    const Graph graph = read(R"(#[version = "0.0.5"]
def @main(%c: bool, %x: Tensor[(2), float32]) {
  let %f = fn (%z: Tensor[(2), float32]) { exp(%z) };
  if (%c) { %f(%x) } else { let %y: Tensor[(2), float32] = sqrt(%x); (%y) }
})");
    QCOMPARE(shown(graph),
             std::string("%f = 0 : fn (Tensor[(2,), float32]) -> Tensor[(2,), float32]\n"
                         "%z = 0 : Tensor[(2,), float32]\n%0 = exp %z : Tensor[(2,), float32]\n"
                         "%1 = 8 %0 : fn (Tensor[(2,), float32]) -> Tensor[(2,), float32]\n%c = 0 : bool\n"
                         "%x = 0 : Tensor[(2,), float32]\n%2 = 3 %f %x : Tensor[(2,), float32]\n"
                         "%y = 0 : Tensor[(2,), float32]\n%3 = sqrt %x : Tensor[(2,), float32]\n"
                         "%4 = 6 %3 %y : Tensor[(2,), float32]\n%5 = 7 %c %2 %4 : Tensor[(2,), float32]\n"
                         "%6 = 6 %1 %5 : Tensor[(2,), float32]\n"));
  }

  // TVM prints a shared value where it first meets it, here in a branch.
  void a_number_bound_in_a_block_is_known_behind_it() {
    const std::string text = R"(#[version = "0.0.5"]
def @main(%c: bool, %x: Tensor[(2), float32]) {
  %2 = if (%c) {
    %0 = exp(%x);
    tanh(%0)
  } else {
    %1 = sqrt(%0);
    tanh(%1)
  };
  add(%2, %0)
}
)";
    QCOMPARE(problems(text), std::string());
    QCOMPARE(shown(read(text)),
             std::string("%c = 0 : bool\n%x = 0 : Tensor[(2,), float32]\n%0 = exp %x : Tensor[(2,), float32]\n"
                         "%3 = tanh %0 : Tensor[(2,), float32]\n%1 = sqrt %0 : Tensor[(2,), float32]\n"
                         "%4 = tanh %1 : Tensor[(2,), float32]\n%2 = 7 %c %3 %4 : Tensor[(2,), float32]\n"
                         "%5 = add %2 %0 : Tensor[(2,), float32]\n"));
  }

  // Each block may count from 0; the innermost is meant, and names of letters end with their block.
  void a_number_bound_in_two_blocks() {
    const std::string head = "fn (%c: bool, %x: float32) {\n  %2 = if (%c) {\n    %0 = exp(%x);\n    %0\n  } else {\n";
    QCOMPARE(problems(head + "    %0 = sqrt(%x);\n    tanh(%0)\n  };\n  %2\n}"), std::string());
    QCOMPARE(problems("fn (%c: bool, %x: float32) {\n  %0 = if (%c) {\n    let %y = exp(%x);\n    %y\n  } else {\n"
                      "    %y\n  };\n  %0\n}"),
             std::string("line 6:5: error: %y is not defined here [NW1202]\n  legal: %c"));
  }

  void modules_types_matches_and_references() {
    const std::string text = R"(#[version = "0.0.5"]
type List[A] {
  Cons(A, List[A]),
  Nil,
}
extern type Thing

def @length[A](%xs: List[A]) -> int32 {
  match (%xs) {
    Cons(_, %rest) => { 1 + @length(%rest) },
    Nil => 0,
  }
}
def @main(%x: Tensor[(4), float32]) {
  %0 = ref(%x);
  %1 = ref_read(%0);
  let %u = ref_write(%0, %1);
  %2 = Cons(%1, Nil);
  (@length(%2), %1)
}
)";
    QCOMPARE(problems(text), std::string());
    const Graph graph = read(text);
    QCOMPARE(graph.functions.size(), size_t(1));
    QVERIFY(graph.node(graph.functions.at("length")).kind == NodeKind::Function);
  }

  void references_and_matches_have_types() {
    const Graph graph = read(R"(#[version = "0.0.5"]
type Box { One(Tensor[(4), float32]), None }
def @main(%x: Tensor[(4), float32], %r: ref(Tensor[(2), int8]), %b: Box) {
  let %c = ref(%x);
  %0 = ref_read(%c);
  %1 = ref_write(%c, %0);
  %2 = match? (%b) { One(%v) => %v, _ => exp(%x) };
  (%0, ref_read(%r), %1, %2, %c)
})");
    QCOMPARE(nw::graph::to_string(graph.node(graph.outputs[0]).type),
             std::string("(Tensor[(4,), float32], Tensor[(2,), int8], (), Tensor[(4,), float32], "
                         "ref(Tensor[(4,), float32]))"));
  }

  void constants_from_the_metadata() {
    const std::string text = nw::import::write_relay(read(R"(fn (%x: Tensor[(2), int64]) { add(%x, 3i64) })"));
    QVERIFY(text.find("3i64") != std::string::npos);
    const std::string without =
        "fn (%x: Tensor[(2), int64]) {\n  add(%x, meta[relay.Constant][0] /* ty=Tensor[(2), int64] */)\n}";
    QCOMPARE(problems(without),
             std::string("line 2:11: note: the data of meta[relay.Constant][0] is not in this text [NW1214]"));
    QCOMPARE(nw::graph::to_string(read(without).node(read(without).outputs[0]).type),
             std::string("Tensor[(2,), int64]"));
  }

  void names_of_layers_from_spans() {
    const Graph graph = read(
        "fn (%x: float32) {\n  %0 = exp(%x) /* ty=float32 span=/encoder/exp:0:0 */;\n"
        "  sqrt(%0) /* ty=float32 span=GeneratedSource:3:5 */\n}");
    QVERIFY(graph.find("/encoder/exp").valid());
    QVERIFY(graph.node(graph.find("/encoder/exp")).origin.scope == std::vector<std::string>{"encoder"});
    QCOMPARE(graph.node(graph.outputs[0]).name, std::string("%1"));
  }

  void free_variables_become_inputs() {
    const Graph graph = read("free_var %x: Tensor[(2, 2), float32];\n%0 = exp(%x);\nsqrt(%0)");
    QCOMPARE(graph.inputs.size(), size_t(1));
    QCOMPARE(nw::graph::to_string(graph.node(graph.outputs[0]).type), std::string("Tensor[(2, 2), float32]"));
  }
};

NW_TEST(TestRelayReader);
#include "test_relay_reader.moc"
#include "texts.h"
