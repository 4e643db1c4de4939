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
    QCOMPARE(at("s[P].compute_at("), QStringLiteral("s[C]"));  // A does not read it
    QCOMPARE(at("s[P].compute_at(s["), QStringLiteral("C"));
    QCOMPARE(at("s[C].compute_at("), QString());
    QCOMPARE(at("s["), QStringLiteral("C P"));
    QCOMPARE(at("y = s[C"), QString());
    QCOMPARE(at("s[P].compute_at(s[C], "), QStringLiteral("x yi yo"));
    QCOMPARE(at("s[P].compute_"), QStringLiteral("compute_at compute_inline compute_root"));
    QCOMPARE(at("C_local = s.cache"), QStringLiteral("cache_read cache_write"));
    QCOMPARE(at("s[C].vectorize(x"), QString());
  }

  void the_nearest_reader_is_the_best_place() {
    const script::Program program = script::read(
        "from tvm import te\n"
        "A = te.placeholder((32,), name=\"A\")\n"
        "P = te.compute((32,), lambda i: A[i] * 2.0, name=\"P\")\n"
        "Q = te.compute((32,), lambda i: P[i] + 1.0, name=\"Q\")\n"
        "C = te.compute((32,), lambda x: Q[x] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "x, = s[C].op.axis\n"
        "s[Q].compute_at(s[C], x)\n");
    const auto offered = [&](const char* before) { return scriptCompletions(program, QString::fromUtf8(before)); };
    QCOMPARE(offered("s[P].compute_at(").join(QLatin1Char(' ')), QStringLiteral("s[Q] s[C]"));
    QCOMPARE(offered("s[P].compute_at(s[C], ").join(QLatin1Char(' ')), QStringLiteral("x"));
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
