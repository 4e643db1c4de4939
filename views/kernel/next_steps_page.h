// SPDX-License-Identifier: GPL-3.0-or-later
// The list of next steps, and above it the choice whether it is about all stages or about what is selected.
#pragma once

#include <QWidget>

#include "kernel/guidance.h"

class QComboBox;

namespace nw::views {

class NextStepsPage : public QWidget {
  Q_OBJECT

 public:
  NextStepsPage(const TargetFacts& target, QWidget* parent);
  NextSteps* list() const { return list_; }
  void setScope(NextSteps::Scope scope);

 Q_SIGNALS:
  void scopeChosen(nw::views::NextSteps::Scope scope);  // by a person

 private:
  QComboBox* scope_;
  NextSteps* list_;
};

}  // namespace nw::views
