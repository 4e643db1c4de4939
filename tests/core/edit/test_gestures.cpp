// SPDX-License-Identifier: GPL-3.0-or-later
// Gestures write one readable line; the preview shows what it does.
#include <QTest>
#include <algorithm>
#include <functional>

#include "edit/gestures.h"
#include "kernel/nest_diff.h"
#include "kernel/preview.h"
#include "registry.h"
#include "sample_matmul.h"
#include "schedule/proposals.h"

using namespace nw;
using namespace nw::edit;
using namespace nw::kernel;

namespace {

using test::kMatmul;

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

  // The text after one gesture more.
  static std::string after(const std::string& text,
                           const std::function<Result<StepEdit>(const Gestures&, const schedule::Stage&)>& make) {
    const script::Program program = script::read(text);
    const auto& c = program.schedule->stage(program.schedule->find_by_name("C"));
    const Gestures gestures(text, program);
    const Result<TextChange> change = gestures.write(make(gestures, c));
    return change.value ? change->text : std::string();
  }
  static std::string reordered(const std::string& text, const std::vector<size_t>& places) {
    return after(text, [&](const Gestures& g, const schedule::Stage& c) {
      std::vector<AxisId> leaves;
      for (const size_t place : places) leaves.push_back(c.leaf[place]);
      return g.of({schedule::Primitive::Reorder, c.id, -1, {leaves}});
    });
  }
  static std::string with(const std::string& steps) {
    std::string text = kMatmul;
    return text.insert(text.find("tvm.lower"), steps);
  }

  // The script from its first step on, after a gesture where it stopped in the middle.
  static std::string in_the_middle(
      const std::string& text, int stop,
      const std::function<Result<StepEdit>(const Gestures&, const schedule::Schedule&)>& make) {
    script::ReadOptions until;
    until.stop_after_line = stop;
    const script::Program program = script::read(text, until);
    const Gestures gestures(text, program);
    const Result<TextChange> change = gestures.write(make(gestures, *program.schedule));
    return change->text.substr(with("").find("tvm.lower"));
  }

 private Q_SLOTS:
  void initTestCase() { QVERIFY2(program_.ok(), program_.ok() ? "" : format(program_.diagnostics[0]).c_str()); }

  void each_gesture_is_one_line() {
    QCOMPARE(added(gestures_.write(gestures_.split(stage("C"), leaf("C", 1), 8))),
             std::string("xo, xi = s[C].split(x, factor=8)"));
    QCOMPARE(added(gestures_.write(
                 gestures_.of({schedule::Primitive::Fuse, stage("C"), -1, {std::vector{leaf("C", 0), leaf("C", 1)}}}))),
             std::string("y_x = s[C].fuse(y, x)"));
    QCOMPARE(
        added(gestures_.write(gestures_.of(
            {schedule::Primitive::Reorder, stage("C"), -1, {std::vector{leaf("C", 1), leaf("C", 0), leaf("C", 2)}}}))),
        std::string("s[C].reorder(x, y)"));
    QCOMPARE(added(gestures_.write(gestures_.of({schedule::Primitive::Parallel, stage("C"), -1, {leaf("C", 0)}}))),
             std::string("s[C].parallel(y)"));
    QCOMPARE(added(gestures_.write(
                 gestures_.of({schedule::Primitive::ComputeAt, stage("P"), -1, {stage("C"), leaf("C", 0)}}))),
             std::string("s[P].compute_at(s[C], y)"));
    QCOMPARE(added(gestures_.write(gestures_.of({schedule::Primitive::ComputeInline, stage("P")}))),
             std::string("s[P].compute_inline()"));
    QCOMPARE(
        added(gestures_.write(gestures_.of({schedule::Primitive::CacheWrite,
                                            stage("C"),
                                            -1,
                                            {std::vector{schedule::TensorRef{stage("C"), 0}}, std::string("local")}}))),
        std::string("C_local = s.cache_write(C, \"local\")"));
    QCOMPARE(added(gestures_.write(
                 gestures_.of({schedule::Primitive::CacheRead,
                               stage("A"),
                               -1,
                               {schedule::TensorRef{stage("A"), 0}, std::string("local"), std::vector{stage("C")}}}))),
             std::string("A_local = s.cache_read(A, \"local\", [C])"));
  }

  // All axes of a stage get names before the first step that needs one of them.
  void axes_without_a_variable_are_given_names() {
    const auto split = gestures_.write(gestures_.split(stage("P"), leaf("P", 1), 4));
    QCOMPARE(split->text, QString::fromStdString(kMatmul)
                              .replace(QStringLiteral("tvm.lower"), QStringLiteral("i, j = s[P].op.axis\n"
                                                                                   "jo, ji = s[P].split(j, factor=4)\n"
                                                                                   "tvm.lower"))
                              .toStdString());
    QCOMPARE(added(split), std::string("jo, ji = s[P].split(j, factor=4)"));
  }

  void a_name_that_the_script_has_is_not_given_to_an_axis() {
    const std::string text =
        "import tvm\n"
        "from tvm import te\n"
        "A = te.placeholder((32,), name=\"A\")\n"
        "B = te.compute((32,), lambda i: A[i] + 1.0, name=\"B\")\n"
        "C = te.compute((32,), lambda i: B[i] * 2.0, name=\"C\")\n"
        "i = 4\n"
        "s = te.create_schedule(C.op)\n";
    const script::Program program = script::read(text);
    const auto at = [&](const char* name) { return program.schedule->find_by_name(name); };
    const AxisId i = program.schedule->stage(at("C")).leaf[0];
    const Gestures gestures(text, program);
    QCOMPARE(gestures.write(gestures.of({schedule::Primitive::ComputeAt, at("B"), -1, {at("C"), i}}))->text,
             text +
                 "i2 = s[C].op.axis[0]\n"
                 "s[B].compute_at(s[C], i2)\n");
  }

  // Loops that rfactor and caches made are called by long names of TVM's; variables for their parts are not.
  void loops_of_an_rfactor_stage_get_short_names() {
    const std::string text = with(
        "ko, ki = s[C].split(C.op.reduce_axis[0], factor=4)\n"
        "kio, kii = s[C].split(ki, factor=2)\n"
        "C_rf = s.rfactor(C, kii)\n");
    const auto split = [&](const char* tensor, size_t place) {
      const script::Program program = script::read(text);
      const auto& of = program.schedule->stage(program.schedule->find_by_name(tensor));
      const std::string more =
          Gestures(text, program).write(Gestures(text, program).split(of.id, of.leaf[place], 2))->text;
      const size_t from = text.find("tvm.lower");
      return more.substr(from, more.find("tvm.lower", from) - from);
    };
    QCOMPARE(split("C.rf", 0), std::string("kii2, y2, x2 = s[C_rf].op.axis\n"
                                           "kiio, kiii = s[C_rf].split(kii2, factor=2)\n"));
    QCOMPARE(split("C.rf", 4), std::string("ko2, kio2 = s[C_rf].op.reduce_axis\n"
                                           "kioo, kioi = s[C_rf].split(kio2, factor=2)\n"));
    QCOMPARE(split("C.repl", 2), std::string("kii2 = s[C].op.reduce_axis[0]\n"
                                             "kiio, kiii = s[C].split(kii2, factor=2)\n"));
  }

  // Parts of an axis that had to be told from another by a number have the number at the end, both the same.
  void parts_of_a_numbered_axis_have_its_number_at_the_end() {
    const std::string text = with(
        "xi = s[P].op.axis[0]\n"
        "i2, j_3 = s[P].op.axis\n");
    const script::Program program = script::read(text);
    const auto line = [&](const char* name, size_t place) {
      const auto& of = program.schedule->stage(program.schedule->find_by_name(name));
      return added(Gestures(text, program).write(Gestures(text, program).split(of.id, of.leaf[place], 4)));
    };
    QCOMPARE(line("C", 1), std::string("xo2, xi2 = s[C].split(x, factor=4)"));
    QCOMPARE(line("P", 0), std::string("io2, ii2 = s[P].split(i2, factor=4)"));
    QCOMPARE(line("P", 1), std::string("jo_3, ji_3 = s[P].split(j_3, factor=4)"));
  }

  void names_in_use_are_not_taken_again() {
    const std::string once = gestures_.write(gestures_.split(stage("C"), leaf("C", 1), 8))->text;
    const script::Program program = script::read(once);
    const Gestures again(once, program);
    const auto& c = program.schedule->stage(program.schedule->find_by_name("C"));
    QCOMPARE(added(again.write(again.split(c.id, c.leaf[1], 2))), std::string("xoo, xoi = s[C].split(xo, factor=2)"));
  }

  void a_script_that_is_not_lowered_yet_is_shown() {
    const KernelPreview shown = preview(kMatmul.substr(0, kMatmul.find("tvm.lower")));
    QCOMPARE(shown.diagnostics.size(), size_t{1});
    QCOMPARE(shown.diagnostics[0].code, std::string("NW2043"));
    QVERIFY(shown.nest.has_value());
  }

  // In the middle of the script, where the axes are named further down: that line moves up.
  void names_given_further_down_move_up() {
    const std::string text = with(
        "s[C].parallel(y)\n"
        "i, j = s[P].op.axis  # of the copy\n"
        "s[P].vectorize(j)\n");
    const auto unrolled = [&](const std::string& script) {
      return in_the_middle(script, 10, [](const Gestures& g, const schedule::Schedule& s) {
        const StageId p = s.find_by_name("P");
        return g.of({schedule::Primitive::Unroll, p, -1, {s.stage(p).leaf[0]}});
      });
    };
    const std::string end = "tvm.lower(s, [A, B, C], name=\"main\")\n";
    const std::string moved =
        "s[C].parallel(y)\n"
        "i, j = s[P].op.axis  # of the copy\n"
        "s[P].unroll(i)\n"
        "s[P].vectorize(j)\n" +
        end;
    QCOMPARE(unrolled(text), moved);
    QVERIFY(script::read(with("").substr(0, with("").find("tvm.lower")) + moved).diagnostics.empty());
    // What is made of such an axis is called after it.
    QCOMPARE(in_the_middle(with("s[C].parallel(y)\np, q = s[P].op.axis\n"), 10,
                           [](const Gestures& g, const schedule::Schedule& s) {
                             const StageId p = s.find_by_name("P");
                             return g.split(p, s.stage(p).leaf[1], 4);
                           }),
             "s[C].parallel(y)\n"
             "p, q = s[P].op.axis\n"
             "qo, qi = s[P].split(q, factor=4)\n" +
                 end);
    // One at a time, and of the operation itself.
    QCOMPARE(unrolled(with("s[C].parallel(y)\n"
                           "j = P.op.axis[1]\n"
                           "i = P.op.axis[0]\n"
                           "s[P].vectorize(j)\n")),
             "s[C].parallel(y)\n"
             "i = P.op.axis[0]\n"
             "s[P].unroll(i)\n"
             "j = P.op.axis[1]\n"
             "s[P].vectorize(j)\n" +
                 end);
    // Where the names mean something else in between, others are found.
    QCOMPARE(unrolled(with("s[C].parallel(y)\n"
                           "i = C.op.reduce_axis[0]\n"
                           "s[C].unroll(i)\n"
                           "i, j = s[P].op.axis\n"
                           "s[P].vectorize(j)\n")),
             "s[C].parallel(y)\n"
             "i2, j2 = s[P].op.axis\n"
             "s[P].unroll(i2)\n"
             "i = C.op.reduce_axis[0]\n"
             "s[C].unroll(i)\n"
             "i, j = s[P].op.axis\n"
             "s[P].vectorize(j)\n" +
                 end);
    // And where they are of other axes: the cache takes over those that P has now.
    QCOMPARE(unrolled(with("s[C].parallel(y)\n"
                           "Q = s.cache_write(P, \"local\")\n"
                           "i, j = s[P].op.axis\n")),
             "s[C].parallel(y)\n"
             "i2, j2 = s[P].op.axis\n"
             "s[P].unroll(i2)\n"
             "Q = s.cache_write(P, \"local\")\n"
             "i, j = s[P].op.axis\n" +
                 end);
  }

  void a_stage_taken_out_of_its_loop_leaves_no_step() {
    const auto root = [](const std::string& text) {
      const script::Program program = script::read(text);
      return Gestures(text, program)
          .write(Gestures(text, program).of({schedule::Primitive::ComputeRoot, program.schedule->find_by_name("P")}))
          ->text;
    };
    QCOMPARE(root(with("s[P].compute_at(s[C], y)\ns[C].unroll(y)\n")), with("s[C].unroll(y)\n"));
    QCOMPARE(root(with("s[P].compute_inline()\n")), with(""));
    // Placed twice: without the last line the first would hold.
    const std::string twice = root(with("s[P].compute_at(s[C], y)\ns[P].compute_at(s[C], x)\n"));
    QCOMPARE(twice, with("s[P].compute_at(s[C], y)\ns[P].compute_root()\n"));
  }

  void a_tile_is_no_longer_than_the_loop() {
    QCOMPARE(schedule::usual_tile(0), 4);
    QCOMPARE(schedule::usual_tile(3), 3);
    QCOMPARE(schedule::usual_tile(6), 3);
    QCOMPARE(schedule::usual_tile(197), 4);
  }

  void numbers_stand_behind_names_as_the_script_has_them() {
    const std::string text =
        "from tvm import te\nA = te.placeholder((32, 32), name=\"A\")\n"
        "k = te.reduce_axis((0, 32), name=\"k\")\nk_1 = te.reduce_axis((0, 32), name=\"k\")\n"
        "P = te.compute((32,), lambda i: te.sum(A[i, k], axis=k), name=\"P\")\n"
        "C = te.compute((32, 32), lambda i, k: te.sum(A[i, k_1] * P[k], axis=k_1), name=\"C\")\n"
        "s = te.create_schedule(C.op)\ntvm.lower(s, [A, C], name=\"main\")\n";
    QVERIFY(after(text, [](const Gestures& g, const schedule::Stage& c) {
              return g.of({schedule::Primitive::Parallel, c.id, -1, {c.leaf[0]}});
            }).find("i, k_2 = s[C].op.axis\ns[C].parallel(i)\n") != std::string::npos);
  }

  // What a person wrote behind a step stays, whatever the gesture makes of the step.
  void remarks_stay() {
    const std::string end = "tvm.lower(s, [A, B, C], name=\"main\")\n";
    const auto changed = [&](const std::string& steps,
                             const std::function<Result<StepEdit>(const Gestures&, const script::Program&)>& make) {
      const std::string text = with(steps);
      const script::Program program = script::read(text);
      const Gestures gestures(text, program);
      return gestures.write(make(gestures, program))->text.substr(with("").find("tvm.lower"));
    };
    const auto at = [](const script::Program& program, const char* name) {
      return program.schedule->find_by_name(name);
    };
    const auto y = [&](const script::Program& program) { return program.axis_names.at("y"); };
    QCOMPARE(changed("s[P].compute_at(s[C], y)  # near its reader, \"hot\"\n",
                     [&](const Gestures& g, const script::Program& now) {
                       return g.of({schedule::Primitive::ComputeRoot, at(now, "P")});
                     }),
             "# near its reader, \"hot\"\n" + end);
    QCOMPARE(changed("s[P].compute_at(s[C],  # near\n                y)  # its reader\ns[C].unroll(y)\n",
                     [&](const Gestures& g, const script::Program& now) {
                       return g.of({schedule::Primitive::ComputeInline, at(now, "P")});
                     }),
             "s[C].unroll(y)\ns[P].compute_inline()  # near  # its reader\n" + end);
    QCOMPARE(changed("s[C].parallel(y)  # cores\n",
                     [&](const Gestures& g, const script::Program& now) {
                       return g.of({schedule::Primitive::Unroll, at(now, "C"), -1, {y(now)}});
                     }),
             "s[C].unroll(y)  # cores\n" + end);
    QCOMPARE(changed("s[C].parallel(y)  # cores\n",
                     [&](const Gestures& g, const script::Program& now) {
                       return g.of({schedule::Primitive::Parallel, at(now, "C"), -1, {y(now)}});
                     }),
             "# cores\n" + end);
    QCOMPARE(changed("s[C].bind(y, te.thread_axis(\"blockIdx.x\"))  # '#' of blocks\n",
                     [&](const Gestures& g, const script::Program& now) {
                       return g.of({schedule::Primitive::Bind,
                                    at(now, "C"),
                                    -1,
                                    {y(now), tir::make_iter_var("threadIdx.x", {}, tir::IterType::ThreadIndex,
                                                                "threadIdx.x")}});
                     }),
             "s[C].bind(y, te.thread_axis(\"threadIdx.x\"))  # '#' of blocks\n" + end);
    QCOMPARE(changed("s[C].pragma(y, \"auto_unroll_max_step\", 8)# few\n",
                     [&](const Gestures& g, const script::Program& now) {
                       return g.of({schedule::Primitive::Pragma,
                                    at(now, "C"),
                                    -1,
                                    {y(now), std::string("auto_unroll_max_step"), tir::Expr(tir::int_imm(16))}});
                     }),
             "s[C].pragma(y, \"auto_unroll_max_step\", 16)  # few\n" + end);
    // A step that is removed takes its comment along.
    QCOMPARE(
        changed("s[C].parallel(y)  # cores\n", [](const Gestures& g, const script::Program&) { return g.remove(10); }),
        end);
  }

  // Also with another annotation of the loop in between.
  void a_mark_is_found_behind_a_pragma() {
    const std::string text = with(
        "s[C].unroll(y)\n"
        "s[C].pragma(y, \"auto_unroll_max_step\", 16)\n");
    QCOMPARE(after(text,
                   [](const Gestures& g, const schedule::Stage& c) {
                     return g.of({schedule::Primitive::Parallel, c.id, -1, {c.leaf[0]}});
                   }),
             with("s[C].parallel(y)\n"
                  "s[C].pragma(y, \"auto_unroll_max_step\", 16)\n"));
  }

  void a_stage_has_one_place() {
    const std::string once = gestures_.write(gestures_.of({schedule::Primitive::ComputeInline, stage("P")}))->text;
    const script::Program program = script::read(once);
    const Gestures again(once, program);
    const auto& c = program.schedule->stage(program.schedule->find_by_name("C"));
    const Result<TextChange> moved = again.write(
        again.of({schedule::Primitive::ComputeAt, program.schedule->find_by_name("P"), -1, {c.id, c.leaf[0]}}));
    QVERIFY(moved.value.has_value());
    QVERIFY2(moved->text.find("compute_inline") == std::string::npos, moved->text.c_str());
    QCOMPARE(added(moved), std::string("s[P].compute_at(s[C], y)"));
    QVERIFY(preview(moved->text).complete());
  }

  void reordering_again_and_again_leaves_one_line() {
    const std::string once = reordered(kMatmul, {0, 2, 1});
    QCOMPARE(once, with("s[C].reorder(k, x)\n"));
    const std::string twice = reordered(once, {1, 0, 2});
    QCOMPARE(twice, with("s[C].reorder(k, y, x)\n"));
    QCOMPARE(reordered(twice, {1, 0, 2}), once);
    QCOMPARE(reordered(once, {0, 2, 1}), kMatmul);  // back where it was
  }

  void a_reorder_with_a_remark_or_before_another_step_stays() {
    const std::string remark = with("s[C].reorder(k, x)  # as the book says\n");
    QCOMPARE(reordered(remark, {1, 0, 2}), with("s[C].reorder(k, x)  # as the book says\ns[C].reorder(k, y)\n"));
    const std::string before = with("s[C].reorder(k, x)\ns[C].unroll(k)\n");
    QCOMPARE(reordered(before, {1, 0, 2}), with("s[C].reorder(k, x)\ns[C].unroll(k)\ns[C].reorder(k, y)\n"));
  }

  void what_is_said_anew_takes_the_former_line() {
    const auto scope = [this](const char* of) {
      return [of, p = stage("P")](const Gestures& g, const schedule::Stage&) {
        return g.of({schedule::Primitive::SetScope, p, -1, {std::string(of)}});
      };
    };
    const auto unroll = [](int64_t steps) {
      return [steps](const Gestures& g, const schedule::Stage& c) {
        return g.of({schedule::Primitive::Pragma,
                     c.id,
                     -1,
                     {c.leaf[0], std::string("auto_unroll_max_step"), tir::Expr(tir::int_imm(steps))}});
      };
    };
    QCOMPARE(after(after(kMatmul, scope("local")), scope("shared")), with("s[P].set_scope(\"shared\")\n"));
    QCOMPARE(after(after(kMatmul, unroll(16)), unroll(64)), with("s[C].pragma(y, \"auto_unroll_max_step\", 64)\n"));
    // The variable is of another loop by now.
    const std::string other =
        with("s[C].pragma(y, \"auto_unroll_max_step\", 16)\nx = s[C].op.axis[0]\ny = s[C].op.axis[1]\n");
    QCOMPARE(after(other,
                   [](const Gestures& g, const schedule::Stage& c) {
                     return g.of({schedule::Primitive::Pragma,
                                  c.id,
                                  -1,
                                  {c.leaf[1], std::string("auto_unroll_max_step"), tir::Expr(tir::int_imm(64))}});
                   }),
             with("s[C].pragma(y, \"auto_unroll_max_step\", 16)\nx = s[C].op.axis[0]\ny = s[C].op.axis[1]\n"
                  "s[C].pragma(y, \"auto_unroll_max_step\", 64)\n"));
  }

  void the_line_stands_before_the_kernel() {
    const Result<TextChange> change =
        gestures_.write(gestures_.of({schedule::Primitive::Vectorize, stage("C"), -1, {leaf("C", 1)}}));
    QVERIFY(change->text.ends_with("s[C].vectorize(x)\ntvm.lower(s, [A, B, C], name=\"main\")\n"));
  }

  void the_preview_marks_what_a_step_changed() {
    const KernelPreview before = preview(kMatmul);
    const KernelPreview after =
        preview(gestures_.write(gestures_.of({schedule::Primitive::Parallel, stage("C"), -1, {leaf("C", 0)}}))->text);
    QVERIFY(before.complete() && after.complete());
    const std::vector<bool> changed = changed_lines(before.printed, after.printed);
    QCOMPARE(std::count(changed.begin(), changed.end(), true), 1);
  }

  void the_tree_has_stages_with_their_loops_in_order() {
    const KernelPreview p = preview(
        gestures_.write(gestures_.of({schedule::Primitive::ComputeAt, stage("P"), -1, {stage("C"), leaf("C", 0)}}))
            ->text);
    std::string tree;
    for (const LoopTreeRow& row : p.tree)
      tree += std::string(static_cast<size_t>(row.depth), '.') + row.name +
              (row.extent.empty() ? "" : " " + row.extent) + "\n";
    QCOMPARE(QString::fromStdString(tree), QStringLiteral("C\n.y 32\n..P\n...i 32\n....j 32\n..x 32\n...k 32\n"));
  }
};

NW_TEST(TestGestures);
#include "test_gestures.moc"
