// SPDX-License-Identifier: GPL-3.0-or-later
// Completion and the find language in the window's strings.
#include <QTest>

#include "models/query.h"
#include "models/script_help.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestTextAdapters : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_wrong_query_is_placed_by_letters_not_by_bytes() {
    const ParsedQuery wrong = parse_query(QStringLiteral("größe size:3"));
    QCOMPARE(wrong.error_column, 6);
    QVERIFY(wrong.error.startsWith(QStringLiteral("'size:' is not a key")));
    QVERIFY(parse_query(QStringLiteral("relu")).error.isEmpty());
  }

  void a_call_tip_is_signature_and_summary() {
    QCOMPARE(scriptCallTip(QStringLiteral("s[P].compute_at(s[C], ")),
             QStringLiteral(
                 "s[P].compute_at(s[C], scope)\nComputes P where C needs it, once for each run of that loop of C"));
    QCOMPARE(scriptCallTip(QStringLiteral("y, x = ")), QString());
    QCOMPARE(wordBefore(QStringLiteral("s[größe")), QStringLiteral("größe"));
  }
};

NW_TEST(TestTextAdapters);
#include "test_text_adapters.moc"
