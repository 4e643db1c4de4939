// SPDX-License-Identifier: GPL-3.0-or-later
// Manifests as they should be, and as strangers leave them lying about.
#include <sys/stat.h>
#include <unistd.h>

#include <QTest>

#include "registry.h"
#include "target/manifest.h"
#include "target_folders.h"
#include "texts.h"

using namespace nw;
using nlohmann::json;
using target::Manifest;

class TestManifest : public QObject {
  Q_OBJECT

  static constexpr const char* kPlain =
      R"({"nestwright-target": 1, "id": "board", "library": "libboard.so", "abi": "1.0"})";

  static std::string message(const std::string& path) {
    const Result<Manifest> manifest = target::read_manifest(path);
    if (manifest.value) return "(none)";
    std::string text;
    for (const Diagnostic& d : manifest.diagnostics) {
      if (d.code != "NW4207") return "not NW4207: " + d.message;
      const std::string prefix = "the manifest '" + path + "' cannot be used: ";
      text +=
          (text.empty() ? "" : "\n") + (d.message.starts_with(prefix) ? d.message.substr(prefix.size()) : d.message);
    }
    return text;
  }
  // What is wrong with the manifest that has one key changed.
  static std::string changed(const char* key, const json& value) {
    const test::TargetFolders at;
    json manifest = json::parse(kPlain);
    manifest[key] = value;
    return message(at.of_user("board.json", manifest.dump()));
  }

 private Q_SLOTS:
  void a_manifest_with_all_keys() {
    const test::TargetFolders at;
    const std::string path = at.shipped("opencl.json", R"({"nestwright-target": 1, "id": "opencl", "name": "OpenCL",
      "name[de]": "OpenCL-Geräte", "description": "Devices of the installed drivers",
      "library": "../../../lib/nestwright/targets/nwt_opencl.so", "abi": "1.0", "version": "1.2", "licence": "MIT",
      "dialects": ["opencl-c"], "confined": false,
      "settings": [{"key": "cache", "type": "folder", "default": "", "title": "Cache", "title[de]": "Zwischenspeicher"},
                   {"key": "platform", "type": "choice", "choices": ["any", "cpu"], "default": "any"}], "colour": 1})");
    const Result<Manifest> manifest = target::read_manifest(path);
    QVERIFY2(manifest.ok(), message(path).c_str());
    QCOMPARE(manifest->library, at.path("prefix/lib/nestwright/targets/nwt_opencl.so"));
    QCOMPARE(Manifest::text(manifest->name), std::string("OpenCL"));
    QCOMPARE(Manifest::text(manifest->name, "de_AT"), std::string("OpenCL-Geräte"));
    QCOMPARE(Manifest::text(manifest->settings[0].title, "fr"), std::string("Cache"));
    QCOMPARE(manifest->settings_with({{"platform", "cpu"}}).dump(), std::string(R"({"cache":"","platform":"cpu"})"));
    QVERIFY(!manifest->confined);
    QCOMPARE(manifest->sha256.size(), size_t{64});
  }

  void files_that_are_no_manifests() {
    const test::TargetFolders at;
    QCOMPARE(message(at.of_user("empty.json", "")), std::string("it is empty"));
    QVERIFY(message(at.of_user("torn.json", "{\"nestwright-target\": 1,\n\"id\": ")).starts_with("line 2: "));
    QCOMPARE(message(at.of_user("list.json", "[]")), std::string("line 1: it is no JSON object"));
    QCOMPARE(message(at.of_user("deep.json", std::string(100'000, '['))),
             std::string("line 1: brackets are nested more than 200 levels deep"));
    QCOMPARE(message(at.path("no-such.json")), std::string("No such file or directory"));
    QCOMPARE(message(at.path("bin")), std::string("it is a folder"));
    QCOMPARE(message("/dev/zero"), std::string("it is a device, not a regular file"));
    const std::string pipe = at.path("pipe.json");
    QCOMPARE(::mkfifo(pipe.c_str(), 0600), 0);
    QCOMPARE(message(pipe), std::string("it is a pipe, not a regular file"));
  }
  void a_manifest_of_100_megabytes_is_not_read() {
    const test::TargetFolders at;
    const std::string path = at.of_user("large.json", "{}");
    QCOMPARE(::truncate(path.c_str(), 100'000'000), 0);
    QCOMPARE(message(path), std::string("it has 100000000 bytes; at most 1048576 are read"));
  }
  void links_that_go_round() {
    const test::TargetFolders at;
    QCOMPARE(::symlink(at.path("b.json").c_str(), at.path("a.json").c_str()), 0);
    QCOMPARE(::symlink(at.path("a.json").c_str(), at.path("b.json").c_str()), 0);
    QCOMPARE(message(at.path("a.json")), std::string("Too many levels of symbolic links"));
  }
  void a_manifest_that_may_not_be_read() {
    const test::TargetFolders at;
    const std::string path = at.of_user("board.json", kPlain);
    QCOMPARE(::chmod(path.c_str(), 0), 0);
    const bool root = ::geteuid() == 0;  // who reads every file
    if (root) QCOMPARE(::seteuid(65534), 0);
    const std::string said = message(path);
    if (root) QCOMPARE(::seteuid(0), 0);
    QCOMPARE(said, std::string("Permission denied"));
  }

  void a_wrong_key_is_named_with_its_line() {
    const test::TargetFolders at;
    QCOMPARE(message(at.of_user("board.json",
                                "{\n  \"nestwright-target\": 1, \"id\": \"board\",\n  \"library\": 7,\n"
                                "  \"abi\": \"1.0\",\n  \"settings\": [\n    {\"key\": \"a\"},\n"
                                "    {\"key\": \"b\",\n     \"type\": \"colour\"}\n  ]\n}\n")),
             std::string("line 3, 'library': must be a text\nline 8, 'settings[1].type': must be one of text, number, "
                         "boolean, choice, file, folder"));
    QVERIFY(test::says(changed("nestwright-target", 2), "'nestwright-target': must be 1, the version of manifests"));
    QVERIFY(test::says(changed("id", "../x"), "'id': must be a name of letters, digits, '.', '_' and '-'"));
    QVERIFY(test::says(changed("id", std::string(100'000, 'a')), "'id': must be a name"));
    QVERIFY(test::says(changed("name", json::array()), "'name': must be a text"));
    QVERIFY(test::says(changed("dialects", {1}), "'dialects': must be a list of texts"));
    QVERIFY(test::says(changed("devices", {1}), "'devices[0]': must be an object"));
    QVERIFY(test::says(changed("library", std::string("a\0b", 3)), "contains a null byte"));
    QVERIFY(test::says(changed("builtin", "yes"), "'builtin': must be true or false"));
    QVERIFY(test::says(changed("settings", {{{"key", "n"}, {"type", "number"}, {"default", "x"}}}),
                       "of the type 'number'"));
  }

  void a_library_stays_in_the_prefix() {
    QVERIFY(test::says(changed("library", "../../../../libboard.so"),
                       "'library': '../../../../libboard.so' leaves the folder "));
    const test::TargetFolders at;
    const auto with = [&](const std::string& library) {
      return message(at.shipped(
          "x.json", json{{"nestwright-target", 1}, {"id", "x"}, {"library", library}, {"abi", "1.0"}}.dump()));
    };
    QCOMPARE(with("../../../lib/x.so"), std::string("(none)"));
    QVERIFY(test::says(with("../../../../x.so"), "leaves the folder"));
    QCOMPARE(::symlink("/etc", at.path("prefix/out").c_str()), 0);
    QVERIFY(test::says(with("../../../out/passwd"), "leaves the folder"));
  }
  void an_absolute_library_is_nobody_elses() {
    const test::TargetFolders at;
    const std::string library = at.file("elsewhere/libboard.so", "x");
    const auto with = [&](mode_t mode) {
      ::chmod(library.c_str(), mode);
      return message(at.of_user(
          "x.json", json{{"nestwright-target", 1}, {"id", "x"}, {"library", library}, {"abi", "1.0"}}.dump()));
    };
    QCOMPARE(with(0644), std::string("(none)"));
    QVERIFY(test::says(with(0666), "belongs to or can be changed by others"));
    QVERIFY(test::says(with(0664), "belongs to or can be changed by others"));
    ::chmod(library.c_str(), 0644);
    if (::geteuid() == 0 && ::chown(library.c_str(), 65534, 65534) == 0)
      QVERIFY(test::says(with(0644), "belongs to or can be changed by others"));
  }
};

NW_TEST(TestManifest);
#include "test_manifest.moc"
