// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "registry.h"
#include "workspace/document.h"
#include "workspace/journal.h"
#include "workspace/project.h"

using namespace nw;
using namespace nw::workspace;

namespace {
Choices some_choices() {
  Choices choices;
  choices.fusion.max_depth = 12;
  choices.fusion.patterns["sum"] = graph::OpPattern::Injective;
  choices.fusion.fences = {"/conv1/Conv"};
  choices.fusion.joins = {{"a", "b"}};
  choices.dims = {{"batch", 4}};
  choices.kernels["conv2d_relu-1"] = {{{"schedule 1", "s = 1\n"}}, "schedule 1"};
  return choices;
}

void append(const std::string& path, const std::string& base, const std::string& what, const Choices& choices) {
  Journal::append(path, {.document = "net.onnx", .base = base, .what = what, .choices = &choices});
}
}  // namespace

class TestProject : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_is_written_is_read() {
    Project project;
    project.model_path = "../nets/resnet18.onnx";
    project.model_sha256 = "ab";
    project.choices = some_choices();
    project.tags = {{"fast", some_choices()}, {"first try", Choices()}};
    project.targets = {"cross:riscv64-v", "cpu"};
    project.view_state = R"({"zoom":2})";
    const Result<Project> read = read_project(write_project(project));
    QVERIFY(read.ok());
    QVERIFY(read->choices == project.choices);
    QVERIFY(read->tags == project.tags);
    QVERIFY(read->targets == project.targets);
    QCOMPARE(read->model_path, project.model_path);
    QCOMPARE(read->view_state, project.view_state);
    QVERIFY(read.diagnostics.empty());
  }

  // What was named comes back as states of the history, beside the present one.
  void named_states_come_back() {
    Opened opened = open_text("def @main(%x: Tensor[(2), float32]) { nn.relu(%x) }", "net.relay");
    QVERIFY(opened.model);
    opened.choices = some_choices();
    opened.tags = {{"now", some_choices()}, {"first try", Choices()}};
    Document document(std::move(opened));
    const History& history = document.history();
    QCOMPARE(history.states().size(), size_t(2));
    QCOMPARE(history.state(history.current().id).tag, std::string("now"));
    QCOMPARE(history.states()[1].tag, std::string("first try"));
    QVERIFY(!history.can_undo() && !history.can_redo());
    QCOMPARE(document.tags().size(), size_t(2));
  }

  // The document keeps ids and their order; which of them is active is no change of it.
  void targets_are_kept_by_their_ids() {
    Opened opened = open_text("def @main(%x: Tensor[(2), float32]) { nn.relu(%x) }", "net.relay");
    opened.targets = {"cpu", "cuda:0"};
    Document document(std::move(opened));
    document.use_target("cuda:0");
    QVERIFY((document.targets() == std::vector<std::string>{"cuda:0", "cpu"}));
    document.use_target("gpu7");
    QVERIFY((document.targets() == std::vector<std::string>{"gpu7", "cuda:0", "cpu"}));
    QVERIFY(!document.modified() && !document.history().can_undo());
  }

  void times_of_the_network_are_saved() {
    Project project;
    project.network = {NetworkMeasurement{"cpu", "wall", 900, {{"n", 4}}, {{{"conv", "relu"}, 700}, {{"sum"}, 100}}}};
    const Result<Project> read = read_project(write_project(project));
    QVERIFY(read.ok());
    QVERIFY(read->network == project.network);
    QCOMPARE(read->unknown_keys, std::string("{}"));
  }

  void unknown_keys_survive() {
    const Result<Project> read = read_project(R"({"nestwright": 1, "notes": ["mine"], "model": {"path": "m.onnx"}})");
    QVERIFY(read.ok());
    QCOMPARE(read->unknown_keys, std::string(R"({"notes":["mine"]})"));
    QVERIFY(write_project(*read).find("\"mine\"") != std::string::npos);
  }

  void broken_projects_say_what_is_wrong_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("cut short") << QStringLiteral("{\"nestwright\": 1, \"fus")
                               << QStringLiteral(
                                      "error: the project file cannot be read as JSON [NW1050]\n"
                                      "  because syntax error while parsing object key - invalid string: missing "
                                      "closing quote; expected string literal\n");
    QTest::newRow("nested") << QStringLiteral("{\"nestwright\": 1, \"notes\": %1%2}")
                                   .arg(QString(200'000, QLatin1Char('[')), QString(200'000, QLatin1Char(']')))
                            << QStringLiteral(
                                   "error: the project file cannot be read as JSON [NW1050]\n"
                                   "  because brackets are nested more than 200 levels deep\n");
    QTest::newRow("other JSON")
        << QStringLiteral("{\"a\": 1}")
        << QStringLiteral(
               "error: this JSON file is not a Nestwright project: it has no \"nestwright\" version [NW1051]\n");
    QTest::newRow("newer")
        << QStringLiteral("{\"nestwright\": 9}")
        << QStringLiteral(
               "error: the project was written by a newer Nestwright (schema 9, this one reads 1) [NW1051]\n");
    QTest::newRow("wrong type")
        << QStringLiteral("{\"nestwright\": 1, \"fusion\": {\"max_depth\": \"deep\"}}")
        << QStringLiteral("warning: the project's 'max_depth' has the wrong type and was left out [NW1052]\n");
  }
  void broken_projects_say_what_is_wrong() {
    QFETCH(QString, text);
    QFETCH(QString, expected);
    const Result<Project> read = read_project(text.toStdString());
    QCOMPARE(read.diagnostics.size(), size_t(1));
    QCOMPARE(QString::fromStdString(format(read.diagnostics[0])), expected);
  }

  void the_journal_gives_the_last_whole_change() {
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("net.nest.journal")).toStdString();
    QVERIFY(Journal::recover(path).empty());
    append(path, "abc", "depth 3", Choices{});
    append(path, "abc", "fence", some_choices());
    std::ofstream(path, std::ios::app) << "{\"document\": \"net.onnx\", \"choi";  // the crash
    const std::vector<RecoveredRun> recovered = Journal::recover(path);
    QCOMPARE(recovered.size(), size_t(1));
    QVERIFY(recovered[0].choices == some_choices());
    QCOMPARE(recovered[0].what, std::string("fence"));
    QCOMPARE(recovered[0].base, std::string("abc"));
    QCOMPARE(recovered[0].changes, 2);
    QVERIFY(!recovered[0].tags);
    Journal::remove(path);
    QVERIFY(Journal::recover(path).empty());
  }

  // Two runs that ended badly, and nobody was asked in between.
  void what_is_set_aside_keeps_every_run_apart() {
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("net.nest.journal")).toStdString();
    append(path, "first", "fence", some_choices());
    std::ofstream(path, std::ios::app) << "{\"document\": \"net.onnx\", \"choi";
    Journal::archive(path, Journal::archive_path(path));
    QVERIFY(Journal::recover(path).empty());
    append(path, "second", "depth 3", Choices{});
    Journal::archive(path, Journal::archive_path(path));
    const std::vector<RecoveredRun> left = Journal::recover(Journal::archive_path(path));
    QCOMPARE(left.size(), size_t(2));
    QCOMPARE(left[0].base, std::string("first"));
    QVERIFY(left[0].choices == some_choices());
    QCOMPARE(left[1].base, std::string("second"));
    QVERIFY(left[1].choices == Choices{});
  }

  // Nothing of it goes by what is done in the run after: by changes, by their being thrown away, by a save.
  void what_was_left_stays_until_it_is_decided_about() {
    QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("k.py")).toStdString();
    std::ofstream(file) << "first\n";
    auto text = [](const Document& document) { return document.script(Document::kScriptTask).value_or(""); };
    for (const char* typed : {"of run one\n", "of run two\n"}) {
      Document crashed(open(file));
      crashed.keep_journal(folder.path().toStdString());
      crashed.set_script(Document::kScriptTask, typed, typed, false);
    }
    Document document(open(file));
    document.keep_journal(folder.path().toStdString());
    QCOMPARE(document.unsaved_runs().size(), size_t(2));
    QVERIFY(!document.saved_since(document.unsaved_runs().back()));
    document.set_script(Document::kScriptTask, "later\n", "later", false);
    document.forget_changes();
    QCOMPARE(document.unsaved_runs().size(), size_t(2));
    QVERIFY(document.save(file).empty());
    QCOMPARE(document.unsaved_runs().size(), size_t(2));
    QVERIFY(document.saved_since(document.unsaved_runs().back()));
    document.restore_unsaved("recovered");
    QCOMPARE(text(document), std::string("of run two\n"));
    QVERIFY(document.modified());
    QVERIFY(document.unsaved_runs().empty());
    QVERIFY(std::ranges::any_of(document.history().states(), [](const State& state) {
      return script_at(state, Document::kScriptTask, "") == "of run one\n";
    }));
    document.undo();
    QCOMPARE(text(document), std::string("later\n"));
  }

  void a_script_saved_under_another_name_keeps_its_journal_there() {
    QTemporaryDir folder;
    const std::string first = folder.filePath(QStringLiteral("a.py")).toStdString(),
                      second = folder.filePath(QStringLiteral("b.py")).toStdString();
    std::ofstream(first) << "text\n";
    Document document(open(first));
    document.keep_journal(folder.path().toStdString());
    QVERIFY(document.save(second).empty());
    document.set_script(Document::kScriptTask, "more\n", "typed", false);
    QVERIFY(Journal::recover(Journal::path_for(folder.path().toStdString(), first)).empty());
    QCOMPARE(Journal::recover(Journal::path_for(folder.path().toStdString(), second)).size(), size_t(1));
  }

  void the_journal_keeps_names_and_what_was_undone() {
    QTemporaryDir folder;
    const std::string script =
        "import tvm\nfrom tvm import te\nA = te.placeholder((4,), name=\"A\")\n"
        "B = te.compute((4,), lambda i: A[i], name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"main\")\n";
    std::vector<NamedState> tags;
    {
      Document document(open_text(script, "k.py"));
      document.keep_journal(folder.path().toStdString());
      document.set_script(Document::kScriptTask, script + "# first\n", "first", false);
      document.tag(document.history().current().id, "fast");
      document.set_script(Document::kScriptTask, script + "# second\n", "second", false);
      document.undo();
      tags = document.tags();
    }
    Document again(open_text(script, "k.py"));
    again.keep_journal(folder.path().toStdString());
    const std::vector<RecoveredRun> left = again.unsaved_runs();
    QCOMPARE(left.size(), size_t(1));
    QVERIFY(left[0].tags);
    QCOMPARE(left[0].what, std::string("undo second"));
    QCOMPARE(left[0].tags->size(), size_t(1));
    again.restore_unsaved("recovered");
    QCOMPARE(again.script(Document::kScriptTask), std::optional(script + "# first\n"));
    QVERIFY(again.tags() == tags);
    QCOMPARE(again.history().current().tag, std::string("fast"));
    again.undo();
    QCOMPARE(again.script(Document::kScriptTask), std::optional(script));
    QVERIFY(again.tags() == tags);
  }
};

NW_TEST(TestProject);
#include "test_project.moc"
