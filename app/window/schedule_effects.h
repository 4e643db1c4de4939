// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps of a schedule give, as the rows and sentences of the window.
#pragma once

#include <QString>
#include <optional>
#include <string>
#include <vector>

#include "models/tune_effects_model.h"
#include "tune/step_effects.h"

namespace nw::window {

// A row for each step. Those whose line is among `also_in` say `where_else` besides.
std::vector<views::TuneEffect> effect_rows(const tune::ScheduleEffects& effects,
                                           const std::vector<std::string>& also_in, const QString& where_else);
// "34.1 us (arithmetic 30 us with 16 elements an operation, traffic 12 us: all in L1)"
QString terms_text(const tune::EstimateTerms& terms);
// The message of NW9106 with the times, where both are known and the default schedule is clearly the slower: an
// estimate that ranks them so would be a guess. Else empty.
QString slow_default_text(const std::optional<measure::Timing>& plain, const std::optional<measure::Timing>& standard);
std::vector<std::string> lines_of_steps(const tune::ScheduleEffects& effects);

}  // namespace nw::window
