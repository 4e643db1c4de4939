// SPDX-License-Identifier: GPL-3.0-or-later
// `advise --explain-default`: the default schedule against the script's own.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

namespace {

const char* const kScaledKernel =
    "import tvm\nfrom tvm import te\n\n# computation\n"
    "A = te.placeholder((64, 256), name=\"A\")\n"
    "B = te.compute((64, 256), lambda y, x: A[y, x] * 2.0 + 1.0, name=\"B\")\n\n"
    "# schedule\ns = te.create_schedule(B.op)\ny, x = s[B].op.axis\nxo, xi = s[B].split(x, factor=16)\n"
    "s[B].vectorize(xi)\n\n# kernel\ntvm.lower(s, [A, B], name=\"scaled\")\n";

}  // namespace

class TestExplainDefault : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  struct Answer {
    int exit = -1;
    json out;
    QString text, err;
  };
  QString written(const QByteArray& text) const {
    QFile file(folder_.filePath(QStringLiteral("scaled.py")));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  static Answer advise(const QString& script, const QStringList& more) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), QStringList{QStringLiteral("advise"), script} + more);
    if (!process.waitForFinished(180000)) return {};
    const QByteArray out = process.readAllStandardOutput();
    return {process.exitCode(), json::parse(out.toStdString(), nullptr, false), QString::fromUtf8(out),
            QString::fromUtf8(process.readAllStandardError())};
  }

 private Q_SLOTS:
  void each_step_has_what_it_gives_and_what_needs_it() {
    const QString script = written(kScaledKernel);
    const Answer answer = advise(script, {QStringLiteral("--explain-default"), QStringLiteral("--json")});
    QVERIFY2(answer.exit == 0, qPrintable(answer.text));
    QVERIFY(answer.out["plain"]["estimate_us"].get<double>() > 0);
    QVERIFY(answer.out["default"]["steps"].is_array());
    const json& mine = answer.out["mine"];
    QCOMPARE(mine["steps"].size(), size_t{2});
    const json &split = mine["steps"][0], &vectorize = mine["steps"][1];
    QCOMPARE(split["line"].get<std::string>(), std::string("xo, xi = s[B].split(x, factor=16)"));
    QCOMPARE(split["with"].size(), size_t{1});
    QVERIFY(split["with"][0] == vectorize["line"]);
    QVERIFY(vectorize["gain"].get<double>() > 1);
    QVERIFY(vectorize["worth"].get<double>() > 1);
    QVERIFY(mine["estimate_us"] == vectorize["until_us"]);
    QVERIFY(mine["terms"]["lanes"].get<double>() > 1);
    QVERIFY(mine["measured"].is_null() && split["measured_without"].is_null());
    const Answer text = advise(script, {QStringLiteral("--explain-default")});
    QVERIFY2(text.text.contains(QStringLiteral("xo, xi = s[B].split(x, factor=16)  (and 1 that needs it)")),
             qPrintable(text.text));
  }

  void both_are_timed_when_asked() {
    const Answer answer = advise(written(kScaledKernel), {QStringLiteral("--explain-default"),
                                                          QStringLiteral("--measure"), QStringLiteral("--json")});
    QVERIFY2(answer.exit == 0, qPrintable(answer.text));
    const json& mine = answer.out["mine"];
    QVERIFY(mine["measured"]["median"].get<double>() > 0);
    for (const json& step : mine["steps"]) QVERIFY(step["measured_without"]["median"].get<double>() > 0);
  }

  void what_cannot_be_explained_is_named() {
    QByteArray open = kScaledKernel;
    open.replace("# computation\n", "# computation\nn = te.var(\"n\")\n").replace("(64, 256)", "(n, 256)");
    const Answer size = advise(written(open), {QStringLiteral("--explain-default"), QStringLiteral("--json")});
    QCOMPARE(size.exit, 1);
    QCOMPARE(size.out["diagnostics"][0]["code"].get<std::string>(), std::string("NW4111"));
    const Answer given = advise(written(open), {QStringLiteral("--explain-default"), QStringLiteral("--set"),
                                                QStringLiteral("n=64"), QStringLiteral("--json")});
    QVERIFY2(given.exit == 0, qPrintable(given.text));
    QCOMPARE(advise(written(kScaledKernel), {QStringLiteral("--measure")}).exit, 2);
    QCOMPARE(advise(written(kScaledKernel), {QStringLiteral("--explain-default"), QStringLiteral("--measure"),
                                             QStringLiteral("--target"), QStringLiteral("facts.json")})
                 .exit,
             2);
  }
};

NW_TEST(TestExplainDefault);
#include "test_explain_default.moc"
