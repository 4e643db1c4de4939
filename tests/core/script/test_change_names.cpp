// SPDX-License-Identifier: GPL-3.0-or-later
// What a change of a script is called, from its text before and after.
#include <QTest>

#include "registry.h"
#include "script/change_names.h"
#include "script/step_lines.h"

using namespace nw;
using namespace nw::script;

namespace {

const std::string kHead =
    "A = te.placeholder((64, 64), name=\"A\")\n"
    "C = te.compute((64, 64), lambda y, x: A[y, x] * 2.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "y, x = s[C].op.axis\n";
const std::string kTail = "tvm.lower(s, [A, C], name=\"main\")\n";

}  // namespace

class TestChangeNames : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_change_is_called_by_what_it_does_data() {
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("after");
    const auto row = [](const char* name, const char* before, const char* after) {
      QTest::newRow(name) << QString::fromUtf8(before) << QString::fromUtf8(after);
    };
    row("split x by 8", "", "xo, xi = s[C].split(x, factor=8)\n");
    row("split x into 4 parts", "", "xo, xi = s[C].split(x, nparts=4)\n");
    row("tile y, x by 8 × 16", "", "yo, xo, yi, xi = s[C].tile(y, x, 8, 16)\n");
    row("reorder x, y", "", "s[C].reorder(x, y)\n");
    row("fuse y, x", "", "yx = s[C].fuse(y, x)\n");
    row("compute A_local at y", "", "s[A_local].compute_at(s[C], y)\n");
    row("inline B", "", "s[B].compute_inline()\n");
    row("cache A in local", "", "A_local = s.cache_read(A, \"local\", [C])\n");
    row("compute g at y", "", "g.compute_at(s[C], y)\n");
    row("align y to 16", "", "s[C].storage_align(y, 16, 1)\n");
    row("vectorize xi", "s[C].vec\n", "s[C].vectorize(xi)\n");  // typed on where it was left
    row("line 5: factor 8 → 16", "xo, xi = s[C].split(x, factor=8)\n", "xo, xi = s[C].split(x, factor=16)\n");
    row("line 5: unroll → parallel", "s[C].unroll(y)\n", "s[C].parallel(y)\n");
    row("line 5: spaces or a comment", "s[C].unroll(y)\n", "s[C].unroll( y )  # why\n");
    row("line 5: comment", "", "# to be continued\n");
    row("line 5: empty", "", "\n");
    row("line 5: s[C].vectorize(", "", "s[C].vectorize(\n");  // not closed yet
    row("vectorize xo", "s[C].vectorize(\n", "s[C].vectorize(xo)\n");
    row("without s[C].unroll(y)", "s[C].unroll(y)\n", "");
    row("without s[C].unroll(y) ", "s[C].unroll(y)\n", "# s[C].unroll(y)\n");
    row("line 5: s[C].sp", "", "s[C].sp\n");
    row("2 lines from line 5 on", "", "s[C].unroll(y)\ns[C].vectorize(x)\n");
    row("without 2 lines from line 5 on", "s[C].unroll(y)\ns[C].vectorize(x)\n", "");
    row("lines 5 to 6 changed", "s[C].unroll(y)\ns[C].vectorize(x)\n", "s[C].unroll(x)\ns[C].vectorize(y)\n");
    row("nothing new", "s[C].unroll(y)\n", "s[C].unroll(y)\n");
  }
  void a_change_is_called_by_what_it_does() {
    QFETCH(QString, before);
    QFETCH(QString, after);
    QCOMPARE(QString::fromStdString(
                 script::change_name(kHead + before.toStdString() + kTail, kHead + after.toStdString() + kTail)),
             QString::fromUtf8(QTest::currentDataTag()).trimmed());
  }

  void long_names_are_cut_between_letters() {
    const std::string line = "s[C].reorder(" + std::string(27, 'a') + ", ääääääääääääää)\n";
    const QString name = QString::fromStdString(script::change_name(kHead + kTail, kHead + line + kTail));
    QVERIFY2(name.endsWith(QStringLiteral("ä…")), qPrintable(name));
  }

  // One that fails is a step all the same, and so is one that is not written to its end.
  void every_step_counts() {
    const std::string text = kHead +
                             "xo, xi = s[C].split(x, factor=8)\n"
                             "s[C].unroll(nothing)\n"
                             "s[nobody].vectorize(xi)\n"
                             "# s[C].unroll(xi)\n"
                             "z = s[C].op.axis[0]\n"
                             "A_local = s.cache_read(A, \"local\",\n"
                             "                       [C])\n"
                             "s[C].reorder(\n" +
                             kTail;
    QCOMPARE(script::step_lines(text), (std::vector<int>{5, 6, 7, 10, 12}));
    QCOMPARE(script::step_lines(std::string("s[C].split(x)\n")),
             std::vector<int>());  // without a schedule there is none
  }

  // Two stages have loops of one name: the history tells them apart.
  void a_change_of_a_loop_names_its_stage() {
    const auto named = [](const char* name, const char* line) {
      return script::with_stage(name, kHead + kTail, kHead + line + "\n" + kTail);
    };
    QCOMPARE(named("align x to 32", "s[C].storage_align(x, 32, 8)"), std::string("align x of C to 32"));
    QCOMPARE(named("reorder x, y", "s[C].reorder(x, y)"), std::string("reorder x, y of C"));
    QCOMPARE(named("split x by 8", "xo, xi = s[C].split(x, factor=8)"), std::string("split x of C by 8"));
    QCOMPARE(named("inline B", "s[B].compute_inline()"), std::string("inline B"));
    QCOMPARE(named("compute B at C, y", "s[B].compute_at(s[C], y)"), std::string("compute B at C, y"));
    QCOMPARE(named("line 5: comment", "# nothing"), std::string("line 5: comment"));
    QCOMPARE(script::with_stage("opened", {}, {}), std::string("opened"));
  }
};

NW_TEST(TestChangeNames);
#include "test_change_names.moc"
