// SPDX-License-Identifier: GPL-3.0-or-later
// Commands on a project from somebody else: it names a file outside of its folder, or a model that has changed. Output
// that cannot be written is a failure.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

class TestStrangerProjects : public QObject {
  Q_OBJECT

  using Json = nlohmann::json;

  QTemporaryDir folder_;

  QString path(const char* name) const { return folder_.filePath(QString::fromUtf8(name)); }
  static void write(const QString& path, const QByteArray& text) {
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
  }
  static std::pair<int, Json> cli(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(120000)) return {-1, {}};
    return {process.exitCode(), Json::parse(process.readAllStandardOutput().toStdString(), nullptr, false)};
  }
  static std::string codes(const Json& out) {
    std::string all;
    for (const Json& d : out.at("diagnostics"))
      all += d.at("code").get<std::string>() + " " + d.at("severity").get<std::string>() + "\n";
    return all;
  }

 private Q_SLOTS:
  void initTestCase() {
    QVERIFY(QDir(folder_.path()).mkdir(QStringLiteral("project")));
    for (const char* model : {"net.relay", "project/net.relay"})
      write(path(model), "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(4), float32]) {\n  nn.relu(%x)\n}\n");
    write(path("project/outside.nest"), R"({"nestwright": 1, "model": {"path": "../net.relay"}})");
    write(path("project/changed.nest"), R"({"nestwright": 1, "model": {"path": "net.relay", "sha256": "0123"}})");
  }

  void a_model_outside_is_read_where_that_was_said() {
    for (const QStringList& command : {QStringList{"run", path("project/outside.nest"), "--repeat", "1"},
                                       QStringList{"script", path("project/outside.nest"), "--group", "0"}}) {
      const auto [refused, why] = cli(command);
      QCOMPARE(refused, 1);
      QCOMPARE(codes(why), std::string("NW1452 error\n"));
      const auto [done, out] = cli(command + QStringList{"--outside"});
      QVERIFY2(done == 0, out.dump(1).c_str());
      QCOMPARE(codes(out), std::string());
    }
  }

  void a_run_of_a_changed_model_warns() {
    const auto [exit, out] = cli({"run", path("project/changed.nest"), "--repeat", "1"});
    QVERIFY2(exit == 0, out.dump(1).c_str());
    QCOMPARE(codes(out), std::string("NW1053 warning\n"));
    QVERIFY(out.contains("outputs"));
  }
};

NW_TEST(TestStrangerProjects);
#include "test_stranger_projects.moc"
