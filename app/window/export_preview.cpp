// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/export_preview.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

#include "kernel/code_font.h"
#include "kernel/kernel_page.h"

namespace nw::window {

const std::vector<std::pair<QString, std::string>>& export_forms() {
  static const std::vector<std::pair<QString, std::string>> forms = {
      {ExportPreview::tr("TE script (*.py)"), "te"},
      {ExportPreview::tr("C program with a main (*.c)"), "c"},
      {ExportPreview::tr("Halide C++ (*.cpp)"), "halide"},
      {ExportPreview::tr("TVM tir.Schedule (*.tir.py)"), "tir"},
      {ExportPreview::tr("Tuning record (*.json)"), "ansor"},
      {ExportPreview::tr("One HTML file (*.html)"), "html"},
      {ExportPreview::tr("Object and header (*.o)"), "object"},
      {ExportPreview::tr("LLVM IR (*.ll)"), "llvm"},
      {ExportPreview::tr("Assembly (*.s)"), "asm"}};
  return forms;
}

ExportPreview::ExportPreview(views::KernelPage* page, QWidget* parent)
    : QDialog(parent), page_(page), forms_(new QListWidget(this)), text_(new QPlainTextEdit(this)) {
  setWindowTitle(tr("%1 in other forms").arg(page->title()));
  resize(900, 600);
  forms_->setAccessibleName(tr("Forms of the export"));
  for (const auto& [name, kind] : export_forms()) forms_->addItem(name);
  text_->setAccessibleName(tr("The export as text"));
  text_->setReadOnly(true);
  text_->setFont(views::codeFont());
  auto* halves = new QSplitter(this);
  halves->setChildrenCollapsible(false);
  halves->addWidget(forms_);
  halves->addWidget(text_);
  halves->setStretchFactor(1, 1);
  halves->setSizes({240, 660});
  copy_ = new QPushButton(tr("Copy"), this);
  copy_->setAccessibleName(tr("Copy the export"));
  auto* save = new QPushButton(tr("Save…"), this);
  save->setAccessibleName(tr("Save the export"));
  auto* close = new QPushButton(tr("Close"), this);
  auto* buttons = new QHBoxLayout;
  buttons->addStretch(1);
  for (QPushButton* button : {copy_, save, close}) buttons->addWidget(button);
  auto* column = new QVBoxLayout(this);
  column->addWidget(halves, 1);
  column->addLayout(buttons);
  connect(close, &QPushButton::clicked, this, &QDialog::reject);
  connect(copy_, &QPushButton::clicked, this, [this] { QGuiApplication::clipboard()->setText(text_->toPlainText()); });
  connect(save, &QPushButton::clicked, this, [this] { Q_EMIT saveWanted(forms_->currentItem()->text()); });
  connect(forms_, &QListWidget::currentRowChanged, this, &ExportPreview::showForm);
  connect(page, &QObject::destroyed, this, &QDialog::reject);
  forms_->setCurrentRow(0);
}

void ExportPreview::showForm() {
  const int row = forms_->currentRow();
  if (row < 0 || !page_) return;
  copy_->setEnabled(false);
  page_->previewExport(export_forms()[static_cast<size_t>(row)].second,
                       [self = QPointer(this), row](const QString& text, bool is_export) {
                         if (!self || self->forms_->currentRow() != row) return;
                         self->text_->setLineWrapMode(is_export ? QPlainTextEdit::NoWrap : QPlainTextEdit::WidgetWidth);
                         self->text_->setPlainText(text);
                         self->copy_->setEnabled(is_export);
                       });
}

}  // namespace nw::window
