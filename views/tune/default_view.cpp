// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/default_view.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSplitter>
#include <QVBoxLayout>

namespace nw::views {

namespace {

constexpr int kSide = 12, kSpace = 8;
constexpr int kTableWidth = 75;  // in characters: a step and its figures

QLabel* sentence(QWidget* parent) {
  auto* label = new QLabel(parent);
  label->setWordWrap(true);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
  label->setContentsMargins(kSide, kSpace, kSide, kSpace);
  return label;
}

}  // namespace

DefaultView::DefaultView(QWidget* parent)
    : QWidget(parent),
      default_(new EffectsTable(tr("Steps: %1").arg(tr("The default schedule")), this)),
      script_(new EffectsTable(tr("Steps: %1").arg(tr("The schedule in the editor")), this)),
      summary_(sentence(this)),
      fault_(sentence(this)),
      why_not_(sentence(this)),
      measure_(new QPushButton(this)),
      use_default_(new QPushButton(tr("Use the default schedule"), this)),
      use_plain_(new QPushButton(tr("Use the loops without a schedule"), this)) {
  columns_ = new QSplitter(Qt::Horizontal, this);
  columns_->setChildrenCollapsible(false);
  const std::pair<EffectsTable*, QString> sides[] = {{default_, tr("The default schedule")},
                                                     {script_, tr("The schedule in the editor")}};
  for (const auto& [table, name] : sides) {
    auto* side = new QWidget(columns_);
    auto* title = new QLabel(name, side);
    title->setContentsMargins(kSide, kSpace / 2, kSide, kSpace / 2);
    auto* rows = new QVBoxLayout(side);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(0);
    rows->addWidget(title);
    rows->addWidget(table, 1);
  }
  QFont bold = fault_->font();
  bold.setBold(true);
  fault_->setFont(bold);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(summary_);
  auto* faulty = new QHBoxLayout;
  faulty->setContentsMargins(0, 0, kSide, 0);
  faulty->addWidget(fault_, 1);
  faulty->addWidget(use_plain_);
  column->addLayout(faulty);
  column->addWidget(columns_, 1);
  auto* row = new QHBoxLayout;
  row->setContentsMargins(kSide, kSpace / 2, kSide, kSpace / 2);
  row->setSpacing(kSpace);
  row->addWidget(measure_);
  row->addWidget(use_default_);
  row->addWidget(why_not_, 1);
  why_not_->setContentsMargins(0, 0, 0, 0);
  why_not_->setObjectName(QStringLiteral("dim"));
  why_not_->setAccessibleName(tr("Why the buttons are disabled"));
  column->addLayout(row);
  connect(measure_, &QPushButton::clicked, this, &DefaultView::measureWanted);
  connect(use_default_, &QPushButton::clicked, this, &DefaultView::defaultWanted);
  connect(use_plain_, &QPushButton::clicked, this, &DefaultView::plainWanted);
  connect(default_, &EffectsTable::stepWanted, this, [this](int step) { Q_EMIT stepWanted(true, step); });
  connect(script_, &EffectsTable::stepWanted, this, [this](int step) { Q_EMIT stepWanted(false, step); });
  default_->setToolTip(tr("A click or Enter goes to the step's line, where the script in the editor has it"));
  script_->setToolTip(tr("A click or Enter goes to the step's line in the editor"));
  setFault({});
  setMeasuring(false);
  setReady(false, tr("The schedules are being compared"));
}

// One above the other where the tables would be cut side by side.
void DefaultView::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  columns_->setOrientation(width() < 2 * kTableWidth * fontMetrics().averageCharWidth() ? Qt::Vertical
                                                                                        : Qt::Horizontal);
}

void DefaultView::setSummary(const QString& text) {
  summary_->setText(text);
}

QString DefaultView::summary() const {
  return summary_->text();
}

void DefaultView::setFault(const QString& text) {
  fault_->setText(text);
  fault_->setVisible(!text.isEmpty());
  use_plain_->setVisible(!text.isEmpty());
}

QString DefaultView::fault() const {
  return fault_->text();
}

QString DefaultView::whyNotReady() const {
  return why_not_->text();
}

void DefaultView::setReady(bool ready, const QString& why_not) {
  measure_->setEnabled(ready);
  for (QPushButton* use : {use_default_, use_plain_}) {
    use->setEnabled(ready);
    use->setToolTip(ready ? tr("Puts it into the editor; Undo takes it back") : why_not);
  }
  measure_->setToolTip(ready ? tr("Times both schedules, the loops without one, and what is left without each step")
                             : why_not);
  why_not_->setText(ready ? QString() : why_not);
}

void DefaultView::setMeasuring(bool measuring) {
  measure_->setText(measuring ? tr("Stop measuring") : tr("Measure both"));
}

}  // namespace nw::views
