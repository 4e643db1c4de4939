// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/arrays.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace nw::measure {

namespace {

constexpr int64_t kPatternPeriod = 13;
constexpr uint64_t kRandomStep = 0x9e3779b97f4a7c15u;

// splitmix64: a small generator whose whole state is one number, a step further at each number.
uint64_t next_random(uint64_t& state) {
  uint64_t z = (state += kRandomStep);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

}  // namespace

namespace {

// What the rule gives element i; `state` moves on with each random one.
void set_by_rule(NDArray& array, const Inputs& inputs, uint64_t& state, int64_t first, int64_t i) {
  const DType t = array.dtype();
  const auto set = [&](double v) { array.set(i, inputs.positive ? std::abs(v) + 0.25 : v); };
  if (inputs.random) {
    const uint64_t bits = next_random(state);
    if (t.is_float())
      set(static_cast<double>(bits >> 40) * 0x1p-23 - 1);  // [-1, 1)
    else
      array.set_int(i, t.is_bool() ? static_cast<int64_t>(bits >> 63) : static_cast<int64_t>(bits >> 60) - 8);
    return;
  }
  const int64_t v = (7 * (first + i) + 3) % kPatternPeriod - 6;
  if (t.is_float())
    set(0.25 * static_cast<double>(v));
  else
    array.set_int(i, v);
}

}  // namespace

void fill(NDArray& array, const Inputs& inputs, size_t argument, int64_t first) {
  uint64_t state = inputs.seed * 1000003 + argument + static_cast<uint64_t>(first) * kRandomStep;
  const int64_t made = inputs.random ? array.size() : std::min(array.size(), kPatternPeriod);
  for (int64_t i = 0; i < made; ++i) set_by_rule(array, inputs, state, first, i);
  // The pattern goes on as it began: twice as much each time.
  const auto width = static_cast<size_t>(array.dtype().bytes());
  for (int64_t filled = made; filled < array.size(); filled *= 2) {
    const int64_t count = std::min(filled, array.size() - filled);
    std::memcpy(array.mutable_bytes() + static_cast<size_t>(filled) * width, array.bytes(),
                static_cast<size_t>(count) * width);
  }
}

namespace {

template <class At>
void add_all(OutputSums& sums, int64_t size, int64_t before, At at) {
  double sum = sums.sum, weighted = sums.weighted_sum;
  int64_t weight = before % 17 + 1;
  for (int64_t i = 0; i < size; ++i) {
    const double v = at(i);
    sum += v;
    weighted += v * static_cast<double>(weight);
    weight = weight == 17 ? 1 : weight + 1;
  }
  sums.sum = sum;
  sums.weighted_sum = weighted;
}

}  // namespace

void OutputSums::add(const NDArray& piece) {
  const DType t = piece.dtype();
  if (t == DType::Float(32)) {
    const float* values = piece.as<float>().data();
    add_all(*this, piece.size(), count_, [values](int64_t i) { return static_cast<double>(values[i]); });
  } else {
    add_all(*this, piece.size(), count_, [&piece](int64_t i) { return piece.at(i); });
  }
  for (int64_t i = 0; i < piece.size() && count_ + i < kFirst; ++i) first.push_back(piece.at(i));
  count_ += piece.size();
}

OutputSummary summarize(const std::string& name, const NDArray& array) {
  if (array.dtype().is_string()) {
    constexpr size_t kLongestText = 1000;
    OutputSummary summary{name, array.shape(), array.dtype(), 0, 0, {}};
    for (int64_t i = 0; i < std::min(array.size(), OutputSums::kFirst); ++i)
      summary.texts.push_back(array.text_at(i).substr(0, kLongestText));
    return summary;
  }
  OutputSums sums;
  sums.add(array);
  return {name, array.shape(), array.dtype(), sums.sum, sums.weighted_sum, std::move(sums.first)};
}

}  // namespace nw::measure
