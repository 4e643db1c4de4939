// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree's menu: every primitive; what is not legal is grey, with its reason.
#include <QContextMenuEvent>
#include <QLabel>
#include <QMenu>
#include <QScreen>
#include <QWidgetAction>
#include <algorithm>

#include "kernel/candidates_menu.h"
#include "kernel/loop_tree_view.h"
#include "schedule/names.h"

namespace nw::views {

using schedule::Primitive;

using advise::Candidate;

namespace {

QString qstring(const std::string& text) {
  return QString::fromStdString(text);
}

// What the entries below are about; Qt's own sections lose their text in a style sheet.
void addHeading(QMenu* menu, const QString& text, QAction* before = nullptr) {
  if (!before && !menu->isEmpty()) menu->addSeparator();
  auto* label = new QLabel(text, menu);
  label->setObjectName(QStringLiteral("menuHeading"));
  auto* action = new QWidgetAction(menu);
  action->setDefaultWidget(label);
  action->setEnabled(false);
  menu->insertAction(before, action);
}

// A menu that grew while it is open.
void keep_on_screen(QMenu* menu) {
  const QRect room = menu->screen()->availableGeometry();
  const QSize size = menu->sizeHint().boundedTo(room.size());
  const QPoint at(std::clamp(menu->x(), room.left(), room.right() + 1 - size.width()),
                  std::clamp(menu->y(), room.top(), room.bottom() + 1 - size.height()));
  menu->setGeometry(QRect(at, size));
}

}  // namespace

void LoopTreeView::addCandidate(QMenu* menu, const Candidate& candidate, const QString& text) {
  add_candidate(menu, candidate, text, [this](const Candidate& taken) { take(taken); });
}

CandidatesMenu* LoopTreeView::newPart(const QString& title, QMenu* menu) {
  return new CandidatesMenu(title, [this](const Candidate& taken) { take(taken); }, menu);
}

void LoopTreeView::fillMenu(QMenu* menu) {
  const auto at = target();
  if (!at) return;
  menu->setToolTipsVisible(true);
  if (at->axis.valid()) fillAxisMenu(menu);
  fillStageMenu(menu);
}

// Sections with a key of their own hold it in their data.
void LoopTreeView::fillAxisMenu(QMenu* menu) {
  const auto at = *target();
  const AxisId next = inner(at);
  addHeading(menu, tr("Axis %1").arg(currentIndex().siblingAtColumn(0).data().toString()));
  if (const Candidate* candidate = find(Primitive::Split); candidate && !candidate->legal) {
    add_refused(menu, tr("Split"), qstring(candidate->why_not));
    add_refused(menu, tr("Split into parts"), qstring(candidate->why_not));
  } else {
    menu->addAction(tr("Split…\tS"), this, [this] { splitChips(); });
    menu->addAction(tr("Split into parts…\tN"), this, [this] { splitChips(FactorChips::Says::Parts); });
  }
  auto* places = newPart(tr("Factor the reduction, the new axis\tShift+X"), menu);
  for (const Candidate& candidate : candidates_) {
    if (candidate.axis != at.axis) continue;
    const Primitive p = candidate.primitive;
    if (p == Primitive::Fuse && candidate.at_axis == next)
      addCandidate(menu, candidate, tr("Fuse with the loop inside\tF"));
    else if (p == Primitive::Tile && candidate.at_axis == next)
      addCandidate(menu, candidate, tr("Tile with the loop inside by %1\tT").arg(qstring(candidate.argument)));
    else if (p == Primitive::Rfactor && candidate.argument.empty())
      addCandidate(menu, candidate, tr("Factor the reduction (rfactor)\tX"));
    if (p == Primitive::Rfactor) places->add(candidate, factorPlace(candidate));
  }
  if (!places->hasCandidates())
    delete places;
  else
    menu->addMenu(places)->setData(QKeyCombination(Qt::ShiftModifier, Qt::Key_X).toCombined());
  menu->addAction(tr("Move out\tAlt+Up"), this, [this] { move(-1); });
  menu->addAction(tr("Move in\tAlt+Down"), this, [this] { move(1); });
  fillKinds(menu);
}

// Where the new axis of the partial results stands among those that they had.
QString LoopTreeView::factorPlace(const Candidate& candidate) const {
  const schedule::Stage& stage = model_->preview()->program.schedule->stage(candidate.stage);
  const auto* compute = te::op_cast<te::ComputeNode>(stage.op);
  const size_t place = candidate.argument.empty() ? 0 : std::stoul(candidate.argument);
  if (!compute || place >= compute->axis.size()) return tr("behind all others");
  const QString other = qstring(compute->axis[place]->var->name);
  return place == 0 ? tr("in front, before %1 (as with X)").arg(other) : tr("before %1").arg(other);
}

// What the loop could be instead of a plain one.
void LoopTreeView::fillKinds(QMenu* menu) {
  const auto at = *target();
  auto* threads = newPart(tr("Bind to a GPU's thread\tB"), menu);
  auto* fetched = newPart(tr("Prefetch\tH"), menu);
  auto* intrinsics = newPart(tr("Tensorize with\tE"), menu);
  auto* more = newPart(tr("More"), menu);
  for (const Candidate& candidate : candidates_) {
    if (candidate.axis != at.axis) continue;
    const Primitive p = candidate.primitive;
    const QString argument = qstring(candidate.argument);
    if (p == Primitive::Vectorize)
      addCandidate(menu, candidate, tr("Vectorize\tV"));
    else if (p == Primitive::Unroll)
      addCandidate(menu, candidate, tr("Unroll\tU"));
    else if (p == Primitive::Parallel)
      addCandidate(menu, candidate, tr("Parallel\tP"));
    else if (p == Primitive::Pragma)
      more->add(candidate, candidate.argument == "auto_unroll_max_step" ? tr("Pragma %1\tG").arg(argument)
                                                                        : tr("Pragma %1").arg(argument));
    else if (p == Primitive::Bind)
      threads->add(candidate, argument);
    else if (p == Primitive::Prefetch)
      fetched->add(candidate, model_->stageName(candidate.at_stage));
    else if (p == Primitive::StorageAlign)
      more->add(candidate, tr("Align the storage to 32\tY"));
    else if (p == Primitive::SetStorePredicate)
      more->add(candidate, tr("Store only at its first iteration\tQ"));
    else if (p == Primitive::Tensorize)
      intrinsics->add(candidate, argument);
  }
  addParts(menu, {{threads, Qt::Key_B, tr("threads bind loops of their own")},
                  {fetched, Qt::Key_H, tr("this stage reads no tensor that could be fetched beforehand")},
                  {intrinsics, Qt::Key_E, tr("the script declares no intrinsic")},
                  {more, 0, tr("nothing else can be done to it")}});
}

// A part without entries says why.
void LoopTreeView::addParts(QMenu* menu, const std::vector<MenuPart>& parts) {
  for (const MenuPart& part : parts) {
    QAction* entry = menu->addMenu(part.menu);
    entry->setData(part.key);
    if (part.menu->hasCandidates()) continue;
    entry->setEnabled(false);
    if (candidatesKnown())
      entry->setText(part.menu->title().section(QLatin1Char('\t'), 0, 0) + QStringLiteral(" — ") + part.why_empty);
  }
}

void LoopTreeView::fillStageMenu(QMenu* menu) {
  const auto at = *target();
  addHeading(menu, tr("Stage %1").arg(model_->stageName(at.stage)));
  auto* places = newPart(tr("Compute at\tA"), menu);
  auto* reads = newPart(tr("Read through a cache\tC"), menu);
  auto* scopes = newPart(tr("Memory\tM"), menu);
  auto* layouts = newPart(tr("Layout\tL"), menu);
  auto* groups = newPart(tr("Group\tK"), menu);
  for (const Candidate& candidate : candidates_) {
    if (candidate.axis.valid()) continue;
    const Primitive p = candidate.primitive;
    const QString argument = qstring(candidate.argument);
    // Also where its stage is inlined, and has no rows.
    const QString loop = candidate.at_axis.valid()
                             ? qstring(schedule::shown(*model_->preview()->program.schedule, candidate.at_axis))
                             : QString();
    if (p == Primitive::ComputeAt)
      places->add(candidate, tr("%1 of %2").arg(loop, model_->stageName(candidate.at_stage)));
    else if (p == Primitive::ComputeInline)
      addCandidate(menu, candidate, tr("Inline\tI"));
    else if (p == Primitive::ComputeRoot)
      addCandidate(menu, candidate, tr("Compute at root\tR"));
    else if (p == Primitive::CacheWrite)
      addCandidate(menu, candidate,
                   argument == QStringLiteral("local") ? tr("Write through a local cache\tW")
                                                       : tr("Write through a %1 cache").arg(argument));
    else if (p == Primitive::CacheRead)
      reads->add(candidate, tr("%1, %2").arg(model_->stageName(candidate.at_stage), argument));
    else if (p == Primitive::SetScope)
      scopes->add(candidate, tr("Keep it in %1").arg(argument));
    else if (p == Primitive::DoubleBuffer)
      scopes->add(candidate, tr("Double-buffer\tD"));
    else if (p == Primitive::RollingBuffer)
      scopes->add(candidate, tr("Keep rows from one iteration to the next\tO"));
    else if (p == Primitive::TransformLayout)
      layouts->add(candidate, argument == QStringLiteral("exchanged")
                                  ? tr("Exchange the last two dimensions")
                                  : tr("Blocks of %1 of the last dimension").arg(argument));
    else if (p == Primitive::CreateGroup)
      groups->add(candidate, tr("With %1").arg(model_->stageName(candidate.at_stage)));
    else if (p == Primitive::GroupComputeAt)
      groups->add(candidate, tr("%1 at %2 of %3").arg(argument, loop, model_->stageName(candidate.at_stage)));
  }
  addParts(menu, {{places, Qt::Key_A, tr("no other stage reads this one")},
                  {reads, Qt::Key_C, tr("this stage reads no tensor")},
                  {scopes, Qt::Key_M, tr("it keeps nothing in memory of its own")},
                  {layouts, Qt::Key_L, tr("its dimensions cannot be laid out in another way")},
                  {groups, Qt::Key_K, tr("it reads no stage that it could be grouped with")}});
  menu->addSeparator();
  menu->addAction(marks_.is_pinned(followed()) ? tr("Unpin\tSpace") : tr("Pin its colour\tSpace"), this,
                  [this] { Q_EMIT pinToggled(followed()); });
  if (const int line = stepLine(); line > 0)
    menu->addAction(tr("Take the step on line %1 away\tDel").arg(line), this, &LoopTreeView::removeStep);
}

// Several places, several inputs: the part of the menu that lists them, its first legal one ready for Enter.
bool LoopTreeView::openPart(int key) {
  QMenu menu(this);
  fillMenu(&menu);
  for (const QAction* action : menu.actions()) {
    auto* part = qobject_cast<CandidatesMenu*>(action->menu());
    if (!part || action->data().toInt() != key || !action->isEnabled()) continue;
    part->fill();
    addHeading(part, part->title().section(QLatin1Char('\t'), 0, 0), part->actions().constFirst());
    for (QAction* each : part->actions())
      if (each->isEnabled()) {
        part->setActiveAction(each);
        break;
      }
    part->exec(viewport()->mapToGlobal(visualRect(currentIndex()).bottomLeft()));
    return true;
  }
  return false;
}

// Still being found out: the menu fills when it is known.
void LoopTreeView::runMenu(const QPoint& at, bool kinds) {
  if (!target()) return;
  QMenu menu(this);
  const auto fill = [this, &menu, kinds] {
    menu.clear();
    if (!target()) return;
    menu.setToolTipsVisible(true);
    if (kinds && target()->axis.valid())
      fillKinds(&menu);
    else if (kinds)
      fillStageMenu(&menu);
    else
      fillMenu(&menu);
    if (menu.isVisible()) keep_on_screen(&menu);
  };
  fill();
  connect(this, &LoopTreeView::candidatesChanged, &menu, fill);
  menu.exec(at);
}

void LoopTreeView::openKinds(const QModelIndex& index) {
  runMenu(viewport()->mapToGlobal(visualRect(index).bottomLeft()), true);
}

void LoopTreeView::contextMenuEvent(QContextMenuEvent* event) {
  runMenu(event->globalPos(), false);
}

}  // namespace nw::views
