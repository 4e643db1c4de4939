// SPDX-License-Identifier: GPL-3.0-or-later
// Why a schedule is fast: the terms of its estimate beside the start's, and what each of its steps gives.
#pragma once

#include <QWidget>

#include "models/tune_effects_model.h"

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QTableView;
QT_END_NAMESPACE

namespace nw::views {

class TuneWhy : public QWidget {
  Q_OBJECT

 public:
  explicit TuneWhy(QWidget* parent = nullptr);
  TuneEffectsModel* effects() const { return effects_; }
  void setTerms(const QString& text);
  // Whether the steps can be measured now; `why_not`: the reason where they cannot.
  void setMeasurable(bool can, const QString& why_not);
  void setMeasuring(bool measuring);  // the button stops it then
  QPushButton* button() const { return measure_; }
  QString terms() const;

 Q_SIGNALS:
  void measureWanted();  // or to stop it

 private:
  TuneEffectsModel* effects_;
  QLabel* terms_;
  QTableView* table_;
  QPushButton* measure_;
};

}  // namespace nw::views
