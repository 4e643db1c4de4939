// SPDX-License-Identifier: GPL-3.0-or-later
// What a person rules out while a search runs, lines that are kept, and what each step of a schedule gives.
#include <QTest>

#include "base/local_cpu.h"
#include "registry.h"
#include "tune/kept_lines.h"
#include "tune/search.h"
#include "tune/step_effects.h"

using namespace nw;
using namespace nw::tune;

namespace {

const char* const kProduct = R"(import tvm
from tvm import te

# computation
A = te.placeholder((64, 32), name="A")
B = te.placeholder((32, 64), name="B")
k = te.reduce_axis((0, 32), name="k")
C = te.compute((64, 64), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name="C")

# schedule
s = te.create_schedule(C.op)
y, x = s[C].op.axis
yo, yi = s[C].split(y, factor=8)
xo, xi = s[C].split(x, factor=16)
s[C].reorder(yo, xo, yi, xi)

# kernel
tvm.lower(s, [A, B, C], name="product")
)";

TunedKernel product() {
  return *read_kernel(kProduct).value;
}

}  // namespace

class TestNarrowing : public QObject {
  Q_OBJECT

  static void no_candidate_has_a_forbidden_step(const std::vector<Candidate>& proposed, schedule::Primitive primitive) {
    for (const Candidate& candidate : proposed)
      for (const schedule::Step& step : candidate.steps) QVERIFY(step.primitive != primitive);
  }

  // Of the space's first candidates, one with a split of the result.
  static std::optional<std::pair<Candidate, std::string>> with_split(const TunedKernel& kernel,
                                                                     const std::vector<Candidate>& proposed) {
    for (const Candidate& candidate : proposed)
      for (const std::string& line : step_lines_of(kernel, candidate.steps))
        if (candidate.choice && line.find("s[C].split(") != line.npos) return std::pair(candidate, line);
    return std::nullopt;
  }

 private Q_SLOTS:
  void forbidden_steps_and_locked_choices_hold_for_all_that_follow() {
    const TunedKernel kernel = product();
    Search search(kernel, local_cpu_facts(), {});
    QVERIFY(search.space());
    QVERIFY(!search.propose(4, 16).empty());
    search.narrow({.forbidden = {schedule::Primitive::Vectorize}});
    const std::vector<Candidate> scalar = search.propose(8, 16);
    QVERIFY(!scalar.empty());  // every point of this space has vectors: they are taken without
    no_candidate_has_a_forbidden_step(scalar, schedule::Primitive::Vectorize);
    QVERIFY(search.refused().narrowed > 0);

    // A knob with several values, locked at its last one.
    const std::vector<Knob>& knobs = search.space()->knobs();
    const auto open = std::ranges::find_if(knobs, [](const Knob& knob) { return knob.values.size() > 2; });
    const auto at = static_cast<size_t>(open - knobs.begin());
    const auto last = static_cast<uint16_t>(open->values.size() - 1);
    search.narrow({.locked = {{at, last}}});
    for (const Candidate& candidate : search.propose(8, 16)) {
      QVERIFY(candidate.choice);
      QCOMPARE((*candidate.choice)[at], last);
    }
    // What was ruled out comes back.
    search.narrow({});
    const std::vector<Candidate> all = search.propose(32, 64);
    QVERIFY(std::ranges::any_of(all, [](const Candidate& candidate) {
      return std::ranges::any_of(
          candidate.steps, [](const schedule::Step& step) { return step.primitive == schedule::Primitive::Vectorize; });
    }));
  }

  void locked_lines_are_in_all_that_follow() {
    const TunedKernel kernel = product();
    Search search(kernel, local_cpu_facts(), {});
    const auto found = with_split(kernel, search.propose(8, 64));
    QVERIFY(found);
    const auto& [seen, line] = *found;
    const std::map<size_t, uint16_t> deciding = search.deciding_knobs(*seen.choice, {line});
    QVERIFY(!deciding.empty() && deciding.size() < search.space()->knobs().size());
    search.narrow({.kept = {{.lines = {line}, .of = seen.choice}}});
    for (int round = 0; round < 3; ++round) {
      const std::vector<Candidate> proposed = search.propose(8, 64);
      QCOMPARE(proposed.size(), size_t{8});
      for (const Candidate& candidate : proposed) {
        const std::vector<std::string> lines = step_lines_of(kernel, candidate.steps);
        QVERIFY(std::ranges::find(lines, line) != lines.end());
      }
    }
  }

  void forbidden_lines_are_in_none_that_follow() {
    const TunedKernel kernel = product();
    Search search(kernel, local_cpu_facts(), {});
    const auto found = with_split(kernel, search.propose(8, 64));
    QVERIFY(found);
    search.narrow({.forbidden_lines = {found->second}});
    const std::vector<Candidate> proposed = search.propose(16, 64);
    QCOMPARE(proposed.size(), size_t{16});
    for (const Candidate& candidate : proposed) {
      const std::vector<std::string> lines = step_lines_of(kernel, candidate.steps);
      QVERIFY(std::ranges::find(lines, found->second) == lines.end());
    }
  }

  void lines_are_kept_by_their_numbers() {
    const TunedKernel kernel = product();
    std::set<size_t> kept;
    QVERIFY(kept_steps("13,14-15", kernel, kept).empty());
    QCOMPARE(kept, (std::set<size_t>{0, 1, 2}));
    const Diagnostics none = kept_steps("3", kernel, kept);
    QCOMPARE(none.front().message, std::string("--keep names line 3, which is no step of the schedule"));
    QCOMPARE(none.front().legal, (std::vector<std::string>{"line 13", "line 14", "line 15"}));
    QCOMPARE(kept_steps("a-b", kernel, kept).front().message,
             std::string("--keep: 'a-b' is no line and no range of lines, such as 12 or 12-15"));
  }

  void a_step_is_left_out_with_those_that_need_it() {
    const TunedKernel kernel = product();
    const ScheduleEffects effects = step_effects(kernel, kernel.given, local_cpu_facts(), 1);
    QCOMPARE(effects.steps.size(), size_t{3});
    QCOMPARE(effects.steps[0].line, std::string("yo, yi = s[C].split(y, factor=8)"));
    QCOMPARE(effects.steps[0].with, (std::vector<size_t>{2}));
    QCOMPARE(effects.steps[2].with, std::vector<size_t>());
    QCOMPARE(effects.steps[0].others.size(), size_t{1});
    QVERIFY(effects.plain.us > 0);
    QCOMPARE(effects.steps[2].until_us, effects.whole.us);
    // Without the reorder it is the schedule up to the second split.
    QCOMPARE(effects.steps[2].without_us, effects.steps[1].until_us);
  }
};

NW_TEST(TestNarrowing);
#include "test_narrowing.moc"
