// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/nest_view.h"

#include <QClipboard>
#include <QFontDatabase>
#include <QGuiApplication>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMetaMethod>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QToolTip>
#include <algorithm>
#include <cmath>

#include "common/shaped_text.h"
#include "kernel/code_font.h"
#include "kernel/nest_words.h"
#include "models/html.h"
#include "models/loop_text.h"
#include "models/loop_tree_model.h"

namespace nw::views {

namespace {

constexpr int kPinsLeft = 4;     // from the left: behind the bar of a changed line
constexpr int kChangeMark = 14;  // behind the line numbers
constexpr int kPadding = 8;
constexpr int kHeatGap = 10;  // behind shares of the time, where they are known

}  // namespace

NestView::NestView(QWidget* parent) : QAbstractScrollArea(parent), colors_(KernelColors::from(palette())) {
  setFont(codeFont());
  setFocusPolicy(Qt::StrongFocus);
  viewport()->setMouseTracking(true);
  viewport()->setCursor(Qt::ArrowCursor);
  setAccessibleName(tr("Loop nest"));
  setFrameShape(QFrame::NoFrame);
}

void NestView::setNest(std::shared_ptr<const kernel::KernelPreview> preview, std::vector<bool> changed,
                       const QString& note, const QString& wrong) {
  preview_ = std::move(preview);
  wrong_ = wrong;
  changed_ = std::move(changed);
  note_ = note;
  figures_.reset();
  heat_.reset();
  pairs_.clear();
  stretch_first_ = -1;
  current_ = std::min(current_, lineCount() - 1);
  hovered_ = -1;
  updateScrollBars();
  viewport()->update();
}

void NestView::setNote(const QString& note) {
  note_ = note;
  updateScrollBars();
  viewport()->update();
}

// Instead of a nest.
QString NestView::emptyText() const {
  return wrong_.isEmpty()
             ? tr("No loop nest yet. It appears when the script creates a schedule and ends with tvm.lower.")
             : tr("No loop nest: %1").arg(wrong_);
}

void NestView::setFigures(std::shared_ptr<const kernel::NestFigures> figures) {
  figures_ = std::move(figures);
  viewport()->update();
}

void NestView::setHeat(std::shared_ptr<const kernel::NestHeat> heat) {
  heat_ = heat && static_cast<int>(heat->lines.size()) == lineCount() ? std::move(heat) : nullptr;
  updateScrollBars();
  viewport()->update();
}

void NestView::setPairColours(std::map<int, int> colours) {
  pairs_ = std::move(colours);
  viewport()->update();
}

void NestView::showStretch(int first, int lines) {
  stretch_first_ = first;
  stretch_lines_ = lines;
  reveal(first);
  viewport()->update();
}

void NestView::reveal(int line) {
  QScrollBar* bar = verticalScrollBar();
  const int top = bar->value(), page = bar->pageStep();
  if (line < top || line >= top + page) bar->setValue(std::max(0, line - page / 3));
}

void NestView::showFromLeft() {
  horizontalScrollBar()->setValue(0);
}

int NestView::gutter() const {
  return heatLeft() + (heat_ ? heat_width_ : 0) + (pairs_.empty() ? 0 : 2 * KernelColors::kPairStripe);
}

int NestView::heatLeft() const {
  return numbers_end_ + kChangeMark;
}

// Pins, numbers and shares have columns of their own, whatever the font and however many pins a line has.
void NestView::measureGutter() {
  size_t pins = 1;
  for (int i = 0; i < lineCount() && !marks_.pins.empty(); ++i)
    pins = std::max(pins, marks_.pins_of(preview_->printed.lines[static_cast<size_t>(i)].from).size());
  const int digits = std::max(3, static_cast<int>(QString::number(lineCount()).size()));
  numbers_end_ = kPinsLeft + static_cast<int>(pins) * KernelColors::kPinStripe + 4 +
                 digits * fontMetrics().horizontalAdvance(QLatin1Char('0'));
  heat_width_ = text_width(font(), shareText(1)) + kHeatGap + 4;
}

int NestView::extraLines() const {
  return heat_ ? 1 + static_cast<int>(elsewhere().size()) : 0;
}

// Time outside the lines of the nest, with its share; shares that round to 0 are omitted.
std::vector<std::pair<QString, QString>> NestView::elsewhere() const {
  std::vector<std::pair<QString, QString>> rows;
  const auto add = [&](int64_t samples, const QString& where) {
    if (const QString share = shareText(heat_->share(samples)); !share.isEmpty()) rows.emplace_back(share, where);
  };
  add(heat_->unplaced, tr("in the kernel, at no line of it"));
  for (const auto& other : heat_->elsewhere)
    add(other.samples, tr("outside: %1").arg(QString::fromStdString(other.where)));
  return rows;
}

void NestView::setMarks(const KernelMarks& marks) {
  const bool others = marks.pins != marks_.pins;
  marks_ = marks;
  if (others) updateScrollBars();
  viewport()->update();
}

void NestView::setSelection(const KernelSelection& selection) {
  if (selection == selection_) return;
  selection_ = selection;
  // Bring the first lit line into view if none is.
  const int top = verticalScrollBar()->value(), page = verticalScrollBar()->pageStep();
  int first = -1;
  bool visible = false;
  for (int i = 0; i < lineCount() && !visible; ++i) {
    if (!isLit(i)) continue;
    if (first < 0) first = i;
    visible = i >= top && i < top + page;
  }
  if (first >= 0 && !visible) verticalScrollBar()->setValue(std::max(0, first - 2));
  viewport()->update();
}

int NestView::lineCount() const {
  return preview_ ? static_cast<int>(preview_->printed.lines.size()) : 0;
}

QString NestView::lineText(int line) const {
  return line >= 0 && line < lineCount()
             ? QString::fromStdString(preview_->printed.lines[static_cast<size_t>(line)].text)
             : QString();
}

bool NestView::isLit(int line) const {
  return line >= 0 && line < lineCount() &&
         selection_.relation(preview_->printed.lines[static_cast<size_t>(line)].from) > 0;
}

bool NestView::isChanged(int line) const {
  return line >= 0 && line < static_cast<int>(changed_.size()) && changed_[static_cast<size_t>(line)];
}

int NestView::lineHeight() const {
  return fontMetrics().height() + 3;
}

QRect NestView::noteRect() const {
  const int wide = viewport()->width();
  if (note_.isEmpty()) return {0, 0, wide, 0};
  const QRect room(0, 0, std::max(1, wide - 2 * kPadding), 0);
  return {0, 0, wide, fontMetrics().boundingRect(room, Qt::TextWordWrap, note_).height() + 3 + kPadding};
}

int NestView::lineAt(const QPoint& position) const {
  const int above = noteRect().height();
  if (position.y() < above) return -1;
  const int line = (position.y() - above) / lineHeight() + verticalScrollBar()->value();
  return line < lineCount() ? line : -1;
}

KernelSelection NestView::selectionOf(int line) const {
  if (line < 0 || line >= lineCount()) return {};
  const tir::Provenance& from = preview_->printed.lines[static_cast<size_t>(line)].from;
  return {from.stage, from.axis, from.line};
}

void NestView::select(int line) {
  current_ = line;
  viewport()->update();
  Q_EMIT selected(selectionOf(line));
}

void NestView::updateScrollBars() {
  measureGutter();
  const int above = noteRect().height();
  const int page = std::max(1, (viewport()->height() - above) / lineHeight());
  verticalScrollBar()->setPageStep(page);
  verticalScrollBar()->setRange(0, std::max(0, lineCount() + extraLines() - page));
  int widest = 0;
  for (int i = 0; i < lineCount(); ++i)
    widest = std::max(widest, static_cast<int>(preview_->printed.lines[static_cast<size_t>(i)].text.size()));
  const int width = widest * fontMetrics().horizontalAdvance(QLatin1Char('m')) + gutter() + 2 * kPadding;
  horizontalScrollBar()->setPageStep(viewport()->width());
  horizontalScrollBar()->setRange(0, std::max(0, width - viewport()->width()));
}

void NestView::paintEvent(QPaintEvent*) {
  QPainter painter(viewport());
  painter.fillRect(viewport()->rect(), colors_.background);
  int y = 0;
  if (!note_.isEmpty()) {
    const QRect bar = noteRect();
    painter.fillRect(bar, KernelColors::blend(colors_.warning, colors_.background, 0.16));
    painter.setPen(colors_.text);
    painter.drawText(bar.adjusted(kPadding, 0, -kPadding, 0), Qt::AlignVCenter | Qt::AlignLeft | Qt::TextWordWrap,
                     note_);
    y = bar.bottom() + 1;
  }
  if (lineCount() == 0) {
    painter.setPen(colors_.dim);
    painter.drawText(viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, emptyText());
    return;
  }
  int line = verticalScrollBar()->value();
  for (; line < lineCount() && y < viewport()->height(); ++line, y += lineHeight())
    paintLine(painter, line, QRect(0, y, viewport()->width(), lineHeight()));
  if (heat_ && line >= lineCount()) paintElsewhere(painter, y - (line - lineCount()) * lineHeight());
}

void NestView::paintGround(QPainter& painter, int line, const QRect& rect) const {
  const tir::Provenance& from = preview_->printed.lines[static_cast<size_t>(line)].from;
  const int relation = selection_.relation(from), hover = marks_.hovered.relation(from);
  if (relation > 0)
    painter.fillRect(rect, relation == 2 ? colors_.selection : colors_.related);
  else if (line == hovered_ || hover == 2)
    painter.fillRect(rect, colors_.line);
  if (stretch_first_ >= 0 && line >= stretch_first_ && line < stretch_first_ + stretch_lines_)
    painter.fillRect(rect, colors_.related);
  if (stretch_first_ == line) painter.fillRect(QRect(rect.left(), rect.top(), rect.width(), 1), colors_.accent);
  colors_.paint_pins(painter, marks_.pins_of(from),
                     QRect(kPinsLeft, rect.top(), KernelColors::kPinStripe, rect.height()));
}

// At the right end of loops that are selected or pointed at: what one run of them touches, and where that fits.
void NestView::paintFigures(QPainter& painter, int line, const QRect& rect, int text_end) const {
  const kernel::LoopFigures* loop = figures_ ? figures_->at_line(static_cast<size_t>(line)) : nullptr;
  if (!loop || (!isLit(line) && line != hovered_)) return;
  const QString bytes = QString::fromStdString(kernel::in_bytes(loop->bytes));
  const QString held = tr("%1 · %2").arg(bytes, QString::fromStdString(loop->memory));
  const QString counted =
      loop->flops > 0 ? tr(" · %1 flop").arg(QString::fromStdString(kernel::in_counts(loop->flops))) : QString();
  // Clipped to the available space: never over the nest itself.
  const auto fits = [&](const QString& figures) {
    return rect.right() - text_width(font(), figures) - 2 * kPadding >= text_end;
  };
  const QString figures = fits(held + counted) ? held + counted : fits(held) ? held : fits(bytes) ? bytes : QString();
  if (figures.isEmpty()) return;
  painter.setPen(loop->memory == "RAM" ? colors_.warning : colors_.dim);
  draw_text(painter, rect.adjusted(0, 0, -kPadding, 0), Qt::AlignRight | Qt::AlignVCenter, figures);
}

// The number is the share of all that is in a line, as in the tree; the bar is what the line takes itself.
void NestView::paintHeat(QPainter& painter, int line, const QRect& rect) const {
  const kernel::NestHeat::Samples& samples = heat_->lines[static_cast<size_t>(line)];
  const QString share = shareText(heat_->share(samples.inside));
  if (share.isEmpty()) return;
  const QRect cell(heatLeft(), rect.top(), heat_width_ - kHeatGap, rect.height());
  if (samples.own > 0) {
    QRect bar = cell.adjusted(0, 1, 0, -1);
    bar.setWidth(std::max(2, static_cast<int>(std::lround(cell.width() * heat_->share(samples.own)))));
    painter.fillRect(bar, colors_.heatColor(1));
  }
  painter.setPen(samples.inside * 10 >= heat_->hottest ? colors_.text : colors_.dim);
  draw_text(painter, cell.adjusted(0, 0, -4, 0), Qt::AlignRight | Qt::AlignVCenter, share);
}

// What is no line's, and how much all this rests on.
void NestView::paintElsewhere(QPainter& painter, int top) const {
  const int left = -horizontalScrollBar()->value();
  const auto row = [&](const QString& share, const QString& text) {
    painter.setPen(colors_.dim);
    painter.drawText(QRect(heatLeft(), top, heat_width_ - kHeatGap - 4, lineHeight()),
                     Qt::AlignRight | Qt::AlignVCenter, share);
    painter.setClipRect(QRect(gutter(), top, viewport()->width(), lineHeight()));
    painter.drawText(QRect(left + gutter(), top, viewport()->width() - left - gutter(), lineHeight()),
                     Qt::AlignLeft | Qt::AlignVCenter, text);
    painter.setClipping(false);
    top += lineHeight();
  };
  for (const auto& [share, where] : elsewhere()) row(share, where);
  row({}, heat_->few() ? tr("%n sample(s): too few to say much", nullptr, static_cast<int>(heat_->total))
                       : tr("of %n sample(s)", nullptr, static_cast<int>(heat_->total)));
}

// What TVM calls a loop that is shown by another name.
QString NestView::hintOf(int line) const {
  const auto* loop = line >= 0 && line < lineCount()
                         ? tir::stmt_cast<tir::ForNode>(preview_->printed.lines[static_cast<size_t>(line)].stmt)
                         : nullptr;
  return loop && preview_->printed.names.contains(loop->var.get()) ? QString::fromStdString(loop->var->name)
                                                                   : QString();
}

QString NestView::heatText(int line) const {
  const kernel::NestHeat::Samples& samples = heat_->lines[static_cast<size_t>(line)];
  if (samples.inside == 0) return tr("None of %n sample(s) was here.", nullptr, static_cast<int>(heat_->total));
  if (samples.inside == samples.own)
    return tr("%1 of the time: %2 of %3 samples.")
        .arg(shareText(heat_->share(samples.own)))
        .arg(samples.own)
        .arg(heat_->total);
  return tr("%1 of the time with what stands in it, %2 at the line itself: %3 and %4 of %5 samples.")
      .arg(shareText(heat_->share(samples.inside)), samples.own > 0 ? shareText(heat_->share(samples.own)) : tr("0 %"))
      .arg(samples.inside)
      .arg(samples.own)
      .arg(heat_->total);
}

void NestView::paintLine(QPainter& painter, int line, const QRect& rect) const {
  paintGround(painter, line, rect);
  const int left = -horizontalScrollBar()->value();
  if (isChanged(line)) painter.fillRect(QRect(0, rect.top(), 3, rect.height()), colors_.added);
  painter.setPen(colors_.dim);
  draw_text(painter, QRect(0, rect.top(), numbers_end_, rect.height()), Qt::AlignRight | Qt::AlignVCenter,
            QString::number(line + 1));
  if (isChanged(line)) {
    painter.setPen(colors_.added);
    painter.drawText(QRect(numbers_end_ + 2, rect.top(), 10, rect.height()), Qt::AlignCenter, QStringLiteral("+"));
  }
  if (heat_) paintHeat(painter, line, rect);
  if (const auto pair = pairs_.find(line); pair != pairs_.end())
    colors_.paint_pair(
        painter, pair->second,
        QRect(gutter() - KernelColors::kPairStripe - 2, rect.top(), KernelColors::kPairStripe, rect.height()));
  painter.setClipRect(rect.adjusted(gutter(), 0, 0, 0));  // the gutter does not scroll with the nest
  const QString text = lineText(line);
  const int top = rect.top() + (rect.height() - fontMetrics().height()) / 2;
  const double wide = paint_nest_words(painter, QPointF(left + gutter(), top), text, font(), colors_);
  paintFigures(painter, line, rect, left + gutter() + static_cast<int>(wide));
  painter.setClipping(false);
}

void NestView::resizeEvent(QResizeEvent* event) {
  QAbstractScrollArea::resizeEvent(event);
  updateScrollBars();
}

// By a key it is that of the selected line.
void NestView::contextMenuEvent(QContextMenuEvent* event) {
  const int line = event->reason() == QContextMenuEvent::Keyboard ? current_ : lineAt(event->pos());
  if (line < 0 || !isSignalConnected(QMetaMethod::fromSignal(&NestView::menuWanted))) return event->ignore();
  select(line);
  Q_EMIT menuWanted(selectionOf(line), event->globalPos());
}

void NestView::mousePressEvent(QMouseEvent* event) {
  const int line = lineAt(event->pos());
  if (event->button() == Qt::LeftButton) select(line);
}

bool NestView::viewportEvent(QEvent* event) {
  if (event->type() == QEvent::ToolTip) {
    const auto* help = static_cast<QHelpEvent*>(event);
    const int line = lineAt(help->pos());
    QString text = figures_ && line >= 0 ? figuresText(figures_->at_line(static_cast<size_t>(line)), preview_->printed)
                                         : QString();
    if (const QString hint = hintOf(line); !hint.isEmpty())
      text.prepend(tr("TVM calls it %1.").arg(hint) + QLatin1Char('\n'));
    if (heat_ && line >= 0) text += (text.isEmpty() ? QString() : QStringLiteral("\n")) + heatText(line);
    QToolTip::showText(help->globalPos(), plain_tip(text), viewport());
    return true;
  }
  return QAbstractScrollArea::viewportEvent(event);
}

void NestView::mouseMoveEvent(QMouseEvent* event) {
  const int line = lineAt(event->pos());
  if (line == hovered_) return;
  hovered_ = line;
  viewport()->update();
  Q_EMIT hovered(selectionOf(line));
}

void NestView::leaveEvent(QEvent* event) {
  QAbstractScrollArea::leaveEvent(event);
  hovered_ = -1;
  viewport()->update();
  Q_EMIT hovered({});
}

void NestView::keyPressEvent(QKeyEvent* event) {
  if (event->matches(QKeySequence::Copy)) return copyText();
  if (event->key() == Qt::Key_Space && current_ >= 0) {
    Q_EMIT pinToggled(selectionOf(current_));
    return;
  }
  const int step = event->key() == Qt::Key_Up         ? -1
                   : event->key() == Qt::Key_Down     ? 1
                   : event->key() == Qt::Key_PageUp   ? -verticalScrollBar()->pageStep()
                   : event->key() == Qt::Key_PageDown ? verticalScrollBar()->pageStep()
                                                      : 0;
  if (step == 0 || lineCount() == 0) return QAbstractScrollArea::keyPressEvent(event);
  const int line = std::clamp(current_ + step, 0, lineCount() - 1);
  if (line < verticalScrollBar()->value()) verticalScrollBar()->setValue(line);
  if (line >= verticalScrollBar()->value() + verticalScrollBar()->pageStep())
    verticalScrollBar()->setValue(line - verticalScrollBar()->pageStep() + 1);
  select(line);
}

void NestView::changeEvent(QEvent* event) {
  QAbstractScrollArea::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
    colors_ = KernelColors::from(palette());
  if (event->type() == QEvent::FontChange) updateScrollBars();
}

void NestView::copyText() const {
  if (preview_) QGuiApplication::clipboard()->setText(QString::fromStdString(preview_->printed.text()));
}

}  // namespace nw::views
