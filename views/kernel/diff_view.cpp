// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/diff_view.h"

#include <QComboBox>
#include <QEvent>
#include <QPlainTextEdit>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

#include "kernel/code_font.h"
#include "kernel/kernel_colors.h"
#include "workspace/nest_diff.h"

namespace nw::views {

using workspace::DiffLine;

DiffView::DiffView(QWidget* parent) : QWidget(parent), against_(new QComboBox(this)), text_(new QPlainTextEdit(this)) {
  against_->setAccessibleName(tr("Compare the loop nest with"));
  against_->setToolTip(tr("What the loop nest is compared with"));
  text_->setReadOnly(true);
  text_->setFont(codeFont());
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setAccessibleName(tr("Changes of the loop nest"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 0, 0);
  column->setSpacing(4);
  against_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);  // names are as long as one likes
  against_->setMinimumContentsLength(34);
  column->addWidget(against_, 0, Qt::AlignLeft);
  column->addWidget(text_, 1);
  setOthers({});
  connect(against_, &QComboBox::activated, this, &DiffView::compare);
}

void DiffView::setOthers(std::vector<std::pair<QString, std::string>> others) {
  others_ = std::move(others);
  const QString chosen = against_->currentText();
  against_->clear();
  against_->addItem(tr("Against the step before"));
  for (const auto& [name, script] : others_) against_->addItem(tr("Against %1").arg(name));
  against_->setCurrentIndex(std::max(0, against_->findText(chosen)));
}

void DiffView::compareWith(const QString& name) {
  against_->setCurrentIndex(std::max(0, against_->findText(tr("Against %1").arg(name))));
  if (isVisible()) compare();
}

void DiffView::setNest(std::shared_ptr<const workspace::KernelPreview> now, const tir::PrintedNest& before) {
  now_ = std::move(now);
  before_ = before;
  if (isVisible()) compare();
}

void DiffView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  compare();
}

void DiffView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && isVisible()) compare();
}

void DiffView::compare() {
  if (!now_) return;
  const int other = against_->currentIndex() - 1;
  if (other < 0 || other >= static_cast<int>(others_.size())) {
    jobs_.cancelAll();
    return show(before_.lines.empty() ? now_->printed : before_);
  }
  jobs_.run<workspace::KernelPreview>(
      QStringLiteral("compare"), tr("Comparing"), this,
      [script = others_[static_cast<size_t>(other)].second](const CancelToken& cancel) {
        return workspace::preview(script, {{}, 0, cancel});
      },
      [this](const workspace::KernelPreview& preview) { show(preview.printed); });
}

void DiffView::show(const tir::PrintedNest& before) {
  const KernelColors colors = KernelColors::from(palette());
  const std::vector<DiffLine> lines = workspace::nest_diff(before, now_->printed);
  QString all;
  for (const DiffLine& line : lines)
    all += QStringLiteral("%1 %2\n")
               .arg(QLatin1Char(" -+"[static_cast<int>(line.kind)]))
               .arg(QString::fromStdString(line.text));
  const auto kept = [](const DiffLine& line) { return line.kind == DiffLine::Kind::Kept; };
  if (std::all_of(lines.begin(), lines.end(), kept)) all = tr("The loop nests are the same.");
  text_->setPlainText(all);
  QList<QTextEdit::ExtraSelection> marks;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == DiffLine::Kind::Kept) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(text_->document()->findBlockByNumber(static_cast<int>(i)));
    mark.format.setBackground(
        KernelColors::blend(lines[i].kind == DiffLine::Kind::New ? colors.ok : colors.error, colors.background, 0.16));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks << mark;
  }
  text_->setExtraSelections(marks);
  if (!marks.isEmpty()) text_->verticalScrollBar()->setValue(std::max(0, marks.front().cursor.blockNumber() - 1));
}

QString DiffView::text() const {
  return text_->toPlainText();
}

}  // namespace nw::views
