// SPDX-License-Identifier: GPL-3.0-or-later
// What the editor offers at the cursor.
#include <QTest>

#include "models/script_help.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestScriptHelp : public QObject {
  Q_OBJECT

  script::Program program_ = script::read(
      "from tvm import te\n"
      "A = te.placeholder((32, 32), name=\"A\")\n"
      "P = te.compute((32, 32), lambda i, j: A[i, j] * 2.0, name=\"P\")\n"
      "C = te.compute((32, 32), lambda y, x: P[y, x] + 1.0, name=\"C\")\n"
      "s = te.create_schedule(C.op)\n"
      "y, x = s[C].op.axis\n"
      "i, j = s[P].op.axis\n"
      "yo, yi = s[C].split(y, factor=8)\n");
  QString at(const char* before) const {
    return scriptCompletions(program_, QString::fromUtf8(before)).join(QLatin1Char(' '));
  }

 private Q_SLOTS:
  void completions_fit_the_place() {
    QCOMPARE(at("s[C].vectorize("), QStringLiteral("x yi yo"));
    QCOMPARE(at("s[C].reorder(yi, y"), QStringLiteral("yi yo"));
    QCOMPARE(at("s[P].compute_at("), QStringLiteral("s[A] s[C]"));
    QCOMPARE(at("s[P].compute_at(s[C], "), QStringLiteral("x yi yo"));
    QCOMPARE(at("s[P].compute_"), QStringLiteral("compute_at compute_inline compute_root"));
    QCOMPARE(at("C_local = s.cache"), QStringLiteral("cache_read cache_write"));
    QCOMPARE(at("s[C].vectorize(x"), QString());
  }

  void call_tips() {
    QCOMPARE(
        scriptCallTip(QStringLiteral("s[P].compute_at(s[C], ")),
        QStringLiteral("s[P].compute_at(s[C], axis)\nComputes P where C needs it, once for each run of that loop"));
    QCOMPARE(scriptCallTip(QStringLiteral("s[C].split(x, factor=8)")), QString());
    QCOMPARE(scriptCallTip(QStringLiteral("y, x = ")), QString());
  }
};

NW_TEST(TestScriptHelp);
#include "test_script_help.moc"
