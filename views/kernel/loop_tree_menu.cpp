// SPDX-License-Identifier: GPL-3.0-or-later
// The loop tree's menu: every primitive of the catalogue; illegal steps are disabled, with the reason.
#include <QContextMenuEvent>
#include <QCoreApplication>
#include <QLabel>
#include <QMenu>
#include <QScreen>
#include <QWidgetAction>
#include <algorithm>
#include <utility>

#include "kernel/candidates_menu.h"
#include "kernel/loop_tree_view.h"
#include "schedule/catalogue.h"
#include "schedule/names.h"

namespace nw::views {

using schedule::Primitive;
using schedule::PrimitiveInfo;

using advise::Candidate;

namespace {

QString qstring(const std::string& text) {
  return QString::fromStdString(text);
}

QString translated(const char* text) {
  return QCoreApplication::translate("LoopTree", text);
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

// One part lists all places for the new axis, besides the entry for the usual one.
void LoopTreeView::fillAxisMenu(QMenu* menu) {
  const auto at = *target();
  addHeading(menu, tr("Axis %1").arg(currentIndex().siblingAtColumn(0).data().toString()));
  fillEntries(menu, schedule::Subject::Loop, true);
  auto* places = newPart(tr("Factor the reduction, the new axis\tShift+X"), menu);
  for (const Candidate& candidate : candidates_)
    if (candidate.axis == at.axis && candidate.primitive == Primitive::Rfactor)
      places->add(candidate, factorPlace(candidate));
  if (!places->hasCandidates())
    delete places;
  else
    menu->addMenu(places)->setData(QKeyCombination(Qt::ShiftModifier, Qt::Key_X).toCombined());
  menu->addAction(tr("Move out\tAlt+Up"), this, [this] { move(-1); });
  menu->addAction(tr("Move in\tAlt+Down"), this, [this] { move(1); });
  fillKinds(menu);
}

// The position of the new axis among the axes of the partial results.
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
  fillEntries(menu, schedule::Subject::Loop, false);
}

// Of a primitive, those about the selected loop or about its stage. Of two loops that are neighbours, the inner one is
// meant by keys and menu.
std::vector<const Candidate*> LoopTreeView::shownOf(const PrimitiveInfo& row,
                                                    const std::vector<Candidate>& candidates) const {
  const auto at = *target();
  std::vector<const Candidate*> shown;
  for (const Candidate& candidate : candidates) {
    const bool about_it = row.subject == schedule::Subject::Loop ? candidate.axis == at.axis : !candidate.axis.valid();
    if (candidate.primitive != row.primitive || !about_it) continue;
    if (candidate.at_stage == candidate.stage && candidate.at_axis != inner(at)) continue;
    if (row.primitive == Primitive::Rfactor && !candidate.argument.empty()) continue;  // has a separate part
    shown.push_back(&candidate);
  }
  return shown;
}

QString LoopTreeView::whyNone(const PrimitiveInfo& row) const {
  if (const QString why = whyFixed(); !why.isEmpty()) return why;
  const char* why = row.menu.none ? row.menu.none : row.menu.part ? row.menu.part->none : nullptr;
  return why ? translated(why) : tr("it cannot be done here");
}

// Without a candidate: what any of them would do.
QString LoopTreeView::entryText(const PrimitiveInfo& row, const Candidate* candidate) const {
  if (candidate && row.primitive == Primitive::TransformLayout && candidate->argument == "exchanged")
    return tr("Exchange the last two dimensions");
  const auto value = [&](std::string_view key) -> std::string {
    if (!candidate) return "…";
    if (key == "argument") return candidate->argument;
    if (key == "stage") return model_->stageName(candidate->at_stage).toStdString();
    return schedule::shown(*model_->preview()->program.schedule, candidate->at_axis);  // also where it has no rows
  };
  return qstring(fill_template(translated(row.menu.text).toStdString(), value, [](std::string_view) { return true; }));
}

void LoopTreeView::addSplit(QMenu* menu) {
  if (const QString why = whyFixed(); !why.isEmpty()) {
    add_refused(menu, tr("Split"), why);
    add_refused(menu, tr("Split into parts"), why);
  } else if (const Candidate* candidate = find(Primitive::Split); candidate && !candidate->legal) {
    add_refused(menu, tr("Split"), qstring(candidate->why_not));
    add_refused(menu, tr("Split into parts"), qstring(candidate->why_not));
  } else {
    menu->addAction(tr("Split…\tS"), this, [this] { splitChips(); });
    menu->addAction(tr("Split into parts…\tN"), this, [this] { splitChips(FactorChips::Says::Parts); });
  }
}

// The catalogue's entries: first those of the menu itself, then the parts. What has no candidate says why.
void LoopTreeView::fillEntries(QMenu* menu, schedule::Subject subject, bool reshaping) {
  std::vector<MenuPart> parts;
  for (const PrimitiveInfo& row : schedule::catalogue()) {
    if (row.subject != subject || !row.menu.text || row.menu.reshapes != reshaping) continue;
    if (row.primitive == Primitive::Split) {
      addSplit(menu);
      continue;
    }
    CandidatesMenu* part = row.menu.part ? partOf(*row.menu.part, menu, parts) : nullptr;
    QString key = row.key ? QStringLiteral("\t") + QLatin1Char(row.key) : QString();
    if (row.menu.chooses) {
      parts.at(static_cast<size_t>(std::ranges::find(parts, part, &MenuPart::menu) - parts.begin())).key = row.key;
      part->setTitle(part->title() + std::exchange(key, {}));
    }
    const std::vector<const Candidate*> shown = shownOf(row, candidates_);
    for (const Candidate* candidate : shown) {
      const QString text = entryText(row, candidate) + std::exchange(key, {});
      part ? part->add(*candidate, text) : addCandidate(menu, *candidate, text);
    }
    if (!shown.empty() || !candidatesKnown()) continue;
    if (!part)
      add_refused(menu, entryText(row, nullptr), whyNone(row));
    else if (row.menu.none)
      part->addRefused(entryText(row, nullptr), whyNone(row));
  }
  addParts(menu, parts);
}

CandidatesMenu* LoopTreeView::partOf(const schedule::MenuPart& part, QMenu* menu, std::vector<MenuPart>& parts) {
  for (const MenuPart& known : parts)
    if (known.about == &part) return known.menu;
  parts.push_back({&part, newPart(translated(part.title), menu)});
  return parts.back().menu;
}

// A part without entries says why. Its key is in its data.
void LoopTreeView::addParts(QMenu* menu, const std::vector<MenuPart>& parts) {
  for (const MenuPart& part : parts) {
    QAction* entry = menu->addMenu(part.menu);
    entry->setData(part.key);
    if (part.menu->hasCandidates()) continue;
    entry->setEnabled(false);
    if (candidatesKnown())
      entry->setText(part.menu->title().section(QLatin1Char('\t'), 0, 0) + QStringLiteral(" — ") +
                     (whyFixed().isEmpty() ? translated(part.about->none) : whyFixed()));
  }
}

void LoopTreeView::fillStageMenu(QMenu* menu) {
  addHeading(menu, tr("Stage %1").arg(model_->stageName(target()->stage)));
  fillEntries(menu, schedule::Subject::Stage, false);
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
