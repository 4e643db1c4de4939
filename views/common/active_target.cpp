// SPDX-License-Identifier: GPL-3.0-or-later
#include "common/active_target.h"

#include <QCoreApplication>
#include <utility>

#include "base/local_cpu.h"

namespace nw::views {

namespace {

struct TargetTexts {
  Q_DECLARE_TR_FUNCTIONS(nw::views::ActiveTarget)
};

std::shared_ptr<const TargetFacts> rules_of(const TargetFacts& facts) {
  static const TargetFacts here = local_cpu_facts();
  return facts == here ? nullptr : std::make_shared<const TargetFacts>(facts);
}

}  // namespace

ActiveTarget::ActiveTarget(TargetFacts of) : facts(std::move(of)), rules(rules_of(facts)) {
  if (rules) why_not_run = TargetTexts::tr("described only: it is known by its facts, nothing runs there");
}

ActiveTarget::ActiveTarget(target::Connection to)
    : facts(to.facts), rules(rules_of(facts)), connection(std::move(to)) {}

}  // namespace nw::views
