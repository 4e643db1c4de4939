// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/original_page.h"

#include <Qsci/qscilexerpython.h>
#include <Qsci/qsciscintilla.h>

#include <QFileInfo>
#include <QHeaderView>
#include <QHelpEvent>
#include <QLabel>
#include <QSplitter>
#include <QToolButton>
#include <QToolTip>
#include <QTreeView>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "kernel/kernel_colors.h"
#include "kernel/python_style.h"
#include "kernel/script_marks.h"
#include "models/html.h"
#include "models/rows_model.h"

namespace nw::views {

using namespace script_marks;

OriginalPage::OriginalPage(std::shared_ptr<const workspace::PythonSource> source, QWidget* parent)
    : QWidget(parent), source_(std::move(source)) {
  build();
  fillText();
  fillList();
  style_python(*text_, *lexer_, KernelColors::from(palette()));
  connect(text_, &QsciScintilla::cursorPositionChanged, this, [this](int line, int) {
    if (setting_ || line == last_line_) return;
    last_line_ = line;
    lightLine(0);
    Q_EMIT lineEntered(line + 1);
  });
  connect(left_out_, &QToolButton::toggled, list_, &QWidget::setVisible);
  const auto go = [this](const QModelIndex& row) { goToLine(row.data(RowsModel::KeyRole).toInt()); };
  connect(list_, &QTreeView::clicked, this, go);
  connect(list_, &QTreeView::activated, this, go);
}

void OriginalPage::build() {
  auto* head = new QHBoxLayout;
  head->setContentsMargins(12, 4, 8, 4);
  auto* name = new QLabel(tr("%1, read-only").arg(QFileInfo(qs(source_->path)).fileName()), this);
  name->setObjectName(QStringLiteral("dim"));
  name->setToolTip(plain_tip(qs(source_->path)));
  head->addWidget(name, 1);
  left_out_ = new QToolButton(this);
  left_out_->setCheckable(true);
  left_out_->setText(tr("%n line(s) left out", nullptr, static_cast<int>(source_->flat.left_out.size())));
  left_out_->setToolTip(tr("List the lines that are no part of the kernels, and why"));
  left_out_->setAccessibleName(left_out_->text());
  left_out_->setVisible(!source_->flat.left_out.empty());
  head->addWidget(left_out_);
  auto* parts = new QSplitter(Qt::Vertical, this);
  text_ = new QsciScintilla(parts);
  lexer_ = new QsciLexerPython(text_);
  rows_ = new RowsModel({tr("Line"), tr("Text"), tr("Why")}, this);
  list_ = new QTreeView(parts);
  list_->setModel(rows_);
  list_->setAccessibleName(tr("Lines that were left out"));
  list_->setRootIsDecorated(false);
  list_->setUniformRowHeights(true);
  list_->setFrameShape(QFrame::NoFrame);
  list_->header()->resizeSection(0, 56);
  list_->header()->resizeSection(1, 260);
  list_->setMinimumHeight(96);
  list_->hide();
  parts->setChildrenCollapsible(false);
  parts->setStretchFactor(0, 3);
  parts->setStretchFactor(1, 2);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(head);
  column->addWidget(parts, 1);
}

void OriginalPage::fillText() {
  text_->setAccessibleName(tr("The file as it was opened, read-only"));
  text_->setUtf8(true);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setMarginType(0, QsciScintilla::NumberMargin);
  text_->setMarginWidth(1, 6);
  text_->setScrollWidth(1);
  text_->setScrollWidthTracking(true);
  text_->indicatorDefine(QsciScintilla::SquiggleIndicator, kErrorIndicator);
  text_->indicatorDefine(QsciScintilla::SquiggleIndicator, kWarningIndicator);
  text_->indicatorDefine(QsciScintilla::TextColorIndicator, kPaleIndicator);
  text_->markerDefine(QsciScintilla::Background, kLitMarker);
  text_->setLexer(lexer_);
  text_->setText(qs(source_->text));
  text_->setReadOnly(true);
  text_->setMarginWidth(0, QStringLiteral("0") + QString::number(text_->lines()));
  text_->installEventFilter(this);
  text_->viewport()->installEventFilter(this);
  const int count = text_->lines();
  for (const flatten::LeftOut& each : source_->flat.left_out)
    if (each.line >= 1 && each.line <= count)
      text_->fillIndicatorRange(each.line - 1, 0, each.line - 1, text_->lineLength(each.line - 1), kPaleIndicator);
  for (const Diagnostic& each : source_->flat.diagnostics) {
    if (each.severity == Severity::Note || line_of(each) < 1 || line_of(each) > count) continue;
    const TextSpan span = each.where.front().span;
    const int line = span.line - 1, begin = std::max(0, span.column - 1);
    const int end = span.length > 0 ? begin + span.length : std::max(begin + 1, text_->lineLength(line) - 1);
    text_->fillIndicatorRange(line, begin, line, std::min(end, std::max(begin + 1, text_->lineLength(line))),
                              each.severity == Severity::Error ? kErrorIndicator : kWarningIndicator);
  }
}

void OriginalPage::fillList() {
  std::vector<RowsModel::Row> rows;
  for (const flatten::LeftOut& each : source_->flat.left_out)
    rows.push_back({{QString::number(each.line), qs(each.text).trimmed(), qs(each.why)},
                    plain_tip(qs(each.text).trimmed()),
                    each.line,
                    false});
  rows_->setRows(std::move(rows));
}

void OriginalPage::lightLine(int line) {
  text_->markerDeleteAll(kLitMarker);
  if (line < 1 || line > text_->lines()) return;
  text_->markerAdd(line - 1, kLitMarker);
  const int visible = static_cast<int>(text_->SendScintilla(QsciScintilla::SCI_LINESONSCREEN));
  const int first = text_->firstVisibleLine();
  if (line - 1 >= first && line - 1 < first + visible) return;
  setting_ = true;
  text_->setFirstVisibleLine(std::max(0, line - 1 - visible / 2));
  setting_ = false;
}

int OriginalPage::litLine() const {
  return text_->markerFindNext(0, 1U << kLitMarker) + 1;
}

void OriginalPage::goToLine(int line) {
  if (line < 1 || line > text_->lines()) return;
  last_line_ = line - 1;  // the editor tells of it only when it paints
  text_->setCursorPosition(line - 1, 0);
  lightLine(line);
  Q_EMIT lineEntered(line);
}

// Why a line was left out, or what is wrong with it.
QString OriginalPage::noteAt(int line) const {
  QStringList notes;
  for (const flatten::LeftOut& each : source_->flat.left_out)
    if (each.line == line) notes << tr("Left out: %1").arg(qs(each.why));
  for (const Diagnostic& each : source_->flat.diagnostics)
    if (line_of(each) == line && each.severity != Severity::Note)
      notes << QStringLiteral("%1  %2").arg(qs(each.code), qs(each.message));
  return notes.join(QLatin1Char('\n'));
}

bool OriginalPage::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ToolTip && watched == text_->viewport()) {
    auto* help = static_cast<QHelpEvent*>(event);
    const QString note = noteAt(text_->lineAt(help->pos()) + 1);
    note.isEmpty() ? QToolTip::hideText() : QToolTip::showText(help->globalPos(), plain_tip(note), text_);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void OriginalPage::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && text_) style_python(*text_, *lexer_, KernelColors::from(palette()));
}

}  // namespace nw::views
