// SPDX-License-Identifier: GPL-3.0-or-later
// A program with only some of its schedule steps: they are applied again to the computation, and stages and axes have
// the names that a script without the others gives them. A step acts on what it acted on: where a missing step gave a
// variable another value, those that use it are not applied.
#pragma once

#include <functional>

#include "script/script.h"

namespace nw::script {

// `keep` is asked for the statements of the schedule; the others stay. Of those that are kept, one which needs what
// another one made, or which is refused now, has `applied` false. Ids are those of the new schedule; they are the same
// as in `program` where only steps at the end are missing. Diagnostics are those of neither, and left empty.
Program replay(const Program& program, const std::function<bool(const Statement&)>& keep);

}  // namespace nw::script
