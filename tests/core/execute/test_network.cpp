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
    return execute::run_network(*model::build_model(std::move(*graph), {}, "net.relay"), fusion, verified(),
                                test::local_device());
  }

 private Q_SLOTS:
  // Batch norms in the file, folded into what is before them by the passes.
  void sample_network_with_batch_norms() {
    Result<graph::Graph> graph = import::read_onnx(NW_SOURCE_DIR "/resources/samples/resnet20.onnx");
    QVERIFY(graph.value.has_value());
    const auto model = model::build_model(std::move(*graph), {}, "resnet20.onnx");
    const auto report = execute::run_network(*model, {}, verified(), test::local_device());
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison.has_value());
    QCOMPARE(report->comparison->by, std::string("reference"));
    QVERIFY(report->comparison->ok);
    QVERIFY(report->comparison->nodes.size() >= report->kernels.size());
    QCOMPARE(report->comparison->checked, 10);
    QVERIFY(report->comparison->max_abs_error > 0);  // another order of additions: something was changed
    QCOMPARE(report->kernels.size(), model::fuse(*model).groups.size());
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
    QCOMPARE(report->comparison->checked, 16 + 16 + 16);
    QCOMPARE(report->outputs.size(), size_t{3});
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
    QCOMPARE(report->comparison->checked, 12 + 18);
  }

  // ONNX's Gather is `take` in mode "fast": a negative index counts from the end once, what is outside then ends the
  // run.
  void an_index_from_data_outside_its_axis_names_the_node() {
    const auto gather = [](const char* dtype, const char* mode, int rows) {
      Result<graph::Graph> graph = import::read_relay(
          fmt::format("fn (%x: Tensor[({}, 2), float32], %i: Tensor[(3), {}]) {{\n  %0 = nn.relu(%x);\n  take(%0, %i, "
                      "axis=0, mode=\"{}\")\n}}\n",
                      rows, dtype, mode));
      return execute::run_network(*model::build_model(std::move(*graph.value), {}, "net.relay"), {}, {},
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
    const auto report = execute::run_network(*model::build_model(std::move(*graph.value), {}, "net.relay"), apart, {},
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
    QVERIFY(report->comparison.has_value());
  }

  // The square roots of negative numbers are NaN. Kernels compare as TIR does, where a maximum with NaN may be a
  // number: that is reported, not hidden.
  void nan_in_kernels() {
    const auto of_roots = [](const char* call) {
      return run(fmt::format(
          "#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2, 50), float32]) {{\n  %0 = sqrt(%x);\n  {}\n}}\n", call));
    };
    for (const char* call :
         {"round(%x)", "nn.softmax(%0)", "abs(%0)", "sigmoid(%0)", "power(%0, %x)", "sum(%0, axis=[1])"}) {
      const auto report = of_roots(call);
      QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : (call + format(report.diagnostics[0])).c_str());
      QCOMPARE(report->comparison->by, std::string("reference"));
    }
    const auto relu = of_roots("nn.relu(%0)");
    QVERIFY(relu.value.has_value() && !relu.ok());
    QCOMPARE(
        relu.diagnostics[0].message,
        std::string("the kernel of '%1' differs from the reference operators on the same inputs: element [0, 1] is 0, "
                    "the reference has nan"));
  }

  // Operators of integers at their edges.
  void integers_in_kernels() {
    for (const char* dtype : {"int8", "uint8", "int32", "int64"})
      for (const char* call :
           {"clip(%x, a_min=0f, a_max=3f)", "multiply(%x, %x)", "abs(%x)", "negative(%x)", "sign(%x)", "nn.relu(%x)",
            "floor_mod(%x, cast(3i32, dtype=\"{0}\"))", "sum(%x, axis=[1])", "max(%x)"}) {
        const std::string body = fmt::format(fmt::runtime(call), dtype);
        const auto report =
            run(fmt::format("#[version = \"0.0.5\"]\ndef @main(%x: Tensor[(2, 50), {}]) {{\n  {}\n}}\n", dtype, body));
        QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : (body + format(report.diagnostics[0])).c_str());
      }
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
      return execute::run_network(*model, {}, verified(), test::local_device(), {{kernel->task_key, script}});
    };
    const auto same = run_with([](std::string&) {});
    QVERIFY(same.ok() && same->comparison);
    const auto wrong = run_with([](std::string& script) { script.replace(script.find("p0["), 3, "p1["); });
    QVERIFY(wrong.value.has_value());
    QCOMPARE(wrong.diagnostics[0].code, std::string("NW4052"));
    QVERIFY2(wrong.diagnostics[0].message.starts_with(
                 "the kernel of '%0' differs from the reference operators on the same inputs: element ["),
             wrong.diagnostics[0].message.c_str());
    QCOMPARE(wrong.diagnostics[0].where.at(0).node, std::string("%0"));
    QVERIFY(!wrong->comparison->ok && !wrong->comparison->nodes.at(0).ok);
    QCOMPARE(wrong.diagnostics[1].code, std::string("NW4053"));
    const auto other = run_with([](std::string& script) { script.replace(script.find("[p0, p1, "), 9, "[p0, "); });
    QVERIFY(!other.value);
    QCOMPARE(other.diagnostics[0].code, std::string("NW4118"));
  }

  void what_cannot_run_says_so() {
    const auto dynamic = run(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(?, 4), float32]) {
  nn.relu(%x)
}
)");
    QVERIFY(!dynamic.ok());
    QCOMPARE(dynamic.diagnostics[0].code, std::string("NW4116"));
    const auto branch = run(R"(#[version = "0.0.5"]
def @main(%c: Tensor[(), bool], %x: Tensor[(2), float32]) {
  %0 = if (%c) {
    nn.relu(%x)
  } else {
    %x
  };
  exp(%0)
}
)");
    QVERIFY(!branch.ok());
    QCOMPARE(branch.diagnostics[0].code, std::string("NW4117"));
  }
};

NW_TEST(TestNetwork);
#include "test_network.moc"
