// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/step_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <algorithm>

namespace nw::views {

StepBar::StepBar(QWidget* parent)
    : QWidget(parent),
      back_(new QToolButton(this)),
      forward_(new QToolButton(this)),
      slider_(new QSlider(Qt::Horizontal, this)),
      label_(new QLabel(this)) {
  back_->setArrowType(Qt::LeftArrow);
  back_->setAutoRaise(true);
  back_->setAccessibleName(tr("One step back"));
  back_->setToolTip(tr("One step back"));
  forward_->setArrowType(Qt::RightArrow);
  forward_->setAutoRaise(true);
  forward_->setAccessibleName(tr("One step forward"));
  forward_->setToolTip(tr("One step forward"));
  slider_->setAccessibleName(tr("Step of the schedule"));
  slider_->setPageStep(1);
  label_->setMinimumWidth(label_->fontMetrics().horizontalAdvance(tr("step %1 of %2").arg(88).arg(88)) + 8);
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(4);
  row->addWidget(back_);
  row->addWidget(slider_, 1);
  row->addWidget(forward_);
  row->addWidget(label_);
  connect(back_, &QToolButton::clicked, this, [this] { slider_->setValue(slider_->value() - 1); });
  connect(forward_, &QToolButton::clicked, this, [this] { slider_->setValue(slider_->value() + 1); });
  connect(slider_, &QSlider::valueChanged, this, [this](int value) {
    update();
    Q_EMIT scrubbed(stopAfterLine(), value > 0 ? lines_[static_cast<size_t>(value) - 1] : 0);
  });
  setSteps({});
}

void StepBar::setSteps(const std::vector<int>& lines) {
  const bool at_end = slider_->value() == slider_->maximum();
  const QSignalBlocker block(slider_);
  lines_ = lines;
  slider_->setRange(0, static_cast<int>(lines_.size()));
  if (at_end) slider_->setValue(slider_->maximum());
  update();
}

void StepBar::inserted(int line, const QStringList& before, const QStringList& after) {
  std::vector<int> steps;
  qsizetype next = 0;
  for (const int each : lines_) {
    const qsizetype now = each <= before.size() ? after.indexOf(before[each - 1], next) : -1;
    if (now < 0) continue;  // taken away, or written anew
    steps.push_back(static_cast<int>(now) + 1);
    next = now + 1;
  }
  if (const auto at = std::lower_bound(steps.begin(), steps.end(), line); at == steps.end() || *at != line)
    steps.insert(at, line);
  const QSignalBlocker block(slider_);
  lines_ = std::move(steps);
  slider_->setRange(0, static_cast<int>(lines_.size()));
  slider_->setValue(static_cast<int>(std::upper_bound(lines_.begin(), lines_.end(), line) - lines_.begin()));
  update();
}

int StepBar::stopAfterLine() const {
  const auto at = static_cast<size_t>(slider_->value());
  if (at >= lines_.size()) return 0;
  return at == 0 ? lines_.front() - 1 : lines_[at - 1];
}

void StepBar::update() {
  back_->setEnabled(slider_->value() > 0);
  forward_->setEnabled(slider_->value() < slider_->maximum());
  slider_->setEnabled(!lines_.empty());
  label_->setText(lines_.empty() ? tr("no steps") : tr("step %1 of %2").arg(slider_->value()).arg(lines_.size()));
}

}  // namespace nw::views
