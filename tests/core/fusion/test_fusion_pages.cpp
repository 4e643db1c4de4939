// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of fusion's diagnostics: what they say fails gives the code, what they fix does not. An example is a
// command line and, below it, the program.
#include <QTest>
#include <sstream>

#include "base/error_pages.h"
#include "fusion/choices.h"
#include "programs.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class TestFusionPages : public QObject {
  Q_OBJECT

  static std::string example(std::string_view page, std::string_view after) {
    const size_t label = page.find(after);
    const size_t start = label == std::string_view::npos ? label : page.find("```\n", label);
    if (start == std::string_view::npos) return {};
    const size_t begin = start + 4;
    return std::string(page.substr(begin, page.find("```", begin) - begin));
  }

  // The codes of all that running the example tells.
  static std::string codes_of(const std::string& text) {
    const size_t end = text.find('\n');
    std::istringstream words(text.substr(0, end));
    const graph::Graph graph = read(text.substr(end + 1));
    fusion::Options options;
    Diagnostics diagnostics;
    std::string flag, value;
    words >> flag;  // fuse
    while (words >> flag >> value) {
      if (flag == "--max-depth") options.max_depth = std::stoi(value);
      if (flag == "--pattern") append(diagnostics, fusion::add_pattern(graph, value, options));
      if (flag == "--fence") append(diagnostics, fusion::add_fence(graph, value, options));
      if (flag == "--join") append(diagnostics, fusion::add_join(graph, value, options));
    }
    append(diagnostics, fusion::fuse(graph, relay_ops(), options).diagnostics);
    std::string codes;
    for (const Diagnostic& d : diagnostics) codes += d.code + " ";
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
