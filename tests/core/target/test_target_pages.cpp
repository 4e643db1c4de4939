// SPDX-License-Identifier: GPL-3.0-or-later
// The pages about manifests and the user's list do what they say.
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/error_pages.h"
#include "registry.h"
#include "target/plugins.h"
#include "target/user_targets.h"
#include "target_folders.h"
#include "texts.h"

using namespace nw;

class TestTargetPages : public QObject {
  Q_OBJECT

  static std::string example(std::string_view code, std::string_view heading) {
    const std::string_view page = error_page(code);
    const size_t begin = page.find("```json\n", page.find(heading)) + 8;
    return std::string(page.substr(begin, page.find("```", begin) - begin));
  }
  // Codes of what is wrong with a plugin that came with the program.
  static std::string codes_of(const std::string& manifest) {
    const test::TargetFolders at;
    at.shipped("board.json", manifest);
    at.file("prefix/share/nestwright/targets.d/libnwt_board.so", "x");
    at.file("prefix/libnwt_board.so", "x");
    std::string codes;
    for (const target::Plugin& plugin : target::find_plugins(at.folders, {}))
      for (const Diagnostic& d : plugin.problems) codes += d.code;
    return codes;
  }
  static std::string codes_of_list(const std::string& list) {
    const test::TargetFolders at;
    std::string codes;
    for (const Diagnostic& d : target::read_user_targets(at.file("targets.json", list)).problems) codes += d.code;
    return codes;
  }

 private Q_SLOTS:
  void manifests_of_pages_data() {
    QTest::addColumn<std::string>("code");
    for (const char* code : {"NW4202", "NW4203", "NW4207"}) QTest::newRow(code) << std::string(code);
  }
  void manifests_of_pages() {
    QFETCH(std::string, code);
    QCOMPARE(codes_of(example(code, "Fails:")), code);
    QCOMPARE(codes_of(example(code, "Mended:")), std::string());
  }
  void lists_of_pages() {
    QCOMPARE(codes_of_list(example("NW4220", "Fails:")), std::string("NW4220"));
    QCOMPARE(codes_of_list(example("NW4220", "Mended:")), std::string());
  }
};

NW_TEST(TestTargetPages);
#include "test_target_pages.moc"
