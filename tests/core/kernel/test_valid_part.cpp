// SPDX-License-Identifier: GPL-3.0-or-later
// A broken schedule still shows the nest of its valid part; two nests as one text.
#include <QTest>

#include "fixes/read.h"
#include "kernel/nest_diff.h"
#include "kernel/valid_part.h"
#include "registry.h"

using namespace nw;
using namespace nw::kernel;

namespace {

const std::string kTwo =
    "from tvm import te\n"
    "A = te.placeholder((64, 64), name=\"A\")\n"
    "B = te.compute((64, 64), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
    "C = te.compute((64, 64), lambda i, j: B[i, j] + 1.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "i, j = s[C].op.axis\n";
const std::string kEnd = "tvm.lower(s, [A, C], name=\"main\")\n";

}  // namespace

class TestWhatHolds : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The nest comes before its fixes: both together are what reading says at once.
  void fixes_come_later_and_are_the_same() {
    for (const std::string& step : {std::string("s[C].vectorise(j)\n"), std::string("s[C].split(i, factor=)\n"),
                                    std::string("s[nothing].unroll(i)\n"), std::string("s[C].parallel(i)\n")}) {
      const std::string text = kTwo + step + kEnd;
      PreviewOptions soon;
      soon.fixes = false;
      const KernelPreview first = preview(text, soon);
      for (const Diagnostic& d : first.diagnostics) QVERIFY(d.fixes.empty());
      QVERIFY(fixes_for(first.diagnostics, text) == preview(text).diagnostics);
    }
  }

  void fixes_that_nobody_waits_for_are_not_tried() {
    const std::string text = kTwo + "s[C].vectorise(j)\n" + kEnd;
    script::ReadOptions options;
    const Diagnostics said = preview(text).diagnostics;
    QVERIFY(!said.empty() && !said.front().fixes.empty());
    options.cancel.cancel();
    for (const Diagnostic& d : fixes::read(text, options).diagnostics) QVERIFY(d.fixes.empty());
  }

  void a_broken_rule_of_the_whole_schedule_leaves_a_nest() {
    const std::string text = kTwo +
                             "x, y = s[B].op.axis\n"
                             "s[B].vectorize(y)\n"
                             "s[B].compute_inline()\n" +
                             "s[C].parallel(i)\n" + kEnd;
    const KernelPreview strict = preview(text);
    QVERIFY(has_errors(strict.diagnostics));
    const KernelPreview p = preview_valid_part(text);
    QVERIFY(p.nest.has_value());
    QCOMPARE(p.text, text);
    QVERIFY(p.diagnostics == strict.diagnostics);
    QVERIFY2(p.printed.text().find("parallel i in 0..64") != std::string::npos, p.printed.text().c_str());
    QStringList refused;
    for (const script::Statement& s : p.program.statements)
      if (s.primitive && !s.applied) refused << QString::number(s.span.line);
    QCOMPARE(refused, QStringList(QString::number(line_of(strict.diagnostics[0]))));
  }

  void what_is_sound_is_left_alone() {
    const KernelPreview p = preview_valid_part(kTwo + kEnd);
    QVERIFY(p.complete());
  }

  void gone_lines_stand_before_new_ones() {
    const KernelPreview before = preview(kTwo + kEnd), now = preview(kTwo + "s[C].parallel(i)\n" + kEnd);
    QString text;
    for (const DiffLine& line : nest_diff(before.printed, now.printed))
      text +=
          QString::fromStdString(std::string(1, " -+"[static_cast<int>(line.kind)]) + line.text) + QLatin1Char('\n');
    QCOMPARE(text, QStringLiteral(" alloc B: float32[64, 64] global\n"
                                  " for i in 0..64:\n"
                                  "   for j in 0..64:\n"
                                  "     B[i, j] = A[i, j]*2.0\n"
                                  "-for i in 0..64:\n"
                                  "+parallel i in 0..64:\n"
                                  "   for j in 0..64:\n"
                                  "     C[i, j] = B[i, j] + 1.0\n"));
  }

  // A loop that comes or goes moves what is inside it, and that is no change of it.
  void what_only_stands_deeper_is_kept() {
    const auto nest = [](std::initializer_list<const char*> lines) {
      tir::PrintedNest made;
      for (const char* line : lines) {
        made.lines.emplace_back();
        made.lines.back().text = line;
      }
      return made;
    };
    const tir::PrintedNest before = nest({"for i in 0..4:", "  for j in 0..8:", "    A[i, j] = 0.0", "done"}),
                           now =
                               nest({"for k in 0..2:", "  for i in 0..4:", "    for j in 0..8:", "      A[i, j] = 1.0",
                                     "done"});
    QString text;
    for (const DiffLine& line : nest_diff(before, now))
      text +=
          QString::fromStdString(std::string(1, " -+>"[static_cast<int>(line.kind)]) + line.text) + QLatin1Char('\n');
    QCOMPARE(text, QStringLiteral("+for k in 0..2:\n"
                                  ">  for i in 0..4:\n"
                                  ">    for j in 0..8:\n"
                                  "-    A[i, j] = 0.0\n"
                                  "+      A[i, j] = 1.0\n"
                                  " done\n"));
    QVERIFY(changed_lines(before, now) == std::vector<bool>({true, false, false, true, false}));
  }
};

NW_TEST(TestWhatHolds);
#include "test_valid_part.moc"
