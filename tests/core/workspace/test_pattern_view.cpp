// SPDX-License-Identifier: GPL-3.0-or-later
// What the views show of a pattern table: order, moves, regions, rules, trials.
#include <QTest>

#include "import/relay.h"
#include "registry.h"
#include "workspace/pattern_view.h"

using namespace nw;
using namespace nw::workspace;

namespace {

graph::Graph two_layers() {
  return *import::read_relay(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  %1 = nn.relu(%0);
  %2 = nn.dense(%1, %w, units=None);
  tanh(%2)
}
)")
              .value;
}

const std::string kDense = "my.dense: is_op(\"nn.dense\")(wildcard(), wildcard())";
const std::string kRelu = "my.relu: is_op(\"nn.relu\")(is_op(\"nn.dense\")(wildcard(), wildcard()))";

}  // namespace

class TestPatternView : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void earlier_lines_take_what_later_ones_would() {
    const PatternView view = compute_patterns(two_layers(), kDense + "\n" + kRelu + "\n");
    QCOMPARE(view.lines.size(), size_t{2});
    QCOMPARE(view.lines[0].matches, size_t{2});
    QCOMPARE(view.lines[1].matches, size_t{0});
    QCOMPARE(view.lines[1].taken_by.at("my.dense"), size_t{1});
    const PatternView moved = compute_patterns(two_layers(), kRelu + "\n" + kDense + "\n");
    QCOMPARE(difference(view, moved), std::string("my.relu 0 → 1, my.dense 2 → 1"));
  }

  // Where a rule finds its pattern in the model as it is, and why not elsewhere; composites do not take from rules.
  void rules_have_places_and_reasons() {
    const graph::Graph graph = two_layers();
    const std::string rule = "x = wildcard()\nr: is_op(\"tanh\")(is_op(\"nn.relu\")(x)) => relay.exp(x)\n";
    PatternView view = compute_patterns(graph, kDense + "\n" + rule);
    const PatternLine& line = view.lines[1];
    QVERIFY(line.rule && !line.applied);
    QCOMPARE(line.matches, size_t{0});
    QCOMPARE(line.near, size_t{1});
    QCOMPARE(line.reasons.front().text, std::string("nn.dense where nn.relu is wanted"));
    add_pattern_fixes(graph, view);
    QVERIFY(line.reasons.front().fix);
    const PatternView mended = compute_patterns(graph, apply_fix(kDense + "\n" + rule, *line.reasons.front().fix));
    QCOMPARE(mended.lines[1].matches, size_t{1});
    QCOMPARE(mended.lines[0].matches, size_t{2});
    const PatternView applied = compute_patterns(graph, rule, {}, {}, true);
    QVERIFY(applied.lines[0].applied && applied.lines[0].reasons.empty());
  }

  void pieces_of_the_text_know_their_nodes() {
    const graph::Graph graph = two_layers();
    const PatternView view = compute_patterns(graph, kRelu + "\n");
    const auto whole =
        std::ranges::find_if(view.pieces, [](const PatternPiece& piece) { return piece.span.column == 10; });
    QVERIFY(whole != view.pieces.end());
    QCOMPARE(whole->nodes.size(), size_t{1});
    QCOMPARE(graph.node(whole->nodes.front()).op, std::string("nn.relu"));
  }

  void a_statement_moves_with_all_its_lines() {
    int line = 0;
    const std::string table = "a: is_op(\n  \"exp\")(None)\n# between\nb: wildcard()\n";
    QCOMPARE(*move_statement(table, 4, true, line),
             std::string("b: wildcard()\n# between\na: is_op(\n  \"exp\")(None)\n"));
    QCOMPARE(line, 1);
    QCOMPARE(*move_statement(table, 2, false, line),
             std::string("b: wildcard()\n# between\na: is_op(\n  \"exp\")(None)\n"));
    QCOMPARE(line, 3);
    QVERIFY(!move_statement(table, 1, true, line));
    QVERIFY(!move_statement(table, 3, true, line));
  }

  void one_more_operator_joins_regions() {
    const graph::Graph graph = two_layers();
    const std::vector<std::string> targets = targets_of(kDense);
    QCOMPARE(targets, std::vector<std::string>{"my"});
    const OffloadView before = compute_offload(graph, kDense, targets),
                      after = compute_offload(graph, kDense, targets, {"my", "nn.relu"});
    QCOMPARE(before.cut.regions.size(), size_t{2});
    QCOMPARE(after.cut.regions.size(), size_t{1});
    QVERIFY(after.bytes < before.bytes);
    QCOMPARE(after.nodes.front().size() >= 3, true);
  }

  void rules_make_another_graph() {
    const RewriteView view =
        compute_rewrite(two_layers(), "x = wildcard()\nt: is_op(\"tanh\")(x) => relay.nn.relu(x)\n");
    QCOMPARE(view.steps.size(), size_t{1});
    QCOMPARE(view.steps.front().removed, std::string("tanh"));
    QCOMPARE(view.steps.front().made, std::string("nn.relu"));
    QVERIFY(view.after);
  }

  void a_trial_is_tied_piece_by_piece() {
    const graph::Graph graph = two_layers();
    NodeId relu, tanh;
    for (size_t i = 0; i < graph.size(); ++i) {
      const NodeId id(static_cast<int32_t>(i));
      if (graph.node(id).op == "nn.relu") relu = id;
      if (graph.node(id).op == "tanh") tanh = id;
    }
    const pattern::TrialSteps taken = compute_trial(graph, kRelu, "my.relu", relu);
    QVERIFY(taken.ok);
    QCOMPARE(taken.pattern.size(), size_t{4});  // two calls, two wildcards
    QCOMPARE(taken.steps.back().ties.size(), size_t{4});
    const pattern::TrialSteps refused = compute_trial(graph, kRelu, "my.relu", tanh);
    QVERIFY(!refused.ok);
    QVERIFY(refused.steps.back().ties.empty());
    QVERIFY(!refused.steps.back().text.empty());
    QVERIFY(compute_trial(graph, kRelu, "my.other", relu).steps.empty());
  }
};

NW_TEST(TestPatternView);
#include "test_pattern_view.moc"
