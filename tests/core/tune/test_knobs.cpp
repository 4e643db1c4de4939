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
    row("factors max=4 8", "'8' follows the limit");
    row("optional", "the steps below need what this one makes");
    row("order", "only a reorder has an order");
    row("at any", "only a compute_at has a place");
    row("4 -8", "-8 is less than 1");
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
             std::string("'# tune: ' is no list of values: it has no value"));
  }
  void a_step_without_a_number_has_no_list() {
    QCOMPARE(space_of(script_with_marks("", "  # tune: 4 8")).diagnostics[0].message,
             std::string("'# tune: 4 8' is no list of values: the step has no number to change"));
  }
  void only_a_split_has_factors() {
    QCOMPARE(space_of(script_with_marks("", "  # tune: factors")).diagnostics[0].message,
             std::string("'# tune: factors' is no list of values: the step has no number to change"));
  }
  void a_mark_on_a_line_that_is_no_step_is_named() {
    std::string script = script_with_marks("");
    script.insert(script.find("\n\n# schedule"), "  # tune: 4 8");
    const Result<Space> space = space_of(script);
    QVERIFY(!space.value);
    QCOMPARE(space.diagnostics[0].message,
             std::string("'# tune: 4 8' is no list of values: the line is no step of the schedule"));
    QCOMPARE(line_of(space.diagnostics[0]), 6);
  }
  void a_mark_may_be_on_any_line_of_its_step() {
    std::string script = script_with_marks("");
    const std::string split = "s[B].split(x, factor=5)";
    script.replace(script.find(split), split.size(), "s[B].split(x,\n  factor=5)  # tune: 4 8");
    QCOMPARE(space_of(script).value->knobs()[0].values, (std::vector<int64_t>{4, 8}));
  }
  void factors_of_a_long_loop_are_found_at_once() {
    std::string script = script_with_marks("  # tune: factors");
    for (size_t at = script.find("20)"); at != script.npos; at = script.find("20)", at))
      script.replace(at, 2, "2000000006");
    QCOMPARE(space_of(script).value->knobs()[0].values.size(), size_t{16});  // 2 * 23 * 307 * 141623
  }
  void a_number_may_be_of_parts_or_of_a_pragma() {
    std::string script = script_with_marks("  # tune: 2 4");
    script.replace(script.find("factor=5"), 8, "nparts=2");
    script.replace(script.find("s[B].unroll(xi)"), 15, "s[B].pragma(y, \"auto_unroll_max_step\", 16)  # tune: 0 16");
    const Result<Space> space = space_of(script);
    QCOMPARE(space.value->knobs()[1].name, std::string("auto_unroll_max_step"));
    QCOMPARE(space.value->knobs()[1].values, (std::vector<int64_t>{0, 16}));
    QCOMPARE(space.value->size(), 4.0);
  }
  // Every loop that the consumer has at that point.
  void a_place_is_any_loop_of_the_consumer() {
    const char* const script =
        "import tvm\nfrom tvm import te\nA = te.placeholder((8, 16), name=\"A\")\n"
        "B = te.compute((8, 16), lambda y, x: A[y, x] + 1.0, name=\"B\")\n"
        "C = te.compute((8, 16), lambda y, x: B[y, x] * 2.0, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "y, x = s[C].op.axis\nxo, xi = s[C].split(x, factor=4)\ns[B].compute_at(s[C], y)  # tune: at any\n"
        "tvm.lower(s, [A, C], name=\"chain\")\n";
    const TunedKernel kernel = *read_kernel(script).value;
    const Space space = *space_of(script).value;
    QCOMPARE(space.size(), 3.0);
    QCOMPARE(step_lines_of(kernel, *space.steps({1})).back(), std::string("s[B].compute_at(s[C], xo)"));
  }
  // A person's kept lines go before the marks.
  void the_mark_of_a_kept_step_does_not_count() {
    const TunedKernel kernel = *read_kernel(script_with_marks("  # tune: 4 8", "  # tune: order")).value;
    const Result<MarkedKnobs> marks = MarkedKnobs::of(kernel, {0});
    QCOMPARE(marks.value->space().knobs().size(), size_t{1});
    QCOMPARE(marks.value->space().size(), 6.0);
  }
  void values_of_a_log_that_are_no_list_are_refused() {
    const MarkedKnobs marks = *MarkedKnobs::of(*read_kernel(script_with_marks("  # tune: 4 8")).value).value;
    std::string why;
    QVERIFY(!marks.choice(nlohmann::json::parse(R"([["tile_x"], 7])"), why));
    QCOMPARE(why, std::string("its knobs are no list of names and values"));
  }
};

NW_TEST(TestKnobs);
#include "test_knobs.moc"
