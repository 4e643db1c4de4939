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
    const FusionEdit fence = set_fence({}, "%0", true);
    QCOMPARE(fence.label, std::string("fence after %0"));
    const FusionView fenced = compute_fusion(m, fence.choices, local_cpu_facts(), usual.fusion);
    QCOMPARE(fusion::summary(fenced.difference), std::string("2 groups become 3: 1 split; 1 node moves."));
    const auto active = active_what_ifs(fence.choices);
    QCOMPARE(active.size(), size_t{1});
    QCOMPARE(active[0].text, std::string("fence after %0"));
    QVERIFY(active[0].dropped.choices == FusionChoices());
  }

  void an_edge_is_joined_cut_or_left_to_the_rules() {
    FusionChoices choices = set_edge({}, "%0", "%1", EdgeChoice::Cut).choices;
    QCOMPARE(edge_choice(choices, "%0", "%1"), EdgeChoice::Cut);
    choices = set_edge(choices, "%0", "%1", EdgeChoice::Join).choices;
    QVERIFY(choices.cuts.empty());
    QCOMPARE(edge_choice(choices, "%0", "%1"), EdgeChoice::Join);
    QVERIFY(set_edge(choices, "%0", "%1", EdgeChoice::Rules).choices == FusionChoices());
  }

  void the_change_that_a_reason_names_fuses_the_edge() {
    const auto m = model();
    const FusionView usual = compute_fusion(m, {}, local_cpu_facts());
    const graph::Graph& graph = m->optimized();
    const NodeId sum = graph.find("%1"), root = graph.find("%2");
    const fusion::Reason reason = compute_why(*m, {}, *usual.fusion, sum, root);
    const auto edit = apply_change({}, graph, reason.change);
    QVERIFY2(edit, reason.change.c_str());
    const FusionView after = compute_fusion(m, edit->choices, local_cpu_facts(), usual.fusion);
    QCOMPARE(after.fusion->group_of.at(sum), after.fusion->group_of.at(root));
    QVERIFY(!apply_change({}, graph, "no single change would fuse them"));
  }
};

NW_TEST(TestWhatIfs);
#include "test_what_ifs.moc"
