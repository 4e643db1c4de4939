// SPDX-License-Identifier: GPL-3.0-or-later
// The plugin by its table, as a host calls it.
#include <QTest>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <thread>

#include "base/local_cpu.h"
#include "base/target_facts.h"
#include "kernel_image.h"
#include "nestwright/target.h"
#include "registry.h"

using namespace nw;

namespace {

nwt_text text(const std::string& of) {
  return {of.data(), of.size()};
}

// The plugin started, its device open, and what it reports.
class Opened {
 public:
  explicit Opened(const std::string& settings = R"({"threads":2})") : target(*nestwright_target(NWT_ABI_MAJOR, 0)) {
    target.start(&host_, text(settings));
    status = target.open(text(""), text(settings), &device);
  }
  ~Opened() {
    if (device) target.close(device);
    target.shutdown();
  }
  nwt_module* load(const std::string& image, const std::string& signature = "{}") {
    const std::string dialect = "elf", entry = "kernel";
    const nwt_code code{sizeof code, text(dialect), text(entry), {}, text(signature)};
    nwt_module* module = nullptr;
    status = target.load(device, {image.data(), image.size()}, &code, &module);
    return module;
  }
  nwt_buffer* buffer(uint64_t bytes) {
    nwt_buffer* made = nullptr;
    status = target.allocate(device, bytes, &made);
    return made;
  }
  nwt_status run(nwt_module* module, const std::vector<nwt_buffer*>& buffers, nwt_plan plan,
                 const std::vector<int64_t>& sizes = {}) {
    plan.struct_size = sizeof plan;
    const nwt_call call{sizeof call, buffers.data(), buffers.size(), sizes.data(), sizes.size(), &plan};
    results.clear();
    return status = target.run(device, module, &call, sink());
  }
  nwt_sink sink() {
    return {this, [](void* self, nwt_text name, nwt_bytes value) {
              static_cast<Opened*>(self)->results[std::string(name.data, name.size)] =
                  std::string(static_cast<const char*>(value.data), value.size);
            }};
  }

  const nwt_target& target;
  nwt_device* device = nullptr;
  nwt_status status = NWT_OK;
  std::string reported;
  std::map<std::string, std::string> results;
  bool stop = false;

 private:
  nwt_host host_{sizeof host_,
                 this,
                 [](void* self, nwt_status, nwt_text json) {
                   const auto said = nlohmann::json::parse(std::string_view(json.data, json.size));
                   static_cast<Opened*>(self)->reported = said.at("message").get<std::string>();
                 },
                 [](void*, int, nwt_text) {},
                 [](void* self) { return static_cast<Opened*>(self)->stop ? 1 : 0; },
                 [](void*) { return INT64_MAX; }};
};

nwt_plan once() {
  nwt_plan plan{};
  plan.runs = 1;
  return plan;
}

}  // namespace

class TestCpuPlugin : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void other_majors_are_refused() {
    QVERIFY(!nestwright_target(NWT_ABI_MAJOR + 1, 0));
    QCOMPARE(nestwright_target(NWT_ABI_MAJOR, 99)->abi_major, uint32_t{NWT_ABI_MAJOR});
  }

  void facts_are_those_of_this_machine() {
    Opened cpu;
    QCOMPARE(cpu.target.discover(cpu.sink()), NWT_OK);
    QCOMPARE(cpu.results.size(), size_t{1});
    const auto facts = target_facts_from_json(nlohmann::json::parse(cpu.results.at("")));
    QVERIFY(facts.ok());
    QCOMPARE(facts->id, std::string("cpu"));
    QCOMPARE(facts->plugin, std::string("cpu"));
    // For who compiles elsewhere, with the processor's features.
    QVERIFY(!facts->code.cpu.empty() && !facts->code.features.empty());
    TargetFacts expected = local_cpu_facts();
    expected.code = facts->code;
    QCOMPARE(facts_hash(*facts), facts_hash(expected));
  }

  void only_the_device_without_a_name_is_opened() {
    Opened cpu;
    nwt_device* other = nullptr;
    QCOMPARE(cpu.target.open(text("gpu"), text("{}"), &other), NWT_NOT_FOUND);
    QCOMPARE(cpu.reported, std::string("there is no device 'gpu': the processor is the only one, and has no name"));
    QCOMPARE(cpu.target.open(text(""), text(R"({"threads":-1})"), &other), NWT_INVALID);
    QCOMPARE(cpu.reported, std::string("the setting 'threads' must be a whole number from 0 to 1024"));
  }

  void buffers_are_bounded_zeroed_and_apart() {
    Opened cpu;
    nwt_buffer* a = cpu.buffer(100);
    nwt_buffer* b = cpu.buffer(0);
    std::string bytes(100, 'x');
    QCOMPARE(cpu.target.read(cpu.device, a, 0, bytes.data(), 100), NWT_OK);
    QCOMPARE(bytes, std::string(100, '\0'));
    QCOMPARE(cpu.target.write(cpu.device, a, 97, {"abc", 3}), NWT_OK);
    QCOMPARE(cpu.target.read(cpu.device, a, 96, bytes.data(), 4), NWT_OK);
    QCOMPARE(bytes.substr(0, 4), std::string("\0abc", 4));
    QCOMPARE(cpu.target.write(cpu.device, a, 98, {"abc", 3}), NWT_INVALID);
    QCOMPARE(cpu.reported, std::string("3 bytes at 98 lie outside of a buffer of 100"));
    QCOMPARE(cpu.target.read(cpu.device, a, UINT64_MAX, bytes.data(), 2), NWT_INVALID);
    QCOMPARE(cpu.target.read(cpu.device, b, 0, bytes.data(), 0), NWT_OK);
    QCOMPARE(cpu.target.read(cpu.device, b, 0, bytes.data(), 1), NWT_INVALID);
    cpu.target.release(cpu.device, a);
    QCOMPARE(cpu.target.read(cpu.device, a, 0, bytes.data(), 1), NWT_INVALID);
  }

  // Those of a network share pages: each is zeroed and apart from its neighbours, in any order of giving them back.
  void many_buffers_are_zeroed_and_apart() {
    Opened cpu;
    constexpr size_t kCount = 100;
    constexpr uint64_t kBytes = 100'001;
    std::vector<nwt_buffer*> buffers;
    const auto letter = [](size_t i) { return static_cast<char>('A' + i % 26); };
    std::string bytes(kBytes, 'x');
    for (int round = 0; round < 2; ++round) {
      for (size_t i = 0; i < kCount; ++i) {
        buffers.push_back(cpu.buffer(kBytes));
        QCOMPARE(cpu.target.read(cpu.device, buffers[i], 0, bytes.data(), kBytes), NWT_OK);
        QCOMPARE(bytes, std::string(kBytes, '\0'));
        const std::string written(kBytes, letter(i));
        QCOMPARE(cpu.target.write(cpu.device, buffers[i], 0, {written.data(), kBytes}), NWT_OK);
      }
      for (size_t i = 0; i < kCount; ++i) {
        QCOMPARE(cpu.target.read(cpu.device, buffers[i], 0, bytes.data(), kBytes), NWT_OK);
        QCOMPARE(bytes, std::string(kBytes, letter(i)));
        if (i % 3 != 0) cpu.target.release(cpu.device, buffers[i]);
      }
      for (size_t i = 0; i < kCount; i += 3) {
        QCOMPARE(cpu.target.read(cpu.device, buffers[i], 0, bytes.data(), kBytes), NWT_OK);
        QCOMPARE(bytes, std::string(kBytes, letter(i)));
        cpu.target.release(cpu.device, buffers[i]);
      }
      buffers.clear();
    }
  }

  void memory_that_is_not_there_is_refused() {
    Opened cpu;
    QVERIFY(!cpu.buffer(uint64_t{1} << 45));
    QCOMPARE(cpu.status, NWT_NO_MEMORY);
    QVERIFY(!cpu.buffer(UINT64_MAX));
    QVERIFY(cpu.buffer(64));
  }

  void kernel_runs_and_says_how_long_it_took() {
    Opened cpu;
    nwt_module* kernel = cpu.load(test::kernel_image("int64_t* to = buffers[0]; *to += sizes[0]; return 0;"),
                                  R"({"arguments":[{"name":"to"}],"sizes":["n"]})");
    nwt_buffer* to = cpu.buffer(8);
    nwt_plan plan = once();
    plan.warmup = 1;
    plan.runs = 3;
    QCOMPARE(cpu.run(kernel, {to}, plan, {5}), NWT_OK);
    QCOMPARE(cpu.results.at("time_ns").size(), 3 * sizeof(int64_t));
    QVERIFY(!cpu.results.contains("kernel_status"));
    int64_t sum = 0;
    QCOMPARE(cpu.target.read(cpu.device, to, 0, &sum, sizeof sum), NWT_OK);
    QCOMPARE(sum, int64_t{20});
    QCOMPARE(cpu.run(kernel, {}, plan, {5}), NWT_INVALID);
    QCOMPARE(cpu.reported, std::string("the kernel takes 1 buffers, and 0 were given"));
    QCOMPARE(cpu.run(kernel, {to}, plan), NWT_INVALID);
    plan.threads = 3;
    QCOMPARE(cpu.run(kernel, {to}, plan, {5}), NWT_INVALID);
    QCOMPARE(cpu.reported, std::string("the device was opened with 2 threads, and the plan asks for 3"));
  }

  void kernel_status_is_handed_on() {
    Opened cpu;
    nwt_module* kernel = cpu.load(test::kernel_image("return NW_INDEX_OUTSIDE;"));
    QCOMPARE(cpu.run(kernel, {}, once()), NWT_OK);
    QCOMPARE(cpu.results.at("kernel_status"), std::string("\2\0\0\0", 4));
  }

  void threads_of_the_plan_share_a_loop() {
    Opened cpu(R"({"threads":4})");
    // Who ran which stretch: the body notes its bounds at its begin.
    nwt_module* kernel =
        cpu.load(test::kernel_image("for (int i = 0; i < 64; ++i) ((int64_t*)buffers[0])[i] = 0;\n"
                                    "return runtime->parallel_for(runtime, 64, body, buffers[0]);",
                                    "static int body(void* to, int64_t begin, int64_t end) {\n"
                                    "  ((int64_t*)to)[begin] = end - begin; return 0; }"));
    nwt_buffer* to = cpu.buffer(64 * sizeof(int64_t));
    for (const int threads : {4, 1, 3, 2, 0, 4, 2}) {
      nwt_plan plan = once();
      plan.threads = threads;
      plan.runs = 200;
      QCOMPARE(cpu.run(kernel, {to}, plan), NWT_OK);
      int64_t stretches[64];
      QCOMPARE(cpu.target.read(cpu.device, to, 0, stretches, sizeof stretches), NWT_OK);
      int64_t parts = 0, all = 0;
      for (const int64_t stretch : stretches) {
        parts += stretch > 0 ? 1 : 0;
        all += stretch;
      }
      QCOMPARE(all, int64_t{64});
      QCOMPARE(parts, int64_t{threads == 0 ? 4 : threads});
    }
  }

  void places_are_offsets_from_the_entry() {
    Opened cpu;
    nwt_module* kernel = cpu.load(test::kernel_image(
        "double* x = buffers[0]; for (int i = 0; i < 20000; ++i) x[i % 8] = x[i % 8] * 1.0001 + 0.5; return 0;"));
    nwt_buffer* x = cpu.buffer(64);
    nwt_plan plan = once();
    plan.sample_places = 1;
    QCOMPARE(cpu.run(kernel, {x}, plan), NWT_OK);
    int64_t inside = 0, outside = 0;
    for (const auto& place : nlohmann::json::parse(cpu.results.at("samples")))
      if (place.contains("offset") && place.at("offset") >= 0 && place.at("offset") < 200)
        inside += place.at("count").get<int64_t>();
      else
        outside += place.at("count").get<int64_t>();
    QVERIFY2(inside > 5 * outside && inside > 100, qPrintable(QString::number(inside)));
  }

  void stop_that_is_asked_for_ends_the_runs() {
    Opened cpu;
    nwt_module* kernel = cpu.load(test::kernel_image("return 0;"));
    cpu.stop = true;
    QCOMPARE(cpu.run(kernel, {}, once()), NWT_CANCELLED);
  }

  void other_dialects_are_refused() {
    Opened cpu;
    const std::string dialect = "ptx", signature = "{}";
    const nwt_code code{sizeof code, text(dialect), text(dialect), {}, text(signature)};
    nwt_module* module = nullptr;
    QCOMPARE(cpu.target.load(cpu.device, {"x", 1}, &code, &module), NWT_UNSUPPORTED);
    QCOMPARE(cpu.reported, std::string("a processor loads code of the dialect 'elf', not 'ptx'"));
  }

  void opening_and_closing_leaves_nothing_behind() {
    const std::string image = test::kernel_image("return 0;");
    const auto pages = [] {
      QFile file(QStringLiteral("/proc/self/statm"));
      return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').first().toLongLong() : 0;
    };
    long long before = 0;
    for (int i = 0; i < 60; ++i) {
      Opened cpu;
      for (int j = 0; j < 10; ++j) QVERIFY(cpu.load(image) && cpu.buffer(100'000));
      if (i == 10) before = pages();
    }
    const long long grown = pages() - before;
    QVERIFY2(grown < 4000, qPrintable(QString::number(grown)));  // some pages of threads come and go
  }
};

NW_TEST(TestCpuPlugin);
#include "test_plugin.moc"
