// SPDX-License-Identifier: GPL-3.0-or-later
// A stage that was scheduled as the last and is then inlined into what was fused behind it: its loops are the reader's.
#include <QTest>

#include "fixes/read.h"
#include "registry.h"

using namespace nw;

class TestFixInlined : public QObject {
  Q_OBJECT

  static std::string chain(const std::string& steps) {
    return "A = te.placeholder((16, 24), name=\"A\")\n"
           "B = te.compute((16, 24), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
           "C = te.compute((16, 24), lambda i, j: B[i, j] * 2.0, name=\"C\")\n"
           "D = te.compute((16, 24), lambda i, j: C[i, j] - 3.0, name=\"D\")\n"
           "s = te.create_schedule(D.op)\n" +
           steps + "tvm.lower(s, [A, D], name=\"main\")\n";
  }
  static QStringList titles(const std::string& text) {
    QStringList all;
    const script::Program p = fixes::read(text);
    for (const Fix& fix : p.diagnostics.at(0).fixes) all << QString::fromStdString(fix.title);
    return all;
  }

 private Q_SLOTS:
  void the_loops_go_to_the_reader() {
    const std::string given = chain(
        "i, j = s[C].op.axis  # of the last stage\n"
        "jo, ji = s[C].split(j, factor=8)\n"
        "s[C].vectorize(ji)\n"
        "s[B].compute_at(s[C], jo)\n"
        "s[C].compute_inline()\n");
    const script::Program broken = fixes::read(given);
    QCOMPARE(QString::fromStdString(broken.diagnostics.at(0).code), QStringLiteral("NW2113"));
    const Fix& fix = broken.diagnostics[0].fixes.at(0);
    QCOMPARE(QString::fromStdString(fix.title), QStringLiteral("give the loops of C to D, which reads it"));
    const std::string fixed = apply_fix(given, fix);
    QCOMPARE(QString::fromStdString(fixed), QString::fromStdString(chain("i, j = s[D].op.axis  # of the last stage\n"
                                                                         "jo, ji = s[D].split(j, factor=8)\n"
                                                                         "s[D].vectorize(ji)\n"
                                                                         "s[B].compute_at(s[D], jo)\n"
                                                                         "s[C].compute_inline()\n")));
    QVERIFY(fixes::read(fixed).diagnostics.empty());
  }

  // What has loops of its own keeps them; then one of the two must be given up by hand.
  void not_to_a_reader_with_loops_of_its_own() {
    QCOMPARE(titles(chain("i, j = s[C].op.axis\n"
                          "jo, ji = s[C].split(j, factor=8)\n"
                          "s[D].parallel(D.op.axis[0])\n"
                          "s[C].compute_inline()\n")),
             QStringList({QStringLiteral("inline B into C instead; C keeps its loops"),
                          QStringLiteral("delete the step: C keeps its loops")}));
  }
};

NW_TEST(TestFixInlined);
#include "test_fix_inlined.moc"
