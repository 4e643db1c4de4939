// SPDX-License-Identifier: GPL-3.0-or-later
// Flags of `patterns` that choose lines and targets: what is listed then, and names that are none.
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "page_examples.h"
#include "registry.h"

using nlohmann::json;
using namespace nw;

class TestPatternFlags : public QObject {
  Q_OBJECT

  struct Answer {
    int exit = -1;
    json reply;
  };

  static Answer patterns(const QStringList& flags) {
    const QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("m.relay")), table = folder.filePath(QStringLiteral("t.pat"));
    if (!test::write_text(model,
                          QStringLiteral("fn (%x: Tensor[(1, 8), float32]) {\n  %0 = exp(%x);\n  nn.relu(%0)\n}")) ||
        !test::write_text(table, QStringLiteral("a.relu: is_op(\"nn.relu\")(wildcard())\n"
                                                "b.exp: is_op(\"exp\")(wildcard())\n"
                                                "supports(\"c\", [\"exp\"])\n")))
      return {};
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  QStringList{QStringLiteral("patterns"), model, table, QStringLiteral("--json")} + flags);
    if (!process.waitForFinished(30'000)) return {};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString())};
  }

 private Q_SLOTS:
  void only_lists_these_lines() {
    const Answer all = patterns({});
    QCOMPARE(all.reply["patterns"].size(), size_t{2});
    QCOMPARE(all.reply["match"].size(), size_t{2});
    const Answer one = patterns({QStringLiteral("--only"), QStringLiteral("b.exp")});
    QCOMPARE(one.exit, 0);
    QCOMPARE(one.reply["patterns"].size(), size_t{1});
    QCOMPARE(one.reply["patterns"][0]["name"].get<std::string>(), std::string("b.exp"));
    QCOMPARE(one.reply["patterns"][0]["line"].get<int>(), 2);
    QVERIFY(one.reply["match"] == (json{{"b.exp", false}}));
    QCOMPARE(one.reply["composites"].size(), size_t{1});
  }

  void a_target_without_a_name_is_wrong_usage() {
    const Answer answer = patterns({QStringLiteral("--offload"), QString()});
    QCOMPARE(answer.exit, 2);
    QCOMPARE(answer.reply["diagnostics"][0]["message"].get<std::string>(),
             std::string("--offload: a target without a name"));
  }

  // As in TVM nothing goes to it, and that is said.
  void a_target_that_the_table_does_not_have_is_a_warning() {
    const Answer answer = patterns({QStringLiteral("--offload"), QStringLiteral("a,d")});
    QCOMPARE(answer.exit, 0);
    const json& warning = answer.reply["diagnostics"][0];
    QCOMPARE(warning["code"].get<std::string>(), std::string("NW3107"));
    QCOMPARE(warning["message"].get<std::string>(),
             std::string("--offload: no line of the table is for the target `d`, so nothing goes to it"));
    QVERIFY(warning["legal"] == (json{"a", "b", "c"}));
    QCOMPARE(answer.reply["regions"].size(), size_t{1});
    QVERIFY(patterns({QStringLiteral("--offload"), QStringLiteral("c")}).reply["diagnostics"].empty());
  }

  // Else `verify ok` would be read as a check of a replacement that was never made.
  void a_run_with_rules_that_apply_nowhere_is_a_warning_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("message");
    QTest::newRow("elsewhere") << "r: is_op(\"sqrt\")(x) => relay.tanh(x)"
                               << "no rule of the table applies, so the model is as it was (1 rule)";
    QTest::newRow("none") << "r: is_op(\"exp\")(x)" << "the table has no rule, so the model is as it was";
    QTest::newRow("applies") << "r: is_op(\"exp\")(x) => relay.exp(x)" << "";
  }
  void a_run_with_rules_that_apply_nowhere_is_a_warning() {
    QFETCH(QString, line);
    QFETCH(QString, message);
    const QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("m.relay")), table = folder.filePath(QStringLiteral("t.pat"));
    QVERIFY(test::write_text(model, QStringLiteral("fn (%x: Tensor[(1, 8), float32]) {\n  exp(%x)\n}")));
    QVERIFY(test::write_text(table, QStringLiteral("x = wildcard()\n%1\n").arg(line)));
    QProcess process;
    process.start(
        QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
        {QStringLiteral("run"), model, QStringLiteral("--patterns"), table, QStringLiteral("--rewrite"),
         QStringLiteral("--verify"), QStringLiteral("--repeat"), QStringLiteral("1"), QStringLiteral("--json")});
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
    std::string codes;
    const json reply = json::parse(process.readAllStandardOutput().toStdString());
    for (const json& d : reply["diagnostics"]) {
      codes += d["code"].get<std::string>() + " " + d["severity"].get<std::string>() + " ";
      if (d["code"] == "NW3116") QCOMPARE(QString::fromStdString(d["message"].get<std::string>()), message);
    }
    QCOMPARE(codes, std::string(message.isEmpty() ? "" : "NW3116 warning "));
  }
};

NW_TEST(TestPatternFlags);
#include "test_pattern_flags.moc"
