// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/sizes_bar.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QSpinBox>

#include "models/html.h"

namespace nw::views {

SizesBar::SizesBar(QWidget* parent) : QWidget(parent), row_(new QHBoxLayout(this)) {
  row_->setContentsMargins(0, 0, 0, 0);
  row_->setSpacing(4);
  setAccessibleName(tr("Sizes"));
  hide();
}

void SizesBar::setNames(const std::vector<std::string>& names) {
  if (names == names_) return;
  const auto before = values();
  names_ = names;
  qDeleteAll(shown_);
  shown_.clear();
  boxes_.clear();
  for (const std::string& name : names_) {
    if (boxes_.contains(name)) continue;
    const QString text = QString::fromStdString(name);
    auto* label = new QLabel(text, this);
    auto* box = new QSpinBox(this);
    box->setRange(0, 1 << 24);
    box->setSpecialValueText(tr("no value"));
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);  // arrow keys and the wheel work, and take no space
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setKeyboardTracking(false);
    box->setAccessibleName(tr("Size %1").arg(text));
    box->setToolTip(
        plain_tip(tr("The value of %1 that figures and runs are for; the script stays as it is").arg(text)));
    if (auto it = before.find(name); it != before.end()) box->setValue(static_cast<int>(it->second));
    label->setBuddy(box);
    row_->addWidget(label);
    row_->addWidget(box);
    shown_.insert(shown_.end(), {label, box});
    boxes_[name] = box;
    connect(box, &QSpinBox::valueChanged, this, &SizesBar::changed);
  }
  setVisible(!boxes_.empty());
}

std::map<std::string, int64_t> SizesBar::values() const {
  std::map<std::string, int64_t> values;
  for (const auto& [name, box] : boxes_)
    if (box->value() > 0) values[name] = box->value();
  return values;
}

QSpinBox* SizesBar::box(const std::string& name) const {
  const auto it = boxes_.find(name);
  return it == boxes_.end() ? nullptr : it->second;
}

}  // namespace nw::views
