// SPDX-License-Identifier: GPL-3.0-or-later
// Pattern tables beside the editor: results as a tree, completions at the caret.
#include <QAbstractItemModelTester>
#include <QTest>

#include "graphs.h"
#include "models/offered_attributes_model.h"
#include "models/pattern_help.h"
#include "models/pattern_results_model.h"
#include "registry.h"

using namespace nw;
using namespace nw::views;

class TestPatternModels : public QObject {
  Q_OBJECT

  static QString draw(const QAbstractItemModel& model, const QModelIndex& parent = {}, int depth = 0) {
    QString text;
    for (int row = 0; row < model.rowCount(parent); ++row) {
      const QModelIndex index = model.index(row, 0, parent);
      text += QString(depth * 2, QLatin1Char(' ')) + index.data().toString() + QStringLiteral(" | ") +
              index.siblingAtColumn(1).data().toString() + QLatin1Char('\n') + draw(model, index, depth + 1);
    }
    return text;
  }

 private Q_SLOTS:
  void a_reason_is_one_row_above_its_places() {
    const auto graph = test::two_blocks();
    PatternResultsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setView(graph, std::make_shared<const workspace::PatternView>(
                             workspace::compute_patterns(*graph,
                                                         "my.a: is_op(\"nn.relu\")(is_op(\"nn.bias_add\")(None))\n"
                                                         "my.c: is_op(\"nn.lrn\")(wildcard())\n")));
    QCOMPARE(draw(model), QStringLiteral("my.a | 2 of 2\n"
                                         "  2 match(es) | \n"
                                         "    block1/relu | nn.bias_add, nn.relu\n"
                                         "    block2/relu | nn.bias_add, nn.relu\n"
                                         "my.c | matches nowhere\n"));
    const QModelIndex place = model.index(1, 0, model.index(0, 0, model.index(0, 0)));
    QCOMPARE(model.node(place), graph->find("block2/relu"));
    QCOMPARE(model.line(place)->name, std::string("my.a"));
    model.setView(nullptr, nullptr);
    QCOMPARE(model.rowCount(), 0);
  }

  void near_misses_are_grouped_and_renewed_with_their_fixes() {
    const auto graph = test::two_blocks();
    const std::string text = "my.b: is_op(\"nn.relu\")(is_op(\"nn.conv2d\")(wildcard(), wildcard()))\n";
    const auto view = std::make_shared<const workspace::PatternView>(workspace::compute_patterns(*graph, text));
    PatternResultsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setView(graph, view);
    const QModelIndex reason = model.index(0, 0, model.index(0, 0));
    QVERIFY2(reason.data().toString() == QStringLiteral("2 place(s): nn.bias_add where nn.conv2d is wanted"),
             qPrintable(draw(model)));
    QCOMPARE(model.rowCount(reason), 2);
    QVERIFY(model.nearMiss(reason) && !model.reason(reason)->fix);
    auto fixed = std::make_shared<workspace::PatternView>(*view);
    workspace::add_pattern_fixes(*graph, *fixed);
    QVERIFY(model.renewView(fixed));
    QVERIFY(!model.renewView(nullptr));
  }

  // Shared ones can be asked for; where the selections differ there is nothing to check.
  void offered_attributes_are_checked() {
    const auto graph = test::two_blocks();
    const NodeId first = graph->find("block1/relu");
    OfferedAttributesModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::vector<std::string> asked;
    connect(&model, &OfferedAttributesModel::wantedChanged, this,
            [&](const workspace::OfferedAttribute& each, bool wanted) {
              asked.push_back(each.name + (wanted ? " on" : " off"));
            });
    model.setAttributes({{first, "nn.conv2d", "strides", "[1, 1]", "[1, 1] ×2", false, true, false},
                         {first, "nn.conv2d", "groups", "1 or 2", "1 ×1, 2 ×1", false, false, false}});
    const QModelIndex strides = model.index(0, 0), groups = model.index(1, 0);
    QCOMPARE(draw(model), QStringLiteral("nn.conv2d  strides | [1, 1]\nnn.conv2d  groups | 1 or 2\n"));
    QCOMPARE(strides.siblingAtColumn(2).data().toString(), QStringLiteral("[1, 1] ×2"));
    QVERIFY(model.setData(strides, Qt::Checked, Qt::CheckStateRole));
    QVERIFY(!model.setData(strides, Qt::Checked, Qt::CheckStateRole));
    QVERIFY(!model.setData(groups, Qt::Checked, Qt::CheckStateRole));
    QVERIFY(!groups.data(Qt::CheckStateRole).isValid());
    QVERIFY(model.setData(strides, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(asked, (std::vector<std::string>{"strides on", "strides off"}));
  }

  void completions_know_where_the_caret_is() {
    QVERIFY(pattern_completions(QStringLiteral("a = is_op(\"nn.conv2d_tr"))
                .fitting.contains(QStringLiteral("nn.conv2d_transpose")));
    QVERIFY(
        pattern_completions(QStringLiteral("supports(\"t\", [\"nn.re")).fitting.contains(QStringLiteral("nn.relu")));
    const PatternCompletions keys =
        pattern_completions(QStringLiteral("a = is_op(\"nn.conv2d\")(None).has_attr({\"stri"));
    QCOMPARE(keys.fitting, QStringList{QStringLiteral("strides")});
    QCOMPARE(keys.typed, 4);
    QVERIFY(
        pattern_completions(QStringLiteral("conv = wildcard()\nmy.x: con")).fitting.contains(QStringLiteral("conv")));
    QVERIFY(pattern_completions(QStringLiteral("# is_o")).fitting.isEmpty());
    QVERIFY(pattern_completions(QStringLiteral("my.x: is_var(\"x")).fitting.isEmpty());
  }
};

NW_TEST(TestPatternModels);
#include "test_pattern_models.moc"
