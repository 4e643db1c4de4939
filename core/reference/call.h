// SPDX-License-Identifier: GPL-3.0-or-later
// What a reference operator sees of the call that it computes, and how it refuses. Operators are short loops that check
// their arguments in passing; a refusal is thrown (Refusal), leaves the module's folder nowhere, and becomes the
// diagnostics of apply() (operators.h).
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "graph/graph.h"
#include "reference/diagnostics.h"
#include "reference/elements.h"
#include "reference/rows.h"
#include "reference/value.h"

namespace nw::reference {

struct Refusal {
  Diagnostic diagnostic;
};

// How much memory values may still take.
struct Memory {
  int64_t limit = int64_t{1} << 40;  // bytes
  int64_t used = 0;                  // by the values that are alive
};

// Calls functions for operators that take one (loops).
class Call;
class Functions {
 public:
  virtual Values call(const Call& by, const Value& function,
                      Values arguments) = 0;  // fields of the tuple that it gives
  // Before elements are read of what it gave, or of the arguments of an operator that takes a function.
  virtual void fetch(const Value& value) = 0;
  virtual const graph::Type* parameter_type(const Value& function, size_t i) = 0;  // null: it has none

 protected:
  ~Functions() = default;
};

class Call {
 public:
  const graph::Node& node;
  const graph::Attrs& attrs;  // symbolic dimensions have their values
  const Values& args;
  const graph::Type& type;  // as declared; sizes that are not known before the operator runs are symbols
  const Memory& memory;
  Functions* functions = nullptr;
  TextTable texts = nullptr;  // of all strings among the arguments (texts.h)

  // ── arguments
  size_t count() const { return args.size(); }
  const NDArray& tensor(size_t i) const;      // refuses where it is none
  std::vector<NDArray> all_tensors() const;   // lists flattened
  std::vector<int64_t> ints(size_t i) const;  // the elements of an integer tensor
  int64_t integer(size_t i) const;            // of a tensor of one element
  double number(size_t i) const;

  // ── attributes
  bool has(const char* key) const;  // present and not None
  // Refuse where a size in it is a symbol that has no value.
  int64_t int_attr(const char* key, int64_t fallback) const;
  std::vector<int64_t> ints_attr(const char* key, std::vector<int64_t> fallback = {}) const;
  double float_attr(const char* key, double fallback) const { return graph::float_attr(attrs, key, fallback); }
  bool bool_attr(const char* key, bool fallback) const { return graph::bool_attr(attrs, key, fallback); }
  std::string string_attr(const char* key, const char* fallback) const {
    return graph::string_attr(attrs, key, fallback);
  }
  // A list of n numbers, where a single one counts for all.
  std::vector<int64_t> repeated(const char* key, size_t n, int64_t fallback) const;
  DType dtype_attr(const char* key, DType fallback) const;
  // An axis of a tensor of this rank; negative ones count from the end.
  size_t axis(int64_t axis, size_t rank) const;
  size_t axis_attr(const char* key, int64_t fallback, size_t rank) const { return axis(int_attr(key, fallback), rank); }

  // ── results
  DType out_dtype(DType fallback) const;  // as declared, else the fallback
  // The declared sizes, where all are known.
  std::optional<std::vector<int64_t>> declared_shape() const;
  // Memory for a result; refuses negative sizes and what is over the limit (NW4085).
  NDArray make(DType dtype, std::vector<int64_t> shape) const;
  void reserve(const std::vector<int64_t>& shape, int64_t bytes) const;  // the check alone, for working memory

  // ── refusals
  [[noreturn]] void refuse(Diagnostic diagnostic) const;
  [[noreturn]] void refuse_shapes(const std::string& why) const;                       // NW4082
  [[noreturn]] void refuse_value(const std::string& why) const;                        // NW4084
  [[noreturn]] void refuse_index(int64_t index, int64_t axis, int64_t extent) const;   // NW4081
  [[noreturn]] void refuse_attribute(const char* key, const std::string& what) const;  // NW4084

 private:
  void refuse_symbol(const char* key, const graph::Attr& attr) const;
};

// The shape that both broadcast to, as in numpy; refuses where there is none.
std::vector<int64_t> broadcast_shape(const Call& call, const std::vector<int64_t>& a, const std::vector<int64_t>& b);

// A tensor's elements, converted; refuses where there is no memory for them.
template <class W>
std::vector<W> all_elements(const Call& call, const NDArray& tensor) {
  call.reserve(tensor.shape(), sizeof(W));
  std::vector<W> elements(static_cast<size_t>(tensor.size()));
  load(tensor, 0, tensor.size(), elements.data());
  return elements;
}

}  // namespace nw::reference
