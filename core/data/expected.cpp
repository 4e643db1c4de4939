// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/expected.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "base/escape.h"
#include "data/call.h"
#include "data/diagnostics.h"
#include "data/value_file.h"

namespace nw::data {

using reference::Value;
using reference::Values;

namespace {

struct Bounds {
  double relative = 0, absolute = 0;
};

Bounds bounds_of(const NDArray& reference) {
  constexpr double kRelative = 1e-3, kAbsolute = 1e-5, kHalf = 1e-2;
  if (!reference.dtype().is_float()) return {};
  double most = 1;
  for (int64_t i = 0; i < reference.size(); ++i)
    if (std::isfinite(reference.at(i))) most = std::max(most, std::abs(reference.at(i)));
  if (reference.dtype().bits <= 16) return {kHalf, kHalf * most};
  return {kRelative, kAbsolute * most};
}

bool same_shape(const NDArray& a, const NDArray& b) {
  return a.shape() == b.shape() && a.dtype() == b.dtype();
}

std::string text_difference(const NDArray& output, const NDArray& reference) {
  std::string first;
  int64_t count = 0;
  for (int64_t i = 0; i < reference.size(); ++i) {
    const std::string &a = output.text_at(i), &r = reference.text_at(i);
    if (a != r && count++ == 0)
      first = fmt::format("element {} is {}, expected {}", i, python_literal(a), python_literal(r));
  }
  return count > 1 ? first + fmt::format(" ({} of {} differ)", count, reference.size()) : first;
}

// The first element that differs, in words; empty: none does.
std::string difference(const NDArray& output, const NDArray& reference, double& max_abs_error) {
  if (!same_shape(output, reference))
    return fmt::format("it is {}, the file holds {}", kind_text(output), kind_text(reference));
  if (reference.dtype().is_string()) return text_difference(output, reference);
  const Bounds bounds = bounds_of(reference);
  std::string first;
  int64_t count = 0;
  for (int64_t i = 0; i < reference.size(); ++i) {
    if (!reference.dtype().is_float()) {
      const int64_t a = output.int_at(i), r = reference.int_at(i);
      if (a == r) continue;
      max_abs_error = std::max(max_abs_error, std::abs(static_cast<double>(a) - static_cast<double>(r)));
      if (count++ == 0) first = fmt::format("element {} is {}, expected {}", i, a, r);
      continue;
    }
    const double a = output.at(i), r = reference.at(i), error = std::abs(a - r);
    const bool special = !std::isfinite(a) || !std::isfinite(r);
    if (!special) max_abs_error = std::max(max_abs_error, error);
    const bool same =
        special ? (std::isnan(a) ? std::isnan(r) : a == r) : error <= bounds.relative * std::abs(r) + bounds.absolute;
    if (!same && count++ == 0) first = fmt::format("element {} is {}, expected {}", i, a, r);
  }
  return count > 1 ? first + fmt::format(" ({} of {} differ)", count, reference.size()) : first;
}

std::string difference(const Value& output, const Value& reference, double& max_abs_error) {
  if (output.tensor() && reference.tensor()) return difference(*output.tensor(), *reference.tensor(), max_abs_error);
  if (output.is_nothing() && reference.is_nothing()) return {};
  const Values *all = output.list(), *expected = reference.list();
  if (!all || !expected || all->size() != expected->size())
    return fmt::format("it is {}, the file holds {}", kind_text(output), kind_text(reference));
  for (size_t i = 0; i < all->size(); ++i)
    if (std::string how = difference((*all)[i], (*expected)[i], max_abs_error); !how.empty())
      return fmt::format("entry {}: {}", i, how);
  return {};
}

// The type to read the file by: as declared, else as the value is.
graph::Type type_to_read(const graph::Type& declared, const Value& output) {
  if (declared.is_optional() || declared.is_sequence()) return declared;
  if (const NDArray* tensor = output.tensor())
    return graph::Type::tensor(tensor->dtype(), {tensor->shape().begin(), tensor->shape().end()});
  if (!output.list()) return graph::Type::optional({});
  return graph::Type::sequence(output.list()->empty() ? graph::Type()
                                                      : type_to_read(graph::Type(), output.list()->front()));
}

}  // namespace

Result<measure::ExpectedReport::Output> compare_with_file(const Output& output, const std::string& path) {
  const Result<Value> reference = read_value_file(path, type_to_read(output.type, output.value));
  if (!reference.ok()) return reference.diagnostics;
  measure::ExpectedReport::Output one;
  one.name = output.name;
  one.text = difference(output.value, *reference, one.max_abs_error);
  one.ok = one.text.empty();
  return one;
}

Result<measure::ExpectedReport> compare_with_files(const std::vector<Output>& outputs, const std::string& folder) {
  Diagnostics diagnostics;
  measure::ExpectedReport report;
  for (size_t k = 0; k < outputs.size(); ++k) {
    const Result<std::string> path = file_of(folder, fmt::format("output_{}", k));
    append(diagnostics, path.diagnostics);
    if (!path.ok() || path->empty()) continue;
    Result<measure::ExpectedReport::Output> one = compare_with_file(outputs[k], *path);
    append(diagnostics, one.diagnostics);
    if (!one.ok()) continue;
    if (!one->ok) diagnostics.push_back(not_as_expected(one->name, *path, one->text));
    report.ok = report.ok && one->ok;
    report.outputs.push_back(std::move(*one));
  }
  if (report.outputs.empty() && !has_errors(diagnostics))
    diagnostics.push_back(bad_call_data(folder, "it holds no output_K.npy or output_K.pb to compare with"));
  if (has_errors(diagnostics)) report.ok = false;
  return {std::move(report), std::move(diagnostics)};
}

}  // namespace nw::data
