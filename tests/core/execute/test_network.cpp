// SPDX-License-Identifier: GPL-3.0-or-later
// Whole networks: passes, fusion and default schedules together leave a network's numbers as they were.
#include <fmt/format.h>

#include <QTest>

#include "base/local_cpu.h"
#include "execute/network.h"
#include "import/onnx.h"
#include "import/relay.h"
#include "local_device.h"
#include "registry.h"

using namespace nw;

class TestNetwork : public QObject {
  Q_OBJECT

  static measure::RunRequest verified() {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.inputs = {true, 5};
    return options;
  }
  static Result<measure::NetworkReport> run(const std::string& text, const fusion::Options& fusion = {}) {
    Result<graph::Graph> graph = import::read_relay(text);
    if (!graph.value) return graph.diagnostics;
    return execute::run_network(model::build_model(std::move(*graph), {}, "net.relay"), fusion, verified(),
                                test::local_device());
  }

 private Q_SLOTS:
  // Batch norms in the file, folded into what is before them by the passes.
  void sample_network_with_batch_norms() {
    Result<graph::Graph> graph = import::read_onnx(NW_SOURCE_DIR "/resources/samples/resnet20.onnx");
    QVERIFY(graph.value.has_value());
    const auto model = model::build_model(std::move(*graph), {}, "resnet20.onnx");
    const auto report = execute::run_network(model, {}, verified(), test::local_device());
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison.has_value());
    const size_t kernels = model::fuse(*model).groups.size() - 1;  // one group is a reshape alone
    QVERIFY(report->comparison->ok);
    QCOMPARE(report->comparison->nodes.size(), kernels);
    QCOMPARE(report->comparison->not_compared, int64_t{0});
    QVERIFY(report->comparison->max_abs_error > 0);  // the reference adds in double: it is something else
    QCOMPARE(report->kernels.size(), kernels);
    QVERIFY(report->flops > 1e6);
  }

  // A tuple that a kernel makes, one field of it used; a value used twice; constants inside kernels.
  void tuples_and_shared_values() {
    const auto report = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2, 6, 4), float32], %w: Tensor[(4, 4), float32]) {
  %0 = split(%x, indices_or_sections=3, axis=1);
  %1 = %0.1;
  %2 = nn.relu(%1);
  %3 = reshape(%2, newshape=[4, 4]);
  %4 = nn.dense(%3, %w, units=4);
  %5 = add(%4, %3);
  %6 = nn.softmax(%5);
  (%6, %4, %2)
}
)");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison->ok);
    QVERIFY(report->comparison->checked >= 16 + 16 + 16);  // the outputs; and what lies between the kernels
    QCOMPARE(report->outputs.size(), size_t{3});
  }

  // A field that is a tuple itself has as many values as it has tensors; those behind it are further on.
  void fields_of_nested_tuples() {
    for (const int opt_level : {0, 2}) {
      fusion::Options options;
      options.opt_level = opt_level;
      const auto report = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(64), float32]) {
  %0 = exp(%x);
  %1 = tanh(%x);
  %2 = sigmoid(%x);
  %3 = (%0, %1);
  %4 = (%3, %2);
  %5 = %4.1;
  %6 = %4.0;
  %7 = %6.1;
  %8 = negative(%7);
  %9 = exp(%8);
  %10 = tanh(%9);
  (add(%5, %10), %6)
}
)",
                              options);
      QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
      QVERIFY(report->comparison->ok);
      QCOMPARE(report->outputs.size(), size_t{3});
    }
  }

  // A tuple on its way from one kernel to another, as one value and as one made of several.
  void tuples_between_kernels() {
    fusion::Options apart;
    apart.opt_level = 0;
    const auto report = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2, 6), float32], %y: Tensor[(2, 3), float32]) {
  %0 = split(%x, indices_or_sections=2, axis=1);
  %1 = concatenate(%0, axis=0);
  %2 = nn.relu(%y);
  %3 = (%2, %y, %2);
  %4 = concatenate(%3, axis=1);
  (%1, %4)
}
)",
                            apart);
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison->ok && report->comparison->checked >= 12 + 18);
  }

  // ONNX's Gather is `take` in mode "fast": a negative index counts from the end once, what is outside then ends the
  // run.
  void an_index_from_data_outside_its_axis_names_the_node() {
    const auto gather = [](const char* dtype, const char* mode, int rows) {
      Result<graph::Graph> graph = import::read_relay(
          fmt::format("fn (%x: Tensor[({}, 2), float32], %i: Tensor[(3), {}]) {{\n  %0 = nn.relu(%x);\n  take(%0, %i, "
                      "axis=0, mode=\"{}\")\n}}\n",
                      rows, dtype, mode));
      return execute::run_network(model::build_model(std::move(*graph.value), {}, "net.relay"), {}, {},
                                  test::local_device());
    };
    for (const char* dtype : {"int32", "int64"}) {  // by the pattern the indices are -3, 4, -2
      const auto inside = gather(dtype, "fast", 5);
      QVERIFY2(inside.ok(), inside.diagnostics.empty() ? "" : format(inside.diagnostics[0]).c_str());
      const auto row = [](int r) { return std::max(0.0, ((7 * 2 * r + 3) % 13 - 6) * 0.25); };
      QCOMPARE(inside->outputs.at(0).first,
               (std::vector<double>{row(2), std::max(0.0, ((7 * 5 + 3) % 13 - 6) * 0.25), row(4),
                                    std::max(0.0, ((7 * 9 + 3) % 13 - 6) * 0.25), row(3),
                                    std::max(0.0, ((7 * 7 + 3) % 13 - 6) * 0.25)}));
      const auto outside = gather(dtype, "fast", 4);
      QVERIFY(!outside.value);
      const Diagnostic& d = outside.diagnostics.at(0);
      QCOMPARE(d.code, std::string("NW4180"));
      QCOMPARE(d.where.at(0).node, std::string("%1"));
      QVERIFY2(d.message.find("4") != std::string::npos, d.message.c_str());
      QVERIFY(gather(dtype, "clip", 4).ok());
      QVERIFY(gather(dtype, "wrap", 4).ok());
    }
  }

  // Each field of a tuple is one argument of the kernel that reads it.
  void a_tuple_of_another_kernel_is_read_field_by_field() {
    Result<graph::Graph> graph = import::read_relay(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2, 6), float32]) {
  %0 = split(%x, indices_or_sections=2, axis=1);
  concatenate(%0, axis=0)
}
)");
    fusion::Options apart;
    apart.opt_level = 0;
    const auto report = execute::run_network(model::build_model(std::move(*graph.value), {}, "net.relay"), apart, {},
                                             test::local_device());
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    double sum = 0;
    for (int i = 0; i < 12; ++i) sum += ((7 * i + 3) % 13 - 6) * 0.25;
    QCOMPARE(report->outputs.at(0).sum, sum);
  }

  void normalizations_before_and_after_simplification() {
    const auto report = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2, 4, 3, 3), float32], %g: Tensor[(4), float32], %b: Tensor[(4), float32]) {
  %0 = nn.instance_norm(%x, %g, %b);
  %1 = transpose(%0, axes=[0, 2, 3, 1]);
  nn.layer_norm(%1, %g, %b)
}
)");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison->ok);
  }

  // The size of what is left is known when it is there: its kernel is made then.
  void a_size_that_the_data_decides() {
    const auto report = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(2, 6), float32]) {
  %0 = nn.relu(%x);
  %1 = argwhere(%0);
  %2 = cast(%1, dtype="float32");
  add(%2, 1f)
}
)");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison->ok);
    QCOMPARE(report->comparison->not_compared, int64_t{1});
    QCOMPARE(report->outputs.at(0).shape.at(1), int64_t{2});
    std::vector<std::string> kinds;
    for (const auto& kernel : report->kernels) kinds.push_back(kernel.kind);
    QCOMPARE(kinds, (std::vector<std::string>{"kernel", "library", "kernel"}));
  }

  // Of an If one branch runs. By the pattern the condition is true.
  void a_branch_that_the_data_decides() {
    const auto branches = [](const char* then, const char* otherwise) {
      Result<graph::Graph> graph = import::read_relay(fmt::format(
          "fn (%x: Tensor[(4), int32], %c: bool) {{\n  if (%c) {{ {} }} else {{ {} }}\n}}\n", then, otherwise));
      measure::RunRequest options;
      options.repeat = 1;
      return execute::run_network(model::build_model(std::move(*graph.value), {}, "net.relay"), {}, options,
                                  test::local_device());
    };
    const auto taken = branches("multiply(%x, 3)", "floor_divide(%x, 0)");
    QVERIFY2(taken.ok(), taken.diagnostics.empty() ? "" : format(taken.diagnostics[0]).c_str());
    QCOMPARE(taken->outputs.at(0).first, (std::vector<double>{-9, 12, -6, 15}));
    QCOMPARE(branches("negative(%x)", "multiply(%x, 3)")->outputs.at(0).first, (std::vector<double>{3, -4, 2, -5}));
  }

  // Constants that differ in the last digits only are different tasks.
  void small_constants_are_told_apart() {
    const auto report = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(4), float32], %y: Tensor[(4), float32]) {
  %0 = multiply(%x, 1e-9f);
  %1 = multiply(%y, 3e-9f);
  (%0, %1)
}
)");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison->ok);
    QVERIFY(report->kernels.at(0).task != report->kernels.at(1).task);
  }

  // A schedule of one's own takes the default's place, if it takes the same arguments.
  void schedules_of_a_project() {
    const std::string text = R"(#[version = "0.0.5"]
def @main(%x: Tensor[(4, 8), float32], %y: Tensor[(4, 8), float32]) {
  subtract(%x, %y)
}
)";
    const auto run_with = [&](const std::function<void(std::string&)>& change) {
      const auto model = model::build_model(std::move(*import::read_relay(text).value), {}, "net.relay");
      const auto kernel = model::group_kernel(model->optimized(), model::fuse(*model), GroupId(0), local_cpu_facts());
      std::string script = kernel->script;
      change(script);
      return execute::run_network(model, {}, verified(), test::local_device(), {{kernel->task_key, script}});
    };
    const auto same = run_with([](std::string&) {});
    QVERIFY(same.ok() && same->comparison);
    const auto wrong = run_with([](std::string& script) { script.replace(script.find("p0["), 3, "p1["); });
    QVERIFY(wrong.value.has_value());
    QCOMPARE(wrong.diagnostics[0].code, std::string("NW4050"));
    QVERIFY2(
        wrong.diagnostics[0].message.starts_with("the kernel of '%0' differs from the reference operators: element ["),
        wrong.diagnostics[0].message.c_str());
    const auto other = run_with([](std::string& script) { script.replace(script.find("[p0, p1, "), 9, "[p0, "); });
    QVERIFY(!other.value);
    QCOMPARE(other.diagnostics[0].code, std::string("NW4118"));
  }

  // The kernels of a network run in one request; the runner says which of them it had reached.
  void a_network_that_is_stopped_names_the_kernel() {
    Result<graph::Graph> graph = import::read_relay(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(3000, 3000), float32], %w: Tensor[(3000, 3000), float32]) {
  %0 = nn.softmax(%x);
  nn.dense(%0, %w)
}
)");
    const auto model = model::build_model(std::move(*graph.value), {}, "net.relay");
    const fusion::Fusion fusion = model::fuse(*model);
    const graph::Graph& optimized = model->optimized();
    const auto slow = model::group_kernel(optimized, fusion, fusion.group_of.at(optimized.outputs[0]),
                                          local_cpu_facts(), model::DefaultSchedule::None);
    runtime::Device device(target::local_connection(NW_BIN_DIR));
    const auto stopped_after = [&](double seconds) {
      using Clock = target::Session::Clock;
      device.set_limits(
          Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)), {},
          seconds);
      const auto report = execute::run_network(model, {}, {}, device, {{slow->task_key, slow->script}});
      return QString::fromStdString(report.diagnostics.size() == 1 ? format(report.diagnostics[0]) : "");
    };
    const std::string& node = optimized.node(optimized.outputs[0]).name;
    QCOMPARE(stopped_after(3),
             QStringLiteral("error: the network was stopped after 3 s, while it was running the kernel "
                            "of '%1' (%2) [NW4122]\n  legal: --deadline 12\n")
                 .arg(QString::fromStdString(node), QString::fromStdString(slow->task_key)));
    const QString at_once = stopped_after(0.0001);
    QVERIFY2(at_once.startsWith(QStringLiteral("error: the network was stopped after 0.0001 s")), qPrintable(at_once));
  }

  void what_cannot_run_says_so() {
    const auto dynamic = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(?, 4), float32]) {
  nn.relu(%x)
}
)");
    QVERIFY(!dynamic.ok());
    QCOMPARE(dynamic.diagnostics[0].code, std::string("NW4116"));
    const auto unknown = run("fn (%x: Tensor[(2), float32]) {\n  my.own(%x)\n}\n");
    QVERIFY(!unknown.ok());
    QCOMPARE(unknown.diagnostics[0].code, std::string("NW4080"));
  }
};

NW_TEST(TestNetwork);
#include "test_network.moc"
