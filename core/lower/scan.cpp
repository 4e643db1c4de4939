// SPDX-License-Identifier: GPL-3.0-or-later
// A scan: its initial states, then, inside the loop over time, the stages that compute the next state.
#include "lower/nest_builder.h"

namespace nw::lower {

using namespace tir;

Stmt NestBuilder::scan(const Stage& stage, const te::ScanNode&) {
  const schedule::FlagTable none(s_);
  LoopList main = loop_list(stage, 0, false, none, nullptr);
  check_bounds(stage, main, false, none);
  size_t threads = 0;
  while (threads < main.loops.size() && !main.loops[threads].thread_tag.empty()) ++threads;
  // Its updates use the time axis of the scan.
  if (!stage.root.empty() && main.values[stage.root[0]])
    analyzer_.bind(stage.find_axis(stage.root[0])->iter->var, analyzer_.simplify(main.values[stage.root[0]]));
  Stmt body;
  const std::vector<StageId> updates = scan_update_[stage.id];
  for (auto it = updates.rbegin(); it != updates.rend(); ++it) body = pipeline(s_.stage(*it), std::move(body));
  body = wrap(stage, main.loops, threads, main.loops.size(), guard(main.predicates, std::move(body), stage), true);
  const std::vector<StageId> inits = scan_init_[stage.id];
  for (auto it = inits.rbegin(); it != inits.rend(); ++it) body = pipeline(s_.stage(*it), std::move(body));
  return wrap(stage, main.loops, 0, threads, std::move(body), true);
}

}  // namespace nw::lower
