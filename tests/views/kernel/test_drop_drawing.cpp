// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn while a row of the loop tree is dragged: a line where it would be, a frame where it would go in,
// green where it may and red where it may not; rows that can take it are lit, the others stand back.
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QDragMoveEvent>
#include <QMimeData>
#include <QTest>

#include "base/local_cpu.h"
#include "kernel/kernel_colors.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "models/loop_tree_model.h"
#include "registry.h"
#include "sample_matmul.h"

using namespace nw;
using namespace nw::views;

class TestDropDrawing : public QObject {
  Q_OBJECT

  std::unique_ptr<KernelView> view_;
  std::unique_ptr<QMimeData> data_;
  LoopTreeView* tree() { return view_->treeView(); }
  LoopTreeModel* model() { return static_cast<LoopTreeModel*>(tree()->model()); }

  QModelIndex row(const std::string& stage, const std::string& axis = {}) {
    const StageId id = view_->preview()->program.schedule->find_by_name(stage);
    for (const kernel::LoopTreeRow& row : view_->preview()->tree)
      if (row.stage == id && row.axis.valid() && row.name == axis) return model()->find(id, row.axis);
    return model()->find(id, {});
  }

  bool take(const QModelIndex& index) {
    tree()->setCurrentIndex(index);
    if (!QTest::qWaitFor([this] { return view_->settled() && tree()->candidatesKnown(); }, 10000)) return false;
    data_.reset(model()->mimeData({index}));
    QDragEnterEvent enter(QPoint(30, 2), Qt::MoveAction, data_.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &enter);
    return enter.isAccepted();
  }

  // At a height in the row, 0: its top, 1: its bottom; the tree as it is then.
  QImage over(const QModelIndex& index, double height) {
    const QRect at = tree()->visualRect(index);
    QDragMoveEvent move(QPoint(30, at.top() + static_cast<int>(height * (at.height() - 1))), Qt::MoveAction,
                        data_.get(), Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(tree()->viewport(), &move);
    return tree()->viewport()->grab().toImage();
  }

  // Where a row's frame has that colour: "top", "bottom", "left", in this order.
  QStringList edges(const QImage& image, const QModelIndex& index, const QColor& ink) {
    const QRect at = tree()->visualRect(index);
    const int middle = image.width() / 2, top = at.top() + 1, bottom = at.bottom() - 1;
    QStringList found;
    if (image.pixelColor(middle, top) == ink) found << QStringLiteral("top");
    if (image.pixelColor(middle, bottom) == ink) found << QStringLiteral("bottom");
    if (image.pixelColor(1, at.center().y()) == ink) found << QStringLiteral("left");
    return found;
  }

 private Q_SLOTS:
  void init() {
    view_ = std::make_unique<KernelView>(local_cpu_facts());
    view_->resize(1280, 800);
    view_->show();
    view_->setScript(QString::fromStdString(test::kMatmul));
    QVERIFY(QTest::qWaitFor([this] { return view_->settled() && tree()->candidatesKnown(); }, 10000));
  }

  void a_line_shows_where_a_loop_would_stand_and_a_frame_what_it_would_go_into() {
    const QColor ok = KernelColors::from(tree()->palette()).ok;
    QVERIFY(take(row("C", "k")));
    QCOMPARE(edges(over(row("C", "y"), 0.05), row("C", "y"), ok), QStringList(QStringLiteral("top")));
    QVERIFY(take(row("C", "y")));
    QCOMPARE(edges(over(row("C", "x"), 0.95), row("C", "x"), ok), QStringList(QStringLiteral("bottom")));
    const QStringList frame{QStringLiteral("top"), QStringLiteral("bottom"), QStringLiteral("left")};
    QCOMPARE(edges(over(row("C", "x"), 0.5), row("C", "x"), ok), frame);
    QVERIFY(take(row("P")));
    QCOMPARE(edges(over(row("C", "y"), 0.5), row("C", "y"), ok), frame);
  }

  void what_may_not_take_it_has_a_red_frame() {
    const KernelColors colors = KernelColors::from(tree()->palette());
    QVERIFY(take(row("C", "y")));
    const QImage image = over(row("P", "i"), 0.05);
    QCOMPARE(edges(image, row("P", "i"), colors.error), QStringList(QStringLiteral("top")));
    QVERIFY(edges(image, row("P", "i"), colors.ok).isEmpty());
  }

  // From the start of the drag, and no longer than it lasts.
  void rows_that_can_take_it_are_lit() {
    const KernelColors colors = KernelColors::from(tree()->palette());
    const QRgb lit = KernelColors::blend(colors.ok, colors.background, 0.16).rgb();
    const auto right_of = [this](const QImage& image, const QModelIndex& index) {
      return image.pixel(image.width() - 2, tree()->visualRect(index).center().y());
    };
    QVERIFY(take(row("P")));
    const QImage dragged = tree()->viewport()->grab().toImage();
    QCOMPARE(right_of(dragged, row("C", "y")), lit);
    QVERIFY(right_of(dragged, row("P", "i")) != lit);
    QDragLeaveEvent leave;
    QCoreApplication::sendEvent(tree()->viewport(), &leave);
    QVERIFY(right_of(tree()->viewport()->grab().toImage(), row("C", "y")) != lit);
  }
};

NW_TEST(TestDropDrawing);
#include "test_drop_drawing.moc"
