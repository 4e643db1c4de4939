// SPDX-License-Identifier: GPL-3.0-or-later
// What a function that can fail returns: a value, diagnostics, or both (half-valid input still shows what it can).
#pragma once

#include <optional>
#include <utility>

#include "base/diagnostic.h"

namespace nw {

template <class T>
struct Result {
  std::optional<T> value;
  Diagnostics diagnostics;

  Result() = default;
  Result(T v) : value(std::move(v)) {}  // NOLINT: a value is a result
  Result(T v, Diagnostics d) : value(std::move(v)), diagnostics(std::move(d)) {}
  Result(Diagnostic d) { diagnostics.push_back(std::move(d)); }  // NOLINT: so is a failure
  Result(Diagnostics d) : diagnostics(std::move(d)) {}           // NOLINT

  bool ok() const { return value.has_value() && !has_errors(diagnostics); }
  explicit operator bool() const { return ok(); }
  T& operator*() { return *value; }
  const T& operator*() const { return *value; }
  T* operator->() { return &*value; }
  const T* operator->() const { return &*value; }
};

}  // namespace nw
