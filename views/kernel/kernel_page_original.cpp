// SPDX-License-Identifier: GPL-3.0-or-later
// The Python file that a kernel was made from, beside its script: the current line of each shows its place in the
// other.
#include <QFileInfo>
#include <QHBoxLayout>
#include <QTabWidget>
#include <QToolButton>
#include <utility>

#include "common/text.h"
#include "common/workbench.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "kernel/line_selection.h"
#include "kernel/original_page.h"
#include "kernel/script_editor.h"
#include "models/html.h"

namespace nw::views {

void KernelPage::addOriginal() {
  const workspace::Document* document = workbench_->session().document();
  python_ = document ? document->python() : nullptr;
  if (!python_ || of_file_ >= python_->flat.kernels.size()) {
    python_.reset();
    return;
  }
  original_lines_ = OriginalLines(python_->flat.kernels[of_file_]);
  original_ = new OriginalPage(python_, view_->detailTabs());
  view_->detailTabs()->insertTab(0, original_, tr("Original"));
  view_->detailTabs()->setTabToolTip(0, tr("The file that this script was made from"));
  view_->detailTabs()->setCurrentWidget(original_);
  connect(view_->editor(), &ScriptEditor::lineEntered, original_,
          [this](int line) { original_->lightLine(original_lines_.original_of(line)); });
  connect(view_, &KernelView::selectionChanged, original_, [this](const KernelSelection& selection) {
    if (selection.line > 0) original_->lightLine(original_lines_.original_of(selection.line));
  });
  // Figures that come for the same script move no light.
  connect(view_, &KernelView::previewChanged, original_, [this, last = QString()]() mutable {
    if (std::exchange(last, view_->script()) == view_->script()) return;
    original_lines_.follow(ss(view_->script()));
    if (!original_->text()->hasFocus())
      original_->lightLine(original_lines_.original_of(view_->editor()->currentLine()));
  });
  connect(original_, &OriginalPage::lineEntered, this, [this](int line) {
    const std::vector<int> lines = original_lines_.lines_of(line);
    if (!lines.empty() && view_->preview())
      view_->selectFrom(selection_of_line(*view_->preview(), lines.front()), original_);
    view_->editor()->lightLines(lines);
  });
  if (python_->flat.kernels.size() < 2) return;
  auto* others = new QToolButton(view_->toolbarSlot());
  others->setText(tr("Kernel %1 of %2 ▾").arg(of_file_ + 1).arg(python_->flat.kernels.size()));
  others->setToolTip(plain_tip(tr("Choose another kernel of %1").arg(QFileInfo(qs(python_->path)).fileName())));
  others->setAccessibleName(tr("Choose another kernel of the file"));
  static_cast<QHBoxLayout*>(view_->toolbarSlot()->layout())->insertWidget(0, others);
  connect(others, &QToolButton::clicked, this, &KernelPage::kernelsWanted);
}

void KernelPage::showOriginal(int line) {
  if (!original_) return;
  view_->detailTabs()->setCurrentWidget(original_);
  original_->goToLine(line);
}

}  // namespace nw::views
