// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that differ in sizes only: one script, compiled once, with the numbers that each kernel alone would have.
#include "script/kernel_families.h"

#include <QTest>

#include "execute/network.h"
#include "import/relay.h"
#include "local_device.h"
#include "registry.h"

using namespace nw;

namespace {

std::string sum_of_rows(int rows, int blocks, const std::string& input = "A", const std::string& step = "parallel(i)") {
  const std::string r = std::to_string(rows), b = std::to_string(blocks);
  return "import tvm\nfrom tvm import te, tir\n\n# computation\n" + input + " = te.placeholder((" + r +
         ", 8), name=\"" + input + "\")\nB = te.compute((" + b + ", 4, 8), lambda i, j, k: " + input +
         "[i * 4 + j, k], name=\"B\", attrs={\"node\": 0})\n\n# schedule\ns = te.create_schedule(B.op)\n"
         "i, j, k = s[B].op.axis\ns[B]." +
         step + "\n\n# kernel\ntvm.lower(s, [" + input + ", B], name=\"main\")\n";
}

std::vector<script::KernelFamily> families(const std::vector<std::string>& scripts, size_t most_sizes) {
  std::vector<const std::string*> all;
  for (const std::string& script : scripts) all.push_back(&script);
  return script::kernel_families(all, most_sizes);
}

std::string code(const Diagnostics& diagnostics) {
  return diagnostics.empty() ? "" : format(diagnostics[0]);
}

}  // namespace

class TestKernelFamilies : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void what_differs_is_a_size_and_its_multiples() {
    const auto found = families({sum_of_rows(8, 2), sum_of_rows(12, 3, "data"), sum_of_rows(40, 10)}, 1);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].sizes, std::vector<std::string>{"size"});
    QCOMPARE(found[0].script, std::string("import tvm\nfrom tvm import te, tir\n\n# computation\n"
                                          "size = te.size_var(\"size\")\n"
                                          "A = te.placeholder(((size * 4), 8), name=\"A\")\n"
                                          "B = te.compute((size, 4, 8), lambda i, j, k: A[i * 4 + j, k], name=\"B\", "
                                          "attrs={\"node\": 0})\n\n# schedule\ns = te.create_schedule(B.op)\n"
                                          "i, j, k = s[B].op.axis\ns[B].parallel(i)\n\n# kernel\n"
                                          "tvm.lower(s, [A, B], name=\"main\")\n"));
    QCOMPARE(found[0].members.size(), size_t{3});
    QCOMPARE(found[0].members[1].script, size_t{1});
    QCOMPARE(found[0].members[1].values, std::vector<int64_t>{3});
    QCOMPARE(found[0].members[2].values, std::vector<int64_t>{10});
  }

  void sizes_that_are_no_multiples_are_two() {
    const std::vector<std::string> scripts{sum_of_rows(8, 2), sum_of_rows(13, 3)};
    QVERIFY(families(scripts, 1).empty());
    const auto found = families(scripts, 2);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].sizes, (std::vector<std::string>{"size", "size_2"}));
  }

  // Rows and columns differ: the largest family has one size for the rows; the last is alone in both.
  void where_all_differ_in_too_much_the_largest_part_is_a_family() {
    const auto wide = [](int rows, int blocks, int columns) {
      std::string script = sum_of_rows(rows, blocks);
      for (size_t at = 0; (at = script.find(", 8)", at)) != std::string::npos; ++at)
        script.replace(at, 4, ", " + std::to_string(columns) + ")");
      return script;
    };
    const std::vector<std::string> scripts{wide(8, 2, 8),   wide(12, 3, 8),  wide(8, 2, 5), wide(40, 10, 8),
                                           wide(12, 3, 16), wide(28, 7, 16), wide(4, 1, 3)};
    const auto found = families(scripts, 1);
    QCOMPARE(found.size(), size_t{2});
    const auto members = [](const script::KernelFamily& family) {
      std::vector<std::pair<size_t, std::vector<int64_t>>> all;
      for (const auto& member : family.members) all.emplace_back(member.script, member.values);
      return all;
    };
    QCOMPARE(members(found[0]), (std::vector<std::pair<size_t, std::vector<int64_t>>>{{0, {2}}, {1, {3}}, {3, {10}}}));
    QCOMPARE(members(found[1]), (std::vector<std::pair<size_t, std::vector<int64_t>>>{{4, {3}}, {5, {7}}}));
    QCOMPARE(families(scripts, 2).size(), size_t{1});
  }

  void a_size_has_a_name_that_is_free() {
    const auto found = families({sum_of_rows(8, 2, "size"), sum_of_rows(12, 3, "size")}, 1);
    QCOMPARE(found.size(), size_t{1});
    QCOMPARE(found[0].sizes, std::vector<std::string>{"size_2"});
  }

  void equal_scripts_but_for_names_need_no_size() {
    const auto found = families({sum_of_rows(8, 2, "first"), sum_of_rows(8, 2, "second")}, 1);
    QCOMPARE(found.size(), size_t{1});
    QVERIFY(found[0].sizes.empty());
  }

  void other_steps_and_marks_are_no_family() {
    QVERIFY(families({sum_of_rows(8, 2), sum_of_rows(12, 3, "A", "vectorize(k)")}, 4).empty());
    const auto split = [](int factor) { return "split(i, factor=" + std::to_string(factor) + ")"; };
    QVERIFY(families({sum_of_rows(8, 2, "A", split(2)), sum_of_rows(12, 3, "A", split(4))}, 4).empty());
    std::string other = sum_of_rows(12, 3);
    other.replace(other.find("\"node\": 0"), 9, "\"node\": 1");
    QVERIFY(families({sum_of_rows(8, 2), other}, 4).empty());
  }

  void a_network_compiles_them_once() {
    std::string inputs, body;  // so many channels that each is shared among cores on every machine
    for (const int i : {0, 1, 2}) {
      const std::string n = std::to_string(i), channels = std::to_string(64 * (i + 12));
      inputs += (i > 0 ? ", %x" : "%x") + n + ": Tensor[(1, " + channels + ", 6, 6), float32], %w" + n +
                ": Tensor[(64, " + channels + ", 1, 1), float32]";
      body += "  %" + n + " = nn.conv2d(%x" + n + ", %w" + n + ");\n";
    }
    auto graph = import::read_relay("fn (" + inputs + ") {\n" + body + "  (%0, %1, %2)\n}\n");
    QVERIFY2(graph.ok(), code(graph.diagnostics).c_str());
    for (size_t i = 0; i < graph->size(); ++i) {
      graph::Node& node = graph->node(NodeId(static_cast<int32_t>(i)));
      if (!node.name.starts_with("%w")) continue;
      node.kind = graph::NodeKind::Constant;
      node.data = NDArray(DType::Float(32), graph::constant_shape(node.type.shape).value());
      for (int64_t e = 0; e < node.data.size(); ++e) node.data.set(e, static_cast<double>(e * 37 % 101) / 50 - 1);
    }
    const auto model = model::build_model(std::move(*graph), {}, "net.relay");
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.inputs = {true, 5};
    const auto report = execute::run_network(model, {}, options, test::local_device());
    QVERIFY2(report.ok(), code(report.diagnostics).c_str());
    QVERIFY2(report->comparison->ok, code(report.diagnostics).c_str());
    QCOMPARE(report->kernels.size(), size_t{3});
    QCOMPARE(report->compiled, 2);  // the convolution, and the packing of its weight
  }
};

NW_TEST(TestKernelFamilies);
#include "test_kernel_families.moc"
