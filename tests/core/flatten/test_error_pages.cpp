// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of what flattening reports: what they say fails gives the code, what they fix gives none.
#include <QTest>

#include "base/error_pages.h"
#include "flatten/flatten.h"
#include "page_examples.h"
#include "registry.h"

using namespace nw;

class TestFlattenPages : public QObject {
  Q_OBJECT

  static std::string text_of(const Diagnostics& diagnostics) {
    std::string text;
    for (const Diagnostic& d : diagnostics) text += format(d);
    return text;
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const std::string_view code : error_codes())
      if (code >= "NW2060" && code < "NW2070")
        QTest::newRow(std::string(code).c_str()) << QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size()));
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    const flatten::Opened bad = flatten::open(test::page_example(error_page(name), "Fails:"));
    QVERIFY2(std::any_of(bad.diagnostics.begin(), bad.diagnostics.end(),
                         [&](const Diagnostic& d) { return d.code == name; }),
             text_of(bad.diagnostics).c_str());
    const flatten::Opened good = flatten::open(test::page_example(error_page(name), "Mended:"));
    QVERIFY2(good.ok && good.diagnostics.empty(), text_of(good.diagnostics).c_str());
  }
};

NW_TEST(TestFlattenPages);
#include "test_error_pages.moc"
