// SPDX-License-Identifier: GPL-3.0-or-later
// Why a schedule is as fast as it is: what each of its steps gives, by the estimate of the kernel with the steps up to
// it and of the kernel without it, and by measurement. A step that others need cannot be left out alone: they go with
// it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/cancel.h"
#include "tune/measurer.h"

namespace nw::tune {

// The terms of an estimate, in microseconds and bytes. Arithmetic and traffic overlap.
struct EstimateTerms {
  double us = 0, compute_us = 0, traffic_us = 0;
  double lanes = 1;  // elements a vector operation of the statement that takes most of the time
  double from_l2 = 0, from_l3 = 0, from_ram = 0;
};

struct StepEffect {
  std::string line;          // of the script
  double until_us = 0;       // estimate of the steps up to this one; 0: they are not legal without later ones
  double without_us = 0;     // of the schedule without it; 0: what is left is not legal
  std::vector<size_t> with;  // positions of the steps that are left out with it
  std::vector<schedule::Step> others = {};                 // what is left without it
  std::optional<measure::Timing> measured = std::nullopt;  // of them
};

struct ScheduleEffects {
  EstimateTerms plain, whole;  // without a step; with all
  std::vector<StepEffect> steps;
  std::optional<measure::Timing> measured = std::nullopt;  // of the whole schedule
};

// For so many threads. Of a kernel without open sizes.
ScheduleEffects step_effects(const TunedKernel& kernel, const std::vector<schedule::Step>& steps,
                             const TargetFacts& machine, int threads, const CancelToken& cancel = {});

// Times the schedule and what is left of it without each step, in turns with the whole, which is the measure.
void measure_effects(const TunedKernel& kernel, const std::vector<schedule::Step>& steps, ScheduleEffects& effects,
                     const MeasureOptions& options);

// The default schedule of the computation on this machine.
std::vector<schedule::Step> default_steps(const TunedKernel& kernel, const TargetFacts& machine, int threads);

}  // namespace nw::tune
