// SPDX-License-Identifier: GPL-3.0-or-later
// The estimate corrected by measurements of the same search: the logarithm of measured over estimated time, averaged
// over the measured choices with weights that fall with the number of knobs in which they differ.
#pragma once

#include <utility>
#include <vector>

#include "tune/space.h"

namespace nw::tune {

class Residual {
 public:
  void add(const Choice& choice, double estimate_us, double measured_us);
  // Microseconds. Without measurements: the estimate.
  double corrected(const Choice& choice, double estimate_us) const;
  // 1: nothing like it was measured; 0: the same choice was.
  double uncertainty(const Choice& choice) const;

 private:
  struct Sample {
    Choice choice;
    double log_ratio;
  };
  std::vector<Sample> samples_;
};

// The number of knobs in which two choices differ.
size_t distance(const Choice& a, const Choice& b);

}  // namespace nw::tune
