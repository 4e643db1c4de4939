// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of what is reported of TVMScript: what they say fails gives the code, what they fix gives none.
#include <QTest>

#include "base/error_pages.h"
#include "page_examples.h"
#include "registry.h"
#include "texts.h"
#include "tvmscript/kernel.h"

using namespace nw;

class TestTvmScriptPages : public QObject {
  Q_OBJECT

  static std::string found(const std::string& text) {
    const tvmscript::Opened opened = tvmscript::open(text);
    std::string all;
    for (const Diagnostic& d : opened.diagnostics) all += format(d);
    if (opened.kernel)
      for (const auto& d : {opened.kernel->unrunnable, opened.kernel->unverifiable})
        if (d) all += format(*d);
    return all;
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const std::string_view code : error_codes())
      if (code >= "NW2070" && code < "NW2080")
        QTest::newRow(std::string(code).c_str()) << QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size()));
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    const std::string bad = test::page_example(error_page(name), "Fails:"),
                      good = test::page_example(error_page(name), "Mended:");
    QVERIFY(!bad.empty() && !good.empty());
    if (name == "NW2077") {  // what commands report of the kind of file (tests/app/test_tvmscript.cpp)
      QVERIFY(tvmscript::is_tvmscript(bad) && !tvmscript::is_tvmscript(good));
      QCOMPARE(found(bad), "");
      return;
    }
    QVERIFY2(found(bad).find("[" + name + "]") != std::string::npos, found(bad).c_str());
    QCOMPARE(found(good), "");
  }
};

NW_TEST(TestTvmScriptPages);
#include "test_error_pages.moc"
