// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/state_name.h"

#include <QCoreApplication>

#include "common/text.h"
#include "script/change_names.h"

namespace nw::views {

QString state_name(const workspace::History& history, workspace::StateId id, const std::string& task,
                   const std::string& default_script) {
  const workspace::State& state = history.state(id);
  if (!state.tag.empty()) return qs(state.tag);
  const auto script = [&](workspace::StateId of) { return script_at(history.state(of), task, default_script); };
  const std::string label =
      state.parent.valid() ? script::with_stage(state.label, script(state.parent), script(id)) : state.label;
  return QCoreApplication::translate("KernelPage", "state %1, %2").arg(id.value + 1).arg(qs(label));
}

}  // namespace nw::views
