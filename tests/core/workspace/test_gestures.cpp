// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures write one readable line; the preview shows what it does.
#include <QTest>
#include <algorithm>

#include "registry.h"
#include "workspace/gestures.h"
#include "workspace/kernel_preview.h"

using namespace nw;
using namespace nw::workspace;

namespace {

const std::string kMatmul =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((32, 32), name=\"A\")\n"
    "B = te.placeholder((32, 32), name=\"B\")\n"
    "k = te.reduce_axis((0, 32), name=\"k\")\n"
    "P = te.compute((32, 32), lambda i, j: B[i, j] * 2.0, name=\"P\")\n"
    "C = te.compute((32, 32), lambda y, x: te.sum(A[y, k] * P[k, x], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "y, x = s[C].op.axis\n"
    "tvm.lower(s, [A, B, C], name=\"main\")\n";

// The line that a gesture added; empty if it was refused.
std::string added(const Result<TextChange>& change) {
  if (!change.value || change->line == 0) return {};
  std::string text = change->text;
  for (int line = 1; line < change->line; ++line) text.erase(0, text.find('\n') + 1);
  return text.substr(0, text.find('\n'));
}

}  // namespace

class TestGestures : public QObject {
  Q_OBJECT

  script::Program program_ = script::read(kMatmul);
  Gestures gestures_{kMatmul, program_};
  StageId stage(const char* name) const { return program_.schedule->find_by_name(name); }
  AxisId leaf(const char* stage_name, size_t i) const { return program_.schedule->stage(stage(stage_name)).leaf[i]; }

 private Q_SLOTS:
  void initTestCase() { QVERIFY2(program_.ok(), program_.ok() ? "" : format(program_.diagnostics[0]).c_str()); }

  void each_gesture_is_one_line() {
    QCOMPARE(added(gestures_.split(stage("C"), leaf("C", 1), 8)), std::string("xo, xi = s[C].split(x, factor=8)"));
    QCOMPARE(added(gestures_.fuse(stage("C"), {leaf("C", 0), leaf("C", 1)})), std::string("y_x = s[C].fuse(y, x)"));
    QCOMPARE(added(gestures_.reorder(stage("C"), {leaf("C", 1), leaf("C", 0), leaf("C", 2)})),
             std::string("s[C].reorder(x, y)"));
    QCOMPARE(added(gestures_.mark(stage("C"), leaf("C", 0), "parallel")), std::string("s[C].parallel(y)"));
    QCOMPARE(added(gestures_.compute_at(stage("P"), stage("C"), leaf("C", 0))),
             std::string("s[P].compute_at(s[C], y)"));
    QCOMPARE(added(gestures_.compute_inline(stage("P"))), std::string("s[P].compute_inline()"));
    QCOMPARE(added(gestures_.cache_write(stage("C"), "local")), std::string("C_local = s.cache_write(C, \"local\")"));
    QCOMPARE(added(gestures_.cache_read(stage("A"), "local", {stage("C")})),
             std::string("A_local = s.cache_read(A, \"local\", [C])"));
  }

  void an_axis_without_a_variable_is_named_by_its_place() {
    QCOMPARE(added(gestures_.split(stage("P"), leaf("P", 1), 4)),
             std::string("jo, ji = s[P].split(s[P].op.axis[1], factor=4)"));
  }

  void names_in_use_are_not_taken_again() {
    const std::string once = gestures_.split(stage("C"), leaf("C", 1), 8)->text;
    const script::Program program = script::read(once);
    const Gestures again(once, program);
    const auto& c = program.schedule->stage(program.schedule->find_by_name("C"));
    QCOMPARE(added(again.split(c.id, c.leaf[1], 2)), std::string("xoo, xoi = s[C].split(xo, factor=2)"));
  }

  void a_stage_has_one_place() {
    const std::string once = gestures_.compute_inline(stage("P"))->text;
    const script::Program program = script::read(once);
    const Gestures again(once, program);
    const auto& c = program.schedule->stage(program.schedule->find_by_name("C"));
    const Result<TextChange> moved = again.compute_at(program.schedule->find_by_name("P"), c.id, c.leaf[0]);
    QVERIFY(moved.value.has_value());
    QVERIFY2(moved->text.find("compute_inline") == std::string::npos, moved->text.c_str());
    QCOMPARE(added(moved), std::string("s[P].compute_at(s[C], y)"));
    QVERIFY(preview(moved->text).complete());
  }

  void the_line_stands_before_the_kernel() {
    const Result<TextChange> change = gestures_.mark(stage("C"), leaf("C", 1), "vectorize");
    QVERIFY(change->text.ends_with("s[C].vectorize(x)\ntvm.lower(s, [A, B, C], name=\"main\")\n"));
  }

  void the_preview_marks_what_a_step_changed() {
    const KernelPreview before = preview(kMatmul);
    const KernelPreview after = preview(gestures_.mark(stage("C"), leaf("C", 0), "parallel")->text);
    QVERIFY(before.complete() && after.complete());
    const std::vector<bool> changed = changed_lines(before.printed, after.printed);
    QCOMPARE(std::count(changed.begin(), changed.end(), true), 1);
  }

  void the_tree_has_stages_with_their_loops_in_order() {
    const KernelPreview p = preview(gestures_.compute_at(stage("P"), stage("C"), leaf("C", 0))->text);
    std::string tree;
    for (const LoopTreeRow& row : p.tree)
      tree += std::string(static_cast<size_t>(row.depth), '.') + row.name +
              (row.extent.empty() ? "" : " " + row.extent) + "\n";
    QCOMPARE(QString::fromStdString(tree), QStringLiteral("C\n.y 32\n..P\n...i 32\n....j 32\n..x 32\n...k 32\n"));
  }
};

NW_TEST(TestGestures);
#include "test_gestures.moc"
