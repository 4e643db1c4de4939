// SPDX-License-Identifier: GPL-3.0-or-later
// What is run to measure a branch of the history, in which order, and what is recorded.
#include <QTest>

#include "base/error_pages.h"
#include "registry.h"
#include "texts.h"
#include "workspace/document.h"
#include "workspace/measuring.h"

using namespace nw;
using namespace nw::workspace;

class TestBranchRuns : public QObject {
  Q_OBJECT

  const measure::Machine machine_{"cpu", "a machine", "facts", 2};

  static Choices with_script(const std::string& text) {
    Choices choices;
    choices.kernels["task"] = {{{"mine", text}}, "mine"};
    return choices;
  }
  // Default, a, default again, b.
  static History four_states() {
    History history;
    history.push(with_script("a"), "first");
    Choices default_again;
    default_again.kernels["task"] = {{{"mine", "a"}}, ""};
    history.push(default_again, "back");
    history.push(with_script("b"), "second");
    return history;
  }
  BranchRuns runs_of(const History& history) const {
    return {history, history.current().id, "task", "plain", {}, machine_};
  }
  static std::string show(const BranchRuns& runs) {
    std::string text;
    for (const BranchRuns::Run& run : runs.waiting()) {
      text += run.script + ":";
      for (const StateId state : run.states) text += " " + std::to_string(state.value);
      text += "\n";
    }
    return text;
  }
  Result<measure::RunReport> took(double us) const {
    measure::RunReport report;
    report.machine = machine_;
    report.time.median = us;
    return report;
  }

 private Q_SLOTS:
  void states_with_the_same_script_are_run_once() {
    QCOMPARE(show(runs_of(four_states())), std::string("plain: 0 2\na: 1\nb: 3\n"));
  }

  void states_measured_on_this_machine_are_not_run_again() {
    History history = four_states();
    history.record(StateId(1), "task", measurement(*took(5), {}));
    QCOMPARE(show(runs_of(history)), std::string("plain: 0 2\nb: 3\n"));
  }

  void times_are_recorded_and_failures_kept() {
    Document document(open_text("plain", "plain.py"));
    for (const History states = four_states(); const State& state : states.states())
      if (state.parent.valid()) document.set_kernel("task", state.choices->kernels.at("task"), state.label);
    const History& history = document.history();
    BranchRuns runs = runs_of(history);
    runs.finish(took(7), document);
    Diagnostic crashed;
    crashed.message = "the kernel crashed";
    runs.finish(crashed, document);
    QCOMPARE(runs.done(), 2);
    QCOMPARE(runs.all(), 3);
    QCOMPARE(show(runs), std::string("b: 3\n"));
    QCOMPARE(runs.failed().at(StateId(1)).message, crashed.message);
    QCOMPARE(history.measured(StateId(2), "task", nullptr, &machine_)->median_us, 7.0);
    QVERIFY(!history.measured(StateId(1), "task"));
  }

  void the_error_page_does_what_it_says() {
    History history;
    history.push(with_script("a"), "first");
    const std::string_view page = error_page("NW1055");
    const auto example = [&](std::string_view label) {
      const size_t from = page.find("--branch ", page.find(label)) + 9;
      return find_state(history, std::stoi(std::string(page.substr(from))));
    };
    QCOMPARE(format(example("Fails:").diagnostics.at(0)),
             std::string("error: the history has no state 2; they are numbered from 0 to 1 [NW1055]\n"));
    QCOMPARE(example("Mended:").value->value, 1);
  }
};

NW_TEST(TestBranchRuns);
#include "test_branch_runs.moc"
