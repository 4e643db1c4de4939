// SPDX-License-Identifier: GPL-3.0-or-later
// Reference operators: what each operator of the graph computes, as one plain function on tensors. They share nothing
// with the computations that kernels are made of (op/compute), the interpreter or the code generator, so that both can
// be compared. Numbers are exact or in double until they are stored; loops are ordered for the processor, but nothing
// is blocked, packed or parallel.
//
// An operator is a function in the file of its family in operators/, and a row of that file's add_…. Sources of the
// definitions are TVM 0.11's documentation of Relay and, for what ONNX's importer emits, ONNX's operator pages.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/result.h"
#include "reference/call.h"

namespace nw::reference {

using Operator = Value (*)(const Call&);  // throws Refusal

class Table {
 public:
  static const Table& standard();  // built once, never changed
  Operator find(std::string_view name) const;
  // For every name of a list separated by spaces.
  void add(std::string_view names, Operator function);
  const std::map<std::string, Operator, std::less<>>& all() const { return operators_; }

 private:
  std::map<std::string, Operator, std::less<>> operators_;
};

// The operator of this call, applied. Diagnostics: NW4080 to NW4085. Not for calls of functions.
Result<Value> apply(const Call& call);

}  // namespace nw::reference
