// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/fusion_dialog.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>

namespace nw::window {

namespace {

int count_of(const workspace::FusionChoices& choices) {
  return static_cast<int>(choices.patterns.size() + choices.fences.size() + choices.joins.size() + choices.cuts.size());
}

}  // namespace

FusionDialog::FusionDialog(const workspace::FusionChoices& now, QWidget* parent)
    : QDialog(parent), now_(now), sides_{}, note_(new QLabel(this)) {
  setWindowTitle(tr("Compare two fusion settings"));
  auto* grid = new QGridLayout(this);
  grid->setHorizontalSpacing(16);
  grid->addWidget(new QLabel(tr("Opt level of fusion"), this), 1, 0);
  grid->addWidget(new QLabel(tr("At most this many operators in a group"), this), 2, 0);
  grid->addWidget(new QLabel(tr("What-ifs in force"), this), 3, 0);
  const std::array<QString, 2> titles{tr("Left"), tr("Right")};
  const std::array<workspace::FusionChoices, 2> first{workspace::FusionChoices(), now};
  auto spin = [this](int least, int most, int value, const QString& name) {
    auto* box = new QSpinBox(this);
    box->setRange(least, most);
    box->setValue(value);
    box->setAccessibleName(name);
    connect(box, &QSpinBox::valueChanged, this, &FusionDialog::refresh);
    return box;
  };
  for (size_t i = 0; i < 2; ++i) {
    const int column = static_cast<int>(i) + 1;
    sides_[i] = {spin(0, 4, first[i].opt_level, tr("Opt level, %1").arg(titles[i])),
                 spin(1, 1 << 20, first[i].max_depth, tr("Most operators, %1").arg(titles[i])),
                 new QCheckBox(tr("%n of them", nullptr, count_of(now)), this)};
    sides_[i].what_ifs->setAccessibleName(tr("What-ifs, %1").arg(titles[i]));
    sides_[i].what_ifs->setChecked(i == 1 && count_of(now) > 0);
    sides_[i].what_ifs->setEnabled(count_of(now) > 0);
    if (count_of(now) == 0) sides_[i].what_ifs->setText(tr("none"));
    connect(sides_[i].what_ifs, &QCheckBox::toggled, this, &FusionDialog::refresh);
    grid->addWidget(new QLabel(titles[i], this), 0, column);
    grid->addWidget(sides_[i].level, 1, column);
    grid->addWidget(sides_[i].depth, 2, column);
    grid->addWidget(sides_[i].what_ifs, 3, column);
  }
  note_->setObjectName(QStringLiteral("dim"));
  grid->addWidget(note_, 4, 0, 1, 3);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  compare_ = buttons->addButton(tr("Compare"), QDialogButtonBox::AcceptRole);
  QPushButton* cancel = buttons->button(QDialogButtonBox::Cancel);
  cancel->setAutoDefault(false);
  grid->addWidget(buttons, 5, 0, 1, 3);
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  refresh();
}

workspace::FusionChoices FusionDialog::choices(size_t side) const {
  workspace::FusionChoices choices = sides_[side].what_ifs->isChecked() ? now_ : workspace::FusionChoices();
  choices.opt_level = sides_[side].level->value();
  choices.max_depth = sides_[side].depth->value();
  return choices;
}

QString FusionDialog::title_of(const workspace::FusionChoices& choices) {
  QString title = tr("Opt level %1, at most %2 operators").arg(choices.opt_level).arg(choices.max_depth);
  if (const int what_ifs = count_of(choices)) title += tr(", %n what-if(s)", nullptr, what_ifs);
  return title;
}

void FusionDialog::refresh() {
  const bool same = choices(0) == choices(1);
  compare_->setEnabled(!same);
  compare_->setDefault(!same);
  note_->setText(same ? tr("Both settings are the same: change one of them.")
                      : tr("TVM's defaults are opt level 2 and at most 256 operators."));
}

}  // namespace nw::window
