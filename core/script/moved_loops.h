// SPDX-License-Identifier: GPL-3.0-or-later
// Where the loops went that rfactor replaced: to the same stage, or to that of the partial results.
#pragma once

#include "schedule/schedule.h"
#include "script/value.h"

namespace nw::script {

struct MovedLoop {
  const Arg* arg = nullptr;       // the axis that is no loop of the stage any more
  int line = 0;                   // of the rfactor
  std::string here;               // the loop of the same stage that runs over it now, as a script names it; or empty
  std::vector<AxisId> elsewhere;  // the loops of other stages that do, if a script can name them
};

// The last argument first. Every axis among the arguments that is no loop of the stage has an entry.
std::vector<MovedLoop> loops_moved_by_rfactor(const schedule::Schedule& s, StageId stage, const Arguments& args,
                                              const std::string& schedule_name);

}  // namespace nw::script
