// SPDX-License-Identifier: GPL-3.0-or-later
// The code of two targets side by side: the same line of the nest at the same height.
#include <QComboBox>
#include <QImage>
#include <QPainter>
#include <QScrollBar>
#include <QTest>

#include "kernel/assembly_pair.h"
#include "kernel/assembly_view.h"
#include "kernel/kernel_colors.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

// Two lines of the nest, the second in a loop; `before` instructions of the first, then `hot` of the second.
AssemblyPair::Code code(const char* name, int before, int hot) {
  AssemblyPair::Code code{QString::fromLatin1(name), {}, nullptr};
  for (int i = 0; i < before + hot + 60; ++i) {
    kernel::AssemblyLine& line = code.lines.emplace_back();
    line.text = "    nop";
    line.instruction = i;
    line.shown_line = i < before ? 3 : i < before + hot ? 5 : -1;
    line.from.stage = StageId(0);
    if (line.shown_line != 5) continue;
    line.from.axis = AxisId(2);
    line.around = {AxisId(2)};
  }
  return code;
}

}  // namespace

class TestAssemblyPair : public QObject {
  Q_OBJECT

  AssemblyPair pair_;

  int top(int side) { return pair_.view(side)->verticalScrollBar()->value(); }

 private Q_SLOTS:
  void initTestCase() {
    pair_.resize(800, 300);
    pair_.show();
    pair_.setCodes({code("cpu", 40, 8), code("board", 70, 30), code("other", 10, 4)});
  }

  void innermost_loop_is_shown_on_both_sides() {
    QCOMPARE(hottest_line(code("cpu", 40, 8)), 40);
    QCOMPARE(pair_.box(0)->currentText() + pair_.box(1)->currentText(), QStringLiteral("cpuboard"));
    QCOMPARE(top(0), 40);
    QCOMPARE(top(1), 70);
  }

  void time_says_which_line_is_hottest() {
    AssemblyPair::Code timed = code("cpu", 40, 8);
    auto heat = std::make_shared<kernel::NestHeat>();
    heat->instructions = {{7, 90}, {41, 10}};
    timed.heat = heat;
    QCOMPARE(hottest_line(timed), 7);
    QCOMPARE(hottest_line({}), -1);
  }

  void sides_scroll_together() {
    pair_.view(1)->verticalScrollBar()->setValue(0);
    QCOMPARE(top(0), 0);
    pair_.view(1)->verticalScrollBar()->setValue(70);
    QCOMPARE(top(0), 40);
  }

  // Keys choose another target, and what was chosen stays so when another has run.
  void targets_are_chosen_by_keys() {
    pair_.box(1)->setFocus();
    QTest::keyClick(pair_.box(1), Qt::Key_Down);
    QCOMPARE(pair_.box(1)->currentText(), QStringLiteral("other"));
    QCOMPARE(top(1), 10);
    pair_.setCodes({code("cpu", 40, 8), code("board", 70, 30), code("other", 10, 4), code("last", 1, 1)});
    QCOMPARE(pair_.box(1)->currentText(), QStringLiteral("other"));
  }

  // There are more lines than hues: those that share one differ in pattern.
  void the_stripes_of_lines_that_share_a_hue_differ() {
    const KernelColors colors = KernelColors::from(pair_.palette());
    const auto hues = static_cast<int>(colors.pairs.size());
    std::vector<QImage> stripes;
    for (int which = 0; which < 4 * hues; ++which) {
      QImage stripe(KernelColors::kPairStripe, 16, QImage::Format_RGB32);
      stripe.fill(colors.background);
      QPainter painter(&stripe);
      colors.paint_pair(painter, which, stripe.rect());
      painter.end();
      for (const QImage& before : stripes) QVERIFY(before != stripe);
      stripes.push_back(stripe);
    }
    QCOMPARE(colors.pair(0), colors.pair(hues));
  }

  void selected_loop_is_highlighted_on_both_sides() {
    QTest::mouseClick(pair_.view(0)->viewport(), Qt::LeftButton, {}, QPoint(40, 4));
    QCOMPARE(pair_.view(0)->litLines(), 8);
    QCOMPARE(pair_.view(1)->litLines(), 4);
  }
};

NW_TEST(TestAssemblyPair);
#include "test_assembly_pair.moc"
