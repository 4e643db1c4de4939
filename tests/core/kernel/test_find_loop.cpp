// SPDX-License-Identifier: GPL-3.0-or-later
// Stages and loops by the names that people give, and the lines that a change writes.
#include <QTest>

#include "advise/next_steps.h"
#include "base/error_pages.h"
#include "kernel/find_loop.h"
#include "registry.h"
#include "texts.h"

using namespace nw;

class TestFindLoop : public QObject {
  Q_OBJECT

  // The examples of the page name their stage and axis in the line above the script.
  static std::string found(std::string_view page, std::string_view label) {
    const size_t at = page.find(label);
    const auto word = [&](std::string_view after) {
      const size_t from = page.find(after, at) + after.size();
      return std::string(page.substr(from, page.find_first_of(" `", from) - from));
    };
    const size_t script = page.find("```python\n", at) + 10;
    const kernel::KernelPreview preview =
        kernel::preview(std::string(page.substr(script, page.find("```", script) - script)));
    return name_of(preview, word("--stage "), word("--axis "));
  }
  static std::string name_of(const kernel::KernelPreview& preview, const std::string& stage, const std::string& axis) {
    const Result<kernel::NamedLoop> loop = kernel::find_loop(preview, stage, axis);
    if (!loop.value) return format(loop.diagnostics.at(0));
    for (const kernel::LoopTreeRow& row : preview.tree)
      if (row.stage == loop->stage && row.axis == loop->axis) return row.name;
    return {};
  }

 private Q_SLOTS:
  void the_error_page_does_what_it_says() {
    QCOMPARE(found(error_page("NW2094"), "Fails:"),
             std::string("error: C has no loop 'i' [NW2094]\n  legal: io, ii\n"));
    QCOMPARE(found(error_page("NW2094"), "Mended:"), std::string("ii"));
  }

  void a_loop_goes_by_its_variable_or_by_the_name_of_tvm() {
    const kernel::KernelPreview preview = kernel::preview(
        "from tvm import te\n"
        "A = te.placeholder((64,), name=\"A\")\n"
        "C = te.compute((64,), lambda i: A[i] * 2.0, name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "i, = s[C].op.axis\n"
        "io, ii = s[C].split(i, factor=8)\n");
    QCOMPARE(name_of(preview, "C", "i.outer"), std::string("io"));
    QCOMPARE(name_of(preview, "C", ""), std::string("C"));
    QVERIFY(name_of(preview, "D", "").starts_with("error: the kernel has no stage 'D' [NW2094]"));
  }

  void written_lines_are_those_that_come_with_a_change() {
    const auto lines = [](const char* before, const char* after) {
      std::string all;
      for (const std::string& line : advise::written_lines(before, {after, "", 0})) all += line + "|";
      return all;
    };
    QCOMPARE(lines("a\nb\n", "a\nx\ny\nb\n"), std::string("x|y|"));
    QCOMPARE(lines("a\nb\n", "a\nc\n"), std::string("c|"));
    QCOMPARE(lines("a\nb\n", "a\n"), std::string());
    QCOMPARE(lines("a\na\n", "a\na\na\n"), std::string("a|"));
  }
};

NW_TEST(TestFindLoop);
#include "test_find_loop.moc"
