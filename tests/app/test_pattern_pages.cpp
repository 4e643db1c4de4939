// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of patterns' diagnostics: what they say fails gives the code, what they fix does not. An example is a
// command line, a table, and behind `---` the model.
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/error_pages.h"
#include "registry.h"

using nw::error_page;

class TestPatternPages : public QObject {
  Q_OBJECT

  static QString example(std::string_view page, std::string_view after) {
    const size_t label = page.find(after);
    const size_t start = label == std::string_view::npos ? label : page.find("```\n", label);
    if (start == std::string_view::npos) return {};
    const size_t begin = start + 4;
    return QString::fromUtf8(std::string(page.substr(begin, page.find("```", begin) - begin)));
  }

  static bool write(const QString& path, const QString& text) {
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(text.toUtf8()) >= 0;
  }

  // The codes of all that running the example reports.
  static std::string codes_of(const QString& text) {
    const QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("model.relay"));
    const QString table = folder.filePath(QStringLiteral("table.pat"));
    const QString lines = text.section(QLatin1Char('\n'), 1);
    if (!write(table, lines.section(QStringLiteral("---\n"), 0, 0)) ||
        !write(model, lines.section(QStringLiteral("---\n"), 1)))
      return "no file";
    QStringList arguments = text.section(QLatin1Char('\n'), 0, 0).split(QLatin1Char(' '));
    arguments.insert(1, model);
    arguments.insert(2, table);
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
    for (const char* code :
         {"NW3101", "NW3102", "NW3103", "NW3104", "NW3105", "NW3106", "NW3107", "NW3110", "NW3111", "NW3112"})
      QTest::newRow(code) << code;
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    QCOMPARE(codes_of(example(error_page(name), "Fails:")), name + " ");
    QCOMPARE(codes_of(example(error_page(name), "Mended:")), std::string());
  }
};

NW_TEST(TestPatternPages);
#include "test_pattern_pages.moc"
