// SPDX-License-Identifier: GPL-3.0-or-later
// What a person can rule out while a search runs: steps that no candidate may have, and choices of the best schedule
// that all are to have.
#include <QMenu>

#include "common/text.h"
#include "schedule/catalogue.h"
#include "window/tuning.h"

namespace nw::window {

using namespace nw::views;

namespace {

// Those that a kernel can do without.
constexpr schedule::Primitive kForbidden[] = {
    schedule::Primitive::Parallel,  schedule::Primitive::Vectorize,     schedule::Primitive::Unroll,
    schedule::Primitive::Pragma,    schedule::Primitive::ComputeInline, schedule::Primitive::ComputeAt,
    schedule::Primitive::CacheRead, schedule::Primitive::CacheWrite,    schedule::Primitive::Rfactor};

}  // namespace

void Tuning::makeNarrowing() {
  if (!narrowing_menu_) {
    narrowing_menu_ = new QMenu(&view_);
    connect(narrowing_menu_, &QMenu::aboutToShow, this, &Tuning::makeNarrowing);
  }
  narrowing_menu_->clear();
  QMenu* never = narrowing_menu_->addMenu(tr("Never use"));
  for (const schedule::Primitive primitive : kForbidden) {
    QAction* action = never->addAction(QString::fromLatin1(schedule::info(primitive).name));
    action->setCheckable(true);
    action->setChecked(narrowing_.forbidden.contains(primitive));
    connect(action, &QAction::toggled, this, [this, primitive](bool forbid) {
      forbid ? (void)narrowing_.forbidden.insert(primitive) : (void)narrowing_.forbidden.erase(primitive);
      narrowed();
    });
  }
  QMenu* keep = narrowing_menu_->addMenu(tr("Keep as in the best"));
  const TuningTask* only = tasks_.size() == 1 ? &tasks_.front() : nullptr;
  const auto best = only ? best_.find(only->key) : best_.end();
  const bool chosen = only && best != best_.end() && best->second.choice;
  keep->setEnabled(chosen || !narrowing_.locked.empty());
  if (!keep->isEnabled())
    keep->setToolTip(only ? tr("The best until now was not made by choices of the search's space")
                          : tr("Tasks of a model have spaces of their own"));
  for (size_t knob = 0; only && knob < only->knobs.size(); ++knob) {
    const tune::Knob& each = only->knobs[knob];
    const auto locked = narrowing_.locked.find(knob);
    if (each.values.size() < 2 || (!chosen && locked == narrowing_.locked.end())) continue;
    const uint16_t at = locked != narrowing_.locked.end() ? locked->second : (*best->second.choice)[knob];
    QAction* action = keep->addAction(tr("%1 = %2").arg(qs(each.name)).arg(each.values[at]));
    action->setCheckable(true);
    action->setChecked(locked != narrowing_.locked.end());
    connect(action, &QAction::toggled, this, [this, knob, at](bool lock) {
      lock ? (void)narrowing_.locked.emplace(knob, at) : (void)narrowing_.locked.erase(knob);
      narrowed();
    });
  }
  view_.setNarrowing(narrowing_menu_);
}

void Tuning::narrowed() {
  if (search_) search_->narrow(narrowing_);
}

}  // namespace nw::window
