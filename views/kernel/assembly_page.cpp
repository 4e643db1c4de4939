// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/assembly_page.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QShortcut>
#include <QToolButton>
#include <QVBoxLayout>

#include "kernel/assembly_view.h"
#include "models/html.h"

namespace nw::views {

AssemblyPage::AssemblyPage(QWidget* parent)
    : QWidget(parent),
      summary_(new QLabel(this)),
      place_(new QLabel(this)),
      previous_(makeButton(Qt::UpArrow, tr("Previous hot spot"), QKeySequence(Qt::ALT | Qt::Key_Up), -1)),
      next_(makeButton(Qt::DownArrow, tr("Next hot spot"), QKeySequence(Qt::ALT | Qt::Key_Down), 1)),
      syntax_(new QComboBox(this)),
      view_(new AssemblyView(this)) {
  summary_->setAccessibleName(tr("What the code consists of"));
  summary_->setWordWrap(true);
  summary_->setObjectName(QStringLiteral("dim"));
  place_->setObjectName(QStringLiteral("dim"));
  place_->setAccessibleName(tr("Hot spot that is shown"));
  syntax_->addItems({tr("AT&&T").replace(QStringLiteral("&&"), QStringLiteral("&")), tr("Intel")});
  syntax_->setAccessibleName(tr("Syntax of the assembly"));
  syntax_->setToolTip(tr("The order of operands: the result last (AT&T) or first (Intel)"));
  view_->setMinimumHeight(2 * view_->fontMetrics().height());  // the summary is whole first
  auto* row = new QHBoxLayout;
  row->setContentsMargins(8, 4, 8, 4);
  row->setSpacing(4);
  row->addWidget(summary_, 1);
  row->addWidget(place_);
  row->addWidget(previous_);
  row->addWidget(next_);
  row->addWidget(syntax_);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addLayout(row);
  column->addWidget(view_, 1);
  connect(syntax_, &QComboBox::activated, this, [this](int index) { Q_EMIT syntaxChosen(index == 1); });
  setFocusProxy(view_);
  refresh();
}

QToolButton* AssemblyPage::makeButton(Qt::ArrowType arrow, const QString& name, const QKeySequence& key,
                                      int direction) {
  auto* button = new QToolButton(this);
  button->setArrowType(arrow);
  button->setAutoRaise(true);
  button->setAccessibleName(name);
  button->setToolTip(tr("%1 (%2)").arg(name, key.toString(QKeySequence::NativeText)));
  connect(button, &QToolButton::clicked, this, [this, direction] { goToHotSpot(direction); });
  auto* shortcut = new QShortcut(key, this);
  shortcut->setContext(Qt::WidgetWithChildrenShortcut);
  connect(shortcut, &QShortcut::activated, this, [this, direction] { goToHotSpot(direction); });
  return button;
}

void AssemblyPage::setLines(std::vector<kernel::AssemblyLine> lines) {
  view_->setLines(std::move(lines));
  refresh();
}

void AssemblyPage::setMessage(const QString& text) {
  view_->setMessage(text);
  refresh();
}

void AssemblyPage::setHeat(std::shared_ptr<const kernel::NestHeat> heat) {
  view_->setHeat(std::move(heat));
  refresh();
}

void AssemblyPage::setSyntax(bool choice, bool intel) {
  syntax_->setVisible(choice);
  syntax_->setCurrentIndex(intel ? 1 : 0);
}

void AssemblyPage::goToHotSpot(int direction) {
  view_->goToHotSpot(direction);
  refresh();
}

QString AssemblyPage::summary() const {
  return view_->summary();
}

void AssemblyPage::refresh() {
  summary_->setText(summary());
  const auto spots = static_cast<int>(view_->hotSpots().size());
  const QString why = spots > 0 ? QString() : tr("Run the kernel to know where its time goes");
  place_->setVisible(spots > 0);
  place_->setText(view_->hotSpot() < 0 ? tr("%n hot spot(s)", nullptr, spots)
                                       : tr("hot spot %1 of %2").arg(view_->hotSpot() + 1).arg(spots));
  for (QToolButton* button : {previous_, next_}) {
    button->setEnabled(spots > 0);
    button->setAccessibleDescription(why);
  }
}

}  // namespace nw::views
