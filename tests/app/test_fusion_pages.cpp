// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of fusion's diagnostics: what they say fails gives the code, what they fix does not. An example is a
// command line and, below it, the program.
#include <QTemporaryDir>
#include <QTest>

#include "base/error_pages.h"
#include "page_examples.h"
#include "registry.h"

using namespace nw;

class TestFusionPages : public QObject {
  Q_OBJECT

  // The codes of all that running the example reports.
  static std::string codes_of(const QString& text) {
    const QTemporaryDir folder;
    const QString program = folder.filePath(QStringLiteral("example.relay"));
    if (!test::write_text(program, text.section(QLatin1Char('\n'), 1))) return "no file";
    QStringList arguments = text.section(QLatin1Char('\n'), 0, 0).split(QLatin1Char(' '));
    arguments.insert(1, program);
    return test::reported_codes(arguments);
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const char* code : {"NW3010", "NW3011", "NW3020", "NW3021"}) QTest::newRow(code) << code;
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    QCOMPARE(codes_of(QString::fromStdString(test::page_example(error_page(name), "Fails:"))), name + " ");
    QCOMPARE(codes_of(QString::fromStdString(test::page_example(error_page(name), "Mended:"))), std::string());
  }
};

NW_TEST(TestFusionPages);
#include "test_fusion_pages.moc"
