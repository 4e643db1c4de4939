// SPDX-License-Identifier: GPL-3.0-or-later
// Default schedules for targets that run kernels by threads: whatever the computation and whatever limits the facts
// state, the steps pass the target's rules, and the nest computes what the computation says.
#include <QTest>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <regex>

#include "base/input_file.h"
#include "import/model_file.h"
#include "import/relay.h"
#include "interp/interp.h"
#include "lower/lower.h"
#include "model/model.h"
#include "nest_interpreter.h"
#include "op/default_schedule.h"
#include "registry.h"
#include "script/script.h"
#include "script/write.h"

using namespace nw;

namespace {

constexpr double kFewSteps = 300'000;  // of the reference interpreter: small enough to run the nest as well

struct Device {
  const char* name;
  const char* facts;
};

const std::vector<Device>& devices() {
  static const std::vector<Device> all = {
      {"a large GPU",
       R"({"facts": 1, "id": "large", "kind": "gpu", "code": {"dialect": "ptx", "lowering": "device"},
           "compute": {"units": 132, "vector_bytes": 16},
           "threads": {"levels": [{"tag": "blockIdx.x", "max": 2147483647}, {"tag": "blockIdx.y", "max": 65535},
                                  {"tag": "threadIdx.x", "max": 1024}, {"tag": "threadIdx.z", "max": 64}],
                       "block": 1024, "warp": 32},
           "memories": [{"scope": "global", "bytes": 150323855360, "per": "device"},
                        {"scope": "shared", "bytes": 49152, "per": "block"}, {"scope": "local", "per": "thread"}]})"},
      {"few blocks of few threads",
       R"({"facts": 1, "id": "few", "code": {"lowering": "device"}, "compute": {"units": 2},
           "threads": {"levels": [{"tag": "blockIdx.x", "max": 4}, {"tag": "threadIdx.x", "max": 100}],
                       "block": 3, "warp": 2}})"},
      {"no memory of threads",
       R"({"facts": 1, "id": "global", "threads": {"levels": [{"tag": "blockIdx.z"}, {"tag": "threadIdx.y", "max": 7}]},
           "memories": [{"scope": "global", "per": "device"}]})"},
      {"two bytes a thread",
       R"({"facts": 1, "id": "bytes", "threads": {"levels": [{"tag": "blockIdx.x"}, {"tag": "threadIdx.x"}], "block": 64},
           "memories": [{"scope": "global", "per": "device"}, {"scope": "shared", "bytes": 16, "per": "block"},
                        {"scope": "local", "bytes": 2, "per": "thread"}]})"},
      {"blocks only", R"({"facts": 1, "id": "blocks", "threads": {"levels": [{"tag": "blockIdx.x", "max": 65535}]}})"},
      {"threads only", R"({"facts": 1, "id": "threads", "threads": {"levels": [{"tag": "threadIdx.x", "max": 16}]}})"},
      {"no limits", R"({"facts": 1, "id": "bare", "code": {"lowering": "device"}})"},
  };
  return all;
}

TargetFacts facts_of(const Device& device) {
  return *target_facts_from_json(nlohmann::json::parse(device.facts)).value;
}

// Of one group a program.
const std::vector<std::pair<const char*, const char*>>& programs() {
  static const std::vector<std::pair<const char*, const char*>> all = {
      {"convolution",
       "fn (%x: Tensor[(1, 3, 9, 7), float32], %w: Tensor[(5, 3, 3, 3), float32], %b: Tensor[(5, 1, 1), float32]) {\n"
       "  nn.relu(add(nn.conv2d(%x, %w, padding=[1, 1, 1, 1]), %b))\n}\n"},
      {"matrices", "fn (%x: Tensor[(17, 32), float32], %w: Tensor[(13, 32), float32]) {\n  nn.dense(%x, %w)\n}\n"},
      {"softmax", "fn (%x: Tensor[(6, 11), float32]) {\n  nn.softmax(%x)\n}\n"},
      {"sum to a scalar", "fn (%x: Tensor[(40, 50), float32]) {\n  sum(%x)\n}\n"},
      {"long sums", "fn (%x: Tensor[(3, 4096), float32]) {\n  nn.relu(sum(%x, axis=[1]))\n}\n"},
      {"mean", "fn (%x: Tensor[(4, 10, 3), float32]) {\n  mean(%x, axis=[1])\n}\n"},
      {"pool", "fn (%x: Tensor[(1, 3, 9, 9), float32]) {\n  nn.max_pool2d(%x, pool_size=[3, 3], strides=[2, 2])\n}\n"},
      {"transpose", "fn (%x: Tensor[(13, 29), float32]) {\n  transpose(%x, axes=[1, 0])\n}\n"},
      {"concatenation",
       "fn (%x: Tensor[(3, 5), float32], %y: Tensor[(2, 5), float32]) {\n  concatenate((%x, %y))\n}\n"},
      {"two results", "fn (%x: Tensor[(300, 3), float32]) {\n  %0 = add(%x, 1f);\n  (nn.relu(%0), exp(%0))\n}\n"},
      {"scalar", "fn (%x: float32) {\n  exp(add(%x, 1f))\n}\n"},
      {"one element", "fn (%x: Tensor[(1), float32]) {\n  nn.relu(%x)\n}\n"},
      {"no elements", "fn (%x: Tensor[(0, 4), float32]) {\n  nn.relu(%x)\n}\n"},
      {"sum of no elements", "fn (%x: Tensor[(5, 0), float32]) {\n  sum(%x, axis=[1])\n}\n"},
      {"more rows than blocks", "fn (%x: Tensor[(70001, 2), int32]) {\n  add(%x, 1i32)\n}\n"},
      {"unknown rows", "fn (%x: Tensor[(?, 12), float32]) {\n  nn.relu(%x)\n}\n"},
      {"unknown sums", "fn (%x: Tensor[(?, 40), float32]) {\n  nn.relu(sum(%x, axis=[1]))\n}\n"},
  };
  return all;
}

// What computations of operators do not have: no tags, several results, reductions inside of others.
const char* const kUntagged =
    "A = te.placeholder((33, 20), name=\"A\")\n"
    "k = te.reduce_axis((0, 20), name=\"k\")\n"
    "least = te.comm_reducer(lambda x, y: (tir.Select(x[1] <= y[1], x[0], y[0]), tir.Select(x[1] <= y[1], x[1], "
    "y[1])), lambda i, v: (tir.const(-1, i), te.max_value(v)), name=\"least\")\n"
    "I, V = te.compute((33,), lambda i: least((k, A[i, k]), axis=k), name=\"I\")\n"
    "j = te.reduce_axis((0, 33), name=\"j\")\n"
    "B = te.compute((), lambda: te.sum(V[j], axis=j), name=\"B\")\n"
    "C = te.compute((33, 20), lambda y, x: A[y, x] - B[()] * V[y], name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "tvm.lower(s, [A, C], name=\"main\")\n";

std::string texts(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& d : diagnostics) all += format(d) + "\n";
  return all;
}

// A script's computation with the steps for the target.
std::string rescheduled(const std::string& text, const TargetFacts& target) {
  const script::Program p = script::read(text);
  if (!p.ok()) return texts(p.diagnostics);
  script::WriteRequest request;
  for (const te::Operation& op : p.scheduled) request.outputs.push_back(te::output(op, 0));
  request.args = p.args;
  request.steps = op::default_schedule(request.outputs, target);
  return script::write(request);
}

NDArray array_of(const te::Tensor& tensor, bool is_output) {
  std::vector<int64_t> shape;
  for (const tir::Expr& e : tensor->shape) shape.push_back(*tir::as_const_int(e));
  NDArray a(tensor->dtype, shape);
  for (int64_t k = 0; k < a.size() && !is_output; ++k) {
    const int64_t value = (7 * k + 3) % 13 - 6;
    if (a.dtype().is_float())
      a.set(k, static_cast<double>(value) * 0.25);
    else
      a.set_int(k, value);
  }
  return a;
}

// Empty if the nest gives the numbers of the computation, or if that would take long.
std::string wrong_numbers(const script::Program& p) {
  const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
  if (!loops.ok()) return texts(loops.diagnostics);
  std::vector<te::Tensor> outputs;
  std::vector<NDArray> arrays;
  for (size_t i = 0; i < p.args.size(); ++i)
    if (loops->arg_is_output[i]) outputs.push_back(p.args[i]);
  interp::Interpreter reference(outputs);
  if (reference.work(outputs) > kFewSteps) return {};
  for (size_t i = 0; i < p.args.size(); ++i) {
    arrays.push_back(array_of(p.args[i], loops->arg_is_output[i]));
    if (!loops->arg_is_output[i]) reference.set_input(p.args[i], arrays.back());
  }
  if (const std::string problem = test::NestInterpreter(*loops).run(arrays); !problem.empty()) return problem;
  for (size_t i = 0; i < p.args.size(); ++i) {
    const Result<NDArray> want = loops->arg_is_output[i] ? reference.evaluate(p.args[i]) : arrays[i];
    if (!want.ok()) return texts(want.diagnostics);
    for (int64_t k = 0; k < want->size(); ++k)
      if (std::fabs(arrays[i].at(k) - want->at(k)) > 1e-4 * (1 + std::fabs(want->at(k))))
        return p.args[i]->name + "[" + std::to_string(k) + "] is " + std::to_string(arrays[i].at(k)) + ", not " +
               std::to_string(want->at(k));
  }
  return {};
}

// The script with 19 for each symbolic size.
std::string sized(const std::string& text) {
  static const std::regex size("te\\.size_var\\(\"[^\"]*\"\\)");
  return std::regex_replace(text, size, "tir.const(19, \"int32\")");
}

// Empty if a script has steps, the target's rules forbid none of them, and its numbers are right.
std::string fault_of(const std::string& text, const TargetFacts& target) {
  script::ReadOptions options;
  options.target = std::make_shared<const TargetFacts>(target);
  const script::Program p = script::read(text, options);
  if (!p.ok() || !p.schedule) return texts(p.diagnostics) + text;
  if (target.kind == "gpu" && !p.diagnostics.empty()) return texts(p.diagnostics) + text;
  if (text.find(".bind(") == std::string::npos) return "no thread runs it:\n" + text;
  const script::Program numbers = script::read(sized(text), options);
  const std::string wrong = numbers.ok() ? wrong_numbers(numbers) : texts(numbers.diagnostics);
  return wrong.empty() ? wrong : wrong + "\n" + text;
}

// Of a program's only group, on the first device.
QString schedule_of(const char* relay) {
  auto graph = import::read_relay(relay);
  const auto m = model::build_model(std::move(*graph.value), {}, "");
  const fusion::Fusion fusion = model::fuse(*m);
  const auto kernel = model::group_kernel(m->optimized(), fusion, fusion.groups.front().id, facts_of(devices()[0]));
  const QString script = QString::fromStdString(kernel->script);
  const auto begin = script.indexOf(QLatin1String("s = te.create_schedule"));
  return script.mid(begin, script.indexOf(QLatin1String("\n# kernel")) - begin);
}

// Every group of a graph, on every device.
void check_groups(graph::Graph graph) {
  const auto m = model::build_model(std::move(graph), {}, "");
  const fusion::Fusion fusion = model::fuse(*m);
  std::set<std::string> tasks;
  for (const fusion::Group& group : fusion.groups) {
    for (const Device& device : devices()) {
      const TargetFacts target = facts_of(device);
      const auto kernel = model::group_kernel(m->optimized(), fusion, group.id, target);
      if (!kernel.value) break;  // an operator without a computation
      if (!tasks.insert(kernel->task_key + target.id).second) continue;
      const std::string fault = fault_of(kernel->script, target);
      QVERIFY2(fault.empty(), (device.name + ("\n" + fault)).c_str());
    }
  }
  QVERIFY(!tasks.empty());
}

}  // namespace

class ThreadSchedules : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void every_program_data() {
    QTest::addColumn<QString>("relay");
    for (const auto& [name, relay] : programs()) QTest::newRow(name) << QString::fromLatin1(relay);
  }
  void every_program() {
    QFETCH(QString, relay);
    auto graph = import::read_relay(relay.toStdString());
    QVERIFY2(graph.ok(), texts(graph.diagnostics).c_str());
    check_groups(std::move(*graph.value));
  }

  void every_sample_model() {
    for (const char* file :
         {"resnet20.onnx", "graphs/conv_relu.relay", "graphs/stack.relay", "graphs/detector.relay"}) {
      auto graph = import::read_model(std::string(NW_SOURCE_DIR "/resources/samples/") + file);
      QVERIFY2(graph.value.has_value(), file);
      check_groups(std::move(*graph.value));
      if (QTest::currentTestFailed()) qWarning("%s", file);
    }
  }

  void every_sample_script() {
    int scripts = 0;
    for (const auto& file : std::filesystem::directory_iterator(NW_SOURCE_DIR "/resources/samples/kernels")) {
      if (file.path().filename().string().starts_with("make_")) continue;
      ++scripts;
      for (const Device& device : devices()) {
        const TargetFacts target = facts_of(device);
        const std::string fault = fault_of(rescheduled(*read_whole_file(file.path().string()).value, target), target);
        QVERIFY2(fault.empty(), (file.path().string() + " on " + device.name + "\n" + fault).c_str());
      }
    }
    QVERIFY(scripts > 30);
  }

  void stages_without_tags() {
    for (const Device& device : devices()) {
      const TargetFacts target = facts_of(device);
      const std::string fault = fault_of(rescheduled(kUntagged, target), target);
      QVERIFY2(fault.empty(), (device.name + ("\n" + fault)).c_str());
    }
  }

  void a_convolution_has_a_thread_for_each_element() {
    QCOMPARE(schedule_of(programs()[0].second), QStringLiteral("s = te.create_schedule(relu.op)\n"
                                                               "s[conv2d_pad].compute_inline()\n"
                                                               "s[add].compute_inline()\n"
                                                               "n, c, h, w = s[relu].op.axis\n"
                                                               "outer = s[relu].fuse(n, c, h, w)\n"
                                                               "outero, outeri = s[relu].split(outer, factor=32)\n"
                                                               "s[relu].bind(outeri, te.thread_axis(\"threadIdx.x\"))\n"
                                                               "s[relu].bind(outero, te.thread_axis(\"blockIdx.x\"))\n"
                                                               "s[conv2d].compute_at(s[relu], outeri)\n"));
  }

  void a_long_sum_is_made_in_two_stages() {
    QCOMPARE(schedule_of(programs()[4].second),
             QStringLiteral("s = te.create_schedule(sum_.op)\n"
                            "rjo, rji = s[sum_].split(rj, factor=256)\n"
                            "sum__rf = s.rfactor(sum_, rji)\n"
                            "rji_2, i = s[sum__rf].op.axis\n"
                            "outer = s[sum__rf].fuse(rji_2, i)\n"
                            "outero, outeri = s[sum__rf].split(outer, factor=32)\n"
                            "s[sum__rf].bind(outeri, te.thread_axis(\"threadIdx.x\"))\n"
                            "s[sum__rf].bind(outero, te.thread_axis(\"blockIdx.x\"))\n"
                            "i_2, = s[sum_].op.axis\n"
                            "ax0o, ax0i = s[sum_].split(i_2, factor=3)\n"
                            "s[sum_].bind(ax0i, te.thread_axis(\"threadIdx.x\"))\n"
                            "s[sum_].bind(ax0o, te.thread_axis(\"blockIdx.x\"))\n"));
  }
};

NW_TEST(ThreadSchedules);
#include "test_thread_schedules.moc"
