// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include "registry.h"
#include "workspace/history.h"

using namespace nw::workspace;

namespace {
Choices depth(int max_depth) {
  Choices choices;
  choices.fusion.max_depth = max_depth;
  return choices;
}
}  // namespace

class TestHistory : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void undo_and_redo_walk_one_path() {
    History history;
    QVERIFY(!history.can_undo() && !history.can_redo());
    history.push(depth(1), "depth 1");
    history.push(depth(2), "depth 2");
    history.undo();
    QCOMPARE(history.choices().fusion.max_depth, 1);
    history.undo();
    QCOMPARE(history.choices().fusion.max_depth, 256);
    QVERIFY(!history.can_undo());
    history.redo();
    history.redo();
    QCOMPARE(history.choices().fusion.max_depth, 2);
    QVERIFY(!history.can_redo());
  }

  void a_change_after_undo_makes_a_branch_and_loses_nothing() {
    History history;
    history.push(depth(1), "depth 1");
    const StateId first = history.push(depth(2), "depth 2");
    history.undo();
    history.push(depth(3), "depth 3");
    QCOMPARE(history.states().size(), size_t(4));
    QCOMPARE(history.state(history.current().parent).children.size(), size_t(2));
    history.go(first);
    QCOMPARE(history.choices().fusion.max_depth, 2);
    history.undo();
    history.redo();  // towards the branch last visited
    QCOMPARE(history.choices().fusion.max_depth, 2);
  }

  void equal_choices_make_no_state() {
    History history;
    history.push(Choices{}, "nothing");
    QCOMPARE(history.states().size(), size_t(1));
  }

  // A name is undone before the change under which it was given, and stays where one goes elsewhere.
  void names_are_undone_like_changes() {
    History history;
    const StateId first = history.push(depth(1), "depth 1");
    history.tag(first, "fast");
    const StateId second = history.push(depth(2), "depth 2");
    history.undo();
    QCOMPARE(history.state(first).tag, std::string("fast"));
    QCOMPARE(history.undo_label(), std::string("naming fast"));
    history.undo();
    QCOMPARE(history.state(first).tag, std::string());
    QCOMPARE(history.current().id, first);
    history.redo();
    QCOMPARE(history.state(first).tag, std::string("fast"));
    history.redo();
    QCOMPARE(history.current().id, second);
    history.tag(second, "fast");  // a name is one state's
    QCOMPARE(history.state(first).tag, std::string());
    QCOMPARE(history.tagged(), std::vector<StateId>{second});
    history.tag(second, {});
    QVERIFY(history.tagged().empty());
    QCOMPARE(history.undo_label(), std::string("taking away the name fast"));
    history.undo();
    history.undo();
    QCOMPARE(history.tagged(), std::vector<StateId>{first});
  }

  void what_is_named_is_not_typed_over() {
    History history;
    const StateId typed = history.push(depth(1), "typing", "typing a");
    history.tag(typed, "kept");
    const StateId next = history.push(depth(2), "typing", "typing a");
    QVERIFY(next != typed);
    QCOMPARE(history.state(typed).choices->fusion.max_depth, 1);
  }

  void typing_merges_until_something_else_happens() {
    History history;
    history.push(depth(1), "typing", "typing a");
    history.push(depth(2), "typing", "typing a");
    QCOMPARE(history.states().size(), size_t(2));
    QCOMPARE(history.choices().fusion.max_depth, 2);
    history.push(depth(3), "split");
    history.push(depth(4), "typing", "typing a");
    QCOMPARE(history.states().size(), size_t(4));
    QCOMPARE(history.path(history.current().id).size(), size_t(4));
  }

  void typing_after_a_redo_or_in_a_state_gone_to_is_another_change() {
    History history;
    history.push(depth(1), "typing", "typing a");
    history.undo();
    history.redo();
    history.push(depth(2), "typing", "typing a");
    QCOMPARE(history.states().size(), size_t(3));
    history.go(history.current().id);
    history.push(depth(3), "typing", "typing a");
    QCOMPARE(history.states().size(), size_t(4));
    history.undo();
    QCOMPARE(history.choices().fusion.max_depth, 2);
    history.redo();
    QCOMPARE(history.choices().fusion.max_depth, 3);
  }

  void a_measurement_stays_with_its_state() {
    History history;
    history.push(depth(1), "depth 1");
    history.record("task", {12.5, 0.1, 20, Measurement::Check::Equal});
    history.undo();
    QVERIFY(history.current().measured.empty());
    history.redo();
    QCOMPARE(history.current().measured.at("task").back().median_us, 12.5);
  }

  // Two of the three states have one script, and the first has the default, which is the third's: each is measured
  // once.
  void a_script_that_was_measured_is_known_wherever_it_stands() {
    const auto with = [](const std::string& script) {
      Choices choices;
      choices.kernels["task"] = {{{"mine", script}}, "mine"};
      return choices;
    };
    History history;
    const StateId first = history.current().id;
    const StateId split = history.push(with("split"), "split");
    const StateId plain = history.push(with("plain"), "back to plain loops");
    const StateId again = history.push(with("split"), "split once more");
    history.record("task", "plain", "plain", {8, 0.1, 20});
    QCOMPARE(history.measured(first, "task")->median_us, 8.0);
    QCOMPARE(history.measured(plain, "task")->median_us, 8.0);
    QVERIFY(!history.measured(split, "task"));
    history.record(again, "task", {2, 0.1, 20});
    QCOMPARE(history.measured(split, "task")->median_us, 2.0);  // measured elsewhere with the same script
    QVERIFY(!history.measured(split, "another task"));
    QVERIFY(history.state(split).measured.empty());
  }

  // A remark changes nothing that is measured; a "#" within quotes is none.
  void scripts_that_differ_in_comments_only_do_the_same() {
    const std::string script = "a = 1\nb = \"#x\"\n";
    QVERIFY(same_code(script, "a = 1\n# a remark\n\nb = \"#x\"  # another\n"));
    QVERIFY(same_code("# first\na = 1\nb = \"#x\"", script));
    QVERIFY(!same_code(script, "a = 1\nb = \"#y\"\n"));
    QVERIFY(!same_code(script, "a = 1\n  b = \"#x\"\n"));
    QVERIFY(!same_code(script, "a = 1\n"));
    History history;
    Choices choices;
    choices.kernels["task"] = {{{"mine", script}}, "mine"};
    history.push(choices, "script");
    history.record("task", {4, 0.1, 20});
    choices.kernels["task"].scripts["mine"] = script + "# why\n";
    QCOMPARE(history.measured(history.push(choices, "line 3: comment"), "task")->median_us, 4.0);
  }

  // A time with one value of a symbolic size says nothing about another.
  void a_time_is_known_for_the_sizes_it_was_measured_with() {
    History history;
    const StateId id = history.current().id;
    const std::map<std::string, int64_t> small{{"n", 64}}, large{{"n", 1024}}, none;
    history.record("task", {1, 0, 20, Measurement::Check::Equal, small});
    history.record("task", {9, 0, 20, Measurement::Check::Equal, large});
    QCOMPARE(history.measured(id, "task", &small)->median_us, 1.0);
    QCOMPARE(history.measured(id, "task", &large)->median_us, 9.0);
    QVERIFY(!history.measured(id, "task", &none));
    QCOMPARE(history.measured(id, "task")->median_us, 9.0);  // the newest
    history.record("task", {2, 0, 20, Measurement::Check::Equal, small});
    QCOMPARE(history.measured(id, "task", &small)->median_us, 2.0);
    QCOMPARE(history.current().measured.at("task").size(), size_t(2));
  }

  void a_time_is_known_for_the_machine_it_was_measured_on() {
    History history;
    const StateId id = history.current().id;
    const nw::measure::Machine here{"cpu", "EPYC", "b0a1", 4}, there{"cpu", "Xeon", "77c2", 4}, unknown;
    history.record("task", {5, 0, 20, Measurement::Check::Equal, {}, here});
    history.record("task", {3, 0, 20, Measurement::Check::Equal, {}, there});
    history.record("task", {9, 0, 20, Measurement::Check::Equal});
    QCOMPARE(history.measured(id, "task", nullptr, &here)->median_us, 5.0);
    QCOMPARE(history.measured(id, "task", nullptr, &there)->median_us, 3.0);
    QVERIFY(!history.measured(id, "task", nullptr, &unknown));
    QCOMPARE(history.measured(id, "task")->median_us, 9.0);  // the newest
    history.record("task", {4, 0, 20, Measurement::Check::Equal, {}, here});
    history.record("task", {8, 0, 20, Measurement::Check::Equal});
    QCOMPARE(history.measured(id, "task", nullptr, &here)->median_us, 4.0);
    QCOMPARE(history.current().measured.at("task").size(), size_t(3));
  }
};

NW_TEST(TestHistory);
#include "test_history.moc"
