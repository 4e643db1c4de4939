// SPDX-License-Identifier: GPL-3.0-or-later
// The example plugin as somebody else builds it: with what is installed, and nothing of this source tree.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestExample : public QObject {
  Q_OBJECT

  static constexpr int kLongest = 120'000;  // milliseconds
  QTemporaryDir prefix_;
  QString path(const char* name) const { return prefix_.filePath(QString::fromUtf8(name)); }

  // What the program printed, where it failed.
  static QString problem(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(kLongest);
    return ended && process.exitCode() == 0 ? QString()
                                            : program + QStringLiteral(": ") + QString::fromUtf8(process.readAll());
  }

 private Q_SLOTS:
  void initTestCase() {
    const QString cmake = QStringLiteral("cmake");
    QCOMPARE(problem(cmake, {"--install", NW_BIN_DIR "/..", "--component", "sdk", "--prefix", prefix_.path()}),
             QString());
    QCOMPARE(problem(cmake, {"-S", path("share/nestwright/examples/target"), "-B", path("build"),
                             "-DCMAKE_PREFIX_PATH=" + prefix_.path()}),
             QString());
    QCOMPARE(problem(cmake, {"--build", path("build")}), QString());
  }

  void example_keeps_to_the_interface() {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-plugin-check"), {path("build/example.json"), "--json"});
    QVERIFY(process.waitForFinished(kLongest));
    const json report = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    QVERIFY(report.is_object());
    for (const json& check : report.at("checks")) QVERIFY2(check.at("state") != "failed", check.dump().c_str());
    QCOMPARE(report.at("plugin").get<std::string>(), std::string("example"));
    QVERIFY(report.at("passed").get<int>() >= 20);
  }

  void kernels_of_another_dialect_are_skipped() {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-plugin-check"),
                  {path("build/example.json"), "--json", "--only", "code.load"});
    QVERIFY(process.waitForFinished(kLongest));
    const json report = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    QCOMPARE(report.at("checks").at(0).at("state").get<std::string>(), std::string("skipped"));
    QCOMPARE(report.at("checks").at(0).at("why").get<std::string>(),
             std::string("this program writes no kernels of the dialect 'example' yet"));
  }

  void manifest_of_the_prefix_finds_the_library() {
    QCOMPARE(problem("cmake", {"--install", path("build"), "--prefix", prefix_.path()}), QString());
    QCOMPARE(problem(QStringLiteral(NW_BIN_DIR "/nestwright-plugin-check"),
                     {path("share/nestwright/targets.d/example.json"), "--only", "identity"}),
             QString());
  }
};

NW_TEST(TestExample);
#include "test_example.moc"
