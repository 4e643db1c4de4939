// SPDX-License-Identifier: GPL-3.0-or-later
// Pattern tables of a project: files by path and hash, the project's own as text, each as it was left; operators that
// they declare and rules that are applied are in the model when the project is opened.
#include <QDir>
#include <QTemporaryDir>
#include <QTest>
#include <fstream>

#include "base/atomic_file.h"
#include "registry.h"
#include "workspace/document.h"
#include "workspace/journal.h"
#include "workspace/project.h"

using namespace nw;
using namespace nw::workspace;

class TestProjectTables : public QObject {
  Q_OBJECT

  static constexpr const char* kNet =
      "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4), float32]) {\n  %0 = nn.relu(%x);\n  exp(%0)\n}\n";
  static constexpr const char* kFirst = "my.relu: is_op(\"nn.relu\")(wildcard())\n";
  static constexpr const char* kSecond = "my.exp: is_op(\"exp\")(wildcard())\n";

  std::unique_ptr<QTemporaryDir> folder_;

  std::string path(const std::string& name) const { return folder_->path().toStdString() + "/" + name; }
  void write(const std::string& name, const std::string& text) const {
    QVERIFY(write_whole_file(path(name), text).empty());
  }
  // A project with both tables in tabs, the first in front.
  void save_with_tables() const {
    write("net.relay", kNet);
    write("first.pat", kFirst);
    write("second.pat", kSecond);
    Document document(open(path("net.relay")));
    document.set_tables({path("first.pat"), kFirst, {{path("second.pat"), kSecond}, {"", "# own\n"}}}, "tables");
    QVERIFY(document.save(path("p.nest")).empty());
  }
  static std::string codes(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) text += d.code + " ";
    return text;
  }

 private Q_SLOTS:
  void init() { folder_ = std::make_unique<QTemporaryDir>(); }

  void files_are_kept_by_path_and_hash_and_the_own_one_as_text() {
    save_with_tables();
    const Result<std::string> text = read_whole_file(path("p.nest"));
    const std::string before_history = text->substr(0, text->find("\"history\""));
    QVERIFY(before_history.find("\"path\": \"first.pat\"") != std::string::npos);
    QVERIFY(before_history.find("my.relu") == std::string::npos);
    const Opened opened = open(path("p.nest"));
    QCOMPARE(codes(opened.diagnostics), std::string());
    QCOMPARE(opened.choices.table, path("first.pat"));
    QCOMPARE(opened.choices.patterns, std::string(kFirst));
    QCOMPARE(opened.choices.tables_behind.at(path("second.pat")), std::string(kSecond));
    QCOMPARE(opened.choices.tables_behind.at(""), std::string("# own\n"));
  }

  // Into another folder, with all that is in it: paths are relative.
  void a_project_that_moved_finds_its_tables() {
    save_with_tables();
    QTemporaryDir other;
    for (const char* name : {"net.relay", "first.pat", "second.pat", "p.nest"})
      QVERIFY(QFile::copy(QString::fromStdString(path(name)), other.filePath(QString::fromUtf8(name))));
    const std::string there = other.path().toStdString();
    folder_.reset();
    const Opened opened = open(there + "/p.nest");
    QCOMPARE(codes(opened.diagnostics), std::string());
    QCOMPARE(opened.choices.table, there + "/first.pat");
    QCOMPARE(opened.choices.patterns, std::string(kFirst));
  }

  // Also in the history and in named states: a project says nothing of the folders of whoever saved it.
  void histories_and_named_states_name_tables_relative_to_the_project() {
    write("net.relay", kNet);
    write("first.pat", kFirst);
    write("second.pat", kSecond);
    {
      Document document(open(path("net.relay")));
      document.set_tables({path("first.pat"), kFirst, {}}, "first");
      document.tag(document.history().current().id, "one");
      document.set_tables({path("second.pat"), kSecond, {{path("first.pat"), kFirst}}}, "second");
      QVERIFY(document.save(path("p.nest")).empty());
      QVERIFY(!document.modified());
    }
    const Result<std::string> text = read_whole_file(path("p.nest"));
    QVERIFY2(text->find(folder_->path().toStdString()) == std::string::npos, text->c_str());
    Document document(open(path("p.nest")));
    QVERIFY(!document.modified());
    QCOMPARE(document.choices().table, path("second.pat"));
    QCOMPARE(document.tags().size(), size_t{1});
    QCOMPARE(document.tags()[0].choices.table, path("first.pat"));
    document.undo();
    QCOMPARE(document.choices().table, path("first.pat"));
    QCOMPARE(document.choices().patterns, std::string(kFirst));
  }

  // To look at a table is no change of the project; to edit it, to close one that the project has, or to apply its
  // rules is.
  void a_table_that_is_only_opened_leaves_the_project_unchanged() {
    save_with_tables();
    write("third.pat", kFirst);
    Document document(open(path("p.nest")));
    PatternTables tables{
        path("third.pat"), kFirst, {{path("first.pat"), kFirst}, {path("second.pat"), kSecond}, {"", "# own\n"}}};
    document.set_tables(tables, "third");
    QVERIFY(!document.modified());
    document.set_patterns("# edited\n");
    QVERIFY(document.modified());
    document.undo();
    QVERIFY(!document.modified());
    document.set_rules(true, "rules");
    QVERIFY(document.modified());
    document.undo();
    tables.behind.erase(path("second.pat"));
    document.set_tables(tables, "closed");
    QVERIFY(document.modified());
  }

  void a_file_that_changed_is_shown_as_it_is_with_a_warning() {
    save_with_tables();
    write("first.pat", kSecond);
    const Opened opened = open(path("p.nest"));
    QCOMPARE(opened.diagnostics.front().message,
             "the project's pattern table '" + path("first.pat") +
                 "' has changed since the project was saved; it is shown as it is now");
    QCOMPARE(codes(opened.diagnostics), std::string("NW1056 "));
    QCOMPARE(opened.choices.patterns, std::string(kSecond));
  }

  void a_file_that_is_gone_leaves_the_text_of_the_history() {
    save_with_tables();
    QVERIFY(QFile::remove(QString::fromStdString(path("first.pat"))));
    const Opened opened = open(path("p.nest"));
    QCOMPARE(codes(opened.diagnostics), std::string("NW1056 "));
    QVERIFY(!has_errors(opened.diagnostics));
    QCOMPARE(opened.choices.patterns, std::string(kFirst));
  }

  void text_that_was_not_saved_is_kept() {
    save_with_tables();
    Document document(open(path("p.nest")));
    document.set_patterns("# not in the file\n");
    QVERIFY(document.save(path("p.nest")).empty());
    const Opened opened = open(path("p.nest"));
    QCOMPARE(codes(opened.diagnostics), std::string());
    QCOMPARE(opened.choices.patterns, std::string("# not in the file\n"));
    QCOMPARE(*read_whole_file(path("first.pat")), std::string(kFirst));
  }

  void a_table_outside_of_the_folder_is_read_with_consent() {
    save_with_tables();
    QVERIFY(QDir(folder_->path()).mkdir(QStringLiteral("inner")));
    write("inner/net.relay", kNet);
    write("inner/q.nest", R"({"nestwright": 1, "model": {"path": "net.relay"},
        "tables": [{"path": "../first.pat", "sha256": "", "front": true}]})");
    const Opened refused = open(path("inner/q.nest"));
    QCOMPARE(codes(refused.diagnostics), std::string("NW1056 "));
    QVERIFY(refused.model && refused.choices.patterns.empty());
    const Opened allowed = open(path("inner/q.nest"), {}, [](const std::string&) { return true; });
    QCOMPARE(allowed.choices.patterns, std::string(kFirst));
  }

  void declared_operators_and_applied_rules_are_in_the_model() {
    write("net.relay", kNet);
    write(
        "own.py",
        "import tvm\nfrom tvm import te, tir\n\n# computation\nx = te.placeholder((4,), name=\"x\")\n"
        "y = te.compute((4,), lambda i: te.max(x[i], 0.0), name=\"y\")\n\n# schedule\ns = te.create_schedule(y.op)\n\n"
        "# kernel\ntvm.lower(s, [x, y], name=\"own\")\n");
    const std::string table =
        "custom(\"my.own\", inputs=1, te=\"own.py\")\nx = wildcard()\nr: is_op(\"nn.relu\")(x) => "
        "custom(\"my.own\", x)\n";
    for (const bool as_file : {true, false}) {
      Document document(open(path("net.relay")));
      if (as_file) {
        write("own.pat", table);
        document.set_tables({path("own.pat"), table, {}}, "table");
      } else {
        document.set_patterns(table);
      }
      document.set_rules(true, "rules");
      QVERIFY(document.save(path("p.nest")).empty());
      const Opened opened = open(path("p.nest"));
      QCOMPARE(codes(opened.diagnostics), std::string());
      QVERIFY(opened.used.rules);
      const graph::Graph& now = opened.model->optimized();
      QVERIFY(std::ranges::any_of(now.nodes(), [](const graph::Node& node) { return node.op == "my.own"; }));
      const auto group = model::fuse(*opened.model).groups.front().id;
      QVERIFY(model::group_kernel(now, model::fuse(*opened.model), group, TargetFacts()).value);
    }
  }

  // Tables come back after a crash with what was not saved.
  void the_journal_has_them() {
    Choices choices;
    choices.table = "/a/first.pat";
    choices.patterns = kFirst;
    choices.tables_behind = {{"/a/second.pat", kSecond}};
    choices.rules = true;
    const Result<Choices> read = read_choices(write_choices(choices));
    QVERIFY(read.ok() && *read == choices);
  }
};

NW_TEST(TestProjectTables);
#include "test_project_tables.moc"
