// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers in the window: one form in every language.
#include "models/number_text.h"

#include <QLocale>
#include <QTest>

#include "registry.h"

using namespace nw::views;

class TestNumberText : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void initTestCase() { QLocale::setDefault(QLocale(QLocale::German)); }
  void cleanupTestCase() { QLocale::setDefault(QLocale::system()); }

  void three_digits_and_a_unit() {
    QCOMPARE(number_text(0.5), QStringLiteral("0.5"));
    QCOMPARE(number_text(999), QStringLiteral("999"));
    QCOMPARE(number_text(1234567), QStringLiteral("1.23 M"));
  }

  void groups_of_digits_by_narrow_spaces() {
    QCOMPARE(grouped_text(9999), QStringLiteral("9999"));
    QCOMPARE(grouped_text(12345), QStringLiteral("12\u202f345"));
    QCOMPARE(grouped_text(-123456), QStringLiteral("-123\u202f456"));
    QCOMPARE(grouped_text(48213907), QStringLiteral("48\u202f213\u202f907"));
  }

  void shares_have_a_decimal_where_they_are_small() {
    QCOMPARE(share_text(0.073), QStringLiteral("7.3 %"));
    QCOMPARE(share_text(0.234), QStringLiteral("23 %"));
    QCOMPARE(share_text(0.0996), QStringLiteral("10 %"));
  }
};

NW_TEST(TestNumberText);
#include "test_number_text.moc"
