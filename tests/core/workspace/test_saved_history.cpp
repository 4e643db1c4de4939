// SPDX-License-Identifier: GPL-3.0-or-later
// The tree of states in a project: what was saved comes back, and what is damaged is said.
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "base/atomic_file.h"
#include "registry.h"
#include "workspace/document.h"
#include "workspace/project.h"
#include "workspace/saved_history.h"

using namespace nw;
using namespace nw::workspace;

namespace {

const std::string kTask = "sum-1";

const measure::Machine kMachine{"cpu", "EPYC", "b0a1", 4};

Choices with(const std::string& script) {
  Choices choices;
  choices.kernels[kTask] = {{{"schedule 1", script}}, "schedule 1"};
  return choices;
}

// A line a state, children below their parent: "> 2 unroll [fast] 12.5 µs: s = 2", the present one marked.
QString drawn(const History& history, StateId id = StateId(size_t{0}), int depth = 0) {
  const State& state = history.state(id);
  QString text = QString(depth, QLatin1Char('.')) + QString::fromStdString(state.label);
  if (!state.tag.empty()) text += QStringLiteral(" [%1]").arg(QString::fromStdString(state.tag));
  for (const auto& [task, all] : state.measured)
    for (const Measurement& m : all)
      text += QStringLiteral(" %1 µs ±%2 of %3 check %4 %5 on %6")
                  .arg(m.median_us)
                  .arg(m.mad_us)
                  .arg(m.runs)
                  .arg(static_cast<int>(m.check))
                  .arg(m.sizes.empty() ? QString() : QString::fromStdString(m.sizes.begin()->first))
                  .arg(QString::fromStdString(measure::to_string(m.machine)));
  text += QStringLiteral(": ") + QString::fromStdString(active_script(*state.choices, kTask));
  if (history.current().id == id) text += QStringLiteral(" <");
  text += QLatin1Char('\n');
  for (const StateId child : state.children) text += drawn(history, child, depth + 1);
  return text;
}

// Three changes, one of them undone for another; one has a name, two have times.
History some_history() {
  History history;
  history.push(with("plain"), "new schedule");
  history.record(kTask, {8, 0.5, 20, Measurement::Check::Equal, {}, kMachine});
  history.record(kTask, {6, 0.5, 20, Measurement::Check::Unchecked});
  const StateId split = history.push(with("split"), "split k by 4");
  history.push(with("plain"), "taken back by hand");
  history.go(split);
  history.tag(split, "fast");
  history.record(kTask, {2, 0.1, 30, Measurement::Check::Different, {{"n", 64}}, kMachine});
  Choices fused = with("split");
  fused.fusion.fences = {"/conv"};
  fused.fusion.patterns["sum"] = graph::OpPattern::Injective;
  fused.dims = {{"batch", 4}};
  fused.patterns = "a pattern";
  history.push(fused, "fence");
  fused.kernels.clear();
  history.push(fused, "removed");
  history.undo();
  history.undo();
  return history;
}

const QString kDrawn = QStringLiteral(
    "opened: \n"
    ".new schedule 8 µs ±0.5 of 20 check 1  on EPYC, 4 threads 6 µs ±0.5 of 20 check 0  on unknown machine: plain\n"
    "..split k by 4 [fast] 2 µs ±0.1 of 30 check 2 n on EPYC, 4 threads: split <\n"
    "...taken back by hand: plain\n"
    "...fence: split\n"
    "....removed: \n");

const char* kNet = "#[version = \"0.0.5\"]\nfn (%x: Tensor[(8, 16), float32]) {\n  sum(%x, axis=[1])\n}\n";

}  // namespace

class TestSavedHistory : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;
  std::string file(const char* name) const { return folder_.filePath(QString::fromLatin1(name)).toStdString(); }

  // A project with some_history; its path.
  std::string saved() {
    std::ofstream(file("net.relay")) << kNet;
    Opened opened = open(file("net.relay"));
    opened.history = some_history();
    opened.choices = opened.history->choices();
    opened.tags = {{"fast", with("split")}};
    Document document(std::move(opened));
    return document.save(file("net.nest")).empty() ? file("net.nest") : std::string();
  }

  static void replace_in(const std::string& path, const std::string& what, const std::string& by) {
    std::string text = *read_whole_file(path);
    QVERIFY2(text.find(what) != std::string::npos, text.c_str());
    text.replace(text.find(what), what.size(), by);
    QVERIFY(write_whole_file(path, text).empty());
  }

 private Q_SLOTS:
  void the_tree_that_was_written_is_read() {
    const History history = some_history();
    QCOMPARE(drawn(history), kDrawn);
    Result<History> read = read_history(write_history(history));
    QVERIFY(read.ok() && read.diagnostics.empty());
    QCOMPARE(drawn(*read), kDrawn);
    for (const State& state : history.states()) QVERIFY(*state.choices == *read->state(state.id).choices);
    QCOMPARE(read->undo_label(), std::string("split k by 4"));  // the naming is no step any more
    read->redo();                                               // the way that was left last
    read->redo();
    QCOMPARE(read->current().label, std::string("removed"));
    QVERIFY(!read->can_redo());
  }

  // Projects of versions that did not note the machine.
  void times_without_a_machine_are_of_an_unknown_one() {
    QString text = QString::fromStdString(write_history(some_history()));
    QCOMPARE(text.count(QStringLiteral("b0a1")), 1);
    text.remove(QStringLiteral(",\"machine\":0")).remove(QStringLiteral("\"machine\":0,"));
    const Result<History> read = read_history(text.toStdString());
    QVERIFY(read.ok());
    const StateId split(size_t{2});
    const Measurement* time = read->measured(split, kTask);
    QVERIFY(time && !time->machine.known());
    QCOMPARE(time->median_us, 2.0);
    QVERIFY(!read->measured(split, kTask, nullptr, &kMachine));
  }

  // It is what tells a noisy time; projects of versions that did not note it have none.
  void the_fastest_run_is_kept_where_it_was_noted() {
    History history;
    history.push(with("split"), "split");
    history.record(kTask, {8, 0.5, 20, Measurement::Check::Equal, {}, kMachine, {}, 6.5});
    const std::string text = write_history(history);
    const auto fastest = [](const std::string& written) {
      const Result<History> read = read_history(written);
      const Measurement* time = read.ok() ? read->measured(read->current().id, kTask) : nullptr;
      return time ? time->min_us : -1;
    };
    QCOMPARE(fastest(text), 6.5);
    QString older = QString::fromStdString(text);
    older.remove(QStringLiteral(",\"min_us\":6.5")).remove(QStringLiteral("\"min_us\":6.5,"));
    QVERIFY(older.toStdString() != text);
    QCOMPARE(fastest(older.toStdString()), 0.0);
  }

  void every_script_is_written_once() {
    History history;
    for (int n = 0; n < 100; ++n) history.push(with(n % 2 ? "the first script" : "the other script"), "again");
    const std::string text = write_history(history);
    const size_t first = text.find("the first script");
    QVERIFY(first != std::string::npos);
    QCOMPARE(text.find("the first script", first + 1), std::string::npos);
  }

  // Line by line, whatever is in them.
  void scripts_that_differ_in_a_line_are_written_as_that_line() {
    std::string script;
    for (int n = 0; n < 100; ++n) script += "line " + std::to_string(n) + " ä\n";
    History history;
    history.push(with(script), "new");
    for (const char* line : {"line 40 ö\n", "line 40 ü\nline 40 b\n", ""})
      history.push(with(std::string(script).replace(script.find("line 40 "), 11, line)), "typed");
    history.push(with(script + "more"), "at the end, without its line's");
    history.push(with("before\n" + script), "in front");
    history.push(with("another"), "as a whole");
    history.push(with(script + script), "twice");
    history.push(with(script), "again");
    const std::string text = write_history(history);
    // In full: the first, those with more at the end and in front, and twice in the one that is twice as long.
    QCOMPARE(QString::fromStdString(text).count(QStringLiteral("line 99 ")), 5);
    const Result<History> read = read_history(text);
    QVERIFY(read.ok());
    for (const State& state : history.states()) QVERIFY(*state.choices == *read->state(state.id).choices);
  }

  // The way from the first to the present state gets shorter; what was worth a name or a measurement stays.
  void of_too_many_states_the_oldest_go_first() {
    History history;
    for (size_t n = 1; n <= kSavedStates + 10; ++n) history.push(with(std::to_string(n)), "step " + std::to_string(n));
    history.tag(StateId(size_t{2}), "kept");
    history.record(StateId(size_t{3}), kTask, {5, 0, 20});
    const Result<History> read = read_history(write_history(history));
    QVERIFY(read.ok());
    QCOMPARE(read->states().size(), kSavedStates);
    QStringList first;
    for (size_t i = 0; i < 4; ++i) first << QString::fromStdString(read->states()[i].label);
    QCOMPARE(first, QStringList({QStringLiteral("opened"), QStringLiteral("step 2"), QStringLiteral("step 3"),
                                 QStringLiteral("step 14")}));
    QCOMPARE(read->states()[3].parent, StateId(size_t{2}));
    QVERIFY(read->choices() == history.choices());
  }

  void what_is_damaged_is_said_and_left_out_data() {
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("by");
    QTest::newRow("a parent that comes later") << QStringLiteral("\"parent\":0") << QStringLiteral("\"parent\":7");
    QTest::newRow("a script that is not there") << QStringLiteral("\"texts\":[") << QStringLiteral("\"text\":[");
    QTest::newRow("lines that are not there")
        << QStringLiteral("\"texts\":[") << QStringLiteral("\"texts\":[[1,1,\"\"],");
    QTest::newRow("a present state that is none")
        << QStringLiteral("\"current\":2") << QStringLiteral("\"current\":-1");
    QTest::newRow("a machine that is not there") << QStringLiteral("\"machine\":0") << QStringLiteral("\"machine\":1");
    QTest::newRow("no label") << QStringLiteral("\"label\":\"fence\"") << QStringLiteral("\"label\":4");
    QTest::newRow("no pattern") << QStringLiteral("\"injective\"") << QStringLiteral("\"inductive\"");
    QTest::newRow("no list") << QStringLiteral("\"states\":[") << QStringLiteral("\"states\":{},\"other\":[");
  }
  void what_is_damaged_is_said_and_left_out() {
    QFETCH(QString, what);
    QFETCH(QString, by);
    QString text = QString::fromStdString(write_history(some_history()));
    QVERIFY2(text.contains(what), qPrintable(text));
    const Result<History> read = read_history(text.replace(text.indexOf(what), what.size(), by).toStdString());
    QVERIFY(!read.value);
    QCOMPARE(read.diagnostics.size(), size_t{1});
    QCOMPARE(QString::fromStdString(format(read.diagnostics[0])),
             QStringLiteral("warning: the history in the project is damaged and was left out; the schedules and named "
                            "states are there [NW1054]\n"));
  }

  void a_project_brings_its_history_back() {
    Document again(open(saved()));
    QVERIFY(again.diagnostics().empty());
    QCOMPARE(drawn(again.history()), kDrawn);
    QVERIFY(!again.modified());
    QCOMPARE(again.tags().size(), size_t{1});
    again.undo();
    QCOMPARE(again.script(kTask), std::optional<std::string>("plain"));
    QVERIFY(again.modified());
    again.set_script(kTask, "another", "typed", true);
    QCOMPARE(again.history().current().parent, StateId(size_t{1}));
    QVERIFY(again.save(file("net.nest")).empty());
    QCOMPARE(drawn(Document(open(file("net.nest"))).history()), drawn(again.history()));
  }

  void a_damaged_history_leaves_the_project() {
    const std::string path = saved();
    replace_in(path, "\"texts\":[", "\"texts\":[1,");
    Document again(open(path));
    QCOMPARE(again.diagnostics().size(), size_t{1});
    QCOMPARE(again.diagnostics()[0].code, std::string("NW1054"));
    QCOMPARE(drawn(again.history()), QStringLiteral("opened [fast]: split <\n"));
  }

  // From before the history was kept: names, and their times in the views' section.
  void an_older_project_has_its_named_states_and_their_times() {
    const std::string path = saved();
    replace_in(path, "\"history\":", "\"another\":");
    replace_in(path, "\"view\": {}",
               "\"view\": {\"times\": [{\"state\": \"fast\", \"task\": \"sum-1\", \"median_us\": 3, \"mad_us\": 0.25, "
               "\"runs\": 9, \"check\": 1, \"sizes\": {}}, {\"state\": 1}]}");
    QCOMPARE(drawn(Document(open(path)).history()),
             QStringLiteral("opened [fast] 3 µs ±0.25 of 9 check 1  on unknown machine: split <\n"));
  }

  // Another version saves what it knows, and writes the history back as it found it.
  void what_another_version_saved_goes_before_the_history() {
    const std::string path = saved();
    Result<Project> project = read_project(*read_whole_file(path));
    project->choices = with("elsewhere");
    project->tags = {{"slow", with("plain")}};
    QVERIFY(write_whole_file(path, write_project(*project)).empty());
    Document again(open(path));
    QCOMPARE(drawn(again.history()), QString(kDrawn)
                                         .remove(QStringLiteral(" <"))
                                         .remove(QStringLiteral(" [fast]"))
                                         .append(QStringLiteral("...as in the project: elsewhere <\n"
                                                                "....kept in the project [slow]: plain\n")));
    again.undo();
    QCOMPARE(again.script(kTask), std::optional<std::string>("split"));
  }
};

NW_TEST(TestSavedHistory);
#include "test_saved_history.moc"
