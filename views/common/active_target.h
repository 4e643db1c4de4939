// SPDX-License-Identifier: GPL-3.0-or-later
// What kernels are scheduled, analysed and compiled for, and where they run: this computer, a target of the user's
// list, or the facts of a device that is not there.
#pragma once

#include <QString>
#include <memory>
#include <optional>

#include "base/target_facts.h"
#include "target/connection.h"

namespace nw::views {

struct ActiveTarget {
  // This computer's processors, or what is known of others only by their facts: nothing runs there.
  ActiveTarget(TargetFacts of);  // NOLINT(google-explicit-constructor): facts are a target
  explicit ActiveTarget(target::Connection to);

  TargetFacts facts;
  // Whose rules a schedule is checked against; null: this computer, whose processors run every loop nest.
  std::shared_ptr<const TargetFacts> rules;
  std::optional<target::Connection> connection;  // null: this computer by the worker's own runner, or none
  QString why_not_run;                           // empty: kernels can run there

  bool here() const { return !rules; }
};

}  // namespace nw::views
