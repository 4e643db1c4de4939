// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the type rules' diagnostics: what they say fails gives the code, what they fix does not.
#include <QTest>

#include "base/error_pages.h"
#include "import/relay.h"
#include "page_examples.h"
#include "registry.h"

using namespace nw;

class TestTypePages : public QObject {
  Q_OBJECT

  static std::string errors_of(const std::string& text) {
    std::string codes;
    for (const Diagnostic& d : import::read_relay(text).diagnostics)
      if (d.severity == Severity::Error) codes += d.code + " ";
    return codes;
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const char* code : {"NW1403", "NW1406", "NW1407"}) QTest::newRow(code) << code;
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    QCOMPARE(errors_of(test::page_example(error_page(name), "Fails:")), name + " ");
    QCOMPARE(errors_of(test::page_example(error_page(name), "Mended:")), std::string());
  }

  // Each line pairs the one before: shared, forty lines take no more memory than forty lines.
  void nested_tuples_share_their_types() {
    std::string text = "fn (%x: Tensor[(4), float32]) {\n  %0 = (%x, %x);\n";
    for (int i = 1; i < 40; ++i) {
      const std::string before = "%" + std::to_string(i - 1);
      text += "  %" + std::to_string(i) + " = (" + before + ", " + before + ");\n";
    }
    const Result<graph::Graph> read = import::read_relay(text + "  %39\n}\n");
    QCOMPARE(QString::fromStdString(read.diagnostics.at(0).code + ": " + read.diagnostics[0].message),
             QStringLiteral("NW1407: the type of '%16' has 131072 parts"));
    QCOMPARE(read.diagnostics.size(), size_t{1});
  }
};

NW_TEST(TestTypePages);
#include "test_type_pages.moc"
