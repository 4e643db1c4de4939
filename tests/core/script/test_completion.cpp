// SPDX-License-Identifier: GPL-3.0-or-later
// What the editor offers at the cursor.
#include <QTest>
#include <algorithm>

#include "base/error_pages.h"
#include "registry.h"
#include "script/completion.h"
#include "texts.h"

using namespace nw;

class TestCompletion : public QObject {
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
  static std::string offered(const script::Program& program, const char* before) {
    std::string all;
    for (const script::Completion& each : script::completions(program, before))
      all += (all.empty() ? "" : " ") + each.text;
    return all;
  }
  std::string at(const char* before) const { return offered(program_, before); }
  static std::string tip(const std::string& before) {
    const schedule::PrimitiveInfo* called = script::primitive_called(before);
    return called ? std::string(called->signature) + "\n" + called->summary : std::string();
  }

 private Q_SLOTS:
  void completions_fit_the_place() {
    QCOMPARE(at("s[C].vectorize("), std::string("yo yi x"));
    QCOMPARE(at("s[C].reorder(yi, y"), std::string("yo"));  // each once
    QCOMPARE(at("s[C].split("), std::string("yo yi x"));
    QCOMPARE(at("s[C].split(x, "), std::string("factor= nparts="));
    QCOMPARE(at("s[C].fuse(yo, "), std::string("yi"));  // only neighbours
    QCOMPARE(at("s[C].vectorize(x, "), std::string());
    QCOMPARE(at("s[C].vectorize(s["), std::string("C P"));
    QCOMPARE(at("s[P].compute_at("), std::string("s[C]"));  // A does not read it
    QCOMPARE(at("s[P].compute_at(s["), std::string("C"));
    QCOMPARE(at("s[C].compute_at("), std::string());
    QCOMPARE(at("s["), std::string("C P"));
    QCOMPARE(at("y = s[C"), std::string());
    QCOMPARE(at("s[P].compute_at(s[C], "), std::string("x yi yo"));
    QCOMPARE(at("s[P].compute_"), std::string("compute_at compute_inline compute_root"));
    QCOMPARE(at("s[C].compute_"), std::string("compute_root"));  // it is the output
    QCOMPARE(at("C_local = s.cache"), std::string("cache_read cache_write"));
    QCOMPARE(at("s[C].vectorize(x"), std::string());
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
    QCOMPARE(offered(program, "s[P].compute_at("), std::string("s[Q] s[C]"));
    QCOMPARE(offered(program, "s[P].compute_at(s[C], "), std::string("x"));
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
    QCOMPARE(offered(program, "s[C].unroll("), std::string("s[C].op.axis[0] s[C].op.axis[1] k"));
    QCOMPARE(offered(program, "s[C].vectorize("),
             std::string("s[C].op.axis[0] s[C].op.axis[1]"));  // not what is summed over
    QCOMPARE(offered(program, "C_rf = s.rfactor("), std::string("C"));
    QCOMPARE(offered(program, "C_rf = s.rfactor(C, "), std::string("k"));
    QCOMPARE(offered(program, "s[B].compute_"), std::string("compute_at compute_root"));  // split: it cannot be inlined
    QVERIFY(script::asks_what_is_legal("s[C]."));
    QVERIFY(!script::asks_what_is_legal("s["));
  }

  void every_primitive_has_a_call_tip_and_a_completion() {
    for (const schedule::PrimitiveInfo& row : schedule::catalogue()) {
      const bool of_stage = row.receiver == schedule::Receiver::Stage;
      const std::string call = (of_stage ? "s[Z]." : "s.") + std::string(row.name);
      QVERIFY2(tip(call + "(").ends_with(row.summary), row.name);
      if (row.receiver == schedule::Receiver::Group) continue;
      // Of a stage that is not there yet everything could be said.
      const std::vector<script::Completion> fitting = script::completions(program_, call.substr(0, call.size() - 1));
      QVERIFY2(std::ranges::find(fitting, row.name, &script::Completion::text) != fitting.end(), row.name);
    }
  }

  void call_tips() {
    QCOMPARE(
        tip("s[P].compute_at(s[C], "),
        std::string("s[P].compute_at(s[C], scope)\nComputes P where C needs it, once for each run of that loop of C"));
    QCOMPARE(tip("s[C].split(x, factor=8)"), std::string());
    QCOMPARE(tip("y, x = "), std::string());
  }

  // An argument has one name: the one that TVM gives it, in the tip and where it is missing.
  void arguments_are_called_what_diagnostics_call_them_data() {
    QTest::addColumn<std::string>("call");
    QTest::addColumn<std::string>("missing");
    const auto row = [](const char* call, const char* missing) {
      QTest::newRow(missing) << std::string(call) << std::string(missing);
    };
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
    QFETCH(std::string, call);
    QFETCH(std::string, missing);
    const script::Program program = script::read(
        "from tvm import te\n"
        "P = te.placeholder((32, 32), name=\"P\")\n"
        "C = te.compute((32, 32), lambda y, x: P[y, x] + 1.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "y, x = s[C].op.axis\n" +
        call + ")\n");
    QVERIFY(!program.diagnostics.empty());
    QCOMPARE(program.diagnostics[0].message, missing);
    const std::string signature = script::primitive_called(call)->signature;
    const size_t quote = missing.find('\'') + 1;
    const std::string argument = missing.substr(quote, missing.find('\'', quote) - quote);
    QVERIFY2(signature.find(argument, signature.find('(')) != std::string::npos, signature.c_str());
  }

  static std::string told(const std::string& text, int line, int column) {
    const Result<script::CompletionsAt> there = script::complete_at(text, line, column);
    std::string all;
    if (!there.value) return there.diagnostics.at(0).code + " " + there.diagnostics.at(0).message;
    for (const script::Completion& each : there->items)
      all += std::string(to_string(each.kind)) + " " + each.text + (each.doc.empty() ? "" : ": " + each.doc) + "\n";
    for (const Diagnostic& d : there->above) all += format(d);
    return all;
  }

  void a_place_is_a_line_and_a_column() {
    const std::string text =
        "from tvm import te\n"
        "A = te.placeholder((32,), name=\"A\")\n"
        "C = te.compute((32,), lambda i: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "i, = s[C].op.axis\n"
        "s[C].unroll(i)\n"
        "s[C].split(i, ";
    QCOMPARE(told(text, 7, 15), std::string("argument factor=: the factor\nargument nparts=: nparts\n"));
    QCOMPARE(told(text, 6, 13), std::string("axis i\n"));
    QCOMPARE(told(text, 7, 12), std::string());  // to split it would undo that it was unrolled
    QCOMPARE(told(text, 6, 9), std::string("primitive unroll: The loop's body is written out for each iteration\n"));
    QCOMPARE(told(text, 7, 16), std::string("NW2095 line 7 has no column 16: it ends at 15"));
    QCOMPARE(told(text, 8, 1), std::string("NW2095 there is no line 8: the script has 7 lines"));
    QCOMPARE(told("", 1, 1), std::string());
  }

  void the_error_page_does_what_it_says() {
    const std::string_view page = error_page("NW2095");
    const auto example = [&](std::string_view label) {
      const size_t at = page.find(label), line = page.find("--line ", at) + 7, from = page.find("```python\n", at) + 10;
      const std::string text(page.substr(from, page.find("```", from) - from));
      return told(text, std::stoi(std::string(page.substr(line))), 1);
    };
    QVERIFY(example("Fails:").starts_with("NW2095 "));
    QVERIFY(!example("Mended:").starts_with("NW"));
  }
};

NW_TEST(TestCompletion);
#include "test_completion.moc"
