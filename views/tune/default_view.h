// SPDX-License-Identifier: GPL-3.0-or-later
// The default schedule against the one in the editor: both with what each of their steps gives, side by side, their
// times, and where the loops without a schedule are faster than the default, that.
#pragma once

#include <QWidget>

#include "tune/effects_table.h"

QT_BEGIN_NAMESPACE
class QLabel;
class QPushButton;
class QSplitter;
QT_END_NAMESPACE

namespace nw::views {

class DefaultView : public QWidget {
  Q_OBJECT

 public:
  explicit DefaultView(QWidget* parent = nullptr);
  TuneEffectsModel* ofDefault() const { return default_->effects(); }
  TuneEffectsModel* ofScript() const { return script_->effects(); }
  void setSummary(const QString& text);
  QString summary() const;
  // The default schedule is at fault: a sentence, with a button beside it that takes the plain loops. Empty: it is not.
  void setFault(const QString& text);
  QString fault() const;
  // Whether both can be measured, and a schedule be taken now; `why_not`: the reason where they cannot, which is beside
  // the buttons.
  void setReady(bool ready, const QString& why_not);
  QString whyNotReady() const;
  void setMeasuring(bool measuring);  // the button stops it then
  QPushButton* measureButton() const { return measure_; }
  QPushButton* defaultButton() const { return use_default_; }
  QPushButton* plainButton() const { return use_plain_; }
  EffectsTable* defaultTable() const { return default_; }
  EffectsTable* scriptTable() const { return script_; }

 Q_SIGNALS:
  void measureWanted();  // or to stop it
  void defaultWanted();  // into the editor
  void plainWanted();
  void stepWanted(bool of_default, int step);  // its line in the editor

 private:
  void resizeEvent(QResizeEvent* event) override;

  EffectsTable *default_, *script_;
  QSplitter* columns_;
  QLabel *summary_, *fault_, *why_not_;
  QPushButton *measure_, *use_default_, *use_plain_;
};

}  // namespace nw::views
