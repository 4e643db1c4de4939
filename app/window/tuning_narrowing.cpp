// SPDX-License-Identifier: GPL-3.0-or-later
#include "window/tuning_narrowing.h"

#include <QAction>
#include <QMenu>
#include <algorithm>

#include "common/text.h"
#include "kernel/lines_of_loop.h"
#include "kernel/nest_view.h"
#include "schedule/catalogue.h"
#include "script/step_lines.h"
#include "script/text.h"
#include "tune/tune_locks.h"
#include "tune/tune_view.h"
#include "tune/tune_why.h"

namespace nw::window {

using namespace nw::views;

namespace {

// Those that a kernel can do without.
constexpr schedule::Primitive kForbidden[] = {
    schedule::Primitive::Parallel,  schedule::Primitive::Vectorize,     schedule::Primitive::Unroll,
    schedule::Primitive::Pragma,    schedule::Primitive::ComputeInline, schedule::Primitive::ComputeAt,
    schedule::Primitive::CacheRead, schedule::Primitive::CacheWrite,    schedule::Primitive::Rfactor};

QString primitive_name(schedule::Primitive primitive) {
  return QString::fromLatin1(schedule::name_of(primitive));
}

// The primitive of a step's line, where a kernel can do without it.
std::optional<schedule::Primitive> forbidden_of(const std::string& line) {
  const std::string method = script::step_call(line).method;
  const auto found = std::ranges::find_if(
      kForbidden, [&](schedule::Primitive primitive) { return method == schedule::name_of(primitive); });
  return found == std::end(kForbidden) ? std::nullopt : std::optional(*found);
}

QString joined(const std::set<std::string>& lines) {
  QStringList all;
  for (const std::string& line : lines) all << qs(line);
  return all.join(QStringLiteral("; "));
}

}  // namespace

bool TuningNarrowing::Rule::same_as(const Rule& other) const {
  return kind == other.kind && task == other.task && primitive == other.primitive && knob == other.knob &&
         lines == other.lines;
}

TuningNarrowing::TuningNarrowing(TuneView& view, QObject* parent)
    : QObject(parent), view_(view), menu_(new QMenu(&view)) {
  menu_->setToolTipsVisible(true);
  connect(menu_, &QMenu::aboutToShow, this, &TuningNarrowing::fillMenu);
  connect(view_.locks(), &TuneLocks::removed, this, [this](int id) { set(rules_[static_cast<size_t>(id)], false); });
  connect(view_.nest(), &NestView::menuWanted, this, &TuningNarrowing::showLoopMenu);
  connect(view_.why(), &TuneWhy::menuWanted, this, &TuningNarrowing::showStepMenu);
}

void TuningNarrowing::clear() {
  rules_.clear();
  showLocks();
  fillMenu();
  view_.setNarrowing(menu_);
}

tune::Narrowing TuningNarrowing::of(const std::string& task) const {
  tune::Narrowing narrowing;
  for (const Rule& rule : rules_) {
    if (!rule.task.empty() && rule.task != task) continue;
    if (rule.kind == Kind::NoPrimitive) narrowing.forbidden.insert(rule.primitive);
    if (rule.kind == Kind::Knob) narrowing.locked[rule.knob] = rule.value;
    if (rule.kind == Kind::Lines) narrowing.kept.push_back({rule.lines, rule.choice});
    if (rule.kind == Kind::NoLine) narrowing.forbidden_lines.insert(rule.lines.begin(), rule.lines.end());
  }
  return narrowing;
}

bool TuningNarrowing::holds(const Rule& rule) const {
  return std::ranges::any_of(rules_, [&](const Rule& each) { return each.same_as(rule); });
}

void TuningNarrowing::set(const Rule& rule, bool holds) {
  const Rule wanted = rule;  // it may be one of those that go
  std::erase_if(rules_, [&](const Rule& each) { return each.same_as(wanted); });
  if (holds) rules_.push_back(wanted);
  showLocks();
  Q_EMIT changed();
}

void TuningNarrowing::showLocks() {
  std::vector<TuneLock> locks;
  for (size_t i = 0; i < rules_.size(); ++i) locks.push_back({static_cast<int>(i), rules_[i].text});
  view_.locks()->setLocks(locks);
}

QAction* TuningNarrowing::addRule(QMenu* menu, const QString& text, Rule rule) {
  QAction* action = menu->addAction(text);
  action->setCheckable(true);
  action->setChecked(holds(rule));
  connect(action, &QAction::toggled, this, [this, rule = std::move(rule)](bool on) { set(rule, on); });
  return action;
}

void TuningNarrowing::addPrimitives(QMenu* menu) {
  for (const schedule::Primitive primitive : kForbidden)
    addRule(menu, primitive_name(primitive),
            {.kind = Kind::NoPrimitive, .primitive = primitive, .text = tr("Never %1").arg(primitive_name(primitive))});
}

void TuningNarrowing::addKnobs(QMenu* menu) {
  const Shown shown = shown_ ? shown_() : Shown();
  for (size_t knob = 0; knob < shown.knobs.size(); ++knob) {
    const tune::Knob& each = shown.knobs[knob];
    Rule rule{.kind = Kind::Knob, .task = shown.task, .knob = knob};
    const auto known = std::ranges::find_if(rules_, [&](const Rule& other) { return other.same_as(rule); });
    if (each.values.size() < 2 || (!shown.best && known == rules_.end())) continue;
    rule.value = known != rules_.end() ? known->value : (*shown.best)[knob];
    const QString text = tr("%1 = %2").arg(qs(each.name)).arg(each.values[rule.value]);
    rule.text = tr("Locked: %1").arg(text);
    addRule(menu, text, std::move(rule));
  }
  menu->setEnabled(!menu->isEmpty());
  if (menu->isEmpty())
    menu->menuAction()->setToolTip(tr("The best until now was not made by choices of the search's space"));
}

void TuningNarrowing::fillMenu() {
  menu_->clear();
  qDeleteAll(menu_->findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
  addPrimitives(menu_->addMenu(tr("Never use")));
  addKnobs(menu_->addMenu(tr("Keep as in the best")));
}

QMenu* TuningNarrowing::newMenu(const QString& name) {
  delete view_.findChild<QMenu*>(name);
  auto* menu = new QMenu(&view_);
  menu->setObjectName(name);
  menu->setToolTipsVisible(true);
  return menu;
}

// To lock these lines together, and to forbid each of them.
void TuningNarrowing::addLines(QMenu* menu, const QString& lock, const std::set<std::string>& lines) {
  const Shown shown = shown_ ? shown_() : Shown();
  QAction* locks = addRule(menu, lock,
                           {.kind = Kind::Lines,
                            .task = shown.task,
                            .lines = lines,
                            .choice = shown.trial,
                            .text = tr("Locked: %1").arg(joined(lines))});
  const bool under_way = view_.phase() == TuneView::Phase::Running || view_.phase() == TuneView::Phase::Paused;
  const QString why_not = !under_way      ? tr("There is something to lock while a search runs or is paused")
                          : lines.empty() ? tr("No step makes this loop: it is as the computation has it")
                                          : QString();
  locks->setToolTip(why_not.isEmpty() ? tr("All further candidates have: %1").arg(joined(lines)) : why_not);
  menu->addSeparator();
  for (const std::string& line : lines)
    addRule(menu, tr("Forbid %1").arg(qs(line)),
            {.kind = Kind::NoLine, .task = shown.task, .lines = {line}, .text = tr("Forbidden: %1").arg(qs(line))});
  for (const std::string& line : lines)
    if (const auto primitive = forbidden_of(line))
      addRule(
          menu, tr("Never %1").arg(primitive_name(*primitive)),
          {.kind = Kind::NoPrimitive, .primitive = *primitive, .text = tr("Never %1").arg(primitive_name(*primitive))});
  if (why_not.isEmpty()) return;
  for (QAction* action : menu->actions()) action->setEnabled(false);
}

void TuningNarrowing::showLoopMenu(const KernelSelection& loop, const QPoint& place) {
  if (!nest_ || !nest_->program.schedule || !loop.stage.valid() || !loop.axis.valid()) return;
  const std::vector<std::string> script = script::lines_of(nest_->text);
  std::set<std::string> lines;
  for (const int line : kernel::lines_of_loop(*nest_->program.schedule, loop.stage, loop.axis))
    if (line <= static_cast<int>(script.size())) lines.insert(script[static_cast<size_t>(line) - 1]);
  QMenu* menu = newMenu(QStringLiteral("loopMenu"));
  addLines(menu, tr("Lock this loop"), lines);
  menu->popup(place);
}

void TuningNarrowing::showStepMenu(const QString& line, const QPoint& place) {
  QMenu* menu = newMenu(QStringLiteral("stepMenu"));
  addLines(menu, tr("Lock this line"), {ss(line)});
  menu->popup(place);
}

}  // namespace nw::window
