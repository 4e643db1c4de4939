// SPDX-License-Identifier: GPL-3.0-or-later
#include "measure/comparison.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nw::measure {

namespace {

std::string position(const NDArray& array, int64_t element) {
  std::string text;
  for (size_t d = array.shape().size(); d-- > 0;) {
    const int64_t extent = std::max<int64_t>(array.shape()[d], 1);
    text = fmt::format("{}{}{}", element % extent, text.empty() ? "" : ", ", text);
    element /= extent;
  }
  return "[" + text + "]";
}

std::string number(const NDArray& array, int64_t at) {
  if (array.dtype().is_float() && std::isnan(array.at(at))) return "nan";  // whatever its sign bit is
  if (array.dtype().is_float()) return fmt::format("{:.9g}", array.at(at));
  const int64_t value = array.int_at(at);
  return array.dtype().is_uint() ? fmt::format("{}", static_cast<uint64_t>(value)) : fmt::format("{}", value);
}

}  // namespace

std::string compare(const NDArray& actual, const Expected& expected, const Tolerance& tolerance, VerifyReport& report) {
  const NDArray& reference = expected.reference;
  double greatest = 0;
  for (int64_t i = 0; i < reference.size(); ++i)
    if (std::isfinite(reference.at(i))) greatest = std::max(greatest, std::abs(reference.at(i)));
  const bool exact = !actual.dtype().is_float() && reference.dtype() == actual.dtype();
  const double units = actual.dtype().is_float() ? 16 * std::sqrt(tolerance.reduction + 1) : 0;
  std::string first;
  for (size_t i = 0; i < expected.elements.size(); ++i) {
    const int64_t at = expected.elements[i];
    const double r = reference.at(static_cast<int64_t>(i)), a = actual.at(at);
    const bool neither = std::isnan(a) && std::isnan(r);
    const bool same = exact ? actual.int_at(at) == reference.int_at(static_cast<int64_t>(i)) : a == r || neither;
    report.nan += neither ? 1 : 0;
    const double error = std::abs(a - r);
    if (!same && std::isfinite(error)) {
      report.max_abs_error = std::max(report.max_abs_error, error);
      if (r != 0) report.max_rel_error = std::max(report.max_rel_error, error / std::abs(r));
    }
    // Beside an infinity every tolerance would be infinite too.
    const bool finite = std::isfinite(error);
    const double allowance = i < expected.allowances.size() ? expected.allowances[i] : 0;
    const double limit = units * (tolerance.eps * (std::abs(r) + greatest) + tolerance.tiny) + allowance;
    if (same || (finite && error <= limit && (!exact || allowance > 0))) continue;
    report.ok = false;
    if (first.empty())
      first = fmt::format("element {} is {}, the reference has {}", position(actual, at), number(actual, at),
                          number(reference, static_cast<int64_t>(i)));
  }
  report.checked += static_cast<int64_t>(expected.elements.size());
  report.total += actual.size();
  return first;
}

}  // namespace nw::measure
