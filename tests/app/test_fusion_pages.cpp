// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of fusion's diagnostics: what they say fails gives the code, what they fix does not. An example is a
// command line and, below it, the program.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/error_pages.h"
#include "registry.h"

using nw::error_page;

class TestFusionPages : public QObject {
  Q_OBJECT

  static QString example(std::string_view page, std::string_view after) {
    const size_t label = page.find(after);
    const size_t start = label == std::string_view::npos ? label : page.find("```\n", label);
    if (start == std::string_view::npos) return {};
    const size_t begin = start + 4;
    return QString::fromUtf8(std::string(page.substr(begin, page.find("```", begin) - begin)));
  }

  // The codes of all that running the example reports.
  static std::string codes_of(const QString& text) {
    const QTemporaryDir folder;
    QFile program(folder.filePath(QStringLiteral("example.relay")));
    const QByteArray lines = text.section(QLatin1Char('\n'), 1).toUtf8();
    if (!program.open(QIODevice::WriteOnly) || program.write(lines) != lines.size()) return "no file";
    program.close();
    QStringList arguments = text.section(QLatin1Char('\n'), 0, 0).split(QLatin1Char(' '));
    arguments.insert(1, program.fileName());
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments + QStringList{QStringLiteral("--json")});
    if (!process.waitForFinished(60000)) return "no answer";
    const auto reply = nlohmann::json::parse(process.readAllStandardOutput().toStdString());
    std::string codes;
    for (const auto& d : reply["diagnostics"]) codes += d["code"].get<std::string>() + " ";
    return codes;
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const char* code : {"NW3010", "NW3011", "NW3020", "NW3021"}) QTest::newRow(code) << code;
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    QCOMPARE(codes_of(example(error_page(name), "Fails:")), name + " ");
    QCOMPARE(codes_of(example(error_page(name), "Mended:")), std::string());
  }
};

NW_TEST(TestFusionPages);
#include "test_fusion_pages.moc"
