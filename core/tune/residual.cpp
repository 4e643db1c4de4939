// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/residual.h"

#include <algorithm>
#include <cmath>

namespace nw::tune {

namespace {

constexpr double kReach = 2;          // knobs in which choices may differ until their ratios say little of each other
constexpr double kEverywhere = 0.02;  // weight of every sample, however far: the machine's own factor

}  // namespace

size_t distance(const Choice& a, const Choice& b) {
  size_t different = 0;
  for (size_t k = 0; k < std::min(a.size(), b.size()); ++k) different += a[k] != b[k];
  return different;
}

void Residual::add(const Choice& choice, double estimate_us, double measured_us) {
  if (estimate_us > 0 && measured_us > 0) samples_.push_back({choice, std::log(measured_us / estimate_us)});
}

double Residual::corrected(const Choice& choice, double estimate_us) const {
  double weights = 0, sum = 0;
  for (const Sample& sample : samples_) {
    const double weight = std::exp(-static_cast<double>(distance(choice, sample.choice)) / kReach) + kEverywhere;
    weights += weight;
    sum += weight * sample.log_ratio;
  }
  return weights > 0 ? estimate_us * std::exp(sum / weights) : estimate_us;
}

double Residual::uncertainty(const Choice& choice) const {
  double nearest = 0;
  for (const Sample& sample : samples_)
    nearest = std::max(nearest, std::exp(-static_cast<double>(distance(choice, sample.choice)) / kReach));
  return 1 - nearest;
}

}  // namespace nw::tune
