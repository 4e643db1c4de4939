// SPDX-License-Identifier: GPL-3.0-or-later
// `tasks`: what of a network can be tuned, as text and JSON.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestTasksCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString network() const {
    const QByteArray text =
        "fn (%x: Tensor[(? /* rows */, 64), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n"
        "  %2 = argwhere(%1);\n  negative(%2)\n}\n";
    QFile f(folder_.filePath(QStringLiteral("net.relay")));
    return f.open(QIODevice::WriteOnly) && f.write(text) == text.size() ? f.fileName() : QString();
  }
  std::tuple<int, QString, QString> tasks(const QStringList& options) const {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  QStringList{QStringLiteral("tasks"), network()} + options);
    if (!process.waitForFinished(60000)) return {-1, {}, {}};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }

 private Q_SLOTS:
  void calls_shares_and_reasons() {
    const auto [exit, out, err] = tasks({QStringLiteral("--dim"), QStringLiteral("rows=32"), QStringLiteral("--json")});
    QCOMPARE(exit, 0);
    const json list = json::parse(out.toStdString())["tasks"];
    QCOMPARE(list.size(), size_t{3});
    QVERIFY(list[0]["calls"] == 2);
    QVERIFY(list[0]["status"] == "ready");
    QVERIFY(list[0]["estimated_us"].get<double>() > 0);
    QVERIFY(list[0]["share"] == 1.0);
    QVERIFY(list[1]["status"] == "no_kernel");
    QVERIFY(list[2]["status"] == "dynamic");
    QVERIFY(list[2]["share"].is_null());
  }

  void no_share_without_sizes() {
    const auto [exit, out, err] = tasks({QStringLiteral("--json")});
    QCOMPARE(exit, 0);
    const json reply = json::parse(out.toStdString());
    QVERIFY(reply["tasks"][0]["share"].is_null());
    QVERIFY(reply["tasks"][0]["symbols"] == json::array({"rows"}));
    QCOMPARE(reply["diagnostics"][0]["message"].get<std::string>(),
             std::string(
                 "the dimension rows has no value: the time of what has that size is not estimated, and no share is"));
  }
};

NW_TEST(TestTasksCommand);
#include "test_tasks.moc"
