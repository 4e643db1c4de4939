// SPDX-License-Identifier: GPL-3.0-or-later
#include "targets/target_box.h"

#include <QEvent>

#include "common/text.h"
#include "models/html.h"
#include "targets/state_icon.h"
#include "targets/target_list.h"

namespace nw::views {

TargetMenu::TargetMenu(TargetList& targets, QList<QAction*> below, QWidget* parent)
    : QMenu(parent), targets_(targets), below_(std::move(below)) {
  setTitle(tr("&Target"));
  setToolTipsVisible(true);
  connect(this, &QMenu::aboutToShow, this, &TargetMenu::fill);
  fill();
}

void TargetMenu::fill() {
  clear();
  for (const TargetEntry& entry : targets_.entries()) {
    QAction* action = addAction(QStringLiteral("%1 — %2").arg(
        entry.title().replace(QLatin1Char('&'), QStringLiteral("&&")), state_text(entry)));
    action->setCheckable(true);
    action->setChecked(entry.id == targets_.active());
    action->setEnabled(entry.selectable());
    action->setToolTip(plain_tip(entry.why.isEmpty() ? entry.title() : entry.why));
    connect(action, &QAction::triggered, this, [this, id = entry.id] { targets_.choose(id); });
  }
  addSeparator();
  if (const TargetEntry* active = entry_of(targets_.entries(), targets_.active());
      active && active->kept && (active->state == TargetState::Lost || active->state == TargetState::Failed))
    addAction(tr("&Try %1 now").arg(qs(active->id)), this, [this, id = active->id] { targets_.tryNow(id); });
  addActions(below_);
}

TargetBox::TargetBox(TargetList& targets, const QList<QAction*>& below, QWidget* parent)
    : QToolButton(parent), targets_(targets) {
  setObjectName(QStringLiteral("targetBox"));
  setPopupMode(InstantPopup);
  setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
  setIconSize({16, 16});
  setMenu(new TargetMenu(targets, below, this));
  setAccessibleName(tr("Target"));
  connect(&targets_, &TargetList::changed, this, &TargetBox::showActive);
  connect(&targets_, &TargetList::statesChanged, this, &TargetBox::showActive);
  showActive();
}

// Whether the box says it in words: what a person should know before the next run.
static bool is_told(const TargetEntry& entry) {
  return entry.state == TargetState::Connecting || entry.state == TargetState::Busy ||
         entry.state == TargetState::Lost || entry.state == TargetState::Failed;
}

void TargetBox::changeEvent(QEvent* event) {
  QToolButton::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) showActive();
}

void TargetBox::showActive() {
  constexpr int kLetters = 28;
  const TargetEntry* entry = entry_of(targets_.entries(), targets_.active());
  const QString id = qs(targets_.active());
  const QString shown = entry && entry->here() ? tr("This CPU") : id;
  const QString state = entry ? state_text(*entry) : QString();
  const QString name = fontMetrics().elidedText(shown, Qt::ElideMiddle, kLetters * fontMetrics().averageCharWidth());
  setText((entry && is_told(*entry) ? QStringLiteral("%1 · %2").arg(name, state_word(entry->state)) : name) +
          QStringLiteral(" ▾"));
  setIcon(entry ? state_icon(entry->state, palette()) : QIcon());
  const QString what = entry ? entry->title() : id;
  setAccessibleDescription(QStringLiteral("%1, %2").arg(what, state));
  setToolTip(plain_tip(
      tr("What kernels are scheduled, checked and compiled for, and where they run: %1 (%2)").arg(what, state) +
      (entry && !entry->why.isEmpty() ? QStringLiteral("\n") + entry->why : QString())));
}

}  // namespace nw::views
