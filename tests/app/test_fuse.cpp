// SPDX-License-Identifier: GPL-3.0-or-later
// `fuse` with what-ifs: how they are written, what is wrong with those that cannot be read, and how a reason's change
// is printed. Names go with and without Relay's '%'.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestFuseCommand : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString chain() const {
    const QByteArray text = "fn (%x: Tensor[(4, 8), float32]) {\n%0 = exp(%x);\n%1 = tanh(%0);\nsum(%1, axis=[1])\n}\n";
    QFile f(folder_.filePath(QStringLiteral("chain.relay")));
    return f.open(QIODevice::WriteOnly) && f.write(text) == text.size() ? f.fileName() : QString();
  }
  // Exit code, standard output, standard error.
  static std::tuple<int, QString, QString> cli(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments);
    if (!process.waitForFinished(60000)) return {-1, {}, {}};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }
  std::tuple<int, QString, QString> fuse(const QString& options) const {
    return cli(QStringList{QStringLiteral("fuse"), chain()} + options.split(QLatin1Char(' ')));
  }
  // The groups as the operators' names: "exp tanh | sum".
  QString groups(const QString& options) const {
    const auto [exit, out, err] = fuse(options + QStringLiteral(" --json"));
    const json reply = json::parse(out.toStdString());
    QStringList texts;
    for (const json& group : reply["groups"]) {
      QStringList ops;
      for (const json& op : group["ops"]) ops << QString::fromStdString(op.get<std::string>());
      texts << ops.join(QLatin1Char(' '));
    }
    return texts.join(QStringLiteral(" | "));
  }

 private Q_SLOTS:
  void what_ifs_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* options, const char* expected) {
      QTest::newRow(options) << QString::fromUtf8(options) << QString::fromUtf8(expected);
    };
    row("--passes default", "exp tanh sum");
    row("--pattern tanh=opaque", "exp | tanh | sum");
    row("--pattern %1=opaque", "exp | tanh | sum");
    row("--pattern 1=opaque", "exp | tanh | sum");
    row("--pattern tanh=opaque --pattern %1=elemwise", "exp tanh sum");
    row("--pattern tanh=opaque --join 0,1", "exp tanh | sum");
    row("--fence %0", "exp | tanh sum");
    row("--fence 0 --fence 1", "exp | tanh | sum");
    row("--cut %0,%2", "exp tanh | sum");
    row("--join %0,%2 --cut %0,%2", "exp tanh | sum");
    row("--max-depth 2", "exp tanh | sum");
    row("--opt-level 0 --join %0,%1", "exp tanh | sum");
  }
  void what_ifs() {
    QFETCH(QString, options);
    QFETCH(QString, expected);
    QCOMPARE(groups(options), expected);
  }

  void what_cannot_be_read_data() {
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("message");
    const auto row = [](const char* option, const char* message) {
      QTest::newRow(option) << QString::fromUtf8(option) << QString::fromUtf8(message);
    };
    row("--pattern tanh", "--pattern tanh: wanted is OP=KIND or NODE=KIND [NW3021]\n");
    row("--pattern tanh=heavy",
        "--pattern tanh=heavy: 'heavy' is not a pattern [NW3021]\n"
        "  legal: elemwise, broadcast, injective, comm_reduce, out_elemwise_fusable, tuple, opaque\n");
    row("--pattern softmax=opaque",
        "--pattern softmax=opaque: the graph has neither a node nor an operator 'softmax' [NW3021]\n");
    row("--fence %9", "--fence %9: the graph has no node of this name [NW3021]\n");
    row("--join %0", "--join %0: wanted are the names of two nodes with a comma between [NW3021]\n");
    row("--cut %0,%9", "--cut %0,%9: wanted are the names of two nodes with a comma between [NW3021]\n");
  }
  void what_cannot_be_read() {
    QFETCH(QString, option);
    QFETCH(QString, message);
    const auto [exit, out, err] = fuse(option);
    QCOMPARE(exit, 2);
    QCOMPARE(err, chain() + QStringLiteral(": error: ") + message);
    QCOMPARE(out, QString());
    // `run` reads them before the worker starts.
    for (const char* command : {"run", "plan", "tasks"}) {
      const auto [other_exit, other_out, other_err] =
          cli(QStringList{QString::fromLatin1(command), chain()} + option.split(QLatin1Char(' ')));
      QVERIFY2(other_exit == 2, command);
      QCOMPARE(other_err, chain() + QStringLiteral(": error: ") + message);
      QCOMPARE(other_out, QString());
    }
  }

  void a_group_that_is_not_there() {
    for (const char* command : {"script", "emit --as c --output none.c", "tune"}) {
      QStringList arguments = QString::fromLatin1(command).split(QLatin1Char(' '));
      arguments.insert(1, chain());
      const auto [exit, out, err] = cli(arguments + QStringList{QStringLiteral("--group"), QStringLiteral("9")});
      QVERIFY2(exit == 2, command);
      QCOMPARE(err,
               chain() + QStringLiteral(": error: there is no group 9; groups are numbered from 0 to 0 [NW3002]\n"));
    }
  }

  void the_change_of_a_reason_data() {
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("change");
    const auto row = [](const char* options, const char* change) {
      QTest::newRow(options) << QString::fromUtf8(options) << QString::fromUtf8(change);
    };
    row("--fence %1 --why 1 2", "drop --fence %1");
    row("--cut %0,%2 --why 1 2", "drop --cut %0,%2");
    row("--max-depth 2 --why 1 2", "--max-depth 3");
    row("--opt-level 0 --why 1 2", "--opt-level 2");
    row("--pattern tanh=opaque --why 1 2", "--pattern %1=broadcast");
    row("--why x 1", "no single change would: only the calls of operators form groups");
    row("--why 0 1", "");
  }
  void the_change_of_a_reason() {
    QFETCH(QString, options);
    QFETCH(QString, change);
    const auto [exit, text, err] = fuse(options);
    QCOMPARE(exit, 0);
    const qsizetype at = text.indexOf(QStringLiteral("change: "));
    QCOMPARE(at < 0 ? QString() : text.mid(at + 8).section(QLatin1Char('\n'), 0, 0), change);
    const auto [json_exit, out, json_err] = fuse(options + QStringLiteral(" --json"));
    const json written = json::parse(out.toStdString())["why"]["change"];
    QCOMPARE(written.is_null() ? QString() : QString::fromStdString(written.get<std::string>()), change);
  }

  void a_cut_or_a_join_as_the_change() {
    const auto [exit, text, err] = cli({QStringLiteral("fuse"), QStringLiteral("--changes"),
                                        QStringLiteral(NW_TEST_DATA "/parity/relay/conv_diamond.relay")});
    QVERIFY2(text.contains(QStringLiteral("\n    --join %3,%8\n")), qPrintable(text));
    QVERIFY2(text.contains(QStringLiteral("\n    --cut %4,%8\n")), qPrintable(text));
  }
};

NW_TEST(TestFuseCommand);
#include "test_fuse.moc"
