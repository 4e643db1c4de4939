// SPDX-License-Identifier: GPL-3.0-or-later
// `plan`: the places of a network's values, as text and JSON.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestPlan : public QObject {
  Q_OBJECT

  QTemporaryDir folder_;

  QString network() const {
    const QByteArray text =
        "fn (%x: Tensor[(? /* rows */, 16), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = nn.relu(%0);\n"
        "  %2 = nn.softmax(%1);\n  %3 = reshape(%2, newshape=[-1]);\n  nn.softmax(%3)\n}\n";
    QFile f(folder_.filePath(QStringLiteral("net.relay")));
    return f.open(QIODevice::WriteOnly) && f.write(text) == text.size() ? f.fileName() : QString();
  }
  std::tuple<int, QString, QString> plan(const QStringList& options) const {
    QProcess process;
    process.start(
        QStringLiteral(NW_BIN_DIR "/nestwright-cli"),
        QStringList{QStringLiteral("plan"), network(), QStringLiteral("--opt-level"), QStringLiteral("0")} + options);
    if (!process.waitForFinished(60000)) return {-1, {}, {}};
    return {process.exitCode(), QString::fromUtf8(process.readAllStandardOutput()),
            QString::fromUtf8(process.readAllStandardError())};
  }

 private Q_SLOTS:
  void a_table_for_people() {
    const auto [exit, out, err] = plan({QStringLiteral("--dim"), QStringLiteral("rows=4")});
    QCOMPARE(err, QString());
    QCOMPARE(out, QStringLiteral("      offset        bytes  groups       value\n"
                                 "           0          256  0 to 1       %0\n"
                                 "           0          256  1 to 2       %1, over %0\n"
                                 "         256          256  2 to 3       %2\n"
                                 "         256          256  3 to 4       %3, view of %2\n"
                                 "           0          256  4 to end     %4\n"
                                 "arena   512 bytes; 512 are alive at once; 1280 if each value had its own\n"
                                 "weights 0 bytes beside it\n"));
    QCOMPARE(exit, 0);
  }

  void the_same_as_json() {
    const auto [exit, out, err] = plan({QStringLiteral("--dim"), QStringLiteral("rows=4"), QStringLiteral("--json")});
    const json reply = json::parse(out.toStdString());
    QCOMPARE(
        QString::fromStdString(reply["memory"].dump()),
        QStringLiteral(
            R"({"arena_bytes":512,"live_bytes":512,"packed_bytes":null,"peak_bytes":512,"unshared_bytes":1280,"weights_bytes":0})"));
    QCOMPARE(QString::fromStdString(reply["order"].dump()), QStringLiteral("[0,1,2,3,4]"));
    QCOMPARE(QString::fromStdString(reply["values"][1].dump()),
             QStringLiteral(R"({"bytes":256,"first":1,"in_place_of":"%0","last":2,"node":"%1","offset":0,"output":0,)"
                            R"("view":false})"));
  }

  // Values without sizes have no place; how many bytes they take is said in the model's symbols.
  void a_size_without_value() {
    const auto [exit, out, err] = plan({QStringLiteral("--json")});
    const json reply = json::parse(out.toStdString());
    QCOMPARE(exit, 0);
    QCOMPARE(QString::fromStdString(reply["values"][0].dump()),
             QStringLiteral(R"({"bytes":"rows*64","first":0,"in_place_of":null,"last":1,"node":"%0","offset":null,)"
                            R"("output":0,"view":false,"why":"only the run tells its size"})"));
    QCOMPARE(reply["diagnostics"][0]["code"].get<std::string>(), std::string("NW4116"));
    QCOMPARE(reply["diagnostics"][0]["message"].get<std::string>(),
             std::string("the dimension rows has no value: values of that size have no place in the plan"));
  }
};

NW_TEST(TestPlan);
#include "test_plan.moc"
