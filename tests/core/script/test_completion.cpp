// SPDX-License-Identifier: GPL-3.0-or-later
// What the editor offers at the cursor.
#include <QTest>

#include "models/script_help.h"
#include "registry.h"
#include "schedule/catalogue.h"

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
    QCOMPARE(at("s[C].vectorize("), QStringLiteral("yo yi x"));
    QCOMPARE(at("s[C].reorder(yi, y"), QStringLiteral("yo"));  // each once
    QCOMPARE(at("s[C].split("), QStringLiteral("yo yi x"));
    QCOMPARE(at("s[C].split(x, "), QStringLiteral("factor= nparts="));
    QCOMPARE(at("s[C].fuse(yo, "), QStringLiteral("yi"));  // only neighbours
    QCOMPARE(at("s[C].vectorize(x, "), QString());
    QCOMPARE(at("s[C].vectorize(s["), QStringLiteral("C P"));
    QCOMPARE(at("s[P].compute_at("), QStringLiteral("s[C]"));  // A does not read it
    QCOMPARE(at("s[P].compute_at(s["), QStringLiteral("C"));
    QCOMPARE(at("s[C].compute_at("), QString());
    QCOMPARE(at("s["), QStringLiteral("C P"));
    QCOMPARE(at("y = s[C"), QString());
    QCOMPARE(at("s[P].compute_at(s[C], "), QStringLiteral("x yi yo"));
    QCOMPARE(at("s[P].compute_"), QStringLiteral("compute_at compute_inline compute_root"));
    QCOMPARE(at("s[C].compute_"), QStringLiteral("compute_root"));  // it is the output
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

  // Whether the script has a variable for a loop or not, it is offered; what would be refused is not.
  void every_legal_loop_is_offered_and_no_other() {
    const std::string text =
        "from tvm import te\n"
        "A = te.placeholder((32, 32), name=\"A\")\n"
        "B = te.compute((32, 32), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
        "k = te.reduce_axis((0, 32), name=\"k\")\n"
        "C = te.compute((32, 32), lambda y, x: te.sum(B[y, k] * A[k, x], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "jo, ji = s[B].split(s[B].op.axis[1], factor=8)\n";
    const script::Program program = script::read(text);
    const auto offered = [&](const char* before) {
      return scriptCompletions(program, QString::fromUtf8(before)).join(QLatin1Char(' '));
    };
    QCOMPARE(offered("s[C].unroll("), QStringLiteral("s[C].op.axis[0] s[C].op.axis[1] k"));
    QCOMPARE(offered("s[C].vectorize("), QStringLiteral("s[C].op.axis[0] s[C].op.axis[1]"));  // not what is summed over
    QCOMPARE(offered("C_rf = s.rfactor("), QStringLiteral("C"));
    QCOMPARE(offered("C_rf = s.rfactor(C, "), QStringLiteral("k"));
    QCOMPARE(offered("s[B].compute_"), QStringLiteral("compute_at compute_root"));  // split: it cannot be inlined
    QVERIFY(asksWhatIsLegal(QStringLiteral("s[C].")));
    QVERIFY(!asksWhatIsLegal(QStringLiteral("s[")));
  }

  void every_primitive_has_a_call_tip_and_a_completion() {
    for (const schedule::PrimitiveInfo& row : schedule::catalogue()) {
      const QString name = QString::fromLatin1(row.name);
      const bool of_stage = row.receiver == schedule::Receiver::Stage;
      const QString call = (of_stage ? QStringLiteral("s[Z].") : QStringLiteral("s.")) + name;
      QVERIFY2(scriptCallTip(call + QLatin1Char('(')).contains(QString::fromUtf8(row.summary)), row.name);
      if (row.receiver == schedule::Receiver::Group) continue;
      // Of a stage that is not there yet everything could be said.
      const QString begin = call.chopped(1);
      QVERIFY2(scriptCompletions(program_, begin).contains(name), row.name);
    }
  }

  void call_tips() {
    QCOMPARE(scriptCallTip(QStringLiteral("s[P].compute_at(s[C], ")),
             QStringLiteral(
                 "s[P].compute_at(s[C], scope)\nComputes P where C needs it, once for each run of that loop of C"));
    QCOMPARE(scriptCallTip(QStringLiteral("s[C].split(x, factor=8)")), QString());
    QCOMPARE(scriptCallTip(QStringLiteral("y, x = ")), QString());
  }

  // An argument has one name: the one that TVM gives it, in the tip and where it is missing.
  void arguments_are_called_what_diagnostics_call_them_data() {
    QTest::addColumn<QString>("call");
    QTest::addColumn<QString>("missing");
    const auto row = [](const char* call, const char* missing) { QTest::newRow(missing) << call << missing; };
    row("s[C].split(", "split: the argument 'parent' is missing");
    row("s[P].compute_at(s[C]", "compute_at: the argument 'scope' is missing");
    row("s[C].vectorize(", "vectorize: the argument 'var' is missing");
    row("s[C].unroll(", "unroll: the argument 'var' is missing");
    row("s[C].parallel(", "parallel: the argument 'var' is missing");
    row("s[C].pragma(", "pragma: the argument 'var' is missing");
    row("s[C].bind(", "bind: the argument 'ivar' is missing");
    row("s[C].tensorize(x", "tensorize: the argument 'tensor_intrin' is missing");
    row("s[C].storage_align(", "storage_align: the argument 'axis' is missing");
    row("s[C].prefetch(P", "prefetch: the argument 'var' is missing");
    row("s.rfactor(C", "rfactor: the argument 'axis' is missing");
  }
  void arguments_are_called_what_diagnostics_call_them() {
    QFETCH(QString, call);
    QFETCH(QString, missing);
    const script::Program program = script::read(
        "from tvm import te\n"
        "P = te.placeholder((32, 32), name=\"P\")\n"
        "C = te.compute((32, 32), lambda y, x: P[y, x] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "y, x = s[C].op.axis\n" +
        call.toStdString() + ")\n");
    QVERIFY(!program.diagnostics.empty());
    QCOMPARE(QString::fromStdString(program.diagnostics[0].message), missing);
    const QString tip = scriptCallTip(call).section(QLatin1Char('\n'), 0, 0).section(QLatin1Char('('), 1);
    QVERIFY2(tip.contains(missing.section(QLatin1Char('\''), 1, 1)), qPrintable(tip));
  }
};

NW_TEST(TestScriptHelp);
#include "test_script_help.moc"
