// SPDX-License-Identifier: GPL-3.0-or-later
// From a problem to its place, its fix and its page.
#include <QDialog>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "base/error_pages.h"
#include "common/text.h"
#include "graph/graph_view.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "models/problems_model.h"
#include "window/main_window.h"

namespace nw::window {

using namespace nw::views;

// The kernel that the diagnostic speaks of is the one that reports it.
void MainWindow::applyFix(const Diagnostic& diagnostic, const Fix& fix) {
  for (int i = 1; i < tabs_->count(); ++i) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    if (!page) continue;
    const Diagnostics reported = page->view()->diagnostics();
    if (std::find(reported.begin(), reported.end(), diagnostic) == reported.end()) continue;
    tabs_->setCurrentIndex(i);
    page->applyFix(fix);
    return;
  }
}

void MainWindow::goToPlace(const Diagnostic& diagnostic) {
  for (int i = 1; i < tabs_->count(); ++i) {
    auto* page = qobject_cast<KernelPage*>(tabs_->widget(i));
    const Diagnostics reported = page ? page->view()->diagnostics() : Diagnostics();
    if (std::find(reported.begin(), reported.end(), diagnostic) == reported.end()) continue;
    tabs_->setCurrentIndex(i);
    page->goToLine(line_of(diagnostic));
    return;
  }
  if (diagnostic.where.empty() || diagnostic.where.front().node.empty()) return;
  tabs_->setCurrentWidget(graph_);
  selectNode(qs(diagnostic.where.front().node));
}

void MainWindow::explain(const QString& code) {
  auto* dialog = new QDialog(this);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(code);
  dialog->resize(640, 520);
  auto* text = new QTextBrowser(dialog);
  text->setAccessibleName(tr("What %1 means").arg(code));
  text->setFrameShape(QFrame::NoFrame);
  text->document()->setDocumentMargin(16);
  const QString page = qs(error_page(ss(code)));
  text->setMarkdown(page.isEmpty() ? tr("There is no page about %1.").arg(code) : page);
  auto* column = new QVBoxLayout(dialog);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(text);
  dialog->show();
}

}  // namespace nw::window
