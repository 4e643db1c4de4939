// SPDX-License-Identifier: GPL-3.0-or-later
// `compare` and the difference that `fuse` tells for what-ifs.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestCompareCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString file(const char* name, const QByteArray& content) const {
    QFile f(folder_.filePath(QString::fromLatin1(name)));
    return f.open(QIODevice::WriteOnly) && f.write(content) == content.size() ? f.fileName() : QString();
  }
  QString before() const {
    return file("a.relay", "fn (%x: Tensor[(4, 8), float32]) {\n%0 = exp(%x);\n%1 = tanh(%0);\nsum(%1, axis=[1])\n}\n");
  }
  static std::pair<int, QByteArray> run(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments);
    if (!process.waitForFinished(60000)) return {-1, {}};
    return {process.exitCode(), process.readAllStandardOutput()};
  }

 private Q_SLOTS:
  void two_programs() {
    const QString after = file(
        "b.relay",
        "fn (%x: Tensor[(4, 8), float32]) {\n%0 = exp(%x);\n%1 = sqrt(%0);\n%2 = tanh(%1);\nsum(%2, axis=[0])\n}\n");
    const auto [exit, text] = run({QStringLiteral("compare"), before(), after});
    QCOMPARE(exit, 0);
    QCOMPARE(QString::fromUtf8(text), QStringLiteral("2 nodes are the same, 2 changed, 0 removed, 1 added.\n"
                                                     "+ sqrt %1  Tensor[(4, 8), float32]\n"
                                                     "~ tanh %2  Tensor[(4, 8), float32] (was %1)\n"
                                                     "    argument 1: %0 → %1\n"
                                                     "~ sum %3  Tensor[(8,), float32] (was %2)\n"
                                                     "    axis: [1] → [0]\n"
                                                     "    type: Tensor[(4,), float32] → Tensor[(8,), float32]\n"
                                                     "The groups stay as they are.\n"));
  }

  void a_setting_against_the_usual_one() {
    const auto [exit, text] =
        run({QStringLiteral("compare"), before(), QStringLiteral("--fence"), QStringLiteral("%0")});
    QCOMPARE(exit, 0);
    QCOMPARE(QString::fromUtf8(text), QStringLiteral("1 group becomes 2: 1 split; 1 node moves.\n"
                                                     "  {exp, tanh, sum} is split into {exp} and {tanh, sum}\n"));
  }

  void a_pass_that_did_not_run() {
    const auto [exit, text] = run({QStringLiteral("compare"), before(), QStringLiteral("--pass"),
                                   QStringLiteral("shrink"), QStringLiteral("--json")});
    QCOMPARE(exit, 2);
    QCOMPARE(json::parse(text.toStdString())["diagnostics"][0]["code"].get<std::string>(), std::string("NW4004"));
  }

  void what_ifs_of_fuse() {
    const auto [exit, text] = run({QStringLiteral("fuse"), before(), QStringLiteral("--pattern"),
                                   QStringLiteral("sum=opaque"), QStringLiteral("--json")});
    QCOMPARE(exit, 0);
    const json difference = json::parse(text.toStdString())["difference"];
    QCOMPARE(difference["changes"][0]["kind"].get<std::string>(), std::string("split"));
    QCOMPARE(difference["cut_open"].dump(), std::string("[[\"%1\",\"%2\"]]"));
  }
};

NW_TEST(TestCompareCommand);
#include "test_compare.moc"
