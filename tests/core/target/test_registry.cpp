// SPDX-License-Identifier: GPL-3.0-or-later
// Which targets there are, and how each is reached.
#include <sys/stat.h>
#include <unistd.h>

#include <QTest>
#include <algorithm>

#include "base/input_file.h"
#include "base/local_cpu.h"
#include "base/sha256.h"
#include "registry.h"
#include "target/registry.h"
#include "target_folders.h"
#include "texts.h"

using namespace nw;
using nlohmann::json;
using target::Connection;
using target::Registry;
using target::Target;
using target::UserTarget;

class TestRegistry : public QObject {
  Q_OBJECT

  static std::string manifest(const std::string& id, const std::string& library) {
    return json{{"nestwright-target", 1}, {"id", id}, {"library", library}, {"abi", "1.0"}, {"version", "1.5"}}.dump();
  }
  static void install_cpu(const test::TargetFolders& at) {
    at.file("prefix/lib/nestwright/targets/nwt_cpu.so", "x");
    at.shipped("cpu.json", manifest("cpu", "../../../lib/nestwright/targets/nwt_cpu.so"));
  }
  static void install_cross(const test::TargetFolders& at) {
    at.shipped("cross.json", R"({"nestwright-target": 1, "id": "cross", "version": "1.0",
      "counters": "count.so",
      "devices": [{"device": "riscv64", "facts": "../cross/riscv64.json", "emulator": "qemu-riscv64", "runner": "riscv64",
                   "arguments": ["-cpu", "rv64"], "package": "qemu-user"}]})");
    at.file("prefix/share/nestwright/cross/riscv64.json",
            R"({"facts": 1, "id": "?", "name": "RV64GC", "kind": "cpu"})");
    at.file("prefix/lib/nestwright/targets/count.so", "x");
    at.file("prefix/lib/nestwright/runners/nestwright-runner-riscv64", "x");
  }
  static Target row(const Registry& registry, const std::string& id) {
    const auto found = std::ranges::find(registry.targets(), id, &Target::id);
    return found == registry.targets().end() ? Target() : *found;
  }
  static std::string states(const Registry& registry) {
    std::string text;
    for (const Target& each : registry.targets()) text += each.id + " " + each.state + "\n";
    return text;
  }
  template <class T>
  static std::string code(const Result<T>& result) {
    return result.diagnostics.empty() ? "" : result.diagnostics.front().code;
  }
  static std::string code(const Diagnostics& diagnostics) {
    return diagnostics.empty() ? "" : diagnostics.front().code;
  }
  static mode_t mode_of(const std::string& path) {
    struct stat file{};
    return ::stat(path.c_str(), &file) == 0 ? file.st_mode & 07777 : 0;
  }

 private Q_SLOTS:
  void the_processor_is_always_there() {
    const test::TargetFolders at;
    const Registry bare = Registry::load(at.folders);
    QCOMPARE(states(bare), std::string("cpu failed\n"));
    TargetFacts facts = local_cpu_facts();
    facts.plugin = "cpu";
    QVERIFY(*bare.facts("cpu").value == facts);
    install_cpu(at);
    const Registry registry = Registry::load(at.folders);
    QCOMPARE(states(registry), std::string("cpu found\n"));
    QCOMPARE(row(registry, "cpu").version, std::string("1.5"));
    const Result<Connection> connection = registry.find("cpu");
    QVERIFY(connection.ok() && connection->facts_known);
    QVERIFY(connection->facts == local_cpu_facts());
    QCOMPARE(connection->carrier.argv, std::vector<std::string>{at.path("prefix/bin/nestwright-runner")});
  }

  void an_emulated_device_has_its_emulator_and_its_runner() {
    const test::TargetFolders at;
    install_cross(at);
    const Registry missing = Registry::load(at.folders);
    QCOMPARE(row(missing, "cross:riscv64").state, std::string("failed"));
    QCOMPARE(row(missing, "cross:riscv64").kind, std::string("cpu"));
    const Result<Connection> none = missing.find("cross:riscv64");
    QCOMPARE(format(none.diagnostics.at(0)),
             std::string("error: cross:riscv64 runs in an emulator, and 'qemu-riscv64' is not there [NW4216]\n"
                         "  legal: install the package qemu-user\n"));
    QCOMPARE(missing.facts("cross:riscv64")->name, std::string("RV64GC"));  // can be judged all the same

    const std::string emulator = at.program("bin/qemu-riscv64");
    const Result<Connection> connection = Registry::load(at.folders).find("cross:riscv64");
    QVERIFY(connection.ok());
    QCOMPARE(connection->carrier.argv,
             (std::vector<std::string>{emulator, "-cpu", "rv64", "-plugin",
                                       at.path("prefix/lib/nestwright/targets/count.so,fd=9"),
                                       at.path("prefix/lib/nestwright/runners/nestwright-runner-riscv64")}));
    QCOMPARE(connection->carrier.environment.at("NESTWRIGHT_COUNTERS_FD"), std::string("9"));
    QCOMPARE(connection->carrier.counters_descriptor, 9);
    QCOMPARE(connection->plugin, std::string("cpu"));
    QCOMPARE(connection->facts.id, std::string("cross:riscv64"));
  }

  void names_that_are_not_there_get_the_nearest() {
    const test::TargetFolders at;
    install_cross(at);
    const Registry registry = Registry::load(at.folders);
    QCOMPARE(format(registry.find("cros:riscv64").diagnostics.at(0)),
             std::string("error: there is no target 'cros:riscv64'; did you mean 'cross:riscv64'? [NW4201]\n"
                         "  legal: cross:riscv64\n"));
    QCOMPARE(code(registry.find("cross")), std::string("NW4201"));
    QCOMPARE(code(registry.find("/etc/passwd")), std::string("NW4201"));
    QCOMPARE(code(registry.find("ssh:-oProxyCommand=x/cpu")), std::string("NW4208"));
  }

  // A document names what is listed, and no more: no host, path or command.
  void a_document_chooses_no_host_and_no_file() {
    const test::TargetFolders at;
    install_cpu(at);
    at.file("prefix/lib/nestwright/runners/nestwright-runner-x86_64", "x");
    Registry registry = Registry::load(at.folders);
    QVERIFY(registry.find("ssh:lab1/cpu").ok());
    for (const char* name :
         {"ssh:lab1/cpu", "ssh:lab1/cpu:0", "./canary.json", "/tmp/canary.so", "canary", "$(canary)"})
      QCOMPARE(code(registry.find_listed(name)), std::string("NW4201"));
    QVERIFY(registry.find_listed("cpu").ok());
    QVERIFY(registry.add({.name = "lab", .carrier = "ssh", .host = "lab1"}).empty());
    QVERIFY(registry.find_listed("lab").ok());
  }
  void a_machine_elsewhere_is_not_found_before_it_is_connected() {
    const test::TargetFolders at;
    at.file("prefix/lib/nestwright/runners/nestwright-runner-x86_64", "x");
    Registry registry = Registry::load(at.folders);
    QVERIFY(registry.add({.name = "lab", .carrier = "ssh", .host = "no-such-host"}).empty());
    QCOMPARE(row(registry, "lab").state, std::string("off"));
    QCOMPARE(row(registry, "lab").why, std::string("nobody has connected to it yet"));
    QVERIFY(registry.remember("lab", TargetFacts()).empty());
    QCOMPARE(row(registry, "lab").state, std::string("found"));
  }
  void a_target_of_this_machine_needs_its_plugin() {
    const test::TargetFolders at;
    install_cpu(at);
    install_cross(at);
    Registry registry = Registry::load(at.folders);
    QCOMPARE(format(registry.add({.name = "mine", .carrier = "child", .plugin = "k9"}).at(0)),
             std::string("error: there is no plugin 'k9' [NW4201]\n  legal: cpu, cross\n"));
    QCOMPARE(format(registry.add({.name = "mine", .carrier = "child", .plugin = "cross", .device = "riscv32"}).at(0)),
             std::string("error: there is no target 'cross:riscv32'; did you mean 'cross:riscv64'? [NW4201]\n"
                         "  legal: cross:riscv64\n"));
    QVERIFY(registry.add({.name = "mine", .carrier = "child", .plugin = "cross", .device = "riscv64"}).empty());
    QVERIFY(registry.add({.name = "there", .carrier = "ssh", .host = "lab1", .plugin = "k9"}).empty());
  }
  // From where the program is installed, and nowhere else: a manifest names no path.
  void the_emulators_counters_are_those_of_the_installation() {
    const test::TargetFolders at;
    install_cross(at);
    at.program("bin/qemu-riscv64");
    QFile::remove(QString::fromStdString(at.path("prefix/lib/nestwright/targets/count.so")));
    const Result<Connection> connection = Registry::load(at.folders).find("cross:riscv64");
    QVERIFY(connection.ok() && connection->facts.counters.empty());
    QCOMPARE(format(connection.diagnostics.at(0)),
             "note: cross:riscv64 runs, and nothing is counted: there is no '" +
                 at.path("prefix/lib/nestwright/targets/count.so") +
                 "' [NW4217]\n  because the emulator counts by a plugin, which is taken from where this program is "
                 "installed and nowhere else\n  legal: install Nestwright again\n");
    at.shipped("cross.json", R"({"nestwright-target": 1, "id": "cross", "counters": "/tmp/count.so", "devices": []})");
    QCOMPARE(row(Registry::load(at.folders), "cross").why, std::string());
  }
  void manifests_in_the_current_folder_are_not_looked_for() {
    const test::TargetFolders at;
    at.file("here/targets.d/canary.json", manifest("canary", "libcanary.so"));
    at.file("here/canary.json", manifest("canary", "libcanary.so"));
    at.file("here/libcanary.so", "x");
    const QString before = QDir::currentPath();
    QDir::setCurrent(QString::fromStdString(at.path("here")));
    qputenv("NESTWRIGHT_TARGETS", "targets.d:.");
    const target::Folders folders = target::folders_of_program(at.path("prefix/bin"));
    qunsetenv("NESTWRIGHT_TARGETS");
    for (const target::ManifestFolder& folder : folders.manifests) QVERIFY(folder.path.starts_with('/'));
    QVERIFY(std::ranges::none_of(folders.manifests,
                                 [&](const auto& folder) { return folder.path.starts_with(at.path("here")); }));
    QDir::setCurrent(before);
  }
  void folders_of_the_environment() {
    const test::TargetFolders at;
    const auto with = [](const char* name, const std::string& value) {
      qputenv(name, QByteArray::fromStdString(value));
    };
    with("XDG_CACHE_HOME", at.path("cache"));
    with("XDG_CONFIG_HOME", at.path("config"));
    with("XDG_DATA_HOME", at.path("data"));
    with("XDG_DATA_DIRS", at.path("system"));
    with("NESTWRIGHT_TARGETS", at.path("mine"));
    with("NESTWRIGHT_CACHE", "off");
    QCOMPARE(target::folders_of_program(at.path("prefix/bin")).kernel_cache(), std::string());
    qunsetenv("NESTWRIGHT_CACHE");
    const target::Folders folders = target::folders_of_program(at.path("prefix/bin"));
    with("NESTWRIGHT_CACHE", "off");
    for (const char* name :
         {"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS", "NESTWRIGHT_TARGETS"})
      qunsetenv(name);
    using target::Origin;
    QVERIFY(folders.manifests ==
            (std::vector<target::ManifestFolder>{{at.path("prefix/share/nestwright/targets.d"), Origin::Shipped},
                                                 {at.path("system/nestwright/targets.d"), Origin::System},
                                                 {at.path("data/nestwright/targets.d"), Origin::User},
                                                 {at.path("mine"), Origin::User}}));
    QCOMPARE(folders.kernel_cache(), at.path("cache/nestwright/kernels"));
    QCOMPARE(folders.config, at.path("config/nestwright"));
    QCOMPARE(folders.runners, at.path("prefix/lib/nestwright/runners"));
  }

  void a_plugin_of_the_user_is_trusted_until_it_changes() {
    const test::TargetFolders at;
    at.of_user("board.json", manifest("board", "libboard.so"));
    const std::string library = at.file("home/.local/share/nestwright/targets.d/libboard.so", "one");
    Registry registry = Registry::load(at.folders);
    QCOMPARE(row(registry, "board").state, std::string("not trusted"));
    QCOMPARE(code(registry.find("board")), std::string("NW4206"));
    QCOMPARE(code(registry.find("board:0")), std::string("NW4206"));

    QVERIFY(registry.trust("board").empty());
    // What the runner is told to load is what was hashed, whatever the file is by then.
    const Result<Connection> trusted = registry.find("board");
    QCOMPARE(trusted->carrier.argv,
             (std::vector<std::string>{at.path("prefix/bin/nestwright-runner"), "--library",
                                       at.path("home/.local/share/nestwright/targets.d/libboard.so"), "--sha256",
                                       file_sha256(at.path("home/.local/share/nestwright/targets.d/libboard.so"))}));
    QVERIFY(registry.find("board").ok());
    QCOMPARE(mode_of(at.folders.trust_file()), mode_t{0600});
    QCOMPARE(code(registry.facts("board")), std::string("NW4221"));  // only the device can say

    at.file("home/.local/share/nestwright/targets.d/libboard.so", "two");
    QCOMPARE(code(Registry::load(at.folders).find("board")), std::string("NW4206"));
    at.file("home/.local/share/nestwright/targets.d/libboard.so", "one");
    QVERIFY(Registry::load(at.folders).find("board").ok());
    at.of_user("board.json", manifest("board", "libboard.so") + "\n");
    QCOMPARE(code(Registry::load(at.folders).find("board")), std::string("NW4206"));
    at.of_user("board.json", manifest("board", "libboard.so"));
    at.of_user("other.json", manifest("board", "libboard.so"));  // the same bytes elsewhere are another plugin
    QVERIFY(registry.revoke("board").empty());
    QCOMPARE(code(registry.find("board")), std::string("NW4206"));
    QCOMPARE(code(registry.revoke("board")), std::string("NW4201"));
    QCOMPARE(code(registry.trust("borad")), std::string("NW4201"));
  }
  void a_name_may_be_in_the_list_that_cannot_be_read() {
    const test::TargetFolders at;
    at.file("home/.config/nestwright/targets.json", "{\"nestwright-targets\": 1, \"tar");
    const Registry registry = Registry::load(at.folders);
    QCOMPARE(registry.find("lab").diagnostics.front().because,
             std::vector<std::string>{registry.diagnostics().front().message});
    QVERIFY(test::says(registry.diagnostics().front().message, "targets.json' cannot be used: line 1"));
  }
  void a_library_that_may_not_be_read_is_named() {
    if (::geteuid() == 0) QSKIP("root may read everything");
    const test::TargetFolders at;
    at.of_user("board.json", manifest("board", "libboard.so"));
    const std::string library = at.file("home/.local/share/nestwright/targets.d/libboard.so", "one");
    ::chmod(library.c_str(), 0);
    const Registry registry = Registry::load(at.folders);
    QCOMPARE(row(registry, "board").state, std::string("failed"));
    QCOMPARE(code(registry.find("board")), std::string("NW4202"));
    QVERIFY(test::says(row(registry, "board").why, "cannot be loaded: you may not read it"));
    ::chmod(library.c_str(), 0600);
  }
  void trust_that_others_could_have_written_is_none() {
    const test::TargetFolders at;
    at.of_user("board.json", manifest("board", "libboard.so"));
    at.file("home/.local/share/nestwright/targets.d/libboard.so", "one");
    Registry registry = Registry::load(at.folders);
    QVERIFY(registry.trust("board").empty());
    ::chmod(at.folders.trust_file().c_str(), 0666);
    registry = Registry::load(at.folders);
    QCOMPARE(code(registry.diagnostics()), std::string("NW4220"));
    QCOMPARE(code(registry.find("board")), std::string("NW4206"));
  }
  void what_is_shipped_is_not_hidden_by_the_user() {
    const test::TargetFolders at;
    install_cpu(at);
    at.of_user("cpu.json", manifest("cpu", "libcpu.so"));
    at.file("home/.local/share/nestwright/targets.d/libcpu.so", "mine");
    const Registry registry = Registry::load(at.folders);
    QCOMPARE(registry.plugins().at(1).state, std::string("hidden"));
    QCOMPARE(target::usable_plugin(registry.plugins(), "cpu")->manifest.library,
             at.path("prefix/lib/nestwright/targets/nwt_cpu.so"));
    ::chmod(at.path("prefix/lib/nestwright/targets/nwt_cpu.so").c_str(), 0666);  // then it is anybody's
    QCOMPARE(code(Registry::load(at.folders).find("cpu")), std::string("NW4206"));
  }
  void broken_manifests_do_not_stop_the_others() {
    const test::TargetFolders at;
    install_cpu(at);
    at.of_user("a.json", "");
    at.of_user("b.json", "{");
    at.of_user("c.json", manifest("c", "no-such.so"));
    at.of_user("d.json", R"({"nestwright-target": 1, "id": "d", "library": "d.so", "abi": "2.0"})");
    at.file("home/.local/share/nestwright/targets.d/d.so", "x");
    QVERIFY(::symlink("e.json", at.path("home/.local/share/nestwright/targets.d/e.json").c_str()) == 0);
    at.of_user("f.txt", manifest("f", "f.so"));
    const Registry registry = Registry::load(at.folders);
    std::string text;
    for (const target::Plugin& plugin : registry.plugins())
      text += plugin.manifest.id + " " + plugin.state + " " + code(plugin.problems) + "\n";
    QCOMPARE(text, std::string("cpu found \na failed NW4207\nb failed NW4207\nc failed NW4202\nd failed NW4203\n"
                               "e failed NW4207\n"));
    QVERIFY(registry.find("cpu").ok());
  }

  void targets_of_the_user() {
    const test::TargetFolders at;
    install_cpu(at);
    Registry registry = Registry::load(at.folders);
    QVERIFY(
        registry.add({.name = "lab", .carrier = "ssh", .host = "me@lab1", .plugin = "cuda", .device = "0"}).empty());
    QVERIFY(registry.add({.name = "box", .carrier = "command", .command = {"docker", "exec", "-i", "c", "{runner}"}})
                .empty());
    QVERIFY(registry.add({.name = "one", .carrier = "child", .settings = {{"threads", 1}}}).empty());
    TargetFacts facts;
    facts.id = "?";
    facts.name = "A board";
    QVERIFY(registry.add({.name = "board", .facts = facts}).empty());
    QCOMPARE(mode_of(at.folders.targets_file()), mode_t{0600});
    registry = Registry::load(at.folders);
    QCOMPARE(states(registry), std::string("cpu found\nlab off\nbox off\none found\nboard described\n"));

    QCOMPARE(registry.find("box")->carrier.argv,
             (std::vector<std::string>{"docker", "exec", "-i", "c", at.path("prefix/bin/nestwright-runner")}));
    QCOMPARE(registry.find("one")->settings.dump(), std::string(R"({"threads":1})"));
    QCOMPARE(registry.find("one")->facts.id, std::string("one"));
    QCOMPARE(registry.find("lab")->carrier.host, std::string("me@lab1"));
    QVERIFY(!registry.find("lab")->facts_known);
    QCOMPARE(code(registry.find("board")), std::string("NW4219"));
    QCOMPARE(registry.facts("board")->name, std::string("A board"));
    QCOMPARE(registry.facts("board")->id, std::string("board"));

    QCOMPARE(code(registry.add({.name = "lab", .carrier = "child"})), std::string("NW4222"));
    QVERIFY(registry.remove("lab").empty());
    QCOMPARE(code(registry.find("lab")), std::string("NW4201"));
    QCOMPARE(code(registry.remove("lab")), std::string("NW4201"));
    QCOMPARE(code(registry.remove("cpu")), std::string("NW4201"));
  }
  void targets_that_cannot_be_added() {
    const test::TargetFolders at;
    install_cross(at);
    Registry registry = Registry::load(at.folders);
    const UserTarget wrong[] = {{.name = "cpu", .carrier = "child"},
                                {.name = "cross", .carrier = "child"},
                                {.name = "../x", .carrier = "child"},
                                {.name = "", .carrier = "child"},
                                {.name = "-x", .carrier = "child"},
                                {.name = "a:b", .carrier = "child"},
                                {.name = "x"},
                                {.name = "x", .carrier = "telnet"},
                                {.name = "x", .carrier = "command"},
                                {.name = "x", .carrier = "child", .host = "lab1"},
                                {.name = "x", .carrier = "child", .plugin = "../cpu"},
                                {.name = "x", .carrier = "child", .device = "a b"}};
    for (const UserTarget& target : wrong) QCOMPARE(code(registry.add(target)), std::string("NW4222"));
    for (const char* host : {"", "-oProxyCommand=x", "a;b"})
      QCOMPARE(code(registry.add({.name = "x", .carrier = "ssh", .host = host})), std::string("NW4208"));
    for (const char* option : {"-F/tmp/x", "ProxyCommand=x", "-o"})
      QCOMPARE(code(registry.add({.name = "x", .carrier = "ssh", .host = "lab1", .options = {option}})),
               std::string("NW4208"));
    QVERIFY(!QFile::exists(QString::fromStdString(at.folders.targets_file())));
  }
  void a_torn_list_is_kept_and_the_others_go_on() {
    const test::TargetFolders at;
    install_cpu(at);
    const std::string torn = "{\"nestwright-targets\": 1, \"targets\": [{\"name\": \"la";
    at.file("home/.config/nestwright/targets.json", torn);
    Registry registry = Registry::load(at.folders);
    QCOMPARE(code(registry.diagnostics()), std::string("NW4220"));
    QVERIFY(registry.find("cpu").ok());
    QVERIFY(registry.add({.name = "lab", .carrier = "ssh", .host = "lab1"}).empty());
    QVERIFY(registry.diagnostics().empty());
    QCOMPARE(*read_whole_file(at.folders.targets_file() + ".unreadable").value, torn);
    at.file("home/.config/nestwright/targets.json", "");
    registry = Registry::load(at.folders);
    QVERIFY(registry.add({.name = "lab", .carrier = "ssh", .host = "lab1"}).empty());
    QCOMPARE(*read_whole_file(at.folders.targets_file() + ".unreadable").value, torn);
    QCOMPARE(*read_whole_file(at.folders.targets_file() + ".unreadable-2").value, std::string());
  }
  void a_wrong_entry_is_left_out_and_stays_in_the_file() {
    const test::TargetFolders at;
    at.file("prefix/lib/nestwright/runners/nestwright-runner-x86_64", "x");
    at.file("home/.config/nestwright/targets.json", R"({"nestwright-targets": 1, "colour": "red", "targets": [
      {"name": "a", "carrier": "ssh", "host": "-oProxyCommand=canary"},
      {"name": "b", "carrier": 7}, 8, {"name": "c", "facts": {"facts": 9}},
      {"name": "d", "carrier": "ssh", "host": "lab1"}, {"name": "d", "carrier": "child"}]})");
    Registry registry = Registry::load(at.folders);
    std::string text;
    for (const Diagnostic& d : registry.diagnostics()) text += d.message.substr(d.message.find("used: ") + 6) + "\n";
    QCOMPARE(text,
             std::string("'targets[2]': must be an object\n"
                         "line 2, 'targets[0]': '-oProxyCommand=canary' cannot be reached: a host name that begins "
                         "with '-' could be taken "
                         "for an option\n"
                         "line 3, 'targets[1].carrier': must be a text\n"
                         "line 3, 'targets[1]': the target 'b' cannot be added: it has neither a carrier nor facts\n"
                         "line 3, 'targets[3].facts': the facts of a target cannot be used: 'facts' must be 1, the "
                         "version of the schema\n"
                         "line 3, 'targets[3]': the target 'c' cannot be added: it has neither a carrier nor facts\n"
                         "line 4, 'targets[5].name': there are two targets 'd'; the first counts\n"));
    QCOMPARE(states(registry), std::string("cpu failed\nd off\n"));
    QVERIFY(registry.add({.name = "e", .carrier = "child"}).empty());
    const json file = json::parse(*read_whole_file(at.folders.targets_file()).value);
    QCOMPARE(file["targets"].size(), size_t{7});
    QCOMPARE(file["colour"].dump(), std::string("\"red\""));
  }

  void a_connection_travels_as_json() {
    const test::TargetFolders at;
    install_cpu(at);
    install_cross(at);
    at.program("bin/qemu-riscv64");
    at.file("prefix/lib/nestwright/runners/nestwright-runner-x86_64", "x");
    const Registry registry = Registry::load(at.folders);
    for (const char* id : {"cpu", "cross:riscv64", "ssh:me@lab1/cpu", "ssh:lab1/cuda:0"}) {
      const Result<Connection> connection = registry.find(id);
      QVERIFY2(connection.ok(), id);
      const Result<Connection> back = target::connection_from_json(json::parse(to_json(*connection).dump()));
      QVERIFY2(back.ok() && *back.value == *connection, id);
    }
    json broken = to_json(*registry.find("cpu").value);
    for (const auto& [key, value] : broken.items()) {
      json without = broken;
      without.erase(key);
      QVERIFY2(!target::connection_from_json(without).value, key.c_str());
      without[key] = 7;
      QVERIFY2(!target::connection_from_json(without).value, key.c_str());
    }
    QVERIFY(!target::connection_from_json(json()).value);
  }
};

NW_TEST(TestRegistry);
#include "test_registry.moc"
