// SPDX-License-Identifier: GPL-3.0-or-later
// The table of operators and groups as its texts, under Qt's model tester.
#include <QAbstractItemModelTester>
#include <QTest>

#include "graphs.h"
#include "models/operators_model.h"
#include "models/query.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;
using model::OperatorColumn;
using model::OperatorOrder;

namespace {

std::shared_ptr<const OrderedOperators> rows(const OperatorOrder& order, const QString& query = {},
                                             const model::OperatorTableOptions& options = {}) {
  const auto graph = test::two_blocks();
  return OrderedOperators::make(model::make_operator_table(graph, test::fused(*graph), options), order,
                                parse_query(query).query, {});
}

QString draw(const OperatorsModel& model, std::initializer_list<OperatorColumn> columns) {
  QString text;
  for (int row = 0; row < model.rowCount(); ++row) {
    QStringList cells;
    for (const OperatorColumn column : columns) cells << model.index(row, static_cast<int>(column)).data().toString();
    text += cells.join(QStringLiteral(" | ")) + QLatin1Char('\n');
  }
  return text;
}

}  // namespace

class TestOperatorsModel : public QObject {
  Q_OBJECT

 private Q_SLOTS:
  void operators_are_below_their_group() {
    OperatorsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(rows({}));
    QCOMPARE(
        draw(model, {OperatorColumn::Operator, OperatorColumn::Name, OperatorColumn::Shape, OperatorColumn::Group}),
        QStringLiteral("conv2d + bias_add + relu | block1/conv | 1×8×4×4 float32 | 0\n"
                       "nn.conv2d | block1/conv | 1×8×4×4 float32 | 0\n"
                       "nn.bias_add | block1/bias | 1×8×4×4 float32 | 0\n"
                       "nn.relu | block1/relu | 1×8×4×4 float32 | 0\n"
                       "conv2d + bias_add + relu | block2/conv | 1×8×4×4 float32 | 1\n"
                       "nn.conv2d | block2/conv | 1×8×4×4 float32 | 1\n"
                       "nn.bias_add | block2/bias | 1×8×4×4 float32 | 1\n"
                       "nn.relu | block2/relu | 1×8×4×4 float32 | 1\n"
                       "add | sum | 1×8×4×4 float32 | \n"));
    QVERIFY(model.index(1, 0).data(OperatorsModel::InsideRole).toBool());
    QVERIFY(!model.index(8, 0).data(OperatorsModel::InsideRole).toBool());
    QCOMPARE(model.findNode(model.rows()->table->graph->find("block2/bias")).row(), 6);
    QCOMPARE(model.findGroup(GroupId(1)).row(), 4);
    model.setRows(nullptr);
    QCOMPARE(model.rowCount(), 0);
  }

  void a_shape_has_the_short_names_of_its_sizes() {
    const auto graph = std::make_shared<graph::Graph>();
    const tir::Var count = tir::make_var("number_of_boxes");
    graph->symbols.emplace("number_of_boxes", count);
    const NodeId x = test::add(*graph, "input", "x", {}, {}, {graph::Dim(tir::Expr(count)), 4});
    graph->inputs = {x};
    graph->outputs = {test::add(*graph, "nn.relu", "relu", {x}, {}, {graph::Dim(tir::Expr(count)), 4})};
    const auto tree = std::make_shared<const ScopeTree>(ScopeTree::build(*graph));
    OperatorsModel model;
    model.setRows(OrderedOperators::make(model::make_operator_table(graph, nullptr), {}, {}, {}, tree));
    QCOMPARE(draw(model, {OperatorColumn::Shape}), QStringLiteral("n×4 float32\n"));
    const QString tip = model.index(0, static_cast<int>(OperatorColumn::Shape)).data(Qt::ToolTipRole).toString();
    QCOMPARE(tip, QStringLiteral("number_of_boxes×4 float32"));
  }

  void a_filter_is_a_query_of_the_find_language() {
    OperatorsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setRows(rows({.rows = OperatorOrder::Rows::Operators}, QStringLiteral("op:conv2d name:block2")));
    QCOMPARE(draw(model, {OperatorColumn::Name}), QStringLiteral("block2/conv\n"));
    model.setRows(rows({.rows = OperatorOrder::Rows::Groups}, QStringLiteral("op:bias_add")));
    QCOMPARE(model.rowCount(), 2);
    // Its own row is not shown: its group stands for it.
    QCOMPARE(model.findNode(model.rows()->table->graph->find("block2/bias")), model.findGroup(GroupId(1)));
  }

  void a_share_is_of_the_time_where_one_was_measured() {
    OperatorsModel model;
    model.setRows(rows({}));
    const auto header = [&](OperatorColumn column, int role) {
      return model.headerData(static_cast<int>(column), Qt::Horizontal, role).toString();
    };
    QCOMPARE(header(OperatorColumn::Share, Qt::DisplayRole), QStringLiteral("Share of ops"));
    model.setRows(rows({.rows = OperatorOrder::Rows::Groups, .column = OperatorColumn::Time}, {},
                       {.times = {{GroupId(0), 2.0}, {GroupId(1), 6.0}}, .target = "cpu"}));
    QCOMPARE(header(OperatorColumn::Share, Qt::DisplayRole), QStringLiteral("Share of time"));
    QCOMPARE(draw(model, {OperatorColumn::Name, OperatorColumn::Time, OperatorColumn::Share, OperatorColumn::Target}),
             QStringLiteral("block2/conv | 6.0 µs | 75 % | cpu\nblock1/conv | 2.0 µs | 25 % | cpu\nsum |  |  | \n"));
  }

  void a_share_is_a_bound_where_sizes_are_not_known() {
    const auto graph = std::make_shared<graph::Graph>();
    const tir::Var count = tir::make_var("n");
    graph->symbols.emplace("n", count);
    const NodeId x = test::add(*graph, "input", "x", {}, {}, {graph::Dim(tir::Expr(count)), 4}),
                 y = test::add(*graph, "input", "y", {}, {}, {2, 4});
    graph->inputs = {x, y};
    graph->outputs = {test::add(*graph, "nn.relu", "some", {x}, {}, {graph::Dim(tir::Expr(count)), 4}),
                      test::add(*graph, "nn.relu", "eight", {y}, {}, {2, 4})};
    OperatorsModel model;
    model.setRows(OrderedOperators::make(model::make_operator_table(graph, nullptr), {}, {}, {}));
    QCOMPARE(draw(model, {OperatorColumn::Name, OperatorColumn::Share}), QStringLiteral("eight | ≤ 100 %\nsome | \n"));
    const QString tip = model.index(0, static_cast<int>(OperatorColumn::Share)).data(Qt::ToolTipRole).toString();
    QCOMPARE(tip, QStringLiteral("At most: operators of unknown size are not counted"));
  }

  void the_totals_are_one_line() {
    const auto all = rows({}, {}, {.times = {{GroupId(0), 2.0}, {GroupId(1), 6.0}}, .target = "cpu", .run_time = 9.5});
    const QString text = totals_text(*all);
    QVERIFY2(text.startsWith(QStringLiteral("Rows shown: 7 operator(s) in 2 group(s)  ·  ")), qPrintable(text));
    // The sum of the kernels is of the rows, the run is of the whole model.
    QVERIFY2(text.contains(QStringLiteral("  ·  their kernels take 8.0 µs in sum   |   Whole model: a run takes 9.5 µs"
                                          "  ·  576 parameters in 1 constant(s), 2.3 KiB")),
             qPrintable(text));
  }
};

NW_TEST(TestOperatorsModel);
#include "test_operators_model.moc"
