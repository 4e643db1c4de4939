// SPDX-License-Identifier: GPL-3.0-or-later
// Which lines of a script make a loop what it is.
#include <QTest>

#include "kernel/find_loop.h"
#include "kernel/lines_of_loop.h"
#include "registry.h"

using namespace nw;

namespace {

const char* const kScript = R"(import tvm
from tvm import te
A = te.placeholder((64, 32), name="A")
B = te.compute((64, 32), lambda y, x: A[y, x] * 2.0, name="B")
s = te.create_schedule(B.op)
y, x = s[B].op.axis
yo, yi = s[B].split(y, factor=8)
f = s[B].fuse(yi, x)
fo, fi = s[B].split(f, factor=16)
s[B].vectorize(fi)
s[B].parallel(yo)
tvm.lower(s, [A, B], name="double")
)";

std::set<int> lines_of(const std::string& script, const char* loop) {
  const kernel::KernelPreview preview = kernel::preview(script);
  const kernel::NamedLoop found = *kernel::find_loop(preview, "B", loop).value;
  return kernel::lines_of_loop(*preview.program.schedule, found.stage, found.axis);
}

}  // namespace

class TestLinesOfLoop : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void splits_fuses_and_marks_are_followed_to_the_computation() {
    QCOMPARE(lines_of(kScript, "yo"), (std::set<int>{7, 11}));
    QCOMPARE(lines_of(kScript, "fi"), (std::set<int>{7, 8, 9, 10}));
    QCOMPARE(lines_of(kScript, "fo"), (std::set<int>{7, 8, 9}));
  }

  void a_loop_of_the_computation_has_no_line() {
    QCOMPARE(lines_of("import tvm\nfrom tvm import te\nA = te.placeholder((8, 4), name=\"A\")\n"
                      "B = te.compute((8, 4), lambda y, x: A[y, x] * 2.0, name=\"B\")\n"
                      "s = te.create_schedule(B.op)\ntvm.lower(s, [A, B], name=\"double\")\n",
                      "y"),
             std::set<int>());
  }
};

NW_TEST(TestLinesOfLoop);
#include "test_lines_of_loop.moc"
