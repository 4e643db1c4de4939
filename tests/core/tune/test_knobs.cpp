// SPDX-License-Identifier: GPL-3.0-or-later
// Knobs that a script marks with comments.
#include <QTest>

#include "registry.h"
#include "tune/knobs.h"

using namespace nw;
using namespace nw::tune;

namespace {

std::string script_with_marks(const std::string& split, const std::string& reorder = {},
                              const std::string& unroll = {}) {
  return "import tvm\nfrom tvm import te\n\n# computation\nA = te.placeholder((12, 20), name=\"A\")\n"
         "B = te.compute((12, 20), lambda y, x: A[y, x] * 2.0, name=\"B\")\n\n# schedule\n"
         "s = te.create_schedule(B.op)\ny, x = s[B].op.axis\nxo, xi = s[B].split(x, factor=5)" +
         split + "\ns[B].reorder(xo, y, xi)" + reorder + "\ns[B].unroll(xi)" + unroll +
         "\n\n# kernel\ntvm.lower(s, [A, B], name=\"double\")\n";
}

Result<Space> space_of(const std::string& script) {
  const Result<MarkedKnobs> marks = MarkedKnobs::of(*read_kernel(script).value);
  return marks.value ? Result<Space>(marks->space()) : Result<Space>(marks.diagnostics);
}

}  // namespace

class TestKnobs : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void a_list_is_tried_as_it_is() {
    const Result<Space> space = space_of(script_with_marks("  # tune: 4 8 16"));
    QCOMPARE(space.value->knobs()[0].values, (std::vector<int64_t>{4, 8, 16}));
    QCOMPARE(space.value->size(), 3.0);
  }
  void factors_divide_the_loop() {
    QCOMPARE(space_of(script_with_marks("  # tune: factors")).value->knobs()[0].values,
             (std::vector<int64_t>{1, 2, 4, 5, 10, 20}));
    QCOMPARE(space_of(script_with_marks("  # tune: factors max=4")).value->knobs()[0].values,
             (std::vector<int64_t>{1, 2, 4}));
  }
  void orders_and_optional_steps() {
    const TunedKernel kernel = *read_kernel(script_with_marks("", "  # tune: order", "  # tune: optional")).value;
    const Result<Space> space = space_of(kernel.text);
    QCOMPARE(space.value->size(), 12.0);
    QCOMPARE(space.value->steps({0, 0})->size(), kernel.given.size() - 1);
    QCOMPARE(step_lines_of(kernel, *space.value->steps({5, 1})),
             (std::vector<std::string>{"y, x = s[B].op.axis", "xo, xi = s[B].split(x, factor=5)",
                                       "s[B].reorder(xi, xo, y)", "s[B].unroll(xi)"}));
  }
  void a_script_without_marks_is_one_choice() { QCOMPARE(space_of(script_with_marks("")).value->size(), 1.0); }

  void a_bad_mark_says_why_data() {
    QTest::addColumn<QByteArray>("mark");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* mark, const char* why) {
      QTest::newRow(mark) << QByteArray("  # tune: ") + mark
                          << QByteArray("'# tune: ") + mark + "' is no list of values: " + why;
    };
    row("0 8", "0 is less than 1");
    row("four", "'four' is no number");
    row("factors max=0", "'max=0' is not max=N");
    row("optional", "the steps below need what this one makes");
  }
  void a_bad_mark_says_why() {
    QFETCH(QByteArray, mark);
    QFETCH(QByteArray, message);
    const Result<Space> space = space_of(script_with_marks(mark.toStdString()));
    QVERIFY(!space.value);
    QCOMPARE(space.diagnostics[0].code, std::string("NW4138"));
    QCOMPARE(space.diagnostics[0].message, message.toStdString());
    QCOMPARE(line_of(space.diagnostics[0]), 11);
  }
  void an_empty_list_has_no_value() {
    QCOMPARE(space_of(script_with_marks("  # tune:")).diagnostics[0].message,
             std::string("'# tune: ' is no list of values: '' is no number"));
  }
};

NW_TEST(TestKnobs);
#include "test_knobs.moc"
