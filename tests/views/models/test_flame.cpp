// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of times and the timeline of a run, of a small graph fused by hand.
#include <QTest>

#include "../support/graphs.h"
#include "models/flame.h"
#include "models/run_timeline.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestFlame : public QObject {
  Q_OBJECT

  std::shared_ptr<graph::Graph> graph_ = test::two_blocks();
  std::shared_ptr<fusion::Fusion> fusion_ = test::fused(*graph_);

  std::shared_ptr<const model::OperatorTable> table(std::map<GroupId, double> times = {}) {
    return model::make_operator_table(graph_, fusion_, {.times = std::move(times), .target = "cpu"});
  }
  static QString text(const Flame& flame) {
    QString all;
    for (const FlameNode& node : flame.nodes)
      all += QStringLiteral("%1%2 %3 self %4 from %5\n")
                 .arg(QString(qsizetype{2} * node.depth, QLatin1Char(' ')), node.title)
                 .arg(node.inclusive)
                 .arg(node.self)
                 .arg(node.begin);
    return all;
  }

 private Q_SLOTS:
  // The largest first, and scopes with the sum of what they hold.
  void times_add_up_from_groups_to_scopes() {
    const auto flame = make_flame(*table({{GroupId(0), 10}, {GroupId(1), 30}}), {});
    QVERIFY(flame->timed);
    QCOMPARE(text(*flame), QStringLiteral("all 40 self 0 from 0\n"
                                          "  block2 30 self 0 from 0\n"
                                          "    conv2d + bias_add + relu 30 self 30 from 0\n"
                                          "  block1 10 self 0 from 30\n"
                                          "    conv2d + bias_add + relu 10 self 10 from 30\n"));
    QCOMPARE(flame->about(1), QStringLiteral("block2: 30.0 µs, 75 %; 0 of it itself"));
    QCOMPARE(flame->nodes[2].group, GroupId(1));
    QCOMPARE(flame->depth, 3);
  }

  void operations_are_shown_of_a_network_that_did_not_run() {
    const auto flame = make_flame(*table(), {});
    QVERIFY(!flame->timed);
    QVERIFY(flame->about(0).contains(QStringLiteral("operations, 100 %")));
    double sum = 0;
    for (const FlameNode& node : flame->nodes) sum += node.self;
    QCOMPARE(sum, flame->nodes.front().inclusive);
  }

  // A sample of the profile is worth the same part of the group's time wherever it was taken.
  void a_profile_adds_stages_and_loops() {
    const auto preview = std::make_shared<const kernel::KernelPreview>(
        kernel::preview("from tvm import te\n"
                        "A = te.placeholder((64, 8), name='A')\n"
                        "B = te.compute((64, 8), lambda i, j: A[i, j] * 2.0, name='B')\n"
                        "s = te.create_schedule(B.op)\n"
                        "tvm.lower(s, [A, B], name='main')\n"));
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->total = 100;
    heat->rows.resize(preview->tree.size());
    heat->rows[0].inside = 100;
    heat->rows[1] = {20, 100};
    heat->rows[2] = {80, 80};
    const auto flame = make_flame(*table({{GroupId(0), 10}}), {{GroupId(0), preview, heat}});
    QCOMPARE(text(*flame), QStringLiteral("all 10 self 0 from 0\n"
                                          "  block1 10 self 0 from 0\n"
                                          "    conv2d + bias_add + relu 10 self 0 from 0\n"
                                          "      B 10 self 0 from 0\n"
                                          "        i in 64 10 self 2 from 0\n"
                                          "          j in 8 8 self 8 from 0\n"));
  }

  // What encloses others is above them, and values' memory has its greatest amount.
  void calls_of_a_run_are_ordered_and_nested() {
    measure::Trace trace;
    const auto add = [&](const char* kind, int group, const char* node, double begin, double time) {
      measure::Trace::Span span;
      span.entry.kind = kind;
      span.entry.group = GroupId(group);
      span.entry.node = node;
      span.entry.task = kind;
      span.entry.time = time;
      span.begin = begin;
      trace.spans.push_back(span);
    };
    add("kernel", 0, "block1/relu", 1, 4);
    add("kernel", 1, "block2/relu", 6, 3);
    add("control", -1, "sum", 0, 10);
    trace.memory = {{0, 100}, {4, 300}, {8, 200}};
    const auto run = make_run_timeline(trace, *table());
    QString all;
    for (const RunTimeline::Call& call : run->calls)
      all += QStringLiteral("%1 %2 %3-%4\n").arg(call.level).arg(call.title).arg(call.begin).arg(call.end);
    QCOMPARE(all, QStringLiteral("0 control 0-10\n"
                                 "1 conv2d + bias_add + relu 1-5\n"
                                 "1 conv2d + bias_add + relu 6-9\n"));
    QCOMPARE(run->end, 10.0);
    QCOMPARE(run->levels, 2);
    QCOMPARE(run->most_bytes, int64_t{300});
    QCOMPARE(run->calls[1].node, graph_->find("block1/relu"));
    QVERIFY(
        run->calls[1].about.startsWith(QStringLiteral("conv2d + bias_add + relu, block1/relu\n4.0 µs, after 1.0 µs")));
  }
};

NW_TEST(TestFlame);
#include "test_flame.moc"
