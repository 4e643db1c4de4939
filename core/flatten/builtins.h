// SPDX-License-Identifier: GPL-3.0-or-later
// Python's own functions, as far as files that make schedules use them.
#pragma once

#include <optional>
#include <string_view>

#include "flatten/value.h"

namespace nw::flatten {

enum class Builtin : uint8_t {
  Abs,
  All,
  Any,
  Bin,
  Bool,
  Callable,
  Chr,
  Dict,
  Divmod,
  Enumerate,
  Filter,
  Float,
  Frozenset,
  Getattr,
  Hasattr,
  Hex,
  Int,
  Isinstance,
  Issubclass,
  Iter,
  Len,
  List,
  Map,
  Max,
  Min,
  Next,
  Oct,
  Ord,
  Pow,
  Print,
  Range,
  Repr,
  Reversed,
  Round,
  Set,
  Setattr,
  Slice,
  Sorted,
  Str,
  Sum,
  Tuple,
  Type,
  Zip,
};

std::optional<Builtin> builtin(std::string_view name);
std::string_view name_of(Builtin b);

}  // namespace nw::flatten
