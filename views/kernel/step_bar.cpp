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
    const auto at = static_cast<size_t>(value);
    stop_ = at >= lines_.size() ? 0 : at == 0 ? lines_.front() - 1 : lines_[at - 1];
    update();
    Q_EMIT scrubbed(stop_, value > 0 ? lines_[at - 1] : 0);
  });
  setSteps({});
}

void StepBar::setSteps(const std::vector<int>& lines) {
  const QSignalBlocker block(slider_);
  lines_ = lines;
  const auto end = stop_ == 0 ? lines_.end() : std::upper_bound(lines_.begin(), lines_.end(), stop_);
  if (end == lines_.end()) stop_ = 0;
  slider_->setRange(0, static_cast<int>(lines_.size()));
  slider_->setValue(static_cast<int>(end - lines_.begin()));
  update();
}

void StepBar::follow(const QString& before, const QString& after, int line) {
  if (stop_ == 0 || before == after) return;
  const QStringList old = before.split(QLatin1Char('\n')), now = after.split(QLatin1Char('\n'));
  const qsizetype shorter = std::min(old.size(), now.size());
  qsizetype head = 0, tail = 0;  // lines that are as they were
  while (head < shorter && old[head] == now[head]) ++head;
  while (tail < shorter - head && old[old.size() - 1 - tail] == now[now.size() - 1 - tail]) ++tail;
  const auto changed = static_cast<int>(now.size() - tail);  // the last line of what changed
  if (stop_ > old.size() - tail)
    stop_ += static_cast<int>(now.size() - old.size());
  else if (stop_ > head)
    stop_ = changed;
  const bool only_less = changed == head;
  if (!only_less) stop_ = std::max(stop_, line == kWhatChanged ? changed : line);
  stop_ = std::max(stop_, 1);
}

void StepBar::update() {
  back_->setEnabled(slider_->value() > 0);
  forward_->setEnabled(slider_->value() < slider_->maximum());
  slider_->setEnabled(!lines_.empty());
  label_->setText(lines_.empty() ? tr("no steps") : tr("step %1 of %2").arg(slider_->value()).arg(lines_.size()));
}

}  // namespace nw::views
