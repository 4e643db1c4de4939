// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/roofline_view.h"

#include <QEvent>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QLabel>
#include <QMouseEvent>
#include <QPainter>
#include <QPolygonF>
#include <QPushButton>
#include <QScrollArea>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <utility>

#include "kernel/machine_peaks.h"
#include "models/html.h"

namespace nw::views {

namespace {

// "0.25", "12", "1800": the labels of an axis.
QString number(double value) {
  return QString::number(value, 'g', 3);
}

QString percent(double share) {
  return QString::number(100 * share, 'f', share < 0.1 ? 1 : 0);
}

}  // namespace

RooflineView::RooflineView(MachinePeaks* peaks, QWidget* parent)
    : QWidget(parent),
      peaks_(peaks),
      text_area_(new QScrollArea(this)),
      text_(new QLabel(text_area_)),
      measure_(new QPushButton(tr("Measure the machine"), this)),
      colors_(KernelColors::from(palette())) {
  text_->setWordWrap(true);
  measure_->setToolTip(
      tr("Runs small kernels for a few seconds: one for arithmetic, one for memory, one for each cache. It is kept."));
  measure_->setAccessibleName(measure_->text());
  text_->setAlignment(Qt::AlignLeft | Qt::AlignTop);
  text_area_->setFrameShape(QFrame::NoFrame);
  text_area_->setWidgetResizable(true);
  text_area_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
  text_area_->setAccessibleName(tr("Roofline in words"));
  text_area_->setWidget(text_);
  text_area_->viewport()->setAutoFillBackground(false);
  text_->setAutoFillBackground(false);
  setFocusPolicy(Qt::StrongFocus);
  setMouseTracking(true);
  connect(measure_, &QPushButton::clicked, peaks_, &MachinePeaks::measure);
  connect(peaks_, &MachinePeaks::changed, this, &RooflineView::update);
  update();
}

void RooflineView::setKernel(double flops, double bytes, std::vector<Point> points) {
  flops_ = flops;
  bytes_ = bytes;
  points_ = std::move(points);
  chosen_ = pointed_ = -1;
  update();
}

std::vector<RooflineView::Slope> RooflineView::slopes() const {
  std::vector<Slope> slopes;
  for (const worker::CacheRate& cache : peaks_->value().caches)
    if (cache.gigabytes > 0) slopes.push_back({tr("L%1").arg(cache.level), cache.gigabytes});
  slopes.push_back({tr("memory"), peaks_->value().gigabytes});
  return slopes;
}

QStringList RooflineView::roofNames() const {
  QStringList names;
  if (!peaks_->value().known()) return names;
  for (const Slope& each : slopes()) names << tr("%1 %2 GB/s").arg(each.name, number(each.gigabytes));
  return names;
}

QString RooflineView::summary() const {
  const worker::Peaks& peaks = peaks_->value();
  if (const QString why = peaks_->whyNone(); !why.isEmpty()) return why;
  if (!peaks.known())
    return peaks_->here()
               ? tr("What this machine can do at most is not known yet; it is measured, never guessed.")
               : tr("What %1 can do at most is not known yet; it is measured, never guessed.").arg(peaks_->name());
  const QString rates = peaks.caches.empty()
                            ? QString()
                            : QLatin1Char(' ') + tr("Rates: %1.").arg(roofNames().join(QStringLiteral(", ")));
  const QString machine =
      (peaks_->here() ? tr("This machine: %1 GFLOP/s and %2 GB/s with %n thread(s).", nullptr, peaks.threads)
                      : tr("%3: %1 GFLOP/s and %2 GB/s.").replace(QStringLiteral("%3"), peaks_->name()))
          .arg(number(peaks.gflops), number(peaks.gigabytes)) +
      rates;
  const auto now = std::find_if(points_.begin(), points_.end(), [](const Point& p) { return p.current; });
  if (flops_ <= 0 || bytes_ <= 0) return machine;
  if (now == points_.end()) return machine + QLatin1Char(' ') + tr("Run the kernel to place it under this roof.");
  const worker::Roof roof = worker::under_roof(peaks, flops_, bytes_, now->microseconds);
  if (integers_)
    return tr("%1 GOP/s of integers at %2 operations a byte: %3 % of the memory bandwidth. The roof is that of "
              "floating-point numbers.")
               .arg(number(roof.gflops), number(roof.intensity), percent(roof.share_of_memory)) +
           QLatin1Char(' ') + machine;
  return tr("%1 GFLOP/s at %2 operations a byte: %3 % of the peak, %4 % of the memory bandwidth, %5 % of what the roof "
            "allows.")
             .arg(number(roof.gflops), number(roof.intensity), percent(roof.share_of_flops),
                  percent(roof.share_of_memory), percent(roof.attainable > 0 ? roof.gflops / roof.attainable : 0)) +
         QLatin1Char(' ') +
         (roof.share_of_flops > 1
              ? tr("More than the peak: the machine was busy when that was measured. Measure it again.") +
                    QLatin1Char(' ')
              : QString()) +
         (roof.share_of_memory > 1 ? tr("Between runs its data stays in a cache.") + QLatin1Char(' ') : QString()) +
         machine;
}

void RooflineView::update() {
  measure_->setEnabled(!peaks_->measuring() && peaks_->whyNone().isEmpty());
  measure_->setText(peaks_->measuring()       ? tr("Measuring…")
                    : peaks_->value().known() ? tr("Measure again")
                                              : tr("Measure the machine"));
  text_->setText(summary());
  arrange();
  setAccessibleName(tr("Roofline"));
  setAccessibleDescription(text_->text());
  const worker::Peaks& peaks = peaks_->value();
  const double intensity = bytes_ > 0 ? flops_ / bytes_ : 1;
  const double ridge = peaks.known() ? peaks.gflops / peaks.gigabytes : 1;
  double first_ridge = ridge;  // of the steepest roof, which is in the picture with room for its label
  if (peaks.known())
    for (const Slope& each : slopes()) first_ridge = std::min(first_ridge, peaks.gflops / each.gigabytes);
  if (intensity > 0) {
    least_x_ = std::min({0.1, intensity, first_ridge / 10}) / 2;
    most_x_ = std::max({10.0, intensity, ridge}) * 4;
  }
  double slowest = INFINITY, fastest = 0;  // a point is above the roof where the peaks were measured on a busy machine
  for (const Point& p : points_) {
    if (p.microseconds <= 0 || flops_ <= 0) continue;
    const double gflops = flops_ / p.microseconds * 1e-3;
    slowest = std::min(slowest, gflops);
    fastest = std::max(fastest, gflops);
  }
  most_y_ = std::max({1.0, peaks.gflops, fastest}) * 2;
  least_y_ = std::min(most_y_ / 1e3, slowest / 2);
  if (peaks.known()) least_y_ = std::min(least_y_, peaks.gflops / 30);
  QWidget::update();
}

// The panel is low as a rule, and no view of it may change its height: the tabs would move when one is clicked.
void RooflineView::arrange() {
  constexpr int kEdge = 12, kTop = 8, kLow = 120;  // a lower picture is hard to read
  const QSize button = measure_->sizeHint();
  const int letters = 12 + fontMetrics().horizontalAdvance(QStringLiteral("0000")) + 8;  // left of the picture
  const int scale = 2 * fontMetrics().height() + 10;                                     // below it
  const int wide = width() - 2 * kEdge - button.width() - 8, high = text_->heightForWidth(std::max(1, wide));
  const int head = kTop + std::max(high, button.height());
  if (height() - head - scale - kEdge >= kLow || width() < 320 || !peaks_->value().known()) {
    placeText(QRect(kEdge, kTop, wide, high));
    measure_->setGeometry(QRect(QPoint(width() - kEdge - button.width(), kTop), button));
    plot_ = QRectF(letters, head + kEdge, width() - 24 - letters, height() - head - kEdge - scale);
    return;
  }
  const int part = std::max(width() * 2 / 5, button.width());
  const int line = fontMetrics().lineSpacing();
  const int room = std::max(0, height() - 2 * kTop - button.height() - 4) / line * line;  // whole lines
  const int text_height = std::min(room, text_->heightForWidth(part));
  placeText(QRect(kEdge, kTop, part, text_height));
  measure_->setGeometry(QRect(QPoint(kEdge, kTop + text_height + 4), button));
  const int left = kEdge + part + letters;
  plot_ = QRectF(left, kTop, width() - 24 - left, height() - kTop - scale);
}

// Where there is less room than the text needs, it scrolls, by keys too.
void RooflineView::placeText(const QRect& room) {
  text_area_->setGeometry(room);
  text_area_->setFocusPolicy(text_->heightForWidth(std::max(1, room.width())) > room.height() ? Qt::StrongFocus
                                                                                              : Qt::NoFocus);
}

void RooflineView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  arrange();
}

QPointF RooflineView::place(const QRectF& plot, double intensity, double gflops) const {
  const double x = std::log(intensity / least_x_) / std::log(most_x_ / least_x_);
  const double y = std::log(gflops / least_y_) / std::log(most_y_ / least_y_);
  return {plot.left() + x * plot.width(), plot.bottom() - y * plot.height()};
}

void RooflineView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), colors_.background);
  if (!peaks_->value().known()) return;
  painter.setRenderHint(QPainter::Antialiasing);
  if (plot_.width() < 80 || plot_.height() < 30) return;
  paintRoof(painter, plot_);
  paintPoints(painter);
  paintLabels(painter, plot_);
}

void RooflineView::paintRoof(QPainter& painter, const QRectF& plot) const {
  for (double power = std::ceil(std::log10(least_x_)); power <= std::log10(most_x_); ++power) {
    const double x = place(plot, std::pow(10, power), least_y_).x();
    painter.setPen(colors_.hairline);
    painter.drawLine(QPointF(x, plot.top()), QPointF(x, plot.bottom()));
    painter.setPen(colors_.dim);
    painter.drawText(QRectF(x - 40, plot.bottom() + 2, 80, 20), Qt::AlignHCenter | Qt::AlignTop,
                     number(std::pow(10, power)));
  }
  for (double power = std::ceil(std::log10(least_y_)); power <= std::log10(most_y_); ++power) {
    const double y = place(plot, least_x_, std::pow(10, power)).y();
    painter.setPen(colors_.hairline);
    painter.drawLine(QPointF(plot.left(), y), QPointF(plot.right(), y));
    painter.setPen(colors_.dim);
    painter.drawText(QRectF(plot.left() - 66, y - 10, 60, 20), Qt::AlignRight | Qt::AlignVCenter,
                     number(std::pow(10, power)));
  }
  const QRectF below(plot.left() - 40, plot.bottom() + 2 + fontMetrics().height(), plot.width() + 40, 24);
  painter.drawText(below, Qt::AlignRight | Qt::AlignTop, tr("operations a byte"));
  const QString upwards = integers_ ? tr("GOP/s") : tr("GFLOP/s");
  const QRectF unit(plot.left() + 4, plot.top(), fontMetrics().horizontalAdvance(upwards) + 4, fontMetrics().height());
  painter.fillRect(unit, colors_.background);  // over the scale's lines
  painter.drawText(unit, Qt::AlignCenter, upwards);
  paintSlopes(painter, plot);
  painter.setPen(QPen(colors_.text, 1.5));
  painter.drawPolyline(roof(plot));
}

QPolygonF RooflineView::roof(const QRectF& plot) const {
  const worker::Peaks& peaks = peaks_->value();
  QPolygonF line = slope(plot, peaks.gigabytes);
  line << place(plot, most_x_, peaks.gflops);
  return line;
}

// From where it comes into the picture up to the peak.
QPolygonF RooflineView::slope(const QRectF& plot, double gigabytes) const {
  const double peak = peaks_->value().gflops, first = std::max(least_x_, least_y_ / gigabytes);
  return QPolygonF({place(plot, first, first * gigabytes), place(plot, peak / gigabytes, peak)});
}

std::vector<LineLabel> RooflineView::slopeLabels(const QRectF& plot) const {
  constexpr double kAroundPoint = 6;
  std::vector<QPolygonF> lines, points;
  std::vector<double> widths;
  for (const Slope& each : slopes()) lines.push_back(slope(plot, each.gigabytes));
  for (const QString& name : roofNames()) widths.push_back(fontMetrics().horizontalAdvance(name) + 6);
  for (size_t i = 0; i < points_.size() && flops_ > 0 && bytes_ > 0; ++i)
    if (points_[i].microseconds > 0)
      points.emplace_back(
          QRectF(placeOf(i), QSizeF(0, 0)).adjusted(-kAroundPoint, -kAroundPoint, kAroundPoint, kAroundPoint));
  return line_labels(lines, widths, fontMetrics().height(), plot, points);
}

QStringList RooflineView::labelledRoofs() const {
  QStringList names;
  if (!peaks_->value().known()) return names;
  const QStringList all = roofNames();
  const std::vector<LineLabel> labels = slopeLabels(plot_);
  for (size_t i = 0; i < labels.size(); ++i)
    if (!labels[i].outline.isEmpty()) names << all[static_cast<qsizetype>(i)];
  return names;
}

void RooflineView::paintSlopes(QPainter& painter, const QRectF& plot) const {
  std::vector<Slope> caches = slopes();
  caches.pop_back();  // the memory's line is part of the roof
  painter.save();
  painter.setClipRect(plot);
  painter.setPen(QPen(colors_.dim, 1, Qt::DashLine));
  for (const Slope& each : caches) painter.drawPolyline(slope(plot, each.gigabytes));
  const QStringList names = roofNames();
  const std::vector<LineLabel> labels = slopeLabels(plot);
  for (size_t i = 0; i < labels.size(); ++i) {
    painter.save();
    painter.setPen(QPen(colors_.dim, 1));
    if (!labels[i].leader.isNull()) painter.drawLine(labels[i].leader);
    painter.setTransform(labels[i].on, true);
    painter.fillRect(labels[i].box, colors_.background);
    painter.setPen(colors_.dim);
    painter.drawText(labels[i].box, Qt::AlignCenter, names[static_cast<qsizetype>(i)]);
    painter.restore();
  }
  painter.restore();
}

QPointF RooflineView::placeOf(size_t point) const {
  return place(plot_, flops_ / bytes_, flops_ / points_[point].microseconds * 1e-3);
}

int RooflineView::pointAt(const QPointF& position) const {
  constexpr double kNear = 9;
  int found = -1;
  double nearest = kNear;
  if (flops_ <= 0 || bytes_ <= 0 || !peaks_->value().known()) return -1;
  for (size_t i = 0; i < points_.size(); ++i) {
    if (points_[i].microseconds <= 0) continue;
    const double distance = QLineF(placeOf(i), position).length();
    if (distance > nearest) continue;
    nearest = distance;
    found = static_cast<int>(i);
  }
  return found;
}

QString RooflineView::aboutPoint(size_t point) const {
  const Point& p = points_[point];
  const worker::Roof roof = worker::under_roof(peaks_->value(), flops_, bytes_, p.microseconds);
  const QString speed = integers_ ? tr("%1 GOP/s").arg(number(roof.gflops)) : tr("%1 GFLOP/s").arg(number(roof.gflops));
  const QString what = tr("%1: %2 µs, %3").arg(p.label, number(p.microseconds), speed);
  return p.current ? tr("%1; the present state").arg(what) : tr("%1; Enter or a click goes back to it").arg(what);
}

bool RooflineView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const int point = pointAt(help->pos());
  QToolTip::showText(help->globalPos(), point < 0 ? QString() : plain_tip(aboutPoint(static_cast<size_t>(point))),
                     this);
  return true;
}

void RooflineView::mousePressEvent(QMouseEvent* event) {
  const int point = event->button() == Qt::LeftButton ? pointAt(event->position()) : -1;
  if (point < 0) return QWidget::mousePressEvent(event);
  const Point& p = points_[static_cast<size_t>(point)];
  if (!p.current && p.state >= 0) Q_EMIT stateWanted(p.state);
}

void RooflineView::pointTo(int point) {
  if (std::exchange(pointed_, point) != point) QWidget::update();
}

void RooflineView::mouseMoveEvent(QMouseEvent* event) {
  pointTo(pointAt(event->position()));
  QWidget::mouseMoveEvent(event);
}

void RooflineView::leaveEvent(QEvent* event) {
  pointTo(-1);
  QWidget::leaveEvent(event);
}

// Up is faster, which is where the points are higher.
void RooflineView::keyPressEvent(QKeyEvent* event) {
  const int step = event->key() == Qt::Key_Up ? 1 : event->key() == Qt::Key_Down ? -1 : 0;
  const bool enter = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if ((step == 0 && !enter) || points_.empty()) return QWidget::keyPressEvent(event);
  if (enter) {
    if (chosen_ >= 0 && !points_[static_cast<size_t>(chosen_)].current)
      Q_EMIT stateWanted(points_[static_cast<size_t>(chosen_)].state);
    return;
  }
  std::vector<size_t> order(points_.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order,
                           [this](size_t a, size_t b) { return points_[a].microseconds > points_[b].microseconds; });
  const auto is_here = [this](size_t i) { return chosen_ < 0 ? points_[i].current : static_cast<int>(i) == chosen_; };
  const auto at = std::ranges::find_if(order, is_here);
  const auto last = static_cast<std::ptrdiff_t>(order.size()) - 1;
  const std::ptrdiff_t now = at == order.end() ? 0 : at - order.begin();
  pointed_ = -1;
  chosen_ = static_cast<int>(order[static_cast<size_t>(std::clamp<std::ptrdiff_t>(now + step, 0, last))]);
  setAccessibleDescription(aboutPoint(static_cast<size_t>(chosen_)));
  QToolTip::showText(mapToGlobal(placeOf(static_cast<size_t>(chosen_)).toPoint()),
                     plain_tip(aboutPoint(static_cast<size_t>(chosen_))), this);
  QWidget::update();
}

// One above the other: schedules of one computation differ in speed only. States of other branches are hollow.
void RooflineView::paintPoints(QPainter& painter) const {
  if (flops_ <= 0 || bytes_ <= 0) return;
  for (size_t i = 0; i < points_.size(); ++i) {
    const Point& p = points_[i];
    if (p.microseconds <= 0) continue;
    const QPointF at = placeOf(i);
    const QColor ink = p.current ? colors_.accent : colors_.dim;
    painter.setPen(p.on_path ? QPen(Qt::NoPen) : QPen(ink, 1));
    painter.setBrush(p.on_path ? QBrush(ink) : QBrush(colors_.background));
    painter.drawEllipse(at, p.current ? 5 : 3, p.current ? 5 : 3);
    if (static_cast<int>(i) == chosen_ && hasFocus()) {
      painter.setPen(QPen(colors_.accent, 1.5));
      painter.setBrush(Qt::NoBrush);
      painter.drawEllipse(at, 8, 8);
    }
  }
}

std::vector<size_t> RooflineView::labelled() const {
  std::vector<size_t> points;
  if (flops_ <= 0 || bytes_ <= 0 || !peaks_->value().known()) return points;
  const int asked = pointed_ >= 0 ? pointed_ : hasFocus() ? chosen_ : -1;
  if (asked >= 0) points.push_back(static_cast<size_t>(asked));
  for (size_t i = 0; i < points_.size(); ++i)
    if (points_[i].current && static_cast<int>(i) != asked && points_[i].microseconds > 0) points.push_back(i);
  return points;
}

// One that would be over another point's is left out.
void RooflineView::paintLabels(QPainter& painter, const QRectF& plot) const {
  const QRectF room(plot.topLeft(), QPointF(width() - 4, plot.bottom()));
  QRectF taken;
  std::vector<QPolygonF> of_roofs;
  for (const LineLabel& label : slopeLabels(plot)) of_roofs.push_back(label.outline);
  for (const size_t i : labelled()) {
    const QString& name = points_[i].label;
    const QSizeF size(fontMetrics().horizontalAdvance(name) + 4, fontMetrics().height());
    const QRectF label = label_place(placeOf(i), size, room, roof(plot), of_roofs);
    if (label.intersects(taken)) continue;
    taken = label;
    painter.fillRect(label, colors_.background);  // over the scale's lines and other points
    painter.setPen(colors_.text);
    painter.drawText(label, Qt::AlignCenter,
                     fontMetrics().elidedText(name, Qt::ElideRight, static_cast<int>(label.width())));
  }
}

void RooflineView::changeEvent(QEvent* event) {
  QWidget::changeEvent(event);
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange) {
    colors_ = KernelColors::from(palette());
    QWidget::update();
  }
}

}  // namespace nw::views
