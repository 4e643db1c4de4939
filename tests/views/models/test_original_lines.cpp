// SPDX-License-Identifier: GPL-3.0-or-later
// Lines of a script and of the Python file that it was made from, while steps are added and removed.
#include <QTest>

#include "models/original_lines.h"
#include "registry.h"

using namespace nw;

class TestOriginalLines : public QObject {
  Q_OBJECT

  static views::OriginalLines lines() {
    flatten::Kernel kernel;
    kernel.script = "A = a\nB = b\ns = s\ns[B].x(0)\ns[B].x(1)\nlower\n";
    kernel.lines = {{3, 1}, {4, 2}, {6, 3}, {8, 4}, {8, 5}, {9, 6}};
    return views::OriginalLines(kernel);
  }

 private Q_SLOTS:
  void one_line_of_a_loop_is_several_of_the_script() {
    const views::OriginalLines l = lines();
    QCOMPARE(l.original_of(3), 6);
    QCOMPARE(l.lines_of(8), (std::vector<int>{4, 5}));
    QVERIFY(l.lines_of(7).empty());
    QCOMPARE(l.original_of(99), 0);
  }

  void a_new_step_has_no_origin_and_moves_those_below() {
    views::OriginalLines l = lines();
    l.follow("A = a\nB = b\ns = s\ns[B].x(0)\nmine\ns[B].x(1)\nlower\n");
    QCOMPARE(l.original_of(5), 0);
    QCOMPARE(l.lines_of(8), (std::vector<int>{4, 6}));
    QCOMPARE(l.original_of(7), 9);
  }

  void lines_between_two_edits_keep_their_origin() {
    views::OriginalLines l = lines();
    l.follow("A = a\nmine\ns = s\ns[B].x(1)\nmore\nlower\n");
    QCOMPARE(l.original_of(2), 0);
    QCOMPARE(l.original_of(3), 6);
    QCOMPARE(l.original_of(4), 8);
    QCOMPARE(l.original_of(6), 9);
    l.follow("A = a\nB = b\ns = s\ns[B].x(0)\ns[B].x(1)\nlower\n");
    QCOMPARE(l.original_of(2), 4);
  }
};

NW_TEST(TestOriginalLines);
#include "test_original_lines.moc"
