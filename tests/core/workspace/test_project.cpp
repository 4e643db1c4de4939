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
  choices.kernels["conv2d_relu-1"] = {{{"schedule 1", "s = 1\n"}}, "schedule 1"};
  return choices;
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
    project.view_state = R"({"zoom":2})";
    const Result<Project> read = read_project(write_project(project));
    QVERIFY(read.ok());
    QVERIFY(read->choices == project.choices);
    QVERIFY(read->tags == project.tags);
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
                                      "error: the project file is not JSON; it may have been cut short [NW1050]\n");
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
    QVERIFY(!Journal::recover(path));
    Journal::append(path, "net.onnx", "depth 3", Choices{});
    Journal::append(path, "net.onnx", "fence", some_choices());
    std::ofstream(path, std::ios::app) << "{\"document\": \"net.onnx\", \"choi";  // the crash
    const auto recovered = Journal::recover(path);
    QVERIFY(recovered.has_value());
    QVERIFY(recovered->choices == some_choices());
    QCOMPARE(recovered->what, std::string("fence"));
    QCOMPARE(recovered->changes, 2);
    QVERIFY(!recovered->tags);
    Journal::remove(path);
    QVERIFY(!Journal::recover(path));
  }

  void the_journal_keeps_names_and_what_was_undone() {
    QTemporaryDir folder;
    const std::string script =
        "import tvm\nfrom tvm import te\nA = te.placeholder((4,), name=\"A\")\n"
        "B = te.compute((4,), lambda i: A[i], name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, B], name=\"main\")\n";
    const std::string path = Journal::path_for(folder.path().toStdString(), "k.py");
    Document document(open_text(script, "k.py"));
    document.keep_journal(folder.path().toStdString());
    document.set_script(Document::kScriptTask, script + "# first\n", "first", false);
    document.tag(document.history().current().id, "fast");
    document.set_script(Document::kScriptTask, script + "# second\n", "second", false);
    document.undo();
    const auto left = Journal::recover(path);
    QVERIFY(left && left->tags);
    QCOMPARE(left->what, std::string("undo second"));
    QCOMPARE(left->tags->size(), size_t(1));
    Document again(open_text(script, "k.py"));
    again.restore(left->choices, left->tags, "recovered");
    QCOMPARE(again.script(Document::kScriptTask), std::optional(script + "# first\n"));
    QVERIFY(again.tags() == document.tags());
    QCOMPARE(again.history().current().tag, std::string("fast"));
    again.undo();
    QCOMPARE(again.script(Document::kScriptTask), std::optional(script));
    QVERIFY(again.tags() == document.tags());
  }

  void a_file_is_known_by_its_hash() {
    QTemporaryDir folder;
    const std::string path = folder.filePath(QStringLiteral("abc")).toStdString();
    std::ofstream(path) << "abc";
    QCOMPARE(file_sha256(path), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
    QCOMPARE(file_sha256(path + "no"), std::string());
  }
};

NW_TEST(TestProject);
#include "test_project.moc"
