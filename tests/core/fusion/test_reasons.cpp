// SPDX-License-Identifier: GPL-3.0-or-later
// Every reason in full, and the change that each names, tried.
#include <QTest>

#include "programs.h"
#include "registry.h"

using namespace nw::test;
using nw::NodeId;
using nw::fusion::Options;
using nw::fusion::Reason;

namespace {

// "rule: text | change" of the edge or pair a, b.
std::string why(const std::string& text, const std::string& a, const std::string& b, const Options& options = {}) {
  const nw::graph::Graph graph = read(text);
  const nw::fusion::Fusion fusion = nw::fusion::fuse(graph, relay_ops(), options);
  const Reason r = nw::fusion::why(graph, relay_ops(), options, fusion, graph.find(a), graph.find(b));
  const std::string change = (r.change ? title(*r.change) : r.no_change).english();
  return std::string(nw::fusion::to_string(r.rule)) + ": " + r.text.english() + (change.empty() ? "" : " | " + change);
}

std::string in_function(const std::string& body) {
  return "fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 1, 1), float32], %b: Tensor[(8, 1, 1), float32]) "
         "{\n" +
         body + "\n}";
}

const std::string kTwoConvolutions = in_function(
    "%0 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1]); %1 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1]); "
    "add(%0, %1)");

}  // namespace

class TestReasons : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void a_reduction_behind_a_convolution() {
    QCOMPARE(why(in_function("%0 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1]); sum(%0, axis=[1])"), "%0", "%1"),
             std::string(
                 "anchor-needs-elemwise: nn.conv2d → sum not fused: after an out_elemwise_fusable op only elementwise "
                 "ops may follow; `sum` is comm_reduce. | %1 as elemwise"));
  }

  void a_broadcast_behind_a_convolution() {
    QCOMPARE(why(in_function("%0 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1]);\n%1 = reshape(%x, newshape=[1, "
                             "1, 8, 16, 16]);\nadd(%0, %1)"),
                 "%0", "%2"),
             std::string(
                 "anchor-needs-elemwise: nn.conv2d → add not fused: after an out_elemwise_fusable op only elementwise "
                 "ops may follow; `add` broadcasts here, it changes the shape. | %2 as elemwise"));
  }

  void into_a_convolution() {
    QCOMPARE(
        why(in_function("%0 = exp(%x); nn.conv2d(%0, %w, channels=8, kernel_size=[1, 1])"), "%0", "%1"),
        std::string(
            "broadcast-path: exp → nn.conv2d not fused: nothing fuses into the input of an out_elemwise_fusable op, "
            "and `nn.conv2d` is one. | %1 as comm_reduce"));
  }

  void two_convolutions_in_one_sum() {
    QCOMPARE(
        why(kTwoConvolutions, "%1", "%2"),
        std::string(
            "path-blocked: nn.conv2d → add not fused: `add` is already in the group of `nn.conv2d` (%0), and a group "
            "holds one out_elemwise_fusable op. | cut %0 → %2"));
    QCOMPARE(why(kTwoConvolutions, "%0", "%1"),
             std::string(
                 "not-dominated: `nn.conv2d` (%0) and `nn.conv2d` (%1) are not fused: neither reads the other, so both "
                 "would have to be fused into `add` (%2), where their ways meet; nn.conv2d → add not fused: `add` is "
                 "already in the group of `nn.conv2d` (%0), and a group holds one out_elemwise_fusable op. | %0 as "
                 "broadcast"));
  }

  void fused_edges_say_why_too() {
    QCOMPARE(
        why(kTwoConvolutions, "%0", "%2"),
        std::string("fused: nn.conv2d → add fused: in phase 0, `add` works element by element on the result of this "
                    "out_elemwise_fusable op."));
    QCOMPARE(why(in_function("%0 = exp(%x); %1 = sqrt(%0); %2 = tanh(%0); add(%1, %2)"), "%1", "%3"),
             std::string(
                 "same-group-by-path: sqrt → add fused: `sqrt` lies between `exp` (%0) and `add`, which were fused in "
                 "phase 0."));
  }

  void an_opaque_operator() {
    QCOMPARE(
        why(in_function("%0 = argsort(%x, axis=1); negative(%0)"), "%0", "%1"),
        std::string(
            "opaque-producer: argsort → negative not fused: `argsort` is opaque, and an opaque op is always a group "
            "of its own. | %0 as out_elemwise_fusable"));
    QCOMPARE(
        why(in_function("%0 = my.op(%x) /* ty=Tensor[(1, 8, 16, 16), float32] */; negative(%0)"), "%0", "%1"),
        std::string(
            "opaque-producer: my.op → negative not fused: `my.op` is not a known operator and so counts as opaque. "
            "| my.op as out_elemwise_fusable"));
    QCOMPARE(
        why(in_function("%0 = exp(%x); argsort(%0, axis=1)"), "%0", "%1"),
        std::string("broadcast-path: exp → argsort not fused: nothing fuses into an opaque op, and `argsort` is one. | "
                    "%1 as comm_reduce"));
  }

  void a_reduction_ends_its_group() {
    QCOMPARE(
        why(in_function("%0 = sum(%x, axis=[1]); exp(%0)"), "%0", "%1"),
        std::string(
            "reduction-is-last: sum → exp not fused: a reduction is always the last of its group. | %0 as injective"));
  }

  void an_injective_operator_needs_injective_ones() {
    QCOMPARE(why(in_function("%0 = transpose(%x, axes=[0, 2, 3, 1]); sum(%0, axis=[1])"), "%0", "%1"),
             std::string(
                 "injective-path: transpose → sum not fused: an injective op fuses only along injective ops; `sum` is "
                 "comm_reduce. | %1 as injective"));
  }

  void a_value_that_is_needed_elsewhere() {
    QCOMPARE(why(in_function("%0 = exp(%x); %1 = sqrt(%0); (%0, %1)"), "%0", "%1"),
             std::string(
                 "extern-use: exp → sqrt not fused: the value of `exp` is also a result of its function, so it must be "
                 "kept. | no single change would: a value that is needed elsewhere too cannot be inside a group"));
    QCOMPARE(
        why(in_function("%0 = exp(%x); %1 = sqrt(%0); %2 = tanh(%0); (%1, %2)"), "%0", "%1"),
        std::string(
            "no-dominator: exp → sqrt not fused: its value has several uses (`sqrt` (%1), `tanh` (%2)) that never "
            "meet again, so it must be kept. | no single change would: a value that is needed elsewhere too cannot "
            "be inside a group"));
    QCOMPARE(
        why(in_function("let %a = exp(%x); sqrt(%a)"), "%0", "%1"),
        std::string(
            "extern-use: `exp` (%0) and `sqrt` (%1) are not fused: the way between them leads through `input` (%a), "
            "and fusion does not cross a let. | no single change would: a value that is needed elsewhere too cannot "
            "be inside a group"));
  }

  void a_tuple_takes_nothing_in() {
    QCOMPARE(
        why(in_function("%0 = exp(%x); %1 = (%0, %x); %2 = concatenate(%1, axis=1); nn.conv2d(%2, %w)"), "%0", "%1"),
        std::string("fused: exp → tuple fused: in phase 2, `tuple` had itself been fused into an injective op."));
    QCOMPARE(
        why(in_function(
                "%0 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1]); %1 = (%0, %x); concatenate(%1, axis=1)"),
            "%0", "%1"),
        std::string(
            "into-tuple: nn.conv2d → tuple not fused: a tuple takes nothing in, and an out_elemwise_fusable op could "
            "not even follow one into an injective op. | %0 as injective"));
  }

  void limits() {
    const std::string chain = in_function("%0 = exp(%x); %1 = exp(%0); %2 = exp(%1); exp(%2)");
    QCOMPARE(
        why(chain, "%1", "%2", depth(2)),
        std::string("depth-limit: exp → exp not fused: the group with `exp` would grow above max_depth, which is 2. | "
                    "at most 3 operators in a group"));
    QCOMPARE(why(chain, "%1", "%2", level(0)),
             std::string("opt-level-zero: exp → exp not fused: at optimisation level 0 every operator is on its own. | "
                         "fusion at opt level 2"));
  }

  void what_ifs() {
    const std::string text = in_function("%0 = exp(%x); %1 = sqrt(%0); tanh(%1)");
    const nw::graph::Graph graph = read(text);
    Options fenced;
    fenced.fences = {graph.find("%0")};
    QCOMPARE(groups(text, fenced), std::string("{exp} {sqrt tanh}"));
    QCOMPARE(why(text, "%0", "%1", fenced),
             std::string("fence: exp → sqrt not fused: a fence stands after `exp`. | no fence after %0"));
    Options cut;
    cut.cuts = {{graph.find("%0"), graph.find("%2")}};
    QCOMPARE(groups(text, cut), std::string("{exp sqrt} {tanh}"));
    QCOMPARE(why(text, "%1", "%2", cut),
             std::string("cut: sqrt → tanh not fused: a cut keeps apart two nodes that this merge "
                         "would bring together. | leave to the rules %0 → %2"));
    Options opaque;
    opaque.op_patterns["sqrt"] = nw::graph::OpPattern::Opaque;
    QCOMPARE(groups(text, opaque), std::string("{exp} {sqrt} {tanh}"));
    const std::string heavy = in_function("%0 = exp(%x); nn.conv2d(%0, %w, channels=8, kernel_size=[1, 1])");
    Options joined;
    joined.joins = {{read(heavy).find("%0"), read(heavy).find("%1")}};
    QCOMPARE(groups(heavy, joined), std::string("{exp nn.conv2d}"));
    QCOMPARE(why(heavy, "%0", "%1", joined),
             std::string("joined: exp → nn.conv2d fused: a join asks for `exp` and `nn.conv2d` in one group."));
  }

  void a_join_that_cannot_be() {
    const nw::graph::Graph graph = read(in_function("%0 = exp(%x); %1 = sqrt(%0); (%0, %1)"));
    Options options;
    options.joins = {{graph.find("%0"), graph.find("%1")}};
    QCOMPARE(
        nw::format(nw::fusion::fuse(graph, relay_ops(), options).diagnostics.at(0)),
        std::string(
            "line 2:1: warning: the join of `exp` (%0) and `sqrt` (%1) is not possible: not all uses of `exp` (%0) "
            "lead to `sqrt` (%1) [NW3020]\n  because a group gives one value; what is needed outside as well cannot "
            "be inside it\n"));
  }

  void the_change_fuses_the_edge_data() {
    QTest::addColumn<QString>("program");
    for (const char* name : {"net_squeezenet_testing", "conv_diamond", "dense_split_gates", "pool_upsample_concat",
                             "inception_two_blocks", "dynamic_dims_chain", "intermediate_also_output"}) {
      QTest::newRow(name) << name;
    }
  }

  void the_change_fuses_the_edge() {
    QFETCH(QString, program);
    const nw::graph::Graph graph = read(read_data("parity/relay/" + program.toStdString() + ".relay"));
    nw::fusion::Fusion fusion = nw::fusion::fuse(graph, relay_ops());
    nw::fusion::name_changes(graph, relay_ops(), {}, fusion);
    int tried = 0;
    for (const nw::fusion::Edge& edge : fusion.edges) {
      if (edge.fused) continue;
      if (!edge.reason.change) {
        QVERIFY2(edge.reason.no_change.english().starts_with("no single change would"),
                 edge.reason.text.english().c_str());
        continue;
      }
      const std::string change = title(*edge.reason.change).english();
      const auto options = nw::fusion::with_change(graph, {}, *edge.reason.change);
      QVERIFY2(options, change.c_str());
      const nw::fusion::Fusion after = nw::fusion::fuse(graph, relay_ops(), *options);
      QVERIFY2(after.group_of.at(edge.from) == after.group_of.at(edge.to), change.c_str());
      ++tried;
    }
    QVERIFY(tried > 0 || program == "intermediate_also_output");
  }

  void every_step_of_the_algorithm() {
    const nw::graph::Graph graph = read(kTwoConvolutions);
    const nw::fusion::Fusion fusion = nw::fusion::fuse(graph, relay_ops());
    QCOMPARE(fusion.steps.size(), size_t(1));
    QCOMPARE(graph.node(fusion.steps[0].from).name, std::string("%0"));
    QCOMPARE(graph.node(fusion.steps[0].into).name, std::string("%2"));
    QCOMPARE(graph.node(fusion.dominator.at(graph.find("%1"))).name, std::string("%2"));
  }

  void warnings() {
    const nw::graph::Graph graph = read(kTwoConvolutions);
    QCOMPARE(
        nw::format(nw::fusion::fuse(graph, relay_ops()).diagnostics.at(0)),
        std::string(
            "line 2:57: note: `nn.conv2d` (%1) → `add` (%2) is not fused, though its equal `nn.conv2d` (%0) → `add` "
            "(%2) is [NW3011]\n  because here: nn.conv2d → add not fused: `add` is already in the group of `nn.conv2d` "
            "(%0), and a group holds one out_elemwise_fusable op.\n  because there: nn.conv2d → add fused: in phase 0, "
            "`add` works element by element on the result of this out_elemwise_fusable op.\n"));
    const nw::graph::Graph uses = read(
        in_function("%0 = exp(%x); %1 = sqrt(%0); %2 = argsort(%1); %3 = cast(%2, dtype=\"float32\"); %4 = exp(%3); "
                    "%5 = sqrt(%4); (%5, tanh(%4))"));
    QCOMPARE(nw::format(nw::fusion::fuse(uses, relay_ops()).diagnostics.at(0)),
             std::string("line 2:80: note: `exp` (%4) → `sqrt` (%5) is not fused, though its equal `exp` (%0) → `sqrt` "
                         "(%1) is [NW3011]\n  because here: the value is used 2 times; exp → sqrt not fused: its value "
                         "has several uses (`sqrt` (%5), `tanh` (%6)) that never meet again, so it must be kept.\n  "
                         "because there: the value is used once; exp → sqrt fused: in phase 0, `sqrt` takes in an "
                         "elemwise op.\n"));
    const nw::graph::Graph chain = read(in_function("%0 = exp(%x); %1 = exp(%0); exp(%1)"));
    QCOMPARE(
        nw::format(nw::fusion::fuse(chain, relay_ops(), depth(2)).diagnostics.at(0)),
        std::string(
            "line 2:15: warning: `exp` (%1) → `exp` (%2) is not fused only because a group may hold 2 nodes at most "
            "[NW3010]\n  legal: a greater --max-depth\n"));
  }
};

NW_TEST(TestReasons);
#include "test_reasons.moc"
