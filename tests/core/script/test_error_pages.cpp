// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the script language's diagnostics: what they say fails gives the code, what they fix gives none.
#include <QTest>

#include "base/error_pages.h"
#include "page_examples.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

class TestErrorPages : public QObject {
  Q_OBJECT

  static std::string text_of(const script::Program& p) {
    std::string text;
    for (const Diagnostic& d : p.diagnostics) text += format(d);
    return text;
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const std::string_view code : error_codes())
      if ((code >= "NW2000" && code < "NW2060") || (code >= "NW2100" && code < "NW2400") ||
          (code >= "NW2500" && code < "NW2600") || (code >= "NW2702" && code < "NW2720") ||
          (code >= "NW2750" && code < "NW2770"))
        QTest::newRow(std::string(code).c_str()) << QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size()));
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    const script::Program bad = script::read(test::page_example(error_page(name), "Fails:"));
    QVERIFY2(std::any_of(bad.diagnostics.begin(), bad.diagnostics.end(),
                         [&](const Diagnostic& d) { return d.code == name; }),
             text_of(bad).c_str());
    const std::string mended = test::page_example(error_page(name), "Mended:");
    QVERIFY(!mended.empty());
    const script::Program good = script::read(mended);
    QVERIFY2(good.diagnostics.empty(), text_of(good).c_str());
  }
};

NW_TEST(TestErrorPages);
#include "test_error_pages.moc"
