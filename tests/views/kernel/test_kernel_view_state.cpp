// SPDX-License-Identifier: GPL-3.0-or-later
// The state of the kernel tab without its widgets: edits, tried changes, previews that arrive, pins, heat.
#include <QTest>
#include <algorithm>

#include "kernel/kernel_view_state.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

namespace {

using Preview = KernelViewState::Preview;
using Follows = KernelViewState::Follows;

std::string kernel_script(const std::string& steps) {
  return "import tvm\n"
         "from tvm import te\n"
         "\n"
         "A = te.placeholder((64, 64), name=\"A\")\n"
         "C = te.compute((64, 64), lambda i, j: A[i, j] + 1.0, name=\"C\")\n"
         "s = te.create_schedule(C.op)\n"
         "i, j = s[C].op.axis\n" +
         steps + "tvm.lower(s, [A, C], name=\"main\")\n";
}

Preview preview_with(const std::string& steps) {
  return std::make_shared<const kernel::KernelPreview>(kernel::preview(kernel_script(steps)));
}

const std::string kNoStep, kParallelI = "s[C].parallel(i)\n", kVectorJ = "s[C].vectorize(j)\n";

// The state after the whole script was asked for and has come.
void show(KernelViewState& state, const std::string& steps) {
  state.request(kernel_script(steps), 0);
  state.present(preview_with(steps), {}, nullptr);
  state.faces_presented();
}

long changed(const KernelViewState& state) {
  const std::vector<bool> lines = state.changed_lines();
  return std::count(lines.begin(), lines.end(), true);
}

KernelSelection loop(const KernelViewState& state, const std::string& name) {
  for (const kernel::LoopTreeRow& row : state.preview->tree)
    if (row.name == name) return {row.stage, row.axis, row.line};
  return {};
}

}  // namespace

class TestKernelViewState : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void only_the_first_script_is_the_first() {
    KernelViewState state;
    QVERIFY(state.open_script(true));
    QVERIFY(!state.open_script(false));
    QVERIFY(state.open_script(true));  // an empty editor has nothing to stay with
  }

  // ── edits ──
  void what_is_edited_in_the_script_follows_the_caret() {
    KernelViewState state;
    state.edited(true);
    QVERIFY(state.typing && state.follows() == Follows::Caret);
    state.edited(false);
    QVERIFY(!state.typing && state.follows() == Follows::Caret);
  }

  void a_gesture_follows_what_is_selected() {
    KernelViewState state;
    show(state, kNoStep);
    state.edited(true);
    state.select(loop(state, "i"), true);
    state.gesture_written(8);
    QVERIFY(!state.typing && state.follows() == Follows::Selection);
    QCOMPARE(state.take_written_line(), 8);
    QCOMPARE(state.take_written_line(), 0);
  }

  void undo_and_fixes_end_the_typing() {
    KernelViewState state;
    state.edited(true);
    state.open_script(false);
    QVERIFY(!state.typing);
    state.edited(true);
    state.fix_applied();
    QVERIFY(!state.typing);
  }

  // ── previews ──
  void the_lines_that_the_last_edit_changed_are_marked() {
    KernelViewState state;
    show(state, kNoStep);
    QCOMPARE(changed(state), 0);
    show(state, kParallelI);
    QCOMPARE(changed(state), 1);
    show(state, kParallelI);  // again, as after other sizes
    QCOMPARE(changed(state), 1);
  }

  void typing_that_changes_no_loop_keeps_the_marks() {
    KernelViewState state;
    show(state, kNoStep);
    show(state, kParallelI);
    state.edited(true);
    show(state, "# a comment\n" + kParallelI);
    QCOMPARE(changed(state), 1);
    state.gesture_written(8);
    show(state, kParallelI);  // the same nest by a gesture: it has changed nothing
    QCOMPARE(changed(state), 0);
  }

  void steps_of_the_history_are_marked_against_the_step_before() {
    KernelViewState state;
    show(state, kNoStep);
    const auto before = preview_with(kParallelI);
    state.present(preview_with(kParallelI + kVectorJ), {8, 9}, &before->printed);
    QCOMPARE(changed(state), 1);
    QCOMPARE(state.step_lines, (std::vector<int>{8, 9}));
  }

  void what_is_tried_is_seen_against_the_script_and_compared_with_nothing() {
    KernelViewState state;
    show(state, kNoStep);
    state.try_change(0);
    state.present(preview_with(kParallelI), {}, nullptr);
    QCOMPARE(changed(state), 1);
    QVERIFY(state.follows() == Follows::Nothing);
    QVERIFY(state.end_trying());
    QVERIFY(!state.end_trying());
    show(state, kNoStep);
    QCOMPARE(changed(state), 0);
  }

  void half_a_line_keeps_the_nest_only_while_it_is_typed() {
    KernelViewState state;
    show(state, kNoStep);
    state.edited(true);
    state.present(std::make_shared<const kernel::KernelPreview>(kernel::preview("A = te.placeholder((64")), {},
                  nullptr);
    QVERIFY(!state.preview->nest && state.keeps_nest());
    state.open_script(false);
    QVERIFY(!state.keeps_nest());
  }

  void faces_and_details_are_behind_until_they_are_presented() {
    using Detail = KernelViewState::Detail;
    KernelViewState state;
    QVERIFY(!state.take_stale(Detail::Bounds));
    state.present(preview_with(kNoStep), {}, nullptr);
    QVERIFY(state.faces_outdated);
    state.faces_presented();
    QVERIFY(!state.faces_outdated && state.take_stale(Detail::Bounds) && !state.take_stale(Detail::Bounds));
    QVERIFY(state.take_stale(Detail::Changes));
  }

  void a_preview_has_no_figures_yet() {
    KernelViewState state;
    state.figures = std::make_shared<const kernel::NestFigures>();
    show(state, kNoStep);
    QVERIFY(!state.figures && !state.figures_of_selection());
  }

  // ── derived ──
  void steps_behind_the_position_are_left_out_up_to_the_kernels_line() {
    KernelViewState state;
    show(state, kParallelI + kVectorJ);
    QCOMPARE(state.left_out(10).first, 0);
    state.request(kernel_script(kParallelI + kVectorJ), 8);
    QVERIFY(state.scrubbed());
    QCOMPARE(state.left_out(10), (std::pair{9, 9}));
  }

  void refused_lines_are_named() {
    KernelViewState state;
    show(state, kParallelI + "s[C].vectorize(q)\n");
    QVERIFY(state.first_error());
    QCOMPARE(refused_lines(*state.preview), std::set<int>{9});
    show(state, kParallelI);
    QVERIFY(!state.first_error() && refused_lines(*state.preview).empty());
  }

  // ── selection ──
  void a_selection_gets_its_line_and_is_made_once() {
    KernelViewState state;
    show(state, kParallelI);
    KernelSelection i = loop(state, "i");
    QCOMPARE(i.line, 8);
    i.line = 0;
    QVERIFY(state.select(i, false));
    QCOMPARE(state.selection.line, 8);
    QVERIFY(!state.select(i, false));
  }

  void a_selection_elsewhere_leaves_the_caret() {
    KernelViewState state;
    show(state, kNoStep);
    state.edited(true);
    state.select(loop(state, "i"), true);
    QVERIFY(state.follows() == Follows::Caret);
    state.select(loop(state, "j"), false);
    QVERIFY(state.follows() == Follows::Selection);
  }

  // ── pins ──
  void a_pin_waits_for_its_loop() {
    KernelViewState state;
    show(state, kNoStep);
    const kernel::KernelPreview& plain = *state.preview;
    QVERIFY(toggle_pin(state.pins, state.marks, plain, loop(state, "i")) == PinToggled::Pinned);
    QCOMPARE(state.pins.front(), (KernelPin{"C", "i", "i"}));
    const Preview split = preview_with("io, ii = s[C].split(i, factor=4)\n");
    follow_pins(state.pins, state.marks, *split);
    QVERIFY(state.marks.pins.front().empty() && !state.pins.front().empty());
    follow_pins(state.pins, state.marks, plain);
    QVERIFY(KernelMarks::same(state.marks.pins.front(), loop(state, "i")));
    QVERIFY(toggle_pin(state.pins, state.marks, plain, loop(state, "i")) == PinToggled::Unpinned);
    QVERIFY(state.pins.front().empty() && state.marks.pins.front().empty());
  }

  void colours_of_loops_that_are_gone_are_taken_last() {
    KernelViewState state;
    show(state, kNoStep);
    state.pins.assign(KernelMarks::kMaxPins, {"C", "gone", "gone"});
    state.marks.pins.assign(KernelMarks::kMaxPins, {});
    state.pins[2] = {};
    QVERIFY(toggle_pin(state.pins, state.marks, *state.preview, loop(state, "i")) == PinToggled::Pinned);
    QCOMPARE(state.pins[2].axis, std::string("i"));
    QVERIFY(toggle_pin(state.pins, state.marks, *state.preview, loop(state, "j")) == PinToggled::Pinned);
    QCOMPARE(state.pins[0].axis, std::string("j"));
    for (KernelSelection& place : state.marks.pins) place = loop(state, "i");
    QVERIFY(toggle_pin(state.pins, state.marks, *state.preview, loop(state, "C")) == PinToggled::NoColourLeft);
  }

  // ── heat ──
  void heat_is_of_the_same_code_and_the_whole_script() {
    KernelViewState state;
    const auto heat = std::make_shared<const kernel::NestHeat>();
    state.heats[kernel_script(kParallelI)] = heat;
    QVERIFY(!state.heat());
    show(state, kNoStep);
    QVERIFY(!state.heat());
    show(state, "# a comment\n" + kParallelI);
    QVERIFY(state.heat() == heat);
    state.request(kernel_script(kParallelI), 7);
    QVERIFY(!state.heat() && state.heat_of(kernel_script(kParallelI)) == heat);
  }
};

NW_TEST(TestKernelViewState);
#include "test_kernel_view_state.moc"
