// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/explanations.h"

#include <QCoreApplication>
#include <QDialog>
#include <QTextBrowser>
#include <QVBoxLayout>
#include <vector>

#include "base/error_pages.h"
#include "common/text.h"
#include "import/onnx_docs.h"

namespace nw::window {

using namespace nw::views;

namespace {

struct ExplanationTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::window::Explanations)
};

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

void show_explanation(QWidget* window, const QString& code) {
  const QString page = qs(error_page(ss(code)));
  show_page(window, code, page.isEmpty() ? ExplanationTexts::tr("There is no page about %1.").arg(code) : page);
}

void show_onnx_docs(QWidget* window, const QString& op, const QString& domain, int version) {
  const import::OnnxDoc doc = import::onnx_doc(ss(op), ss(domain), version);
  if (doc.op.empty()) {
    show_page(window, op, ExplanationTexts::tr("ONNX's library has no documentation of `%1` in `%2`.").arg(op, domain));
    return;
  }
  show_page(window, op,
            QStringLiteral("## %1\n\n").arg(op) +
                ExplanationTexts::tr("`%1`, as opset %2 has it").arg(qs(doc.domain)).arg(doc.since) +
                QStringLiteral("\n\n") + qs(doc.text) + list_of(ExplanationTexts::tr("Inputs"), doc.inputs) +
                list_of(ExplanationTexts::tr("Outputs"), doc.outputs) +
                list_of(ExplanationTexts::tr("Attributes"), doc.attributes));
}

}  // namespace nw::window
