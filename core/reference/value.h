// SPDX-License-Identifier: GPL-3.0-or-later
// A value of a running graph: a tensor, a list of values (tuples and sequences), nothing (an empty optional), a
// function with the values it has captured, or a cell (Relay's references). Copies share what they hold.
#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/ndarray.h"

namespace nw::reference {

class Value;
using Values = std::vector<Value>;
struct Closure;  // evaluate.cpp

class Value {
 public:
  struct Cell;

  Value() = default;
  Value(NDArray tensor)  // NOLINT: a tensor is a value
      : content_(std::make_shared<const NDArray>(std::move(tensor))) {}
  Value(Values list) : content_(std::make_shared<const Values>(std::move(list))) {}  // NOLINT: so is a list
  Value(std::shared_ptr<const Closure> function) : content_(std::move(function)) {}  // NOLINT
  Value(std::shared_ptr<Cell> cell) : content_(std::move(cell)) {}                   // NOLINT

  bool is_nothing() const { return content_.index() == 0; }
  const NDArray* tensor() const {
    const auto* shared = std::get_if<std::shared_ptr<const NDArray>>(&content_);
    return shared ? shared->get() : nullptr;
  }
  const Values* list() const {
    const auto* shared = std::get_if<std::shared_ptr<const Values>>(&content_);
    return shared ? shared->get() : nullptr;
  }
  const std::shared_ptr<const Closure>* function() const {
    return std::get_if<std::shared_ptr<const Closure>>(&content_);
  }
  const std::shared_ptr<Cell>* cell() const { return std::get_if<std::shared_ptr<Cell>>(&content_); }

 private:
  std::variant<std::monostate, std::shared_ptr<const NDArray>, std::shared_ptr<const Values>,
               std::shared_ptr<const Closure>, std::shared_ptr<Cell>>
      content_;
};

struct Value::Cell {
  Value content;
};

// The tensors of a value, lists flattened.
std::vector<NDArray> tensors_of(const Value& value);
template <class Visit>
void for_each_tensor(const Value& value, const Visit& visit) {
  if (const NDArray* tensor = value.tensor()) visit(*tensor);
  if (const Values* list = value.list())
    for (const Value& entry : *list) for_each_tensor(entry, visit);
}

// "Tensor[(2, 3), float32]", "(Tensor[…], nothing)", for messages.
std::string describe(const Value& value);
std::string shape_text(const std::vector<int64_t>& shape);  // "(2, 3)"

}  // namespace nw::reference
