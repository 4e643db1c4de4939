// SPDX-License-Identifier: GPL-3.0-or-later
// nestwright-plugin-check on plugins that break one rule each (tests/plugins/bad): it finds that rule and no other.
#include <QDir>
#include <QFile>
#include <QProcess>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"
#include "texts.h"

using nlohmann::json;

class TestPluginCheck : public QObject {
  Q_OBJECT

  static constexpr int kLongest = 300'000;  // milliseconds

  struct Checked {
    int exit = -1;
    json report;
    QString errors;
    QStringList failed() const {
      QStringList names;
      for (const json& check : report.value("checks", json::array()))
        if (check.at("state") == "failed")
          names << QString::fromStdString(check.at("name").get<std::string>() + ": " +
                                          check.at("why").get<std::string>());
      return names;
    }
  };
  static Checked check(const QString& what, const QStringList& options = {}) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-plugin-check"),
                  QStringList{what, QStringLiteral("--json")} + options);
    process.waitForFinished(kLongest);
    return {process.exitCode(), json::parse(process.readAllStandardOutput().toStdString(), nullptr, false),
            QString::fromUtf8(process.readAllStandardError())};
  }
  static QString built(const QString& path) { return QStringLiteral(NW_BIN_DIR "/../") + path; }
  // What the first comment of a bad plugin promises.
  static QString caught_by(const QString& source) {
    QFile file(source);
    if (!file.open(QIODevice::ReadOnly)) return QStringLiteral("no source");
    static const QRegularExpression promise(QStringLiteral("Caught\\s+by:\\s+([\\w.]+)"));
    return promise.match(QString::fromUtf8(file.readAll())).captured(1);
  }

 private Q_SLOTS:
  void plugin_cpu_passes_every_check() {
    const Checked cpu = check(built(QStringLiteral("lib/nestwright/targets/nwt_cpu.so")));
    QCOMPARE(cpu.failed().join(QLatin1Char('\n')), QString());
    QCOMPARE(cpu.exit, 0);
    QCOMPARE(cpu.report.at("plugin").get<std::string>(), std::string("cpu"));
    QCOMPARE(cpu.report.at("abi").get<std::string>(), std::string("1.2"));
    QVERIFY(cpu.report.at("passed").get<int>() > 100);
  }

  void bad_plugin_fails_its_check_and_no_other_data() {
    QTest::addColumn<QString>("source");
    const QDir folder(QStringLiteral(NW_SOURCE_DIR "/tests/plugins/bad"));
    for (const QString& file : folder.entryList({QStringLiteral("*.c"), QStringLiteral("*.cpp")}))
      QTest::newRow(qPrintable(file.section(QLatin1Char('.'), 0, 0))) << folder.filePath(file);
  }
  // Without most of the kernels: they are run by the plugin cpu in all of them.
  void bad_plugin_fails_its_check_and_no_other() {
    QFETCH(QString, source);
    const QString name = QFileInfo(source).completeBaseName(), expected = caught_by(source);
    QVERIFY(!expected.isEmpty());
    QStringList options{QStringLiteral("--deadline"), QStringLiteral("5")};
    for (const char* group : {"identity", "life", "facts", "memory", "code", "run.once", "run.elementwise",
                              "run.same_again", "run.inputs", "time", "stop", "errors", "load"})
      options << QStringLiteral("--only") << QLatin1String(group);
    const Checked bad = check(built(QStringLiteral("tests/plugins/bad/%1.so").arg(name)), options);
    QVERIFY2(bad.report.is_object(), qPrintable(bad.errors));
    QStringList names;
    for (const QString& failed : bad.failed()) names << failed.section(QLatin1Char(':'), 0, 0);
    if (expected == QLatin1String("nothing")) {
      QVERIFY2(names.isEmpty(), qPrintable(bad.failed().join(QLatin1Char('\n'))));
      QCOMPARE(bad.exit, 0);
      return;
    }
    QVERIFY2(names == QStringList{expected}, qPrintable(bad.failed().join(QLatin1Char('\n'))));
    QCOMPARE(bad.exit, 1);
  }

  void plugins_of_earlier_headers_still_work_data() {
    QTest::addColumn<QString>("version");
    const QDir folder(QStringLiteral(NW_SOURCE_DIR "/tests/plugins/abi"));
    for (const QString& version : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot))
      QTest::newRow(qPrintable(version)) << version;
  }
  void plugins_of_earlier_headers_still_work() {
    QFETCH(QString, version);
    const Checked old =
        check(built(QStringLiteral("tests/plugins/abi/%1.so").arg(version)),
              {QStringLiteral("--only"), QStringLiteral("identity"), QStringLiteral("--only"), QStringLiteral("life"),
               QStringLiteral("--only"), QStringLiteral("facts"), QStringLiteral("--only"), QStringLiteral("memory"),
               QStringLiteral("--only"), QStringLiteral("run.once"), QStringLiteral("--only"), QStringLiteral("time")});
    QCOMPARE(old.failed().join(QLatin1Char('\n')), QString());
    QCOMPARE(old.exit, 0);
    QCOMPARE(QString::fromStdString(old.report.at("abi").get<std::string>()), version);
  }

  void failure_says_what_was_seen_and_how_to_see_it_again() {
    const QString library = built(QStringLiteral("tests/plugins/bad/writes_too_much.so"));
    const Checked bad = check(library, {QStringLiteral("--only"), QStringLiteral("memory.read_back")});
    QCOMPARE(bad.report.at("checks").size(), size_t{1});
    const QString why = bad.failed().join(QString());
    QVERIFY2(why.contains(QStringLiteral("the buffer after 1 bytes were written at 1: byte 2 is")), qPrintable(why));
    QVERIFY2(why.endsWith(QStringLiteral("nestwright-plugin-check %1 --only memory.read_back --keep").arg(library)),
             qPrintable(why));
  }

  void kernel_of_a_failed_check_is_kept_on_request() {
    const QTemporaryDir folder;
    QProcess process;
    process.setWorkingDirectory(folder.path());
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-plugin-check"),
                  {built(QStringLiteral("tests/plugins/bad/wrong_int16.so")), QStringLiteral("--only"),
                   QStringLiteral("run.elementwise.int16"), QStringLiteral("--keep"), QStringLiteral("--json")});
    QVERIFY(process.waitForFinished(kLongest));
    QCOMPARE(process.exitCode(), 1);
    const QString kept = folder.filePath(QStringLiteral("plugin-check-fwd/run.elementwise.int16/elementwise.int16"));
    QVERIFY(QFile::exists(kept + QStringLiteral(".py")) && QFile::exists(kept + QStringLiteral(".so")));
  }

  void skipped_check_says_why() {
    const Checked bad = check(built(QStringLiteral("tests/plugins/bad/other_major.so")),
                              {QStringLiteral("--only"), QStringLiteral("memory.apart")});
    QCOMPARE(bad.report.at("checks").at(0).at("state").get<std::string>(), std::string("skipped"));
    QVERIFY(!bad.report.at("checks").at(0).at("why").get<std::string>().empty());
  }

  void what_is_no_plugin_is_wrong_usage() {
    QCOMPARE(check(QStringLiteral("no/such/file.so")).exit, 2);
    QCOMPARE(check(QStringLiteral("no-such-target")).exit, 2);
    const QString cpu = built(QStringLiteral("lib/nestwright/targets/nwt_cpu.so"));
    QCOMPARE(check(cpu, {QStringLiteral("--only"), QStringLiteral("no.such.check")}).exit, 2);
    QCOMPARE(check(cpu, {QStringLiteral("--deadline"), QStringLiteral("soon")}).exit, 2);
  }

  void file_that_is_no_library_fails_the_first_check() {
    const Checked text = check(QStringLiteral(NW_SOURCE_DIR "/LICENSE"));
    QCOMPARE(text.exit, 1);
    QCOMPARE(text.failed().size(), 1);
    QVERIFY(text.failed().first().startsWith(QStringLiteral("identity.symbol: the file is no shared library")));
  }

  void manifest_names_id_and_library() {
    const Checked cpu = check(built(QStringLiteral("share/nestwright/targets.d/cpu.json")),
                              {QStringLiteral("--only"), QStringLiteral("identity")});
    QCOMPARE(cpu.failed().join(QLatin1Char('\n')), QString());
    QCOMPARE(cpu.report.at("passed").get<int>(), 6);
  }

  void command_line_checks_a_target() {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
                  {QStringLiteral("targets"), QStringLiteral("check"), QStringLiteral("cpu"), QStringLiteral("--only"),
                   QStringLiteral("facts"), QStringLiteral("--json")});
    process.waitForFinished(kLongest);
    const json out = json::parse(process.readAllStandardOutput().toStdString(), nullptr, false);
    QCOMPARE(process.exitCode(), 0);
    QCOMPARE(out.at("failed").get<int>(), 0);
    QVERIFY(out.contains("diagnostics"));
  }
};

NW_TEST(TestPluginCheck);
#include "test_plugin_check.moc"
