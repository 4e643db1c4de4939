// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/diff_view.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QTextBlock>
#include <QVBoxLayout>
#include <algorithm>

#include "common/text.h"
#include "kernel/code_font.h"
#include "kernel/kernel_colors.h"
#include "kernel/nest_pair.h"
#include "kernel/printed_comparison.h"
#include "kernel/valid_part.h"
#include "models/html.h"
#include "script/text.h"

namespace nw::views {

using kernel::DiffLine;

DiffView::DiffView(QWidget* parent)
    : QWidget(parent), boxes_(new QHBoxLayout), against_(makeBox()), text_(new QPlainTextEdit(this)) {
  against_->setAccessibleName(tr("Compare the loop nest with"));
  text_->setReadOnly(true);
  text_->setFont(codeFont());
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setFrameShape(QFrame::NoFrame);
  text_->setAccessibleName(tr("Changes of the loop nest"));
  text_->setToolTip(tr("+ is new, - is gone, > stands as before in other loops"));
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(8, 4, 0, 0);
  column->setSpacing(4);
  boxes_->setContentsMargins(0, 0, 8, 0);
  boxes_->setSpacing(8);
  boxes_->addStretch(0);
  auto* beside = new QPushButton(tr("Side by side"), this);
  beside->setAccessibleName(beside->text());
  beside->setToolTip(tr("Both in a tab of their own, with their code and times"));
  connect(beside, &QPushButton::clicked, this, [this] {
    const std::string *before = chosen(against_), *after = chosen(shown_);
    if (now_) Q_EMIT besideWanted(before ? *before : std::string(), after ? *after : now_->text);
  });
  boxes_->addWidget(beside);
  column->addLayout(boxes_);
  column->addWidget(text_, 1);
  setOthers({});
}

QComboBox* DiffView::makeBox() {
  auto* box = new QComboBox(this);
  box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);  // names are as long as one likes
  box->setMinimumContentsLength(12);
  box->setMaximumWidth(340);
  box->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  boxes_->insertWidget(0, box, 1);
  connect(box, &QComboBox::activated, this, [this] {
    showChosen();
    compare();
  });
  return box;
}

QString DiffView::nameNow(const QString& chosen, const QString& pattern,
                          const std::vector<std::pair<QString, std::string>>& others) const {
  const std::string* script = nullptr;
  for (const auto& [name, text] : others_)
    if (pattern.arg(name) == chosen) script = &text;
  const QString* renamed = nullptr;
  for (const auto& [name, text] : others) {
    if (pattern.arg(name) == chosen) return chosen;
    if (script && text == *script) renamed = &name;
  }
  return renamed ? pattern.arg(*renamed) : chosen;
}

void DiffView::setOthers(std::vector<std::pair<QString, std::string>> others) {
  if (against_->count() > 0 && others == others_) return;
  // What was chosen stays so, also under a new name.
  const QString chosen = nameNow(against_->currentText(), tr("Against %1"), others);
  const QString shown = shown_ ? nameNow(shown_->currentText(), QStringLiteral("%1"), others) : QString();
  others_ = std::move(others);
  against_->clear();
  against_->addItem(QString());  // showChosen() has its name
  for (const auto& [name, script] : others_) against_->addItem(tr("Against %1").arg(name));
  against_->setCurrentIndex(std::max(0, against_->findText(chosen)));
  if (shown_) fillShown(shown);
  showChosen();
  if (isVisible()) compare();  // the chosen script may have been removed or changed
}

void DiffView::fillShown(const QString& chosen) {
  shown_->clear();
  shown_->addItem(tr("The present nest"));
  for (const auto& [name, script] : others_) shown_->addItem(name);
  shown_->setCurrentIndex(std::max(0, shown_->findText(chosen)));
}

// Names are as long as one likes: the list is as wide as they are, and the box says on hovering what it cuts.
void DiffView::showChosen() {
  const bool other = shown_ && shown_->currentIndex() > 0;
  against_->setItemText(0, other ? tr("Against the present nest") : tr("Against the step before"));
  against_->setToolTip(plain_tip(tr("What the loop nest is compared with: %1").arg(against_->currentText())));
  if (shown_)
    shown_->setToolTip(
        plain_tip(tr("The loop nest that is compared, whose own lines have a +: %1").arg(shown_->currentText())));
  if (!isVisible()) return;  // the lists are made once they can be opened
  for (QComboBox* box : {shown_, against_}) {
    if (!box) continue;
    int wanted = 0;
    for (int i = 0; i < box->count(); ++i)
      wanted = std::max(wanted, box->fontMetrics().horizontalAdvance(box->itemText(i)) + 48);
    box->view()->setMinimumWidth(std::min(wanted, std::max(width(), window()->width() - 24)));
  }
}

void DiffView::compareWith(const QString& before, const QString& after) {
  if (!shown_ && !after.isEmpty()) {
    shown_ = makeBox();
    shown_->setAccessibleName(tr("The loop nest that is compared"));
  }
  if (shown_) fillShown(after);
  against_->setCurrentIndex(std::max(0, against_->findText(tr("Against %1").arg(before))));
  showChosen();
  if (isVisible()) compare();
}

void DiffView::setNest(std::shared_ptr<const kernel::KernelPreview> now, std::optional<int> before) {
  now_ = std::move(now);
  before_ = before;
  if (isVisible()) compare();
}

void DiffView::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  showChosen();
  compare();
}

void DiffView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && isVisible()) compare();
}

const std::string* DiffView::chosen(const QComboBox* box) const {
  const int other = box ? box->currentIndex() - 1 : -1;
  return other >= 0 && other < static_cast<int>(others_.size()) ? &others_[static_cast<size_t>(other)].second : nullptr;
}

void DiffView::compare() {
  if (!now_) return;
  const std::string *before = chosen(against_), *after = chosen(shown_);
  if (before) return compare(*before, 0, after);
  if (after) return compare(now_->text, 0, after);
  if (before_) return compare(now_->text, *before_, nullptr);
  jobs_.cancelAll();
  say(tr("No step stands before this: it is the nest of the computation as it is written."));
}

// Lines that changed, with a few around them.
static std::vector<DiffLine> near_changes(const std::vector<DiffLine>& lines) {
  constexpr size_t kAround = 3;
  std::vector<DiffLine> found;
  size_t next = 0;  // of the lines that are not dealt with yet
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == DiffLine::Kind::Kept) continue;
    const size_t from = std::max(next, i > kAround ? i - kAround : 0), to = std::min(lines.size(), i + kAround + 1);
    if (from > next) found.push_back({DiffLine::Kind::Kept, "…"});
    for (size_t j = from; j < to; ++j) found.push_back(lines[j]);
    next = std::max(next, to);
  }
  if (next < lines.size()) found.push_back({DiffLine::Kind::Kept, "…"});
  return found;
}

void DiffView::compare(const std::string& script, int stop_after, const std::string* with) {
  jobs_.run<Difference>(
      QStringLiteral("compare"), tr("Comparing"), this,
      [script, stop_after, now = now_, other = with ? std::optional(*with) : std::nullopt](const CancelToken& cancel) {
        kernel::PreviewOptions options;
        options.fixes = false;
        options.cancel = cancel;
        if (now) options.target = now->target;
        const kernel::KernelPreview after = other ? kernel::preview_valid_part(*other, options) : *now;
        options.stop_after_line = stop_after;
        const kernel::KernelPreview before = kernel::preview_valid_part(script, options);
        if (is_printed(before, after)) return Difference{{}, false, printed_comparison(before, after)};
        Difference found{kernel::nest_diff(before.printed, after.printed), false, {}};
        const auto kept = [](const DiffLine& line) { return line.kind == DiffLine::Kind::Kept; };
        const std::string& text = other ? *other : now->text;
        if (stop_after == 0 && script != text && std::ranges::all_of(found.lines, kept))
          found = {kernel::nest_diff(lines_as_nest(script::lines_of(script)), lines_as_nest(script::lines_of(text))),
                   true,
                   {}};
        return found;
      },
      [this](const Difference& difference) { show(difference); });
}

void DiffView::say(const QString& sentence) {
  text_->setLineWrapMode(QPlainTextEdit::WidgetWidth);
  text_->setPlainText(sentence);
  text_->setExtraSelections({});
}

void DiffView::show(const Difference& difference) {
  if (!difference.sentences.isEmpty()) return say(difference.sentences);
  const KernelColors colors = KernelColors::from(palette());
  std::vector<DiffLine> lines = difference.lines;
  if (std::ranges::all_of(lines, [](const DiffLine& line) { return line.kind == DiffLine::Kind::Kept; }))
    return say(tr("The loop nests are the same."));
  if (difference.of_scripts) {
    lines = near_changes(lines);
    lines.insert(lines.begin(), {DiffLine::Kind::Kept, ss(tr("The loop nests are the same; the scripts differ:"))});
  }
  QString all;
  for (const DiffLine& line : lines)
    all += QStringLiteral("%1 %2\n")
               .arg(QLatin1Char(" -+>"[static_cast<int>(line.kind)]))
               .arg(QString::fromStdString(line.text));
  text_->setLineWrapMode(QPlainTextEdit::NoWrap);
  text_->setPlainText(all);
  QList<QTextEdit::ExtraSelection> marks;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].kind == DiffLine::Kind::Kept || lines[i].kind == DiffLine::Kind::Moved) continue;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(text_->document()->findBlockByNumber(static_cast<int>(i)));
    mark.format.setBackground(
        KernelColors::blend(lines[i].kind == DiffLine::Kind::New ? colors.ok : colors.error, colors.background, 0.16));
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks << mark;
  }
  text_->setExtraSelections(marks);
  if (!marks.isEmpty() && !difference.of_scripts)
    text_->verticalScrollBar()->setValue(std::max(0, marks.front().cursor.blockNumber() - 1));
}

QString DiffView::text() const {
  return text_->toPlainText();
}

}  // namespace nw::views
