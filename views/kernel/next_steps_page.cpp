// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/next_steps_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QVBoxLayout>

namespace nw::views {

NextStepsPage::NextStepsPage(const TargetFacts& target, QWidget* parent)
    : QWidget(parent), scope_(new QComboBox(this)), list_(new NextSteps(target, this)) {
  scope_->addItem(tr("All stages"), static_cast<int>(NextSteps::Scope::AllStages));
  scope_->addItem(tr("The selection"), static_cast<int>(NextSteps::Scope::Selection));
  scope_->setAccessibleName(tr("Next steps of"));
  scope_->setToolTip(tr("Whether the steps of all stages are ranked, or those of the selected loop or stage"));
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 4, 8, 4);
  row->addWidget(scope_);
  row->addStretch(1);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(list_, 1);
  connect(scope_, &QComboBox::activated, this, [this] {
    const auto scope = static_cast<NextSteps::Scope>(scope_->currentData().toInt());
    list_->setScope(scope);
    Q_EMIT scopeChosen(scope);
  });
}

void NextStepsPage::setScope(NextSteps::Scope scope) {
  scope_->setCurrentIndex(scope_->findData(static_cast<int>(scope)));
  list_->setScope(scope);
}

}  // namespace nw::views
