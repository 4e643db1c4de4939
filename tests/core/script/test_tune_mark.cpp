// SPDX-License-Identifier: GPL-3.0-or-later
// The marks of knobs in the comments of a script.
#include <QTest>

#include "registry.h"
#include "script/tune_mark.h"

using namespace nw::script;
using Form = TuneMark::Form;

class TestTuneMark : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void forms_of_a_mark_data() {
    QTest::addColumn<QByteArray>("comment");
    QTest::addColumn<int>("form");
    QTest::addColumn<QList<int>>("values");
    const auto row = [](const char* comment, Form form, QList<int> values = {}) {
      QTest::newRow(comment) << QByteArray(comment) << static_cast<int>(form) << values;
    };
    row("# tune: 4 8 16", Form::List, {4, 8, 16});
    row("#tune: 8 8 4", Form::List, {8, 4});
    row("# the inner loop  # tune: 0 64", Form::List, {0, 64});
    row("# tune: factors", Form::Factors);
    row("# tune: optional", Form::Optional);
    row("# tune: order", Form::Order);
    row("# tune:  at   any ", Form::AnyPlace);
  }
  void forms_of_a_mark() {
    QFETCH(QByteArray, comment);
    QFETCH(int, form);
    QFETCH(QList<int>, values);
    const auto mark = tune_mark("s[C].unroll(k)  " + comment.toStdString());
    QVERIFY(mark);
    QCOMPARE(mark->why, std::string());
    QCOMPARE(static_cast<int>(mark->form), form);
    QCOMPARE(QList<int>(mark->values.begin(), mark->values.end()), values);
  }

  void factors_may_have_a_limit() {
    QCOMPARE(tune_mark("x  # tune: factors max=64")->most, std::optional<int64_t>(64));
    QCOMPARE(tune_mark("x  # tune: factors")->most, std::nullopt);
  }

  void what_is_no_mark() {
    QVERIFY(!tune_mark("s[C].unroll(k)"));
    QVERIFY(!tune_mark("s[C].unroll(k)  # tune the inner loop"));
    QVERIFY(!tune_mark("s[C].pragma(k, \"# tune: 4\", 1)"));
  }

  void a_mark_that_is_of_no_form_says_why_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("it has no value");
    QTest::newRow("a word") << QByteArray("4 four") << QByteArray("'four' is no number");
    QTest::newRow("too large") << QByteArray("99999999999999999999")
                               << QByteArray("'99999999999999999999' is no number");
    QTest::newRow("a bad limit") << QByteArray("factors max=0") << QByteArray("'max=0' is not max=N");
    QTest::newRow("no limit") << QByteArray("factors 64") << QByteArray("'64' is not max=N");
    QTest::newRow("two limits") << QByteArray("factors max=4 max=8") << QByteArray("'max=8' follows the limit");
  }
  void a_mark_that_is_of_no_form_says_why() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, why);
    QCOMPARE(tune_mark("x  # tune: " + text.toStdString())->why, why.toStdString());
  }

  void the_place_of_a_mark_is_that_of_its_sign() {
    QCOMPARE(tune_mark("s[C].unroll(k)  # often  # tune: optional")->column, size_t{25});
  }
};

NW_TEST(TestTuneMark);
#include "test_tune_mark.moc"
