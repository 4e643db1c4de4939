// SPDX-License-Identifier: GPL-3.0-or-later
// Patterns on small programs: what matches, what comes near and why it fails, which composites come of it.
#include <QTest>

#include "import/relay.h"
#include "pattern/composites.h"
#include "registry.h"

using namespace nw::pattern;
using nw::graph::Graph;

namespace {

Graph read(const std::string& body) {
  auto graph = nw::import::read_relay(
      "fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 1, 1), float32], %b: Tensor[(8), float32]) {\n" +
      body + "\n}");
  return std::move(*graph.value);
}

// "yes", or what was in the way.
std::string matches(const std::string& body, const Pattern& pattern) {
  const Graph graph = read(body);
  const Match found = match(GraphIndex(graph), pattern, graph.outputs[0]);
  return found.ok ? "yes" : found.mismatch.text;
}

std::string composites(const std::string& body, const std::vector<NamedPattern>& table) {
  const Graph graph = read(body);
  const Composites found = find_composites(graph, table);
  std::string text;
  for (const Composite& c : found.list) {
    text += c.name + ":";
    for (const nw::NodeId id : c.nodes) text += " " + graph.node(id).name;
    text += " <-";
    for (const nw::NodeId id : c.inputs) text += " " + graph.node(id).name;
    text += "\n";
  }
  for (const NearMiss& m : found.near_misses) text += m.name + " at " + graph.node(m.root).name + ": " + m.text + "\n";
  return text;
}

Pattern conv() {
  return is_op("nn.conv2d", {wildcard(), wildcard()});
}
Pattern conv_bias_relu() {
  return is_op("nn.relu", {is_op("nn.bias_add", {conv(), wildcard()})});
}

}  // namespace

class TestPatterns : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  // Several results are one tuple, as in Relay.
  void the_tuple_of_the_results() {
    const std::string text = "%0 = nn.relu(%x); %1 = nn.conv2d(%x, %w); %2 = nn.bias_add(%1, %b); (%0, %2)";
    const Pattern biased = is_op("nn.bias_add", {conv(), wildcard()});
    QCOMPARE(composites(text, {{"both", is_tuple({is_op("nn.relu", {wildcard()}), biased}), {}}}),
             std::string("both: %0 %1 %2 <- %x %w %b\n"));
    QCOMPARE(composites(text, {{"biased", biased, {}}}), std::string("biased: %1 %2 <- %x %w %b\n"));
  }
  void calls() {
    const std::string text = "%0 = nn.conv2d(%x, %w); %1 = nn.bias_add(%0, %b); nn.relu(%1)";
    QCOMPARE(matches(text, conv_bias_relu()), std::string("yes"));
    QCOMPARE(matches(text, is_op("nn.relu")), std::string("yes"));
    QCOMPARE(matches(text, is_op("nn.relu", {is_op("add", {wildcard(), wildcard()})})),
             std::string("as input 1 of `nn.relu` (%2), `nn.bias_add` (%1) stands where add(*, *) is wanted"));
  }

  void commuted_and_reassociated() {
    const Pattern exp = is_op("exp", {wildcard()});
    QCOMPARE(matches("%0 = exp(%x); add(%x, %0)", exp + is_var()), std::string("yes"));
    QCOMPARE(matches("%0 = exp(%x); subtract(%x, %0)", exp - is_var()),
             std::string("as input 1 of `subtract` (%1), the input %x stands where exp(*) is wanted"));
    const Pattern a = is_op("exp", {wildcard()});
    const Pattern b = is_op("sqrt", {wildcard()});
    const Pattern c = is_op("tanh", {wildcard()});
    QCOMPARE(matches("%0 = exp(%x); %1 = sqrt(%x); %2 = tanh(%x); %3 = divide(%1, %2); multiply(%0, %3)", (a * b) / c),
             std::string("yes"));
  }

  void the_same_pattern_is_the_same_node() {
    const Pattern shared = is_op("exp", {wildcard()});
    const Pattern diamond = is_op("sqrt", {shared}) + is_op("tanh", {shared});
    QCOMPARE(matches("%0 = exp(%x); %1 = sqrt(%0); %2 = tanh(%0); add(%1, %2)", diamond), std::string("yes"));
    QCOMPARE(matches("%0 = exp(%x); %1 = exp(%x); %2 = sqrt(%0); %3 = tanh(%1); add(%2, %3)", diamond),
             std::string("as input 1 of `tanh` (%3), `exp` (%1) stands where `exp` (%0) must be again"));
  }

  void attributes_types_and_choices() {
    const std::string text = "%0 = nn.conv2d(%x, %w, channels=8); nn.relu(%0)";
    QCOMPARE(matches(text, is_op("nn.relu", {conv().has_attr({{"channels", nw::graph::Attr{int64_t{8}}}})})),
             std::string("yes"));
    QCOMPARE(matches(text, is_op("nn.relu", {conv().has_attr({{"channels", nw::graph::Attr{int64_t{4}}}})})),
             std::string("`nn.conv2d` (%0) has channels=8, wanted is 4"));
    QCOMPARE(matches(text, conv().optional([](const Pattern& p) { return is_op("nn.relu", {p}); })),
             std::string("yes"));
    QCOMPARE(matches("exp(%x)", wildcard().has_dtype(nw::DType::Float(32))), std::string("yes"));
    QCOMPARE(matches("exp(%x)", wildcard().has_dtype(nw::DType::Int(8))),
             std::string("`exp` (%0) is a Tensor[(1, 8, 16, 16), float32], wanted is * of int8"));
  }

  void tuples_constants_and_variables() {
    const std::string text = "%0 = (%x, %x); concatenate(%0, axis=1)";
    QCOMPARE(matches(text, is_op("concatenate", {is_tuple()})), std::string("yes"));
    QCOMPARE(matches(text, is_op("concatenate", {is_tuple({is_var("x"), is_var("x")})})), std::string("yes"));
    QCOMPARE(matches("add(%x, 1f)", is_var() + is_constant()), std::string("yes"));
    QCOMPARE(matches("%0 = split(%x, indices_or_sections=2, axis=1); exp(%0.1)",
                     is_op("exp", {is_tuple_get(is_op("split"), 1)})),
             std::string("yes"));
  }

  void dominators() {
    const Pattern elementwise = is_op("exp", {wildcard()}) | is_op("sqrt", {wildcard()}) | (wildcard() + wildcard());
    const Pattern piece = dominates(conv(), elementwise, is_op("nn.relu", {wildcard()}));
    QCOMPARE(matches("%0 = nn.conv2d(%x, %w); %1 = exp(%0); %2 = sqrt(%0); %3 = add(%1, %2); nn.relu(%3)", piece),
             std::string("yes"));
    QVERIFY(matches("%0 = nn.conv2d(%x, %w); %1 = tanh(%0); nn.relu(%1)", piece) != "yes");
  }

  void composites_and_near_misses() {
    const std::vector<NamedPattern> table = {{"conv_bias_relu", conv_bias_relu(), {}},
                                             {"conv_bias", is_op("nn.bias_add", {conv(), wildcard()}), {}}};
    QCOMPARE(composites("%0 = nn.conv2d(%x, %w); %1 = nn.bias_add(%0, %b); %2 = nn.relu(%1); %3 = nn.conv2d(%2, %w); "
                        "nn.bias_add(%3, %b)",
                        table),
             std::string("conv_bias_relu: %0 %1 %2 <- %x %w %b\nconv_bias: %3 %4 <- %2 %w %b\n"));
    QCOMPARE(composites("%0 = nn.conv2d(%x, %w); %1 = add(%0, %x); nn.relu(%1)", table),
             std::string("conv_bias_relu at %2: as input 1 of `nn.relu` (%2), `add` (%1) stands where "
                         "nn.bias_add(nn.conv2d(*, *), *) is wanted.\n"));
    QCOMPARE(composites("%0 = nn.conv2d(%x, %w); %1 = nn.bias_add(%0, %b); %2 = nn.relu(%1); %3 = exp(%1); (%2, %3)",
                        {table[0]}),
             std::string("conv_bias_relu at %2: `nn.bias_add` (%1) is also read by `exp` (%3), outside.\n"));
  }

  void a_check_has_the_last_word() {
    const auto no = [](const Graph&, nw::NodeId) { return false; };
    QCOMPARE(composites("%0 = nn.conv2d(%x, %w); nn.bias_add(%0, %b)",
                        {{"conv_bias", is_op("nn.bias_add", {conv(), wildcard()}), no}}),
             std::string("conv_bias at %1: `nn.bias_add` (%1) matches, but the check of conv_bias says no.\n"));
  }

  void constants_come_along() {
    QCOMPARE(composites("add(%x, 2f)", {{"add_constant", wildcard() + is_constant(), {}}}),
             std::string("add_constant: %0 %1 <- %x\n"));
  }
};

NW_TEST(TestPatterns);
#include "test_patterns.moc"
#include "texts.h"
