// SPDX-License-Identifier: GPL-3.0-or-later
// What a graph's operators and groups cost: sums, shares, orders, filters.
#include <fmt/format.h>

#include <QTest>
#include <algorithm>
#include <random>

#include "import/relay.h"
#include "model/model.h"
#include "model/operator_table.h"
#include "registry.h"

using namespace nw;
using model::OperatorColumn;
using model::OperatorOrder;
using Rows = OperatorOrder::Rows;

namespace {

constexpr const char* kNet =
    "fn (%x: Tensor[(1, 4, 8, 8), float32], %w: Tensor[(4, 4, 3, 3), float32]) {\n"
    "  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);\n"
    "  %1 = nn.relu(%0);\n"
    "  %2 = nn.max_pool2d(%1, pool_size=[2, 2], strides=[2, 2]);\n"
    "  %3 = nn.softmax(%2);\n"
    "  exp(%3)\n}\n";

struct Net {
  std::shared_ptr<const model::Model> model;
  std::shared_ptr<const graph::Graph> graph;
  std::shared_ptr<const fusion::Fusion> fusion;
};
Net read(const std::string& text) {
  auto graph = import::read_relay(text);
  model::OpenOptions options;
  options.passes = model::Passes::None;
  const auto m = model::build_model(std::move(*graph), {}, "net.relay", options);
  return {m, m->snapshots.back().graph, std::make_shared<fusion::Fusion>(model::fuse(*m))};
}

QString draw(const model::OperatorTable& table, const std::vector<uint32_t>& rows) {
  QString text;
  for (const uint32_t index : rows) {
    const model::OperatorRow& row = table.rows[index];
    text += QString::fromStdString(fmt::format("{}{}: {} operations, {} bytes\n", row.is_group ? "" : "  ",
                                               table.titles[index], row.operations, row.bytes));
  }
  return text;
}

// A chain of calls with random costs, in groups of two.
Net chain(size_t count) {
  auto graph = std::make_shared<graph::Graph>();
  auto fusion = std::make_shared<fusion::Fusion>();
  std::mt19937 random(7);
  NodeId last;
  for (size_t i = 0; i < count; ++i) {
    graph::Node node;
    node.kind = i == 0 ? graph::NodeKind::Input : graph::NodeKind::Call;
    if (i > 0) node.op = random() % 2 == 0 ? "nn.relu" : "exp";
    node.name = "node" + std::to_string(random());
    if (last.valid()) node.inputs = {last};
    node.type = graph::Type::tensor(DType::Float(32), {graph::Dim(static_cast<int64_t>(random() % 4096))});
    last = graph->add(std::move(node));
    if (i == 0) continue;
    if (i % 2 == 1) fusion->groups.push_back({GroupId(fusion->groups.size()), {}, last, {}, {}});
    fusion->groups.back().nodes.push_back(last);
    fusion->groups.back().root = last;
    fusion->group_of[last] = fusion->groups.back().id;
  }
  graph->outputs = {last};
  return {nullptr, graph, fusion};
}

}  // namespace

class TestOperatorTable : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  // The values between the operators of a group are neither read nor written.
  void a_group_sums_its_operators_and_reads_what_comes_from_outside() {
    const Net net = read(kNet);
    const auto table = model::make_operator_table(net.graph, net.fusion);
    QCOMPARE(draw(*table, model::ordered_rows(*table, {})),
             QStringLiteral("conv2d + relu: 18688 operations, 2624 bytes\n"
                            "  nn.conv2d: 18432 operations, 2624 bytes\n"
                            "  nn.relu: 256 operations, 2048 bytes\n"
                            "softmax + exp: 128 operations, 512 bytes\n"
                            "  nn.softmax: 64 operations, 512 bytes\n"
                            "  exp: 64 operations, 512 bytes\n"
                            "max_pool2d: 64 operations, 1280 bytes\n"
                            "  nn.max_pool2d: 64 operations, 1280 bytes\n"));
  }

  void shares_are_of_the_operations_until_times_are_known() {
    const Net net = read(kNet);
    const auto before = model::make_operator_table(net.graph, net.fusion);
    const model::OperatorRow& conv = before->rows.front();
    QCOMPARE(before->share(conv), conv.operations / before->totals.operations);
    model::OperatorTableOptions options{.times = {{conv.group, 30.0}, {GroupId(1), 10.0}}, .target = "cpu"};
    options.limits = {.operations = 18688 / 15.0, .bytes = 1e9};  // what it takes 15 µs to compute at best
    const auto after = model::make_operator_table(net.graph, net.fusion, options);
    QCOMPARE(after->share(after->rows.front()), 0.75);
    QCOMPARE(after->rows.front().roofline, 0.5);
    QCOMPARE(after->target, std::string("cpu"));
    QVERIFY(std::isnan(after->rows[1].time));  // one of two operators: the group was measured, not its parts
    QCOMPARE(after->rows[4].time, 10.0);       // alone in its group
  }

  void unknown_numbers_sort_last_in_both_directions() {
    const Net net = read(kNet);
    const auto table =
        model::make_operator_table(net.graph, net.fusion, {.times = {{GroupId(0), 5.0}, {GroupId(2), 9.0}}});
    for (const bool descending : {true, false}) {
      const auto rows = model::ordered_rows(*table, {Rows::Groups, OperatorColumn::Time, descending});
      QCOMPARE(rows.size(), size_t{3});
      QCOMPARE(table->rows[rows[0]].time, descending ? 9.0 : 5.0);
      QCOMPARE(table->rows[rows[1]].time, descending ? 5.0 : 9.0);
      QVERIFY(std::isnan(table->rows[rows[2]].time));
    }
  }

  void a_filter_keeps_operators_and_the_groups_that_have_one() {
    const Net net = read(kNet);
    const auto table = model::make_operator_table(net.graph, net.fusion);
    std::vector<bool> wanted(net.graph->size(), false);
    wanted[table->rows[2].node.index()] = true;
    const auto both = model::ordered_rows(*table, {}, &wanted);
    QCOMPARE(draw(*table, both), QStringLiteral("conv2d + relu: 18688 operations, 2624 bytes\n"
                                                "  nn.relu: 256 operations, 2048 bytes\n"));
    QCOMPARE(model::totals_of(*table, both).operators, 1);
    const auto alone = model::ordered_rows(*table, {.rows = Rows::Operators}, &wanted);
    QCOMPARE(alone, std::vector<uint32_t>{2});
    QCOMPARE(model::totals_of(*table, alone).bytes, 2048.0);
  }

  // However the rows are listed, each operator counts once.
  void totals_are_the_same_for_groups_and_for_both() {
    const Net net = read(kNet);
    const auto table = model::make_operator_table(net.graph, net.fusion);
    for (const Rows rows : {Rows::Both, Rows::Groups}) {
      const model::OperatorTotals totals = model::totals_of(*table, model::ordered_rows(*table, {.rows = rows}));
      QCOMPARE(totals.operators, 5);
      QCOMPARE(totals.groups, 3);
      QCOMPARE(totals.operations, 18688.0 + 64 + 64 + 64);
      QCOMPARE(totals.bytes, 2624.0 + 512 + 1280);
    }
  }

  void sizes_that_are_symbols_are_not_known() {
    const Net net = read("fn (%x: Tensor[(?, 8), float32]) {\n  nn.relu(%x)\n}\n");
    const auto table = model::make_operator_table(net.graph, net.fusion);
    QVERIFY(std::isnan(table->rows.back().bytes));
    QCOMPARE(table->totals.unknown, 1);
    QCOMPARE(table->totals.operations, 0.0);
  }

  void every_column_orders_many_rows() {
    const Net net = chain(66'668);  // 66,667 operators in 33,334 groups
    const auto table = model::make_operator_table(net.graph, net.fusion);
    QVERIFY(table->rows.size() > 100'000);
    for (size_t column = 0; column < model::kOperatorColumns; ++column)
      for (const Rows rows : {Rows::Both, Rows::Operators}) {
        std::vector<uint32_t> order = model::ordered_rows(*table, {rows, static_cast<OperatorColumn>(column), false});
        QCOMPARE(order.size(), rows == Rows::Both ? table->rows.size() : size_t{66'667});
        std::ranges::sort(order);
        QVERIFY(std::ranges::adjacent_find(order) == order.end());
      }
  }
};

NW_TEST(TestOperatorTable);
#include "test_operator_table.moc"
