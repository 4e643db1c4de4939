// SPDX-License-Identifier: GPL-3.0-or-later
// How a schedule step is written, as the rules of the schedule ask for it.
#pragma once

#include "script/script.h"
#include "script/value.h"

namespace nw::script {

// `record`: of the statement, with its arguments.
schedule::StepSource step_source(const SyntaxStatement& statement, const Statement& record);
// With what the step is called on, and the tensors that its arguments name. `args` are those of the record.
schedule::StepSource step_source(const SyntaxStatement& statement, const Statement& record, const Arguments& args);

}  // namespace nw::script
