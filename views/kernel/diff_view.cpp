// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/diff_view.h"

#include <QAbstractItemView>
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
#include "workspace/what_holds.h"

namespace nw::views {

using workspace::DiffLine;

DiffView::DiffView(QWidget* parent) : QWidget(parent), against_(new QComboBox(this)), text_(new QPlainTextEdit(this)) {
  against_->setAccessibleName(tr("Compare the loop nest with"));
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
  connect(against_, &QComboBox::activated, this, [this] {
    showChosen();
    compare();
  });
}

void DiffView::setOthers(std::vector<std::pair<QString, std::string>> others) {
  if (against_->count() > 0 && others == others_) return;
  others_ = std::move(others);
  const QString chosen = against_->currentText();
  against_->clear();
  against_->addItem(tr("Against the step before"));
  for (const auto& [name, script] : others_) against_->addItem(tr("Against %1").arg(name));
  against_->setCurrentIndex(std::max(0, against_->findText(chosen)));
  showChosen();
  if (isVisible()) compare();  // what was chosen may be gone, or another script now
}

// Names are as long as one likes: the list is as wide as they are, and the box says on hovering what it cuts.
void DiffView::showChosen() {
  against_->setToolTip(tr("What the loop nest is compared with: %1").arg(against_->currentText()));
  int wanted = 0;
  for (int i = 0; i < against_->count(); ++i)
    wanted = std::max(wanted, against_->fontMetrics().horizontalAdvance(against_->itemText(i)) + 48);
  against_->view()->setMinimumWidth(std::min(wanted, std::max(width(), window()->width() - 24)));
}

void DiffView::compareWith(const QString& name) {
  against_->setCurrentIndex(std::max(0, against_->findText(tr("Against %1").arg(name))));
  showChosen();
  if (isVisible()) compare();
}

void DiffView::setNest(std::shared_ptr<const workspace::KernelPreview> now, std::optional<int> before) {
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
  if (other >= 0 && other < static_cast<int>(others_.size()))
    return compare(others_[static_cast<size_t>(other)].second, 0);
  if (before_) return compare(now_->text, *before_);
  jobs_.cancelAll();
  text_->setPlainText(tr("No step stands before this: it is the nest of the computation as it is written."));
  text_->setExtraSelections({});
}

void DiffView::compare(const std::string& script, int stop_after) {
  jobs_.run<workspace::KernelPreview>(
      QStringLiteral("compare"), tr("Comparing"), this,
      [script, stop_after](const CancelToken& cancel) {
        return workspace::preview_what_holds(script, {{}, stop_after, cancel});
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
