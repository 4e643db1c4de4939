// SPDX-License-Identifier: GPL-3.0-or-later
// `candidates`, `advise` and `complete`: what the window offers for a script, from the command line.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"
#include "texts.h"

using nlohmann::json;

class TestScriptCommands : public QObject {
  Q_OBJECT

  static constexpr const char* kScale =
      "from tvm import te\n"
      "A = te.placeholder((64, 64), name=\"A\")\n"
      "B = te.compute((64, 64), lambda i, j: A[i, j] + 1.0, name=\"B\")\n"
      "C = te.compute((64, 64), lambda y, x: B[y, x] * 2.0, name=\"C\")\n"
      "s = te.create_schedule(C.op)\n"
      "y, x = s[C].op.axis\n"
      "s[C].vectorize(x)\n";
  static constexpr const char* kLower = "tvm.lower(s, [A, C], name=\"scale\")\n";
  static constexpr const char* kProduct =
      "from tvm import te\n"
      "n = 256\n"
      "A = te.placeholder((n, n), name=\"A\")\n"
      "B = te.placeholder((n, n), name=\"B\")\n"
      "k = te.reduce_axis((0, n), name=\"k\")\n"
      "C = te.compute((n, n), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n"
      "s = te.create_schedule(C.op)\n"
      "y, x = s[C].op.axis\n"
      "tvm.lower(s, [A, B, C], name=\"product\")\n";

  QTemporaryDir folder_;

  QString file(const QByteArray& text, const char* name = "script.py") const {
    QFile file(folder_.filePath(QString::fromLatin1(name)));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  std::pair<int, std::string> text(const QStringList& arguments) const {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments);
    if (!process.waitForFinished(120000)) return {-1, {}};
    const QString all = QString::fromUtf8(process.readAllStandardOutput() + process.readAllStandardError());
    return {process.exitCode(), QString(all).remove(folder_.path() + QLatin1Char('/')).toStdString()};
  }
  std::pair<int, json> cli(const QStringList& arguments) const {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(120000)) return {-1, {}};
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }
  static const json* step(const json& out, const char* line) {
    for (const json& each : out.at("candidates"))
      if (each.at("line") == line) return &each;
    return nullptr;
  }

 private Q_SLOTS:
  void candidates_of_a_loop_are_the_lines_that_would_be_written() {
    const auto [exit, out] = cli({"candidates", file(QByteArray(kScale) + kLower), "--stage", "C", "--axis", "y"});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QCOMPARE(
        step(out, "yo, yi = s[C].split(y, factor=4)")->dump(),
        std::string(R"J({"edits":[{"insert":"yo, yi = s[C].split(y, factor=4)","line":8}],"label":"split y by 4",)J"
                    R"J("legal":true,"line":"yo, yi = s[C].split(y, factor=4)",)J"
                    R"J("step":"split","why":""})J"));
    QCOMPARE(step(out, "y_x = s[C].fuse(y, x)")->dump(),
             std::string(R"J({"label":"fuse y, x","legal":false,"line":"y_x = s[C].fuse(y, x)","step":"fuse",)J"
                         R"J("why":"to fuse x now would undo that it was vectorized"})J"));
  }

  void candidates_of_a_stage_say_where_it_may_be_computed() {
    const auto [exit, out] = cli({"candidates", file(QByteArray(kScale) + kLower), "--stage", "B"});
    QCOMPARE(exit, 0);
    QVERIFY2(step(out, "s[B].compute_at(s[C], y)")->at("legal").get<bool>(), out.dump(1).c_str());
    const auto [shown, lines] = text({"candidates", file(QByteArray(kScale) + kLower), "--stage", "B"});
    QCOMPARE(shown, 0);
    QVERIFY2(lines.starts_with("s[B].compute_at(s[C], y)\n"), lines.c_str());
    QVERIFY2(lines.find("\nnot legal:\n") != std::string::npos, lines.c_str());
  }

  void advice_is_ranked_and_goes_on_from_the_best_step() {
    const auto [exit, out] = cli({"advise", file(kProduct)});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    const json& advice = out.at("advice");
    QVERIFY2(!advice.empty(), out.dump(1).c_str());
    for (size_t i = 0; i < advice.size(); ++i) {
      QVERIFY(advice[i]["promise"].get<double>() > 1);
      QVERIFY(i == 0 || advice[i]["promise"] <= advice[i - 1]["promise"]);
      QCOMPARE(advice[i]["stage"].get<std::string>(), std::string("C"));
      QVERIFY(!advice[i]["steps"].empty() && !advice[i]["why"].get<std::string>().empty());
    }
    const auto [deep_exit, deep] = cli({"advise", file(kProduct), "--depth", "3"});
    QCOMPARE(deep_exit, 0);
    const json& best = deep.at("advice").at(0);
    QVERIFY2(best["steps"].size() > advice[0]["steps"].size(), deep.dump(1).c_str());
    const auto begins = [&](const json& flat) { return flat["steps"][0] == best["steps"][0]; };
    QVERIFY2(std::ranges::any_of(advice, begins), best.dump(1).c_str());
    QVERIFY(best["promise"] > advice[0]["promise"]);
    // The steps are lines of the script, below those that it has.
    QByteArray then = QByteArray(kProduct).left(QByteArray(kProduct).indexOf("tvm.lower"));
    for (const json& line : best["steps"]) then += QByteArray::fromStdString(line.get<std::string>()) + "\n";
    const auto [check, said] = text({"check", file(then + "tvm.lower(s, [A, B, C], name=\"product\")\n", "then.py")});
    QVERIFY2(check == 0, said.c_str());
  }

  // The script's own steps that cost more than they gain, in a list of their own.
  void advice_lists_steps_that_are_better_taken_away() {
    const QByteArray wasteful = QByteArray(kProduct).replace(
        "tvm.lower", "xo, xi = s[C].split(s[C].op.axis[1], factor=2)\ns[C].parallel(xi)\ntvm.lower");
    const auto [exit, out] = cli({"advise", file(wasteful)});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    const json& all = out.at("removals");
    const auto away = std::ranges::find_if(
        all, [](const json& each) { return each["removed"] == json::array({"s[C].parallel(xi)"}); });
    QVERIFY2(away != all.end(), out.dump(1).c_str());
    QCOMPARE((*away)["stage"].get<std::string>(), std::string("C"));
    QVERIFY((*away)["promise"].get<double>() > 1 && !(*away)["why"].get<std::string>().empty());
    const auto [said, lines] = text({"advise", file(wasteful)});
    QVERIFY2(lines.find("without s[C].parallel(xi)\n") != std::string::npos, lines.c_str());
    const auto [none, plain] = cli({"advise", file(kProduct)});
    QVERIFY(plain.at("removals").empty());
  }

  void advice_is_for_the_facts_of_a_target() {
    const QString board =
        file(R"({"facts": 1, "id": "board", "compute": {"units": 1, "vector_bytes": 16}})", "board.json");
    const auto [exit, lines] = text({"advise", file(kProduct), "--target", board});
    QCOMPARE(exit, 0);
    QVERIFY2(lines.find("parallel") == std::string::npos, lines.c_str());
  }

  void advice_needs_the_sizes() {
    const QByteArray sized = QByteArray(kProduct).replace("n = 256", "n = te.var(\"n\")");
    const auto [exit, lines] = text({"advise", file(sized)});
    QCOMPARE(exit, 1);
    QVERIFY2(lines.starts_with("script.py: error: the size 'n' has no value [NW4111]\n"), lines.c_str());
    const auto [with, out] = cli({"advise", file(sized), "--set", "n=256"});
    QCOMPARE(with, 0);
    QVERIFY(!out.at("advice").empty());
  }

  void completion_lists_what_fits_and_the_call_around() {
    const QByteArray typed = QByteArray(kScale) + "s[B].compute_at(s[C], ";
    const auto [exit, out] = cli({"complete", file(typed), "--line", "8", "--column", "23"});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QCOMPARE(out.dump(),
             std::string(R"J({"call":{"doc":"Computes P where C needs it, once for each run of that loop of C",)J"
                         R"J("signature":"s[P].compute_at(s[C], scope)"},"diagnostics":[],)J"
                         R"J("items":[{"doc":"","kind":"axis","text":"x"},{"doc":"","kind":"axis","text":"y"}]})J"));
    const auto [shown, lines] = text({"complete", file(typed), "--line", "7", "--column", "9"});
    QCOMPARE(shown, 0);
    QVERIFY2(lines.starts_with("primitive vectorize "), lines.c_str());
  }

  void bad_input_is_explained_data() {
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    QTest::addColumn<std::string>("said");
    const auto row = [](const char* name, QStringList arguments, int code, const char* said) {
      QTest::newRow(name) << arguments << code << std::string(said);
    };
    row("stage", {"candidates", "SCRIPT", "--stage", "D"}, 1,
        "script.py: error: the kernel has no stage 'D' [NW2094]\n  legal: B, C\n");
    row("axis", {"candidates", "SCRIPT", "--stage", "C", "--axis", "k"}, 1,
        "script.py: error: C has no loop 'k' [NW2094]\n  legal: y, x\n");
    row("line", {"complete", "SCRIPT", "--line", "99", "--column", "1"}, 1,
        "script.py: error: there is no line 99: the script has 9 lines [NW2095]\n");
    row("column", {"complete", "SCRIPT", "--line", "7", "--column", "99"}, 1,
        "script.py: error: line 7 has no column 99: it ends at 18 [NW2095]\n");
    row("line 0", {"complete", "SCRIPT", "--line", "0", "--column", "1"}, 1,
        "script.py: error: there is no line 0: the script has 9 lines [NW2095]\n");
    row("usage", {"complete", "SCRIPT", "--line", "last", "--column", "1"}, 2, "Could not convert: --line = last\n");
    row("facts", {"advise", "SCRIPT", "--target", "nowhere.json"}, 1, "nowhere.json: error: ");
    row("file", {"advise", "nowhere.py"}, 1, "nowhere.py: error: ");
  }
  void bad_input_is_explained() {
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    QFETCH(std::string, said);
    arguments.replaceInStrings(QStringLiteral("SCRIPT"), file(QByteArray(kScale) + kLower));
    const auto [exit, lines] = text(arguments);
    QVERIFY2(exit == code && lines.starts_with(said), lines.c_str());
  }

  // The valid part of a faulty script is shown.
  void a_script_with_errors_has_candidates_and_exits_1() {
    const QString faulty = file(QByteArray(kScale) + "s[C].unroll(z)\n" + kLower);
    const auto [exit, out] = cli({"candidates", faulty, "--stage", "C", "--axis", "y"});
    QCOMPARE(exit, 1);
    QVERIFY(!out.at("candidates").empty() && !out.at("diagnostics").empty());
    const auto [advised, advice] = cli({"advise", faulty});
    QCOMPARE(advised, 1);
    QCOMPARE(advice.at("diagnostics").size(), size_t{1});
    const auto [completed, items] = cli({"complete", faulty, "--line", "9", "--column", "1"});
    QCOMPARE(completed, 1);
    const auto [above, none] = cli({"complete", faulty, "--line", "8", "--column", "13"});
    QVERIFY2(above == 0, none.dump(1).c_str());
  }
};

NW_TEST(TestScriptCommands);
#include "test_script_commands.moc"
