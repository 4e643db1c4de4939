// SPDX-License-Identifier: GPL-3.0-or-later
// Times, speeds and counts of runs as people read them.
#pragma once

#include <QString>
#include <map>
#include <string>

#include "measure/report.h"

namespace nw::views {

QString duration_text(double microseconds);                                    // "2.95 ms"
QString speed_text(double gflops, bool integers = false);                      // "34.8 GFLOP/s"
QString counters_text(const std::map<std::string, measure::Count>& counters);  // "instructions 1,204; loads 96"; empty

// " · noisy: 30 % over the fastest": of times whose median is far from their fastest run, so that another run may give
// another time, however small their spread is; else empty.
QString over_fastest_text(double over_least);

struct MeasuredTime {
  double microseconds = 0;
  double gflops = 0;      // 0: not known
  double bar = 0;         // half of the spread of the runs, as a share of their median
  double over_least = 0;  // how much longer the median is than the fastest run, as a share of that
};
// "2.95 ms · 34.8 GFLOP/s · noisy: ± 5 %". Of an emulator "2.95 ms emulated · 1.2 M instructions": its time says
// nothing of a device's speed.
QString measured_text(const MeasuredTime& time, const measure::Machine& machine,
                      const std::map<std::string, measure::Count>& counters, bool integers = false);

}  // namespace nw::views
