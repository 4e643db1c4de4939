// SPDX-License-Identifier: GPL-3.0-or-later
// A product of matrices in a kernel view, and its loop tree worked on by the names of its rows.
#pragma once

#include <QDragEnterEvent>
#include <QDragMoveEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QTest>
#include <memory>

#include "base/local_cpu.h"
#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "models/loop_tree_model.h"
#include "sample_matmul.h"

namespace nw::test {

using views::KernelView, views::LoopTreeModel, views::LoopTreeView;

class OnLoopTree : public QObject {
 protected:
  const QString kMatmul = QString::fromStdString(test::kMatmul);
  std::unique_ptr<KernelView> view_;

  bool open() {
    view_ = std::make_unique<KernelView>(nw::local_cpu_facts());
    view_->resize(1280, 800);
    view_->show();
    QTest::keyClick(view_.get(), Qt::Key_Shift);  // no modifier of a test before is held any more
    view_->setScript(kMatmul);
    return settle();
  }
  LoopTreeView* tree() { return view_->treeView(); }
  LoopTreeModel* model() { return static_cast<LoopTreeModel*>(tree()->model()); }

  bool settle() {
    return QTest::qWaitFor([this] { return view_->settled() && tree()->candidatesKnown(); }, 10000);
  }
  // "C.y" is that loop, "P" the stage.
  QModelIndex at(const QString& name) {
    const auto& program = view_->preview()->program;
    const StageId stage = program.schedule->find_by_name(name.section(QLatin1Char('.'), 0, 0).toStdString());
    const QString axis = name.section(QLatin1Char('.'), 1);
    if (axis.isEmpty()) return model()->find(stage, {});
    for (const kernel::LoopTreeRow& row : view_->preview()->tree)
      if (row.stage == stage && row.axis.valid() && row.name == axis.toStdString())
        return model()->find(stage, row.axis);
    return {};
  }
  bool select(const QString& name) {
    tree()->setCurrentIndex(at(name));
    return tree()->currentIndex().isValid() && settle();
  }
  bool key(const QString& name, int key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    if (!select(name)) return false;
    QTest::keyClick(tree(), static_cast<Qt::Key>(key), modifiers);
    return settle();
  }
  // Drags one row to a place in another (0: its top, 1: its bottom). What the events answer, then whether it was taken.
  bool drag(const QString& from, const QString& to, double place) {
    return select(from) && dragSelected(from, to, place);
  }
  bool dragSelected(const QString& from, const QString& to, double place,
                    Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
    const std::unique_ptr<QMimeData> data(model()->mimeData({tree()->currentIndex()}));
    const QRect row = tree()->visualRect(to.isEmpty() ? at(from) : at(to));
    const QPoint point = to.isEmpty() ? QPoint(20, tree()->viewport()->height() - 4)
                                      : QPoint(30, row.top() + static_cast<int>(place * (row.height() - 1)));
    QDragEnterEvent enter(point, Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(tree()->viewport(), &enter);
    QDragMoveEvent over(point, Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(tree()->viewport(), &over);
    const bool accepted = over.isAccepted();
    tree()->viewport()->grab();
    QDropEvent drop(point, Qt::MoveAction, data.get(), Qt::LeftButton, modifiers);
    QCoreApplication::sendEvent(tree()->viewport(), &drop);
    return settle() && accepted;
  }
  bool also(const QString& name) {
    tree()->selectionModel()->select(at(name), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    return settle();
  }
  QString step() {
    const QStringList lines = view_->script().split(QLatin1Char('\n'));
    return lines[lines.size() - 3];
  }
};

}  // namespace nw::test
