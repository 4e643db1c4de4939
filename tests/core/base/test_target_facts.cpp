// SPDX-License-Identifier: GPL-3.0-or-later
// Facts about a target as JSON: what is written and read again, what is refused, and what the hash depends on.
#include <QTest>
#include <nlohmann/json.hpp>

#include "base/error_pages.h"
#include "base/local_cpu.h"
#include "registry.h"

using namespace nw;
using nlohmann::json;

class TestTargetFacts : public QObject {
  Q_OBJECT

  static json gpu() {
    return json::parse(R"({
      "facts": 1, "id": "cuda:0", "name": "NVIDIA H200", "kind": "gpu", "plugin": "cuda", "version": "1.0", "driver": "580.1",
      "code": {"dialect": "ptx", "triple": "nvptx64-nvidia-cuda", "cpu": "sm_90", "features": "+ptx78", "lowering": "device"},
      "compute": {"units": 132, "clock_mhz": 1980.0, "vector_bytes": 16, "vector_registers": 0, "fma": true, "parallel_start_us": 5.0},
      "threads": {"levels": [{"tag": "blockIdx.x", "max": 2147483647}, {"tag": "threadIdx.x", "max": 1024}],
                  "block": 1024, "warp": 32, "virtual": true},
      "memories": [{"scope": "global", "bytes": 150323855360, "per": "device"}, {"scope": "shared", "bytes": 49152, "per": "block"}],
      "caches": [{"level": 2, "bytes": 52428800}],
      "dtypes": {"float32": "native", "bfloat16": "convert", "int4": "none"},
      "intrinsics": [{"prefix": "llvm.nvvm.", "needs": "sm_70"}], "pragmas": ["unroll"],
      "clock": {"kind": "event", "resolution_ns": 500},
      "counters": [{"name": "registers", "unit": "1", "exact": true}],
      "parallel_runs": false, "cancel": "process", "config": {"slots": 4}})");
  }
  static QString problems_of(const json& facts) {
    QString text;
    for (const Diagnostic& d : target_facts_from_json(facts).diagnostics) text += QString::fromStdString(format(d));
    return text;
  }
  static TargetFacts read(const json& facts) { return *target_facts_from_json(facts).value; }
  static json example(std::string_view heading) {
    const std::string_view page = error_page("NW4218");
    const size_t begin = page.find("```json\n", page.find(heading)) + 8;
    return json::parse(page.substr(begin, page.find("```", begin) - begin));
  }

 private Q_SLOTS:
  void facts_read_and_written_are_the_same() {
    QCOMPARE(QString::fromStdString(to_json(read(gpu())).dump()), QString::fromStdString(gpu().dump()));
    const TargetFacts cpu = local_cpu_facts();
    QVERIFY(read(to_json(cpu)) == cpu);
  }

  void unknown_keys_are_kept_in_every_object() {
    json facts = gpu();
    facts["colour"] = {{"a", 1}};
    facts["code"]["asm"] = true;
    facts["compute"]["tensor_cores"] = 528;
    facts["threads"]["cluster"] = 8;
    facts["threads"]["levels"][0]["note"] = "x";
    facts["memories"][1]["banks"] = 32;
    facts["caches"][0]["shared_by"] = 132;
    facts["intrinsics"][0]["since"] = "sm_80";
    facts["clock"]["drift"] = 0.5;
    facts["counters"][0]["per"] = "thread";
    QCOMPARE(QString::fromStdString(to_json(read(facts)).dump()), QString::fromStdString(facts.dump()));
  }

  void absent_keys_state_no_limit() {
    const TargetFacts facts = read({{"facts", 1}, {"id", "board"}});
    QCOMPARE(facts.compute.units, 1);
    QCOMPARE(facts.cache_bytes(1), int64_t{0});
    QCOMPARE(facts.line_bytes(), int64_t{64});
    QCOMPARE(facts.lanes(4), 4);
    QVERIFY(facts.memories.empty() && facts.dtypes.empty() && facts.threads.levels.empty());
  }

  void values_of_another_type_are_refused_data() {
    QTest::addColumn<QString>("change");
    QTest::addColumn<QString>("text");
    const auto row = [](const char* change, const char* text) {
      QTest::newRow(change) << QString::fromLatin1(change)
                            << QStringLiteral("error: the facts of a target cannot be used: %1 [NW4218]\n")
                                   .arg(QString::fromLatin1(text));
    };
    row(R"({"facts": 2})", "'facts' must be 1, the version of the schema");
    row(R"({"facts": "1"})", "'facts' must be a whole number of at least 0");
    row(R"({"id": 7})", "'id' must be a text");
    row(R"({"code": []})", "'code' must be an object");
    row(R"({"compute": {"units": 0}})", "'compute.units' must be a whole number of at least 1");
    row(R"({"compute": {"clock_mhz": -1}})", "'compute.clock_mhz' must be a number of at least 0");
    row(R"({"memories": [{"scope": "global"}, 3]})", "'memories[1]' must be an object");
    row(R"({"caches": [{"level": 1, "bytes": 1e300}]})", "'caches[0].bytes' must be a whole number of at least 0");
    row(R"({"caches": [{"level": 1, "bytes": 18446744073709551615}]})",
        "'caches[0].bytes' must be a whole number of at least 0");
    row(R"({"dtypes": {"float32": 1}})",
        "'dtypes' must be an object, each of whose values is one of native, convert, none");
    row(R"({"dtypes": {"float32": "maybe"}})",
        "'dtypes' must be an object, each of whose values is one of native, convert, none");
    row(R"({"code": {"lowering": "quantum"}})", "'code.lowering' must be one of cpu, device");
    row(R"({"pragmas": [1]})", "'pragmas' must be a list of texts");
    row(R"({"parallel_runs": 0})", "'parallel_runs' must be true or false");
  }
  void values_of_another_type_are_refused() {
    QFETCH(QString, change);
    QFETCH(QString, text);
    json facts = {{"facts", 1}, {"id", "board"}};
    facts.update(json::parse(change.toStdString()));
    QCOMPARE(problems_of(facts), text);
  }
  void facts_that_are_no_object_are_refused() {
    QVERIFY(problems_of(json::array()).contains(QStringLiteral("'facts' must be an object")));
  }

  void page_does_what_it_says() {
    QCOMPARE(problems_of(example("Fails:")),
             QStringLiteral("error: the facts of a target cannot be used: 'compute.units' must be a whole number of at "
                            "least 1 [NW4218]\n"));
    QCOMPARE(problems_of(example("Mended:")), QString());
  }

  void hash_leaves_out_names_versions_and_rates() {
    json renamed = gpu();
    renamed["id"] = "cuda:1";
    renamed["name"] = "the left one";
    renamed["driver"] = "581";
    renamed["version"] = "1.1";
    renamed["plugin"] = "cuda2";
    renamed["compute"]["clock_mhz"] = 1700.0;
    renamed["compute"]["parallel_start_us"] = 9.0;
    QCOMPARE(facts_hash(read(renamed)), facts_hash(read(gpu())));
    QCOMPARE(facts_hash(read(gpu())).size(), size_t{64});
  }
  void hash_depends_on_everything_else() {
    for (const char* change : {R"({"caches": [{"level": 2, "bytes": 1}]})", R"({"config": {"slots": 5}})",
                               R"({"unheard": 1})", R"({"kind": "cpu"})"}) {
      json other = gpu();
      other.update(json::parse(change));
      QVERIFY2(facts_hash(read(other)) != facts_hash(read(gpu())), change);
    }
  }

  void local_cpu_is_described_alike_each_time() {
    const TargetFacts facts = local_cpu_facts();
    QCOMPARE(facts.id, std::string("cpu"));
    QVERIFY(facts.compute.units >= 1);
    QVERIFY(facts.compute.vector_bytes >= 16);
    QCOMPARE(facts_hash(local_cpu_facts()), facts_hash(facts));
  }
};

NW_TEST(TestTargetFacts);
#include "test_target_facts.moc"
