// SPDX-License-Identifier: GPL-3.0-or-later
// Why a schedule is fast: the terms of its estimate beside the start's, and what each of its steps gives.
#pragma once

#include <QWidget>

#include "tune/effects_table.h"

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
QT_END_NAMESPACE

namespace nw::views {

class TuneWhy : public QWidget {
  Q_OBJECT

 public:
  explicit TuneWhy(QWidget* parent = nullptr);
  TuneEffectsModel* effects() const { return table_->effects(); }
  void setTerms(const QString& text);
  // Whether the steps can be measured now; `why_not`: the reason where they cannot.
  void setMeasurable(bool can, const QString& why_not);
  void setMeasuring(bool measuring);  // the button stops it then
  QPushButton* button() const { return measure_; }
  EffectsTable* table() const { return table_; }
  QString terms() const;

 Q_SIGNALS:
  void measureWanted();                                       // or to stop it
  void menuWanted(const QString& line, const QPoint& place);  // of a step, at that place of the screen

 private:
  QLabel* terms_;
  EffectsTable* table_;
  QPushButton* measure_;
};

}  // namespace nw::views
