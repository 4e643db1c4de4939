// SPDX-License-Identifier: GPL-3.0-or-later
// From a problem to its place, its fix and its page.
#include <QCoreApplication>
#include <QDialog>
#include <QTabWidget>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <algorithm>

#include "base/error_pages.h"
#include "common/text.h"
#include "graph/graph_view.h"
#include "import/onnx_docs.h"
#include "kernel/kernel_page.h"
#include "kernel/kernel_view.h"
#include "models/problems_model.h"
#include "window/main_window.h"

namespace nw::window {

using namespace nw::views;

// The kernel that the diagnostic is about is the one that reports it.
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
  // Of steps that were applied to the kernel on screen, its page does not know.
  if (line_of(diagnostic) > 0 && currentKernel()) return currentKernel()->goToLine(line_of(diagnostic));
  if (diagnostic.where.empty() || diagnostic.where.front().node.empty()) return;
  tabs_->setCurrentWidget(graph_);
  selectNode(qs(diagnostic.where.front().node));
}

namespace {

void show_page(QWidget* parent, const QString& title, const QString& markdown) {
  auto* dialog = new QDialog(parent);
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setWindowTitle(title);
  dialog->resize(640, 520);
  auto* text = new QTextBrowser(dialog);
  text->setAccessibleName(QCoreApplication::translate("Window", "What %1 means").arg(title));
  text->setFrameShape(QFrame::NoFrame);
  text->document()->setDocumentMargin(16);
  text->setMarkdown(markdown);
  auto* column = new QVBoxLayout(dialog);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(text);
  dialog->show();
}

QString list_of(const QString& title, const std::vector<import::OnnxDoc::Entry>& entries) {
  QString text;
  for (const import::OnnxDoc::Entry& entry : entries)
    text += QStringLiteral("- **%1**: %2\n").arg(qs(entry.name), qs(entry.text).simplified());
  return text.isEmpty() ? text : QStringLiteral("\n\n### ") + title + QStringLiteral("\n\n") + text;
}

}  // namespace

void MainWindow::explain(const QString& code) {
  const QString page = qs(error_page(ss(code)));
  show_page(this, code, page.isEmpty() ? tr("There is no page about %1.").arg(code) : page);
}

void MainWindow::showOnnxDocs(const QString& op, const QString& domain, int version) {
  const import::OnnxDoc doc = import::onnx_doc(ss(op), ss(domain), version);
  if (doc.op.empty()) {
    show_page(this, op, tr("ONNX's library has no documentation of `%1` in `%2`.").arg(op, domain));
    return;
  }
  show_page(this, op,
            QStringLiteral("## %1\n\n").arg(op) + tr("`%1`, as opset %2 has it").arg(qs(doc.domain)).arg(doc.since) +
                QStringLiteral("\n\n") + qs(doc.text) + list_of(tr("Inputs"), doc.inputs) +
                list_of(tr("Outputs"), doc.outputs) + list_of(tr("Attributes"), doc.attributes));
}

}  // namespace nw::window
