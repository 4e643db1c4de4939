// SPDX-License-Identifier: GPL-3.0-or-later
// What-ifs of fusion as edits of the document's choices.
#include <QTest>

#include "base/local_cpu.h"
#include "import/relay.h"
#include "registry.h"
#include "workspace/fusion_view.h"
#include "workspace/what_ifs.h"

using namespace nw;
using namespace nw::workspace;
using fusion::EdgeChange;
using fusion::EdgeChoice;
using fusion::FenceChange;
using fusion::PatternChange;
using graph::OpPattern;

Q_DECLARE_METATYPE(nw::fusion::Change)
Q_DECLARE_METATYPE(nw::workspace::FusionChoices)

class TestWhatIfs : public QObject {
  Q_OBJECT

  static std::shared_ptr<const model::Model> model() {
    auto graph = import::read_relay(
        "#[version = \"0.0.5\"]\n"
        "fn (%x: Tensor[(4, 8), float32]) {\n"
        "  %0 = exp(%x);\n"
        "  %1 = sum(%0, axis=[1]);\n"
        "  sqrt(%1)\n"
        "}\n");
    model::OpenOptions options;
    options.passes = model::Passes::None;
    return model::build_model(std::move(*graph.value), {}, "text", options);
  }

 private Q_SLOTS:
  void a_fence_splits_and_dropping_it_merges() {
    const auto m = model();
    const FusionView usual = compute_fusion(m, {}, local_cpu_facts());
    const FusionEdit fence = with_change({}, FenceChange{"%0"});
    QCOMPARE(fence.label, std::string("fence after %0"));
    const FusionView fenced = compute_fusion(m, fence.choices, local_cpu_facts(), usual.fusion);
    QCOMPARE(fusion::summary(fenced.difference).english(), std::string("2 groups become 3: 1 split; 1 node moves."));
    const auto active = active_what_ifs(fence.choices);
    QCOMPARE(active.size(), size_t{1});
    QCOMPARE(active[0].text.english(), std::string("fence after %0"));
    QVERIFY(with_change(fence.choices, active[0].drop).choices == FusionChoices());
  }

  void an_edge_is_joined_cut_or_left_to_the_rules() {
    FusionChoices choices = with_change({}, EdgeChange{"%0", "%1", EdgeChoice::Cut}).choices;
    QCOMPARE(edge_choice(choices, "%0", "%1"), EdgeChoice::Cut);
    choices = with_change(choices, EdgeChange{"%0", "%1", EdgeChoice::Join}).choices;
    QVERIFY(choices.cuts.empty());
    QCOMPARE(edge_choice(choices, "%0", "%1"), EdgeChoice::Join);
    QVERIFY(with_change(choices, EdgeChange{"%0", "%1", EdgeChoice::Rules}).choices == FusionChoices());
  }

  void the_change_that_a_reason_names_fuses_the_edge() {
    const auto m = model();
    const FusionView usual = compute_fusion(m, {}, local_cpu_facts());
    const graph::Graph& graph = m->optimized();
    const NodeId sum = graph.find("%1"), root = graph.find("%2");
    const fusion::Reason reason = compute_why(*m, {}, *usual.fusion, sum, root);
    QVERIFY2(reason.change, reason.no_change.english().c_str());
    const FusionEdit edit = with_change({}, *reason.change);
    const FusionView after = compute_fusion(m, edit.choices, local_cpu_facts(), usual.fusion);
    QCOMPARE(after.fusion->group_of.at(sum), after.fusion->group_of.at(root));
  }

  // Each kind of change: what it makes of the choices, its label in the history, and how it is listed while in force.
  void each_kind_of_change_data() {
    QTest::addColumn<fusion::Change>("change");
    QTest::addColumn<FusionChoices>("expected");
    QTest::addColumn<QString>("label");
    QTest::addColumn<QString>("active");
    const auto row = [](const char* name, const fusion::Change& change, const FusionChoices& expected,
                        const char* label, const char* active) {
      QTest::newRow(name) << change << expected << QString::fromUtf8(label) << QString::fromUtf8(active);
    };
    row("pattern of a node", PatternChange{"%1", OpPattern::Opaque}, {.patterns = {{"%1", OpPattern::Opaque}}},
        "%1 as opaque", "%1 as opaque");
    row("pattern of an operator", PatternChange{"exp", OpPattern::Injective},
        {.patterns = {{"exp", OpPattern::Injective}}}, "exp as injective", "exp as injective");
    row("fence", FenceChange{"%0"}, {.fences = {"%0"}}, "fence after %0", "fence after %0");
    row("join", EdgeChange{"%0", "%1", EdgeChoice::Join}, {.joins = {{"%0", "%1"}}}, "fuse %0 → %1", "fused: %0 → %1");
    row("cut", EdgeChange{"%0", "%1", EdgeChoice::Cut}, {.cuts = {{"%0", "%1"}}}, "cut %0 → %1", "cut: %0 → %1");
    row("depth", fusion::DepthChange{3}, {.max_depth = 3}, "at most 3 operators in a group",
        "at most 3 operators in a group");
    row("level", fusion::LevelChange{0}, {.opt_level = 0}, "fusion at opt level 0", "opt level 0");
  }

  void each_kind_of_change() {
    QFETCH(fusion::Change, change);
    QFETCH(FusionChoices, expected);
    QFETCH(QString, label);
    QFETCH(QString, active);
    const FusionEdit edit = with_change({}, change);
    QVERIFY(edit.choices == expected);
    QCOMPARE(QString::fromStdString(edit.label), label);
    QVERIFY2(with_change(edit.choices, change).choices == expected, "made twice, it is the same");
    const auto in_force = active_what_ifs(edit.choices);
    QCOMPARE(in_force.size(), size_t{1});
    QCOMPARE(QString::fromStdString(in_force[0].text.english()), active);
    QVERIFY(with_change(edit.choices, in_force[0].drop).choices == FusionChoices());
  }

  void a_change_leaves_the_other_choices() {
    const FusionChoices before{.max_depth = 3, .patterns = {{"exp", OpPattern::Opaque}}, .fences = {"%0", "%1"}};
    const FusionChoices after = with_change(before, FenceChange{"%0", false}).choices;
    QVERIFY(after == (FusionChoices{.max_depth = 3, .patterns = {{"exp", OpPattern::Opaque}}, .fences = {"%1"}}));
    QVERIFY(with_change(after, PatternChange{"exp", {}}).choices == (FusionChoices{.max_depth = 3, .fences = {"%1"}}));
  }

  // The same value means the same to the choices of a document and to the options of a graph.
  void choices_and_options_agree() {
    const auto m = model();
    const graph::Graph& graph = m->optimized();
    for (const fusion::Change& change : std::vector<fusion::Change>{
             PatternChange{"%1", OpPattern::Opaque}, PatternChange{"exp", OpPattern::Opaque}, FenceChange{"%0"},
             EdgeChange{"%0", "%1", EdgeChoice::Join}, EdgeChange{"%0", "%1", EdgeChoice::Cut}, fusion::DepthChange{3},
             fusion::LevelChange{0}}) {
      const auto [options, unknown] = fusion_options(with_change({}, change).choices, graph, {});
      QVERIFY(unknown.empty());
      QVERIFY2(fusion::with_change(graph, {}, change) == options, title(change).english().c_str());
    }
  }
};

NW_TEST(TestWhatIfs);
#include "test_what_ifs.moc"
