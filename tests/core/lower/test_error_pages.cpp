// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of what only shows when loops are built: what they say fails gives the code, what they fix gives none.
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error_pages.h"
#include "lower/lower.h"
#include "page_examples.h"
#include "registry.h"
#include "script/script.h"

using namespace nw;

class LowerErrorPagesTest : public QObject {
  Q_OBJECT

  // The target that the rule needs, if the page gives its facts.
  static std::shared_ptr<const TargetFacts> target_of(std::string_view page) {
    const std::string facts = test::page_example(page, "Facts:");
    if (facts.empty()) return nullptr;
    return std::make_shared<const TargetFacts>(*target_facts_from_json(nlohmann::json::parse(facts)).value);
  }
  static Diagnostics analysed(const std::string& text, std::shared_ptr<const TargetFacts> target) {
    script::ReadOptions options;
    options.target = std::move(target);
    const script::Program p = script::read(text, options);
    Diagnostics d = p.diagnostics;
    if (p.ok() && p.schedule) append(d, lower::lower_loops(*p.schedule, p.args, p.kernel_name).diagnostics);
    return d;
  }
  static std::string texts(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d);
    return all;
  }

 private Q_SLOTS:
  void pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const std::string_view code : error_codes())
      if (code >= "NW2400" && code < "NW2500")
        QTest::newRow(std::string(code).c_str()) << QString::fromUtf8(code.data(), static_cast<qsizetype>(code.size()));
  }
  void pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string name = code.toStdString();
    const std::shared_ptr<const TargetFacts> target = target_of(error_page(name));
    const Diagnostics bad = analysed(test::page_example(error_page(name), "Fails:"), target);
    QVERIFY2(std::any_of(bad.begin(), bad.end(), [&](const Diagnostic& d) { return d.code == name; }),
             texts(bad).c_str());
    const std::string mended = test::page_example(error_page(name), "Mended:");
    QVERIFY(!mended.empty());
    const Diagnostics good = analysed(mended, target);
    QVERIFY2(!has_errors(good), texts(good).c_str());
  }
};

NW_TEST(LowerErrorPagesTest);
#include "test_error_pages.moc"
