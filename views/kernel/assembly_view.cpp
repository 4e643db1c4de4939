// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/assembly_view.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolTip>
#include <algorithm>

#include "common/text.h"
#include "kernel/code_font.h"
#include "kernel/kernel_colors.h"
#include "models/loop_tree_model.h"

namespace nw::views {

namespace {

using Concern = AssemblyView::Line::Concern;

QString text_of(const AssemblyView::Line& line) {
  return line.constants > 0 ? AssemblyView::tr("# %n line(s) of constants", nullptr, line.constants) : qs(line.text);
}

}  // namespace

constexpr int kPairGap = 4;  // between that stripe and the code

// Left of the code: the share of time of each instruction, and the colours of pins.
class AssemblyView::Margin : public QWidget {
 public:
  static constexpr int kWidth = 56;
  explicit Margin(AssemblyView* view) : QWidget(view), view_(view) {}

 protected:
  void paintEvent(QPaintEvent* event) override { view_->paintMargin(event); }
  bool event(QEvent* event) override {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QTextCursor at = view_->cursorForPosition(QPoint(0, help->pos().y()));
    QToolTip::showText(help->globalPos(), view_->aboutTime(static_cast<size_t>(at.blockNumber())), this);
    return true;
  }

 private:
  AssemblyView* view_;
};

AssemblyView::AssemblyView(QWidget* parent) : QPlainTextEdit(parent), margin_(new Margin(this)) {
  setReadOnly(true);
  setFont(codeFont());
  setLineWrapMode(NoWrap);
  setFrameShape(NoFrame);
  setAccessibleName(tr("Assembly"));
  margin_->hide();
  connect(this, &QPlainTextEdit::updateRequest, margin_, qOverload<>(&QWidget::update));
  connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &AssemblyView::mark);
}

void AssemblyView::setHeat(std::shared_ptr<const kernel::NestHeat> heat) {
  heat_ = std::move(heat);
  each_ = heat_ && heat_->instruction_count > 0 && heat_->instruction_count == instructions_;
  placeMargin();
  margin_->update();
  // Where nothing else asks to be seen, what takes the time does.
  if (!heat_ || lit_ > 0 || verticalScrollBar()->value() > 0) return;
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (samples(i) == 0 || samples(i) < hottest()) continue;
    verticalScrollBar()->setValue(std::max(0, static_cast<int>(i) - inSight() / 2));
    break;
  }
}

void AssemblyView::resizeEvent(QResizeEvent* event) {
  QPlainTextEdit::resizeEvent(event);
  placeMargin();
}

void AssemblyView::placeMargin() {
  const int width = (heat_ ? Margin::kWidth : 0) + pinWidth() + (hasPairs() ? KernelColors::kPairStripe + kPairGap : 0);
  margin_->setVisible(width > 0);
  if (viewportMargins().left() != width) setViewportMargins(width, 0, 0, 0);
  const QRect inside = contentsRect();
  margin_->setGeometry(inside.left(), inside.top(), width, viewport()->height());
}

int AssemblyView::pinWidth() const {
  size_t most = 0;
  for (size_t i = 0; i < lines_.size() && !marks_.pins.empty(); ++i) most = std::max(most, pinsAt(i).size());
  return most == 0 ? 0 : static_cast<int>(most) * KernelColors::kPinStripe + 2;
}

void AssemblyView::setMarks(const KernelMarks& marks) {
  marks_ = marks;
  placeMargin();
  margin_->update();
}

std::vector<size_t> AssemblyView::pinsAt(size_t line) const {
  if (line >= lines_.size() || lines_[line].heading) return {};
  std::vector<size_t> found = marks_.pins_of(lines_[line].from);
  for (size_t i = 0; i < marks_.pins.size(); ++i) {
    const KernelSelection& pin = marks_.pins[i];
    const bool around =
        pin.axis.valid() && std::ranges::find(lines_[line].around, pin.axis) != lines_[line].around.end();
    if (around && std::ranges::find(found, i) == found.end()) found.push_back(i);
  }
  return found;
}

int AssemblyView::inSight() const {
  return viewport()->height() / std::max(1, fontMetrics().height());
}

int64_t AssemblyView::samples(size_t line) const {
  if (!heat_ || line >= lines_.size()) return 0;
  if (each_) {
    const auto met = heat_->instructions.find(lines_[line].instruction);
    return met == heat_->instructions.end() ? 0 : met->second;
  }
  const int at = lines_[line].nest_line;
  if (at < 1 || static_cast<size_t>(at) > heat_->code_lines.size()) return 0;
  return heat_->code_lines[static_cast<size_t>(at) - 1].own;
}

int64_t AssemblyView::hottest() const {
  if (!heat_) return 0;
  return each_ ? heat_->hottest_instruction : heat_->hottest;
}

QString AssemblyView::aboutTime(size_t line) const {
  if (!heat_ || samples(line) == 0) return {};
  const QString share = shareText(heat_->share(samples(line)));
  if (!each_)
    return tr("%1 of the time: %2 of %3 samples, at all that this line of the nest computes.")
        .arg(share)
        .arg(samples(line))
        .arg(heat_->total);
  return tr("%1 of the time: %2 of %3 samples. A processor that waits for memory stands at the instruction that needs "
            "what was loaded.")
      .arg(share)
      .arg(samples(line))
      .arg(heat_->total);
}

// Where a whole line of the nest is known, its figure is shown where a stretch begins, and on top of the view.
void AssemblyView::paintMargin(QPaintEvent* event) {
  const KernelColors colors = KernelColors::from(palette());
  QPainter painter(margin_);
  painter.setFont(font());
  painter.fillRect(event->rect(), colors.margin);
  bool first = true;
  for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
    const QRect row = blockBoundingGeometry(block).translated(contentOffset()).toRect();
    if (row.top() > margin_->height()) break;
    const auto line = static_cast<size_t>(block.blockNumber());
    colors.paint_pins(painter, pinsAt(line),
                      QRect(heat_ ? Margin::kWidth : 0, row.top(), KernelColors::kPinStripe, row.height()));
    if (const auto pair = line < lines_.size() ? pairs_.find(lines_[line].shown_line) : pairs_.end();
        pair != pairs_.end())
      colors.paint_pair(painter, pair->second,
                        QRect(margin_->width() - KernelColors::kPairStripe - kPairGap, row.top(),
                              KernelColors::kPairStripe, row.height()));
    if (const int64_t taken = samples(line); taken > 0) {
      const QRect cell(0, row.top(), Margin::kWidth, row.height());
      painter.fillRect(cell, colors.heatColor(static_cast<double>(taken) / static_cast<double>(hottest())));
      painter.setPen(taken * 10 >= hottest() ? colors.text : colors.dim);
      if (each_ || first || line == 0 || lines_[line - 1].nest_line != lines_[line].nest_line)
        painter.drawText(cell.adjusted(0, 0, -6, 0), Qt::AlignRight | Qt::AlignVCenter, shareText(heat_->share(taken)));
    }
    first = false;
  }
}

void AssemblyView::setLines(std::vector<Line> lines) {
  heat_.reset();
  each_ = false;
  lines_ = std::move(lines);
  sum_ = kernel::summary_of(lines_);
  instructions_ = 0;
  hot_spot_ = hot_line_ = -1;
  pairs_.clear();
  for (const Line& line : lines_)
    if (line.instruction >= 0 && line.shown_line >= 0) pairs_.emplace(line.shown_line, 0);
  int colour = 0;
  for (auto& pair : pairs_) pair.second = colour++;
  QString all;
  for (const Line& line : lines_) {
    all += text_of(line) + QLatin1Char('\n');
    instructions_ += line.instruction >= 0;
  }
  const int top = verticalScrollBar()->value();
  setLineWrapMode(NoWrap);
  setPlainText(all);
  verticalScrollBar()->setValue(top);
  placeMargin();
  mark();
  reveal();
}

std::map<int, int> AssemblyView::pairColours() const {
  return pairs_;
}

void AssemblyView::setMessage(const QString& text) {
  heat_.reset();
  each_ = false;
  lines_.clear();
  sum_ = {};
  pairs_.clear();
  hot_spot_ = hot_line_ = -1;
  setLineWrapMode(WidgetWidth);
  setPlainText(text);
  placeMargin();
  mark();
}

void AssemblyView::setSelection(const KernelSelection& selection) {
  if (selection == selection_) return;
  selection_ = selection;
  mark();
  reveal();
}

int AssemblyView::relation(const Line& line) const {
  const int own = selection_.relation(line.from);
  if (own > 0 || !selection_.axis.valid()) return own;
  return std::find(line.around.begin(), line.around.end(), selection_.axis) != line.around.end() ? 1 : 0;
}

// The first selected instruction, unless one is visible.
void AssemblyView::reveal() {
  if (selection_.empty()) return;
  const auto related = [this](const Line& line) { return relation(line) > 0; };
  const auto top = lines_.begin() + std::min<std::ptrdiff_t>(verticalScrollBar()->value(), std::ssize(lines_));
  const auto bottom = top + std::min<std::ptrdiff_t>(inSight(), lines_.end() - top);
  if (std::any_of(top, bottom, related)) return;
  const auto first = std::find_if(lines_.begin(), lines_.end(), related);
  if (first != lines_.end()) verticalScrollBar()->setValue(std::max(0, static_cast<int>(first - lines_.begin()) - 2));
}

void AssemblyView::mark() {
  const KernelColors colors = KernelColors::from(palette());
  QList<QTextEdit::ExtraSelection> marks;
  lit_ = 0;
  // The editor lays out every line that is marked: only those about what is in sight are.
  constexpr int kBeyond = 100;  // lines
  const int top = verticalScrollBar()->value();
  const auto from = static_cast<size_t>(std::max(0, top - kBeyond)),
             to = static_cast<size_t>(top + inSight() + kBeyond);
  const auto near = [&](size_t line) { return line >= from && line < to; };
  auto paint = [&](size_t line, const QColor& ground) {
    if (!near(line)) return;
    QTextEdit::ExtraSelection mark;
    mark.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(line)));
    mark.format.setBackground(ground);
    mark.format.setProperty(QTextFormat::FullWidthSelection, true);
    marks << mark;
  };
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].heading && near(i)) {
      QTextEdit::ExtraSelection mark;
      mark.cursor = QTextCursor(document()->findBlockByNumber(static_cast<int>(i)));
      mark.cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);  // needs no layout of the line
      mark.format.setForeground(colors.dim);
      marks << mark;
    }
    const int related = selection_.empty() ? 0 : relation(lines_[i]);
    if (static_cast<int>(i) == hot_line_) {
      ++lit_;
      paint(i, KernelColors::blend(colors.heat, colors.background, 0.45));
      continue;
    }
    const QColor ground = related == 2 ? colors.selection : related == 1 ? colors.related : colors.background;
    if (related > 0) ++lit_;
    if (lines_[i].concern != Concern::None)  // visible on highlighted lines too
      paint(i, KernelColors::blend(colors.warning, ground, related > 0 ? 0.32 : 0.16));
    else if (related > 0)
      paint(i, ground);
  }
  setExtraSelections(marks);
}

QString AssemblyView::concerns() const {
  const kernel::AssemblySummary& sum = sum_;
  QStringList parts;
  if (sum.spills > 0) parts << tr("%n spill(s) and reload(s)", nullptr, sum.spills);
  if (sum.scalars > 0) parts << tr("%n scalar operation(s) in vector loops", nullptr, sum.scalars);
  return parts.join(QStringLiteral(" · "));
}

QString AssemblyView::summary() const {
  const kernel::AssemblySummary& sum = sum_;
  if (sum.instructions == 0) return {};
  QStringList parts{tr("%n instruction(s)", nullptr, sum.instructions)};
  if (sum.any_length)
    parts << tr("vectors of any length");
  else
    parts << (sum.vector_bits > 0 ? tr("vectors of %1 bits").arg(sum.vector_bits) : tr("no vectors"));
  if (sum.arithmetic > 0) parts << tr("%1 % of the arithmetic is FMA").arg(100 * sum.fused / sum.arithmetic);
  parts << (sum.spills > 0 ? tr("%n spill(s) and reload(s)", nullptr, sum.spills) : tr("no spills"));
  if (sum.scalars > 0) parts << tr("%n scalar operation(s) in vector loops", nullptr, sum.scalars);
  return parts.join(QStringLiteral(" · "));
}

std::vector<size_t> AssemblyView::hotSpots() const {
  constexpr int64_t kShareOfHottest = 5;  // a fifth of the hottest instruction's samples is hot
  constexpr size_t kApart = 8;            // lines; nearer ones are one stretch
  std::vector<size_t> spots;
  size_t last = 0;
  const int64_t most = hottest();
  for (size_t i = 0; i < lines_.size(); ++i) {
    if (lines_[i].instruction < 0 || samples(i) == 0 || samples(i) * kShareOfHottest < most) continue;
    if (spots.empty() || i - last > kApart)
      spots.push_back(i);
    else if (samples(i) > samples(spots.back()))
      spots.back() = i;
    last = i;
  }
  return spots;
}

void AssemblyView::goToHotSpot(int direction) {
  const std::vector<size_t> spots = hotSpots();
  if (spots.empty()) return;
  const int count = static_cast<int>(spots.size());
  if (hot_spot_ < 0 || hot_spot_ >= count)
    hot_spot_ = static_cast<int>(std::ranges::max_element(spots, {}, [this](size_t line) { return samples(line); }) -
                                 spots.begin());
  else
    hot_spot_ = (hot_spot_ + direction + count) % count;
  goToLine(spots[static_cast<size_t>(hot_spot_)]);
}

void AssemblyView::goToLine(size_t line) {
  hot_line_ = static_cast<int>(line);
  const tir::Provenance& from = lines_[line].from;
  if (from.stage.valid()) Q_EMIT selected({from.stage, from.axis, from.line});
  verticalScrollBar()->setValue(std::max(0, hot_line_ - inSight() / 2));
  mark();
}

void AssemblyView::mouseReleaseEvent(QMouseEvent* event) {
  QPlainTextEdit::mouseReleaseEvent(event);
  const auto line = static_cast<size_t>(cursorForPosition(event->pos()).blockNumber());
  if (event->button() != Qt::LeftButton || textCursor().hasSelection() || line >= lines_.size()) return;
  const tir::Provenance& from = lines_[line].from;
  if (from.stage.valid()) Q_EMIT selected({from.stage, from.axis, from.line});
}

void AssemblyView::changeEvent(QEvent* event) {
  QPlainTextEdit::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) mark();
}

}  // namespace nw::views
