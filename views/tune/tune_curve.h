// SPDX-License-Identifier: GPL-3.0-or-later
// The curve of a search: each trial's time, the fastest so far, failed trials below with their codes, and lines at the
// start, the default schedule, the best of earlier searches, and what the machine can do at most. Over trials or
// seconds; times are on a logarithmic scale.
#pragma once

#include <QWidget>
#include <optional>
#include <vector>

#include "models/tune_trials_model.h"

QT_BEGIN_NAMESPACE
class QChart;
class QChartView;
class QLineSeries;
class QLogValueAxis;
class QScatterSeries;
class QValueAxis;
QT_END_NAMESPACE

namespace nw::views {

class TuneCurve : public QWidget {
  Q_OBJECT

 public:
  enum class Over { Trials, Seconds };

  explicit TuneCurve(const TuneTrialsModel* trials, QWidget* parent = nullptr);
  void setModel(const TuneTrialsModel* trials);  // another task's
  void setOver(Over over);
  Over over() const { return over_; }
  // Microseconds in which the machine could do the kernel's operations at most; 0: not known.
  void setPeak(double us);
  QChart* chart() const { return chart_; }
  // What the point under the cursor, in the chart's coordinates, is; empty: there is none.
  QString textAt(const QPointF& place) const;

 Q_SIGNALS:
  void trialChosen(int row);  // of the model

 protected:
  void changeEvent(QEvent* event) override;

 private:
  struct Mark {
    QLineSeries* line = nullptr;
    double us = 0;
  };
  void build();
  void restyle();
  void refill();
  void addLast();
  void addPoint(int row);
  void follow();
  void setMark(Mark& mark, double us);
  void markTrials();
  int rowAt(const QPointF& place) const;  // -1: none
  void showTip(const QPointF& point, bool over);
  QLineSeries* makeMark(const QString& name);

  const TuneTrialsModel* trials_;
  QMetaObject::Connection added_, reset_;
  Over over_ = Over::Trials;
  QChart* chart_;
  QChartView* view_;
  QValueAxis* across_;
  QLogValueAxis* up_;
  QLineSeries* best_;
  QScatterSeries *measured_, *failed_;
  Mark start_, default_, earlier_, peak_;
  double least_ = 0, most_ = 0, last_ = 0;  // of the times, and of what they are over
};

}  // namespace nw::views
