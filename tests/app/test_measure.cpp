// SPDX-License-Identifier: GPL-3.0-or-later
// `measure PROJECT --group ID` and `find MODEL QUERY`, on a project with a history of three states.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"
#include "texts.h"
#include "workspace/document.h"

using nlohmann::json;

class TestMeasure : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }
  static std::pair<int, json> cli(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(120000)) return {-1, {}};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }
  static std::string first_problem(const json& out) {
    const json& d = out.at("diagnostics").at(0);
    return d.at("code").get<std::string>() + " " + d.at("message").get<std::string>();
  }
  std::pair<int, json> measured(const QStringList& more = {}) const {
    return cli(QStringList{"measure", path("net.nest"), "--group", "0", "--threads", "1"} + more);
  }
  // The states without their times: "0 as opened: timed".
  static std::string show(const json& states) {
    std::string text;
    for (const json& state : states) {
      text += std::to_string(state.at("id").get<int>()) + " of " + state.at("parent").dump() + ", " +
              state.at("step").get<std::string>() + ": ";
      text += state.at("time_us").is_number() ? "timed" : "not timed";
      text += (state.at("error").is_null() ? "" : ", " + state.at("error").get<std::string>()) + "\n";
    }
    return text;
  }

 private Q_SLOTS:
  // The model as it was opened, a schedule that is faster or slower, and one that does not hold.
  void initTestCase() {
    QFile model(path("net.relay"));
    QVERIFY(model.open(QIODevice::WriteOnly));
    model.write(
        "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(8, 64), float32], %w: Tensor[(32, 64), float32]) {\n"
        "  %0 = nn.dense(%x, %w);\n  %1 = nn.relu(%0);\n  exp(%1)\n}\n");
    model.close();
    const auto [exit, kernel] = cli({"script", path("net.relay"), "--group", "0", "--schedule", "none"});
    QCOMPARE(exit, 0);
    const std::string plain = kernel.at("script"), task = kernel.at("task");
    nw::workspace::Document document(nw::workspace::open(path("net.relay").toStdString()));
    document.set_script(task, plain, "no schedule", false);
    document.set_script(task, plain + "s[nothing].unroll(x)\n", "a broken step", false);
    document.undo();
    QVERIFY(document.save(path("net.nest").toStdString()).empty());
  }

  void the_states_of_a_branch_are_timed_and_kept_in_the_project() {
    const auto [exit, out] = measured();
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QCOMPARE(show(out.at("states")), std::string("0 of null, as opened: timed\n1 of 0, no schedule: timed\n"));
    const auto [again, kept] = measured();
    QCOMPARE(kept.at("states").dump(), out.at("states").dump());  // nothing was run again
  }

  void a_state_that_does_not_run_says_why() {
    const auto [exit, out] = measured({"--branch", "2"});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QCOMPARE(show(out.at("states")),
             std::string("0 of null, as opened: timed\n1 of 0, no schedule: timed\n"
                         "2 of 1, a broken step: not timed, the name 'nothing' is not defined\n"));
  }

  void what_is_not_there_is_named() {
    const auto [no_state, state] = measured({"--branch", "7"});
    QCOMPARE(no_state, 1);
    QCOMPARE(first_problem(state), std::string("NW1055 the history has no state 7; they are numbered from 0 to 2"));
    const auto [no_group, group] = cli({"measure", path("net.nest"), "--group", "9"});
    QCOMPARE(no_group, 1);
    QVERIFY(first_problem(group).starts_with("NW3002 there is no group 9"));
    const auto [no_project, project] = cli({"measure", path("net.relay"), "--group", "0"});
    QCOMPARE(no_project, 1);
    QVERIFY(first_problem(project).starts_with("NW1051 "));
  }

  void nodes_and_groups_are_found() {
    const auto [exit, out] = cli({"find", path("net.nest"), "dense -> relu"});
    QCOMPARE(exit, 0);
    QCOMPARE(out.at("nodes").dump() + out.at("groups").dump(), std::string(R"(["%0","%1"][0])"));
    const auto [none, nothing] = cli({"find", path("net.relay"), "conv2d"});
    QCOMPARE(none, 0);
    QCOMPARE(nothing.dump(), std::string(R"({"diagnostics":[],"groups":[],"nodes":[]})"));
  }

  void a_wrong_query_says_where() {
    const auto [exit, out] = cli({"find", path("net.relay"), "dense size:3"});
    QCOMPARE(exit, 1);
    QVERIFY(first_problem(out).starts_with("NW3022 'size:' is not a key"));
    QCOMPARE(out.at("diagnostics").at(0).at("where").at(0).at("column").get<int>(), 7);
  }
};

NW_TEST(TestMeasure);
#include "test_measure.moc"
