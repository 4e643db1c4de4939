// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor of numbers or strings in memory, dense and row-major. Copies share the bytes; the bytes may belong to a
// mapped file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/dtype.h"

namespace nw {

// The texts of a tensor of strings: sorted by their bytes, none twice, the first one empty. So the elements, which are
// places in it, are equal and ordered as their texts are, and zeroed memory holds empty texts.
using TextTable = std::shared_ptr<const std::vector<std::string>>;
TextTable text_table(std::vector<std::string> texts);

class NDArray {
 public:
  NDArray() = default;
  // Zeroed memory, aligned to 64 bytes.
  NDArray(DType dtype, std::vector<int64_t> shape);
  // A view of `bytes`, kept alive by `owner`. `bytes` must hold size_bytes() of this type and shape.
  NDArray(DType dtype, std::vector<int64_t> shape, const std::byte* bytes, std::shared_ptr<const void> owner);

  static NDArray of_texts(std::vector<int64_t> shape, const std::vector<std::string>& texts);

  // An empty tensor needs no memory, but has a shape; a default one is a scalar of nothing.
  bool defined() const { return bytes_ != nullptr || (size() == 0 && !shape_.empty()); }
  DType dtype() const { return dtype_; }
  const std::vector<int64_t>& shape() const { return shape_; }
  int64_t size() const { return size_; }  // elements
  size_t size_bytes() const { return static_cast<size_t>(size_) * static_cast<size_t>(dtype_.bytes()); }
  const std::byte* bytes() const { return bytes_; }
  // For writing; only valid on arrays made by the allocating constructor.
  std::byte* mutable_bytes() { return writable_; }
  template <class T>
  std::span<const T> as() const {
    return {reinterpret_cast<const T*>(bytes_), static_cast<size_t>(size_)};
  }
  template <class T>
  std::span<T> as_mutable() {
    return {reinterpret_cast<T*>(writable_), static_cast<size_t>(size_)};
  }

  // Element i (row-major) converted from or to the array's type. Integers saturate nothing: they wrap as in C.
  double at(int64_t i) const;
  int64_t int_at(int64_t i) const;
  void set(int64_t i, double value);
  void set_int(int64_t i, int64_t value);

  // Of a tensor of strings.
  const TextTable& texts() const { return texts_; }
  const std::string& text_at(int64_t i) const;
  // Elements become places in another table.
  void set_texts(TextTable table) { texts_ = std::move(table); }

  // The same bytes under another shape with as many elements.
  NDArray reshaped(std::vector<int64_t> shape) const;

 private:
  DType dtype_;
  std::vector<int64_t> shape_;
  int64_t size_ = 0;
  const std::byte* bytes_ = nullptr;
  std::byte* writable_ = nullptr;
  std::shared_ptr<const void> owner_;
  TextTable texts_;
};

// Elements of a shape, or -1 on overflow or a negative dimension.
int64_t element_count(std::span<const int64_t> shape);

}  // namespace nw
