// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of patterns' diagnostics: what they say fails gives the code, what they fix does not. An example is a
// command line, a table, and behind `---` the model.
#include <QTemporaryDir>
#include <QTest>

#include "base/error_pages.h"
#include "page_examples.h"
#include "registry.h"

using namespace nw;

class TestPatternPages : public QObject {
  Q_OBJECT

  // The codes of all that running the example reports.
  static std::string codes_of(const QString& text) {
    const QTemporaryDir folder;
    const QString model = folder.filePath(QStringLiteral("model.relay"));
    const QString table = folder.filePath(QStringLiteral("table.pat"));
    const QString lines = text.section(QLatin1Char('\n'), 1);
    if (!test::write_text(table, lines.section(QStringLiteral("---\n"), 0, 0)) ||
        !test::write_text(model, lines.section(QStringLiteral("---\n"), 1)))
      return "no file";
    QStringList arguments = text.section(QLatin1Char('\n'), 0, 0).split(QLatin1Char(' '));
    arguments.insert(1, model);
    if (arguments[0] != QStringLiteral("patterns"))
      arguments << QStringLiteral("--patterns") << table;
    else if (!arguments.contains(QStringLiteral("--from")))
      arguments.insert(2, table);
    return test::reported_codes(arguments);
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const char* code : {"NW3101", "NW3102", "NW3103", "NW3104", "NW3105", "NW3106", "NW3107", "NW3110", "NW3111",
                             "NW3112", "NW3113", "NW3114", "NW3115", "NW3116", "NW3117", "NW3118"})
      QTest::newRow(code) << code;
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    QCOMPARE(codes_of(QString::fromStdString(test::page_example(error_page(name), "Fails:"))), name + " ");
    QCOMPARE(codes_of(QString::fromStdString(test::page_example(error_page(name), "Mended:"))), std::string());
  }
};

NW_TEST(TestPatternPages);
#include "test_pattern_pages.moc"
