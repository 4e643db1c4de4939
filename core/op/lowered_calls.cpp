// SPDX-License-Identifier: GPL-3.0-or-later
// Calls that later passes of TVM insert: memory, the virtual machine, lowered functions, layouts chosen by tuning.
#include <cctype>

#include "op/families.h"
#include "op/rules.h"

namespace nw::op {

namespace {

Result<Type> storage(const TypeContext&) {
  Type type;
  type.kind = Type::Kind::Other;
  type.text = "Storage[]";
  return type;
}

// storage, offset, shape: the shape is also an attribute where it is known.
Result<Type> alloc_tensor(const TypeContext& c) {
  const DType dtype = dtype_attr(c.node.attrs, "dtype", DType::Float(32));
  const auto known = c.node.attrs.find("const_shape");
  const auto* data = known == c.node.attrs.end() ? nullptr : std::get_if<NDArray>(&known->second.value);
  auto sizes = data ? constant_ints(*data) : std::nullopt;
  if (!sizes) sizes = constant_ints(c.constants[2]);
  if (sizes) return Type::tensor(dtype, Shape(sizes->begin(), sizes->end()));
  const std::optional<Shape> asserted = graph::dims_attr(c.node.attrs, "assert_shape");
  if (asserted && !asserted->empty()) return Type::tensor(dtype, *asserted);
  std::optional<Shape> unknown = unknown_shape(c, c.args[2]);
  return unknown ? Type::tensor(dtype, std::move(*unknown)) : Type::unknown();
}

// Called for its side effect.
Result<Type> nothing(const TypeContext&) {
  return Type::tuple({});
}

Result<Type> reshape_tensor(const TypeContext& c) {
  std::optional<Shape> shape = graph::dims_attr(c.node.attrs, "newshape");
  if (!shape) return wrong_attribute(c.node, "newshape", "must list dimensions");
  return Type::tensor(c.args[0].dtype, std::move(*shape));
}

// The function, and a tuple of its arguments.
Result<Type> call_lowered(const TypeContext& c) {
  const Type& function = c.args[0];
  return function.kind == Type::Kind::Function && !function.fields.empty() ? function.fields.back() : Type::unknown();
}

// A tuned layout has every axis after its size: "1N16H16W64c".
Result<Type> tuned_layout(const TypeContext& c) {
  const char* wrong = "must name each axis behind its size, as in 1N16H";
  const std::string layout = graph::string_attr(c.node.attrs, "dst_layout", "");
  Shape shape;
  int64_t size = 0;
  for (const char letter : layout) {
    constexpr int64_t kLargest = int64_t{1} << 40;
    const bool digit = letter >= '0' && letter <= '9';
    if (digit && size < kLargest) {
      size = size * 10 + (letter - '0');
    } else if (!digit && std::isalpha(static_cast<unsigned char>(letter)) != 0) {
      if (size > 0) shape.push_back(Dim(size));  // else another letter of the same axis
      size = 0;
    } else {
      return wrong_attribute(c.node, "dst_layout", wrong);
    }
  }
  if (shape.empty() || size > 0) return wrong_attribute(c.node, "dst_layout", wrong);
  return Type::tensor(c.args[0].dtype, std::move(shape));
}

}  // namespace

void add_lowered_calls(Registry& registry) {
  set_type(registry, "memory.alloc_storage", -1, storage);
  set_type(registry, "memory.alloc_tensor", 3, alloc_tensor);
  set_type(registry, "memory.kill vm.invoke_tvm_op vm.shape_func", -1, nothing);
  set_type(registry, "vm.reshape_tensor", 2, tensors(reshape_tensor));
  set_type(registry, "call_lowered", 2, call_lowered);
  set_type(registry, "auto_scheduler_layout_transform", 1, tensors(tuned_layout));
}

}  // namespace nw::op
