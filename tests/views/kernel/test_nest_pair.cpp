// SPDX-License-Identifier: GPL-3.0-or-later
// Where two nests differ, and which lines are at the same place.
#include <QTest>

#include "kernel/nest_pair.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestNestPair : public QObject {
  Q_OBJECT

  static tir::PrintedNest nest(const std::vector<std::string>& lines) {
    tir::PrintedNest nest;
    for (const std::string& line : lines) nest.lines.push_back({line, {}, nullptr});
    return nest;
  }

 private Q_SLOTS:
  void differences_are_listed_with_their_places() {
    const NestPair pair =
        pair_nests(nest({"for y in 0..4:", "  for x in 0..8:", "    B[y, x] = A[y, x]", "free A"}),
                   nest({"parallel y in 0..4:", "  for x in 0..8:", "    B[y, x] = A[y, x]", "alloc T", "free A"}));
    QCOMPARE(pair.differences.size(), size_t{2});
    QCOMPARE(pair.differences[0].text, QStringLiteral("- for y in 0..4:\n+ parallel y in 0..4:"));
    QCOMPARE(pair.differences[0].left_lines, 1);
    QCOMPARE(pair.differences[1].text, QStringLiteral("+ alloc T"));
    QCOMPARE(pair.differences[1].left, 3);
    QCOMPARE(pair.differences[1].left_lines, 0);
    QCOMPARE(pair.differences[1].right, 3);
    QCOMPARE(pair.left_changed, (std::vector{true, false, false, false}));
    QCOMPARE(pair.right_changed, (std::vector{true, false, false, true, false}));
    QCOMPARE(pair.right_of, (std::vector{0, 1, 2, 4}));
    QCOMPARE(pair.left_of, (std::vector{1, 1, 2, 3, 3}));
  }

  void empty_lines_are_named_where_nothing_else_differs() {
    const auto text = [](const std::vector<std::string>& left, const std::vector<std::string>& right) {
      return pair_nests(nest(left), nest(right)).differences.at(0).text;
    };
    QCOMPARE(text({"a"}, {"a", ""}), QStringLiteral("+ (empty line)"));
    QCOMPARE(text({"a"}, {"a", "", "b"}), QStringLiteral("+ b"));
  }

  void equal_nests_do_not_differ() {
    const tir::PrintedNest same = nest({"a", "b"});
    QVERIFY(pair_nests(same, same).differences.empty());
    QCOMPARE(pair_nests(same, same).right_of, (std::vector{0, 1}));
    QVERIFY(pair_nests(nest({}), nest({})).differences.empty());
    QCOMPARE(pair_nests(nest({"a"}), nest({})).right_of, (std::vector{0}));
  }
};

NW_TEST(TestNestPair);
#include "test_nest_pair.moc"
