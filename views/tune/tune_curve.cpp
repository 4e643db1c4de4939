// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tune_curve.h"

#include <QChart>
#include <QChartView>
#include <QEvent>
#include <QGraphicsLayout>
#include <QLegend>
#include <QLegendMarker>
#include <QLineSeries>
#include <QLogValueAxis>
#include <QScatterSeries>
#include <QToolTip>
#include <QVBoxLayout>
#include <QValueAxis>
#include <algorithm>
#include <cmath>

#include "kernel/kernel_colors.h"
#include "models/run_text.h"

namespace nw::views {

namespace {

constexpr double kPointSize = 7, kFailedSize = 9, kReach = 8;  // pixels
constexpr int kTicks = 5;                                      // parts of the axis of trials
constexpr double kRoomAbove = 1.3, kRoomBelow = 0.7;           // of a logarithmic axis, as factors

// Where trials stand along the axis.
double along(const TuneTrial& trial, int row, TuneCurve::Over over) {
  return over == TuneCurve::Over::Seconds ? trial.seconds : static_cast<double>(row);
}

}  // namespace

TuneCurve::TuneCurve(const TuneTrialsModel* trials, QWidget* parent)
    : QWidget(parent),
      trials_(trials),
      chart_(new QChart),
      view_(new QChartView(chart_, this)),
      across_(new QValueAxis(chart_)),
      up_(new QLogValueAxis(chart_)),
      best_(new QLineSeries(chart_)),
      measured_(new QScatterSeries(chart_)),
      failed_(new QScatterSeries(chart_)) {
  build();
  restyle();
  setModel(trials);
}

void TuneCurve::build() {
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(view_);
  view_->setFrameShape(QFrame::NoFrame);
  view_->setRenderHint(QPainter::Antialiasing);
  view_->setAccessibleName(tr("Times of the trials"));
  setMinimumHeight(160);
  chart_->setMargins({4, 4, 4, 4});
  chart_->layout()->setContentsMargins(0, 0, 0, 0);
  chart_->setBackgroundRoundness(0);
  chart_->addAxis(across_, Qt::AlignBottom);
  chart_->addAxis(up_, Qt::AlignLeft);
  up_->setBase(10);
  up_->setLabelFormat(QStringLiteral("%g"));
  up_->setTitleText(tr("µs"));
  up_->setMinorTickCount(-1);
  across_->setLabelFormat(QStringLiteral("%d"));
  across_->setTickCount(kTicks + 1);
  best_->setName(tr("fastest so far"));
  measured_->setName(tr("measured"));
  failed_->setName(tr("failed"));
  measured_->setMarkerSize(kPointSize);
  failed_->setMarkerShape(QScatterSeries::MarkerShapeTriangle);
  failed_->setMarkerSize(kFailedSize);
  for (QXYSeries* series : std::initializer_list<QXYSeries*>{measured_, best_, failed_}) {
    chart_->addSeries(series);
    series->attachAxis(across_);
    series->attachAxis(up_);
  }
  start_.line = makeMark(tr("start"));
  default_.line = makeMark(tr("default schedule"));
  earlier_.line = makeMark(tr("best of earlier searches"));
  peak_.line = makeMark(tr("peak of the machine"));
  for (QScatterSeries* series : {measured_, failed_}) {
    connect(series, &QXYSeries::hovered, this, &TuneCurve::showTip);
    connect(series, &QXYSeries::clicked, this, [this](const QPointF& point) {
      if (const int row = rowAt(chart_->mapToPosition(point)); row >= 0) Q_EMIT trialChosen(row);
    });
  }
}

QLineSeries* TuneCurve::makeMark(const QString& name) {
  auto* line = new QLineSeries(chart_);
  line->setName(name);
  chart_->addSeries(line);
  line->attachAxis(across_);
  line->attachAxis(up_);
  line->hide();
  return line;
}

void TuneCurve::restyle() {
  const KernelColors colors = KernelColors::from(palette());
  chart_->setBackgroundBrush(colors.background);
  chart_->setBackgroundPen(Qt::NoPen);
  chart_->legend()->setLabelColor(colors.text);
  chart_->legend()->setFont(font());
  for (QAbstractAxis* axis : std::initializer_list<QAbstractAxis*>{across_, up_}) {
    axis->setLabelsColor(colors.dim);
    axis->setLabelsFont(font());
    axis->setTitleBrush(colors.dim);
    axis->setTitleFont(font());
    axis->setLinePenColor(colors.border);
    axis->setGridLineColor(colors.hairline);
    axis->setMinorGridLineColor(colors.hairline);
  }
  constexpr double kBold = 2, kThin = 1.25;
  best_->setPen(QPen(colors.accent, kBold));
  measured_->setColor(KernelColors::blend(colors.accent, colors.background, 0.55));
  measured_->setBorderColor(colors.background);
  failed_->setColor(colors.error);
  failed_->setBorderColor(colors.background);
  const std::pair<QLineSeries*, QPen> marks[] = {{start_.line, QPen(colors.dim, kThin, Qt::DashLine)},
                                                 {default_.line, QPen(colors.warning, kThin, Qt::DashDotLine)},
                                                 {earlier_.line, QPen(colors.keyword, kThin, Qt::DotLine)},
                                                 {peak_.line, QPen(colors.ok, kThin, Qt::DashDotDotLine)}};
  for (const auto& [line, pen] : marks) line->setPen(pen);
}

void TuneCurve::setModel(const TuneTrialsModel* trials) {
  disconnect(added_);
  disconnect(reset_);
  trials_ = trials;
  added_ = connect(trials_, &QAbstractItemModel::rowsInserted, this, &TuneCurve::addLast);
  reset_ = connect(trials_, &QAbstractItemModel::modelReset, this, &TuneCurve::refill);
  refill();
}

void TuneCurve::setOver(Over over) {
  if (over_ == over) return;
  over_ = over;
  refill();
}

void TuneCurve::setPeak(double us) {
  setMark(peak_, us);
  follow();
}

void TuneCurve::refill() {
  for (QXYSeries* series : std::initializer_list<QXYSeries*>{best_, measured_, failed_}) series->clear();
  least_ = most_ = last_ = 0;
  for (int row = 0; row < trials_->rowCount(); ++row) addPoint(row);
  markTrials();
  follow();
}

void TuneCurve::addLast() {
  addPoint(trials_->rowCount() - 1);
  markTrials();
  follow();
}

void TuneCurve::addPoint(int row) {
  const TuneTrial& trial = trials_->trials()[static_cast<size_t>(row)];
  const double x = along(trial, row, over_);
  last_ = std::max(last_, x);
  if (trial.time) {
    const double us = trial.time->min;
    least_ = least_ > 0 ? std::min(least_, us) : us;
    most_ = std::max(most_, us);
    measured_->append(x, us);
  }
  if (trial.best_us <= 0) return;
  if (best_->count() > 0) best_->append(x, best_->at(best_->count() - 1).y());  // a step, not a slope
  best_->append(x, trial.best_us);
}

void TuneCurve::markTrials() {
  double start = 0, standard = 0, earlier = 0;
  for (const TuneTrial& trial : trials_->trials()) {
    if (!trial.time) continue;
    if (trial.origin == TuneTrial::Origin::Given) start = trial.time->min;
    if (trial.origin == TuneTrial::Origin::Default) standard = trial.time->min;
    if (trial.recorded) earlier = earlier > 0 ? std::min(earlier, trial.time->min) : trial.time->min;
  }
  setMark(start_, start);
  setMark(default_, standard);
  setMark(earlier_, earlier);
}

void TuneCurve::setMark(Mark& mark, double us) {
  mark.us = us;
  mark.line->setVisible(us > 0);
  for (QLegendMarker* in_legend : chart_->legend()->markers(mark.line)) in_legend->setVisible(us > 0);
}

// Both axes are as long as what they show, the marks too.
void TuneCurve::follow() {
  double least = least_, most = most_;
  for (const Mark* mark : {&start_, &default_, &earlier_, &peak_}) {
    if (mark->us <= 0) continue;
    least = least > 0 ? std::min(least, mark->us) : mark->us;
    most = std::max(most, mark->us);
  }
  if (least <= 0) least = 1, most = 10;
  const double bottom = least * kRoomBelow;
  up_->setRange(bottom, most * kRoomAbove);
  // So that the ticks are at whole numbers of trials.
  const double end = over_ == Over::Seconds ? std::max(last_, 1.0) : kTicks * std::max(1.0, std::ceil(last_ / kTicks));
  across_->setRange(0, end);
  across_->setTitleText(over_ == Over::Seconds ? tr("seconds") : tr("trials"));
  across_->setLabelFormat(over_ == Over::Seconds ? QStringLiteral("%.1f") : QStringLiteral("%.0f"));
  for (Mark* mark : {&start_, &default_, &earlier_, &peak_})
    mark->line->replace(mark->us > 0 ? QList<QPointF>{{0, mark->us}, {end, mark->us}} : QList<QPointF>());
  // Failed trials have no time: they are along the lower edge.
  QList<QPointF> failed;
  for (int row = 0; row < trials_->rowCount(); ++row)
    if (const TuneTrial& trial = trials_->trials()[static_cast<size_t>(row)]; !trial.time)
      failed << QPointF(along(trial, row, over_), bottom * 1.06);
  failed_->replace(failed);
  for (QLegendMarker* in_legend : chart_->legend()->markers(failed_)) in_legend->setVisible(!failed.isEmpty());
}

int TuneCurve::rowAt(const QPointF& place) const {
  int found = -1;
  double nearest = kReach * kReach;
  for (int row = 0; row < trials_->rowCount(); ++row) {
    const TuneTrial& trial = trials_->trials()[static_cast<size_t>(row)];
    const QPointF point(along(trial, row, over_), trial.time ? trial.time->min : up_->min() * 1.06);
    const QPointF away = chart_->mapToPosition(point) - place;
    if (const double distance = QPointF::dotProduct(away, away); distance <= nearest) nearest = distance, found = row;
  }
  return found;
}

QString TuneCurve::textAt(const QPointF& place) const {
  const int row = rowAt(place);
  if (row < 0) return {};
  const TuneTrial& trial = trials_->trials()[static_cast<size_t>(row)];
  const QString name = trial.number > 0 ? tr("trial %1").arg(trial.number) : tr("start");
  if (!trial.time) return tr("%1: %2, %3").arg(name, trial.code, trial.why);
  return tr("%1: fastest run %2, median %3 ± %4 of %5 runs")
      .arg(name, duration_text(trial.time->min), duration_text(trial.time->median), duration_text(trial.time->mad))
      .arg(trial.time->runs);
}

void TuneCurve::showTip(const QPointF& point, bool over) {
  const QPointF place = chart_->mapToPosition(point);
  if (over)
    QToolTip::showText(view_->mapToGlobal(place.toPoint()), textAt(place), this);
  else
    QToolTip::hideText();
}

void TuneCurve::changeEvent(QEvent* event) {
  if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange) restyle();
  QWidget::changeEvent(event);
}

}  // namespace nw::views
