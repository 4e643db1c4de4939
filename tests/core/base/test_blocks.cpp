// SPDX-License-Identifier: GPL-3.0-or-later
// A growing list whose elements stay where they are.
#include <QTest>

#include <string>

#include "base/blocks.h"
#include "registry.h"

using namespace nw;

class TestBlocks : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void elements_stay_where_they_are() {
    Blocks<std::string> list;
    QVERIFY(list.empty());
    std::vector<const std::string*> places;
    for (int i = 0; i < 200; ++i) places.push_back(&list.emplace_back("element " + std::to_string(i)));
    QCOMPARE(list.size(), size_t{200});
    for (size_t i = 0; i < places.size(); ++i) QCOMPARE(&list[i], places[i]);
    QCOMPARE(list.back(), "element 199");

    const Blocks<std::string> moved = std::move(list);
    QCOMPARE(&moved[150], places[150]);
    size_t at = 0;
    for (const std::string& element : moved) QCOMPARE(&element, places[at++]);
    QCOMPARE(at, size_t{200});
  }
};

NW_TEST(TestBlocks);
#include "test_blocks.moc"
