// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/tune_why.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace nw::views {

TuneWhy::TuneWhy(QWidget* parent)
    : QWidget(parent),
      terms_(new QLabel(this)),
      table_(new EffectsTable(tr("Steps of the schedule"), this)),
      measure_(new QPushButton(this)) {
  constexpr int kLeftRight = 12, kTopBottom = 8;
  terms_->setWordWrap(true);
  terms_->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  terms_->setContentsMargins(kLeftRight, kTopBottom, kLeftRight, kTopBottom);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(terms_);
  column->addWidget(table_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(kLeftRight, kTopBottom / 2, kLeftRight, kTopBottom / 2);
  row->addWidget(measure_);
  row->addStretch(1);
  column->addLayout(row);
  connect(measure_, &QPushButton::clicked, this, &TuneWhy::measureWanted);
  connect(table_, &EffectsTable::menuWanted, this, &TuneWhy::menuWanted);
  setMeasuring(false);
  setMeasurable(false, tr("Select a trial with a time first"));
}

void TuneWhy::setTerms(const QString& text) {
  terms_->setText(text);
}

QString TuneWhy::terms() const {
  return terms_->text();
}

void TuneWhy::setMeasurable(bool can, const QString& why_not) {
  measure_->setEnabled(can);
  measure_->setToolTip(can ? tr("Times the schedule and what is left of it without each step, in turns") : why_not);
}

void TuneWhy::setMeasuring(bool measuring) {
  measure_->setText(measuring ? tr("Stop measuring") : tr("Measure without each step"));
}

}  // namespace nw::views
