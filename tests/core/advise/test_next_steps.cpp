// SPDX-License-Identifier: GPL-3.0-or-later
// Next steps as lines of the script, several deep; steps that are better taken away; and the hottest loop.
#include <QTest>
#include <algorithm>
#include <functional>
#include <set>

#include "advise/hottest_loop.h"
#include "advise/next_steps.h"
#include "registry.h"

using namespace nw;
using namespace nw::advise;
using kernel::KernelPreview;

namespace {

const std::string kTwoStages =
    "import tvm\n"
    "from tvm import te\n"
    "A = te.placeholder((512, 512), name=\"A\")\n"
    "B = te.placeholder((512, 512), name=\"B\")\n"
    "k = te.reduce_axis((0, 512), name=\"k\")\n"
    "P = te.compute((512, 512), lambda i, j: B[i, j] * 2.0, name=\"P\")\n"
    "C = te.compute((512, 512), lambda y, x: te.sum(A[y, k] * P[k, x], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "y, x = s[C].op.axis\n";
const std::string kTheEnd = "tvm.lower(s, [A, B, C], name=\"main\")\n";

TargetFacts eight_cores() {
  TargetFacts facts;
  facts.compute.units = 8;
  facts.caches = {{1, 32 << 10, 64}, {2, 1 << 20, 64}, {3, 32 << 20, 64}};
  facts.compute.vector_bytes = 64;
  return facts;
}

kernel::KernelPreview shown(const std::string& steps, int stop_after_line = 0) {
  kernel::PreviewOptions options;
  options.stop_after_line = stop_after_line;
  return kernel::preview(kTwoStages + steps + kTheEnd, options);
}

}  // namespace

class TestNextStepsOfAll : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void several_of_the_best_steps_go_on() {
    const KernelPreview p = shown("");
    const std::vector<NextSteps> flat = first_steps(p, eight_cores());
    QVERIFY(flat.size() > 2);
    std::vector<NextSteps> deep = flat;
    extend(deep, p, eight_cores(), 2);
    QCOMPARE(deep.size(), flat.size());
    for (size_t i = 0; i < 3; ++i) {
      QVERIFY2(deep[i].label.english().starts_with(flat[i].label.english() + ", then "),
               deep[i].label.english().c_str());
      QVERIFY(deep[i].gain > flat[i].gain && deep[i].lines.size() > flat[i].lines.size());
      QVERIFY(kernel::preview(deep[i].text).complete());
    }
    const std::vector<NextSteps> ranked = next_steps(p, eight_cores(), 2);
    QVERIFY(std::ranges::is_sorted(ranked, std::greater(), &NextSteps::gain));
  }

  // Orders that differ only in the place of the loop n, which has one iteration, are one step: the one without n.
  void steps_that_differ_in_loops_of_extent_1_are_one() {
    const KernelPreview p = kernel::preview(
        "import tvm\n"
        "from tvm import te\n"
        "A = te.placeholder((1, 512, 512), name=\"A\")\n"
        "B = te.placeholder((512, 512), name=\"B\")\n"
        "k = te.reduce_axis((0, 512), name=\"k\")\n"
        "C = te.compute((1, 512, 512), lambda n, y, x: te.sum(A[n, y, k] * B[k, x], axis=k), name=\"C\")\n"
        "s = te.create_schedule(C.op)\n"
        "n, y, x = s[C].op.axis\n"
        "tvm.lower(s, [A, B, C], name=\"main\")\n");
    QVERIFY(p.complete());
    std::multiset<std::string> lines;
    for (const NextSteps& each : first_steps(p, eight_cores())) lines.insert(each.lines.begin(), each.lines.end());
    QCOMPARE(lines.count("s[C].reorder(k, y, x)"), size_t{1});
    for (const std::string& line : lines)
      QVERIFY2(!line.starts_with("s[C].reorder(") || line.find("n") == std::string::npos, line.c_str());
  }

  // A step of another stage than the one before says which.
  void a_later_step_names_its_stage_where_it_changes() {
    const std::vector<NextSteps> steps = next_steps(shown(""), eight_cores(), 6);
    bool changes = false;
    for (const NextSteps& each : steps) {
      const std::string other = each.stage == "C" ? "P" : "C";
      const bool names_other = each.label.english().find(", then " + other + ": ") != std::string::npos;
      const bool writes_other = std::ranges::any_of(
          each.lines, [&](const std::string& line) { return line.find("s[" + other + "].") != std::string::npos; });
      if (names_other) QVERIFY2(writes_other, each.label.english().c_str());
      QVERIFY2(each.label.english().find(", then " + each.stage + ": ") == std::string::npos || names_other,
               each.label.english().c_str());
      changes = changes || names_other;
    }
    QVERIFY(changes);
  }

  // Threads have short vectors and no cores: also the later steps keep to that.
  void later_steps_keep_to_the_target() {
    TargetFacts facts = eight_cores();
    facts.id = facts.name = "gpu";
    facts.code.lowering = "device";
    facts.compute.vector_bytes = 16;
    facts.threads.levels = {{"blockIdx.x", 65535}, {"threadIdx.x", 1024}};
    facts.threads.block = 1024;
    kernel::PreviewOptions options;
    options.target = std::make_shared<const TargetFacts>(facts);
    const std::string text = kTwoStages +
                             "s[P].compute_inline()\nyo, yi = s[C].split(y, factor=32)\n"
                             "s[C].bind(yo, te.thread_axis(\"blockIdx.x\"))\n"
                             "s[C].bind(yi, te.thread_axis(\"threadIdx.x\"))\n" +
                             kTheEnd;
    const KernelPreview p = kernel::preview(text, options);
    QVERIFY(p.complete());
    const std::vector<NextSteps> steps = next_steps(p, eight_cores(), 4);
    QVERIFY(!steps.empty());
    for (const NextSteps& each : steps)
      QVERIFY2(kernel::preview(each.text, options).complete(), (each.label.english() + "\n" + each.text).c_str());
  }

  // What is removed is compared with the steps that are shown, not with those behind them.
  void removals_are_of_the_steps_that_are_shown() {
    const std::string first = "s[P].parallel(s[P].op.axis[1])\n", later = "s[C].parallel(y)\n";
    const KernelPreview scrubbed = shown(first + later, 10);
    QCOMPARE(scrubbed.stop_after_line, 10);
    QVERIFY(scrubbed.complete());
    const std::vector<NextSteps> away = removable_steps(scrubbed, eight_cores());
    const std::vector<NextSteps> expected = removable_steps(shown(first), eight_cores());
    QCOMPARE(away.size(), size_t{1});
    QCOMPARE(expected.size(), size_t{1});
    QCOMPARE(away[0].gain, expected[0].gain);
    QCOMPARE(away[0].text, kTwoStages + later + kTheEnd);
  }

  // Cores are started for a few elements each: two steps of one kind, which their lines tell apart.
  void a_removal_names_its_line() {
    const std::vector<NextSteps> away =
        removable_steps(shown("xo, xi = s[C].split(x, factor=2)\ns[C].parallel(xi)\n"
                              "po, pi = s[P].split(s[P].op.axis[1], factor=4)\ns[P].parallel(pi)\n"),
                        eight_cores());
    std::set<std::string> labels;
    for (const NextSteps& each : away) labels.insert(each.label.english());
    QVERIFY(labels.contains("take `s[C].parallel(xi)` away, line 11"));
    QVERIFY(labels.contains("take `s[P].parallel(pi)` away, line 13"));
  }

  void steps_that_need_it_go_with_it() {
    const std::string steps = "po, pi = s[P].split(s[P].op.axis[1], factor=8)\ns[P].parallel(pi)\n";
    const std::vector<NextSteps> away = removable_steps(shown(steps), eight_cores());
    const auto split = std::ranges::find_if(away, [](const NextSteps& each) { return each.removed.size() == 2; });
    QVERIFY(split != away.end());
    QCOMPARE(split->label.english(),
             std::string("take `po, pi = s[P].split(s[P].op.axis[1], factor=8)` away, line 10, with line 11"));
    QCOMPARE(split->stage, std::string("P"));
    QCOMPARE(split->line, 10);
    QCOMPARE(split->text, kTwoStages + kTheEnd);
    QVERIFY2(split->why.english().starts_with("Line 10 and what needs it, line 11, cost more than they gain"),
             split->why.english().c_str());
  }

  void the_hottest_loop_by_the_estimate_and_as_measured() {
    const KernelPreview p = shown("");
    const std::optional<HottestLoop> estimated = hottest_loop(p, eight_cores());
    QVERIFY(estimated);
    QCOMPARE(estimated->stage_name, std::string("C"));
    QCOMPARE(estimated->loop, std::string("k"));
    QVERIFY(estimated->share > 0.5 && estimated->share <= 1);
    kernel::NestHeat heat;
    heat.total = 100;
    heat.rows.resize(p.tree.size());
    for (size_t i = 0; i < p.tree.size(); ++i)
      if (p.tree[i].name == "j") heat.rows[i].own = 71;
    const std::optional<HottestLoop> measured = hottest_loop(p, heat);
    QVERIFY(measured);
    QCOMPARE(measured->stage_name + " " + measured->loop, std::string("P j"));
    QCOMPARE(measured->share, 0.71);
    QVERIFY(!hottest_loop(p, kernel::NestHeat{}));  // of another nest
  }
};

NW_TEST(TestNextStepsOfAll);
#include "test_next_steps.moc"
