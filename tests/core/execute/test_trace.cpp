// SPDX-License-Identifier: GPL-3.0-or-later
// What one run of a network did and when: calls in their order, branches around them, bytes in use.
#include <QTest>

#include "execute/network.h"
#include "import/relay.h"
#include "local_device.h"
#include "registry.h"

using namespace nw;

class TestTrace : public QObject {
  Q_OBJECT

  static Result<measure::NetworkReport> traced(const std::string& text) {
    Result<graph::Graph> graph = import::read_relay(text);
    if (!graph.value) return graph.diagnostics;
    measure::RunRequest options;
    options.repeat = 1;
    options.trace = true;
    return execute::run_network(model::build_model(std::move(*graph), {}, "net.relay"), {}, options,
                                test::local_device());
  }
  static std::string kinds(const measure::Trace& trace) {
    std::string text;
    for (const measure::Trace::Span& span : trace.spans) text += span.entry.kind + " " + span.entry.task + "\n";
    return text;
  }
  static bool encloses(const measure::Trace::Span& outer, const measure::Trace::Span& inner) {
    return outer.begin <= inner.begin && inner.begin + inner.entry.time <= outer.begin + outer.entry.time;
  }

 private Q_SLOTS:
  void calls_follow_one_another() {
    const auto report = traced(R"(#[version = "0.0.5"]
def @main(%x: Tensor[(8, 16), float32], %w: Tensor[(4, 16), float32]) {
  %0 = nn.dense(%x, %w, units=4);
  nn.softmax(%0)
}
)");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    const measure::Trace& trace = *report->trace;
    QCOMPARE(trace.spans.size(), size_t{2});
    QCOMPARE(trace.spans[0].sizes, (std::vector<std::string>{"float32(8, 16)", "float32(4, 16)", "float32(8, 4)"}));
    QCOMPARE(trace.spans[0].entry.bytes, int64_t{4 * (8 * 16 + 4 * 16 + 8 * 4)});
    QCOMPARE(trace.spans[0].begin, 0.0);
    QCOMPARE(trace.spans[1].begin, trace.spans[0].entry.time);
    QCOMPARE(report->kernels[0].bytes, trace.spans[0].entry.bytes);
    QCOMPARE(report->kernels[0].nodes.size(), size_t{1});
    // The product is alive until the softmax has read it, which is a result and stays.
    std::vector<int64_t> bytes;
    for (const measure::Trace::Memory& m : trace.memory) bytes.push_back(m.bytes);
    QCOMPARE(bytes.front(), int64_t{8 * 4 * 4});
    QCOMPARE(bytes.back(), int64_t{8 * 4 * 4});
  }

  // By the pattern the condition is true.
  void a_branch_encloses_what_it_runs() {
    const auto report = traced(
        "fn (%x: Tensor[(400), float32], %c: bool) {\n"
        "  if (%c) {\n    %0 = exp(%x);\n    cumprod(%0, axis=0)\n  } else { negative(%x) }\n}\n");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    const measure::Trace& trace = *report->trace;
    const std::string text = kinds(trace);
    QCOMPARE(trace.spans.size(), size_t{3});
    QVERIFY2(trace.spans[0].entry.kind == "kernel" && trace.spans[1].entry.task == "cumprod" &&
                 trace.spans[2].entry.kind == "control" && trace.spans[2].entry.task == "If",
             text.c_str());
    QVERIFY(encloses(trace.spans[2], trace.spans[0]) && encloses(trace.spans[2], trace.spans[1]));
    QVERIFY(trace.spans[0].begin + trace.spans[0].entry.time <= trace.spans[1].begin + 1e-6);
    QVERIFY(!trace.memory.empty());
  }

  // To send four numbers to the device and wait for four takes longer than their exp.
  void a_few_values_that_are_here_are_computed_here() {
    const auto report =
        traced("fn (%x: Tensor[(4), float32], %c: bool) {\n  if (%c) {\n    exp(%x)\n  } else { negative(%x) }\n}\n");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QCOMPARE(kinds(*report->trace), std::string("library exp\ncontrol If\n"));
  }

  void an_operator_that_computes_nothing_is_a_copy_or_a_shape() {
    const auto report =
        traced("fn (%x: Tensor[(4), float32]) {\n  %0 = argwhere(%x);\n  %1 = shape_of(%0);\n  (%0, %1)\n}\n");
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QCOMPARE(kinds(*report->trace), std::string("library argwhere\nshape shape_of\n"));
  }
};

NW_TEST(TestTrace);
#include "test_trace.moc"
