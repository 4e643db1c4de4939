// SPDX-License-Identifier: GPL-3.0-or-later
// `script MODEL --group G --target FACTS.json`: the default schedule for a device that is not connected.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include "registry.h"

class TestScriptTarget : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString file(const char* name, const QByteArray& text) const {
    QFile file(folder_.filePath(QString::fromLatin1(name)));
    return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
  }
  // What is printed: the script, or the diagnostics with the folder left out.
  QString script_for(const QByteArray& facts) const {
    const QString net = file("net.relay",
                             "#[version = \"0.0.5\"]\n"
                             "fn (%x: Tensor[(512, 512), float32], %w: Tensor[(512, 512), float32]) {\n"
                             "  nn.dense(%x, %w)\n}\n");
    QProcess cli;
    cli.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
              {QStringLiteral("script"), net, QStringLiteral("--group"), QStringLiteral("0"),
               QStringLiteral("--target"), file("board.json", facts)});
    if (!cli.waitForFinished()) return {};
    return QString::fromUtf8(cli.readAllStandardOutput() + cli.readAllStandardError())
        .remove(folder_.path() + QLatin1Char('/'));
  }

 private Q_SLOTS:
  void vectors_and_threads_are_those_of_the_facts() {
    const QString wide = script_for(
        R"({"facts": 1, "id": "server", "compute": {"units": 64, "vector_bytes": 64, "vector_registers": 32}})");
    QVERIFY(wide.startsWith(QStringLiteral("# nestwright: {\"group\":0,\"model\":\"main\",\"target\":\"server\"")));
    QVERIFY2(wide.contains(QStringLiteral("jio, jii = s[dense_pack].split(ji_2, factor=16)\n")), qPrintable(wide));
    QVERIFY(wide.contains(QStringLiteral("s[dense].parallel(jo)\n")));
    const QString narrow = script_for(R"({"facts": 1, "id": "board", "compute": {"units": 1, "vector_bytes": 16}})");
    QVERIFY2(narrow.contains(QStringLiteral("jio, jii = s[dense_pack].split(ji_2, factor=4)\n")), qPrintable(narrow));
    QVERIFY(!narrow.contains(QStringLiteral(".parallel(")));
  }

  void facts_that_cannot_be_used_are_named() {
    QCOMPARE(script_for(R"({"facts": 1, "id": "board", "compute": {"units": 0}})"),
             QStringLiteral("board.json: error: the facts of a target cannot be used: 'compute.units' must be a whole "
                            "number of at least 1 [NW4218]\n"));
    QVERIFY(script_for("{\"facts\": 1,")
                .startsWith(QStringLiteral(
                    "board.json: error: the facts of a target cannot be used: 'facts' must be an object [NW4218]\n")));
  }
};

NW_TEST(TestScriptTarget);
#include "test_script_target.moc"
