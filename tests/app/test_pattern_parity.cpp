// SPDX-License-Identifier: GPL-3.0-or-later
// Matches, composites, rewritten programs, regions and reasons equal to what TVM 0.11.1 does with the same tables, by
// the command line. Names that TVM's text does not bind are not compared, nor is the order of regions' calls.
#include <QProcess>
#include <QTest>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "registry.h"

using nlohmann::json;

class TestPatternParity : public QObject {
  Q_OBJECT

  static json expected() { return json::parse(nw::test::read_data("parity/patterns/expected.json")); }

  static QStringList arguments(const QString& name, const json& want) {
    const QString folder = QStringLiteral(NW_SOURCE_DIR "/tests/data/parity/patterns/");
    QStringList list = {QStringLiteral("patterns"),
                        folder + QString::fromStdString(want["model"].get<std::string>()),
                        folder + name + QStringLiteral(".pat"),
                        QStringLiteral("--passes"),
                        QStringLiteral("none"),
                        QStringLiteral("--json")};
    const std::string ask = want["ask"][0];
    if (ask == "rewrite") list << QStringLiteral("--rewrite");
    if (want.value("once", false)) list << QStringLiteral("--once");
    if (ask != "byoc") return list;
    QStringList targets;
    for (const json& target : want["targets"]) targets << QString::fromStdString(target.get<std::string>());
    list << QStringLiteral("--offload") << targets.join(QLatin1Char(','));
    if (!want.value("include_non_call_ops", true)) list << QStringLiteral("--calls-only");
    if (!want.value("bind_constants", true)) list << QStringLiteral("--constants-as-arguments");
    return list;
  }

  static bool same_names(const json& want, const json& got) {
    return std::equal(want.begin(), want.end(), got.begin(), got.end(),
                      [](const json& a, const json& b) { return a == "" || a == b; });
  }

  static bool same_composite(const json& want, const json& got) {
    return want["name"] == got["name"] && want["ops"] == got["ops"] && want["from"] == got["from"] &&
           want["constants"] == got["constants"].size() && same_names(want["nodes"], got["nodes"]) &&
           same_names(want["arguments"], got["arguments"]) && (want["root"] == "" || want["root"] == got["root"]);
  }

  static std::string composites(const json& want, json got) {
    for (const json& each : want["composites"]) {
      const auto found = std::find_if(got["composites"].begin(), got["composites"].end(),
                                      [&](const json& other) { return same_composite(each, other); });
      if (found == got["composites"].end()) return "no " + each.dump();
      got["composites"].erase(found);
    }
    if (!got["composites"].empty()) return "also " + got["composites"].dump();
    return want["main"] == got["main"] ? "" : "main " + got["main"].dump();
  }

  static json counted(const json& region, bool sizes) {
    json ops = region["ops"];
    std::sort(ops.begin(), ops.end());
    const auto count = [&](const char* key) { return sizes ? json(region[key].size()) : region[key]; };
    return {region["compiler"], ops, count("arguments"), count("constants"), count("results")};
  }

  static std::string regions(const json& want, const json& got) {
    std::vector<json> a, b;
    for (const json& each : want["regions"]) a.push_back(counted(each, false));
    for (const json& each : got["regions"]) b.push_back(counted(each, true));
    std::sort(a.begin(), a.end());
    std::sort(b.begin(), b.end());
    json main = got["main"];
    std::sort(main.begin(), main.end());
    if (a != b) return json(b).dump();
    return main == want["main"] ? "" : "main " + main.dump();
  }

  static std::string miss(const json& want, const json& got) {
    for (const json& each : got["near_misses"]) {
      if (each["name"] != want["pattern"] || (want["root"] != "" && each["root"] != want["root"])) continue;
      if (each["kind"] != want["kind"] || (want["node"] != "" && each["node"] != want["node"])) return each.dump();
      return want.contains("repaired") && each["fix"].is_null() ? "no fix" : "";
    }
    return "no near miss";
  }

  // Empty, or what is different.
  static std::string difference(const json& want, const json& got) {
    const std::string ask = want["ask"][0];
    if (ask == "merge") return composites(want, got);
    if (ask == "byoc") return regions(want, got);
    if (ask == "miss") return miss(want["miss"], got);
    if (ask == "rewrite" && !want.contains("error"))
      return want["rewritten"] == got["rewritten"] ? "" : got["rewritten"].dump();
    if (ask == "match") {
      for (const auto& [name, matches] : want["match"].items())
        if (matches.is_boolean() && got["match"][name] != matches) return name;
      return {};
    }
    // A wrong table, or rules that never end.
    std::vector<int> lines;
    for (const json& d : got["diagnostics"])
      if (d["severity"] == "error") lines.push_back(d["where"][0]["line"]);
    if (ask == "rewrite") return lines.size() == 1 ? "" : got["diagnostics"].dump();
    return lines == std::vector<int>{want["line"]} ? "" : got["diagnostics"].dump();
  }

 private Q_SLOTS:
  void as_tvm_data() {
    QTest::addColumn<QString>("name");
    const json all = expected();  // items() refers to it
    for (const auto& [name, want] : all.items()) QTest::newRow(name.c_str()) << QString::fromStdString(name);
  }
  void as_tvm() {
    QFETCH(QString, name);
    const json want = expected()[name.toStdString()];
    QProcess process;
    process.start(QStringLiteral(NW_BIN_DIR "/nestwright-cli"), arguments(name, want));
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(difference(want, json::parse(process.readAllStandardOutput().toStdString())), std::string());
  }
};

NW_TEST(TestPatternParity);
#include "test_pattern_parity.moc"
