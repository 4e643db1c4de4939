// SPDX-License-Identifier: GPL-3.0-or-later
// The memory plan as blocks over time and addresses.
#include <QTest>

#include "import/relay.h"
#include "model/model.h"
#include "models/memory_chart.h"
#include "registry.h"

using namespace nw;
using views::MemoryChart;

class TestMemoryChart : public QObject {
  Q_OBJECT

  static MemoryChart chart(const std::string& program) {
    auto graph = import::read_relay(program);
    const auto model = model::build_model(std::move(*graph.value), {}, "net.relay");
    return MemoryChart::of(model->optimized(), model::fuse(*model));
  }
  static MemoryChart chain() {
    return chart(
        "fn (%x: Tensor[(64, 64), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n  %2 = nn.softmax(%1);\n"
        "  add(%2, %1)\n}\n");
  }

 private Q_SLOTS:
  void blocks_lie_where_the_plan_says() {
    const MemoryChart c = chain();
    QVERIFY(c.blocks.size() >= 2);
    QCOMPARE(c.alive.size(), c.steps);
    for (const MemoryChart::Block& block : c.blocks) {
      QVERIFY(block.offset >= 0 && block.offset + block.bytes <= c.arena);
      QVERIFY(block.first <= block.last && block.first < c.steps);
      QCOMPARE(block.bytes, int64_t{64 * 64 * 4});
    }
    QCOMPARE(*std::ranges::max_element(c.alive), c.live);
    QVERIFY2(c.summary().startsWith(QStringLiteral("Arena ")), qPrintable(c.summary()));
  }

  void a_block_is_found_by_step_and_address() {
    const MemoryChart c = chain();
    for (size_t i = 0; i < c.blocks.size(); ++i) {
      const auto found = c.at(c.blocks[i].first, c.blocks[i].offset + 1);
      QVERIFY(found.has_value());
      QVERIFY(c.blocks[*found].offset <= c.blocks[i].offset + 1);
      QCOMPARE(c.blockOf(c.blocks[i].value.node), std::optional(i));
      QVERIFY(c.describe(i).contains(c.blocks[i].name));
    }
    QVERIFY(!c.at(0, c.arena + 1));
  }

  void sizes_that_only_a_run_tells_have_no_block() {
    const MemoryChart c = chart("fn (%x: Tensor[(?, 64), float32]) {\n  nn.softmax(%x)\n}\n");
    QVERIFY(c.blocks.empty());
    QCOMPARE(c.summary(), QStringLiteral("No value has a place in the plan: their sizes are not known before a run."));
  }
};

NW_TEST(TestMemoryChart);
#include "test_memory_chart.moc"
