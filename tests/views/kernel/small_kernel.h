// SPDX-License-Identifier: GPL-3.0-or-later
// A small kernel, C of B of A, in a kernel view.
#pragma once

#include <QTest>

#include "kernel/kernel_view.h"
#include "kernel/loop_tree_view.h"
#include "kernel/nest_view.h"
#include "models/loop_tree_model.h"

namespace nw::test {

inline const QString kSmallKernel = QStringLiteral(
    "import tvm\n"
    "from tvm import te\n"
    "\n"
    "A = te.placeholder((64, 64), name=\"A\")\n"
    "B = te.compute((64, 64), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
    "C = te.compute((64, 64), lambda i, j: B[i, j] + 1.0, name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "i, j = s[C].op.axis\n"
    "tvm.lower(s, [A, C], name=\"main\")\n");

inline void settle(const views::KernelView& view) {
  QTRY_VERIFY_WITH_TIMEOUT(view.settled(), 5000);
}

inline QString nestText(const views::KernelView& view) {
  QStringList lines;
  for (int i = 0; i < view.nestView()->lineCount(); ++i) lines << view.nestView()->lineText(i);
  return lines.join(QLatin1Char('\n'));
}

inline void selectAxis(const views::KernelView& view, const char* name) {
  for (const kernel::LoopTreeRow& row : view.preview()->tree)
    if (row.name == name && view.preview()->program.schedule->stage(row.stage).name() == "C")
      return view.treeView()->setCurrentIndex(
          static_cast<views::LoopTreeModel*>(view.treeView()->model())->find(row.stage, row.axis));
  QFAIL("there is no such axis");
}

}  // namespace nw::test
