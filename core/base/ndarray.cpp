// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ndarray.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <new>

namespace nw {

int64_t element_count(std::span<const int64_t> shape) {
  int64_t count = 1;
  for (int64_t dim : shape) {
    if (dim < 0 || __builtin_mul_overflow(count, dim, &count)) return -1;
  }
  return count;
}

NDArray::NDArray(DType dtype, std::vector<int64_t> shape) : dtype_(dtype), shape_(std::move(shape)) {
  size_ = element_count(shape_);
  if (size_ < 0) throw std::bad_array_new_length();
  constexpr size_t kAlignment = 64;
  const size_t rounded = (size_bytes() + 2 * kAlignment - 1) / kAlignment * kAlignment;
  // Aligned here: glibc's aligned_alloc does not reuse what was freed by an array of the same size, so that a loop that
  // keeps a row each turn would take twice the memory.
  size_t space = rounded + kAlignment;
  void* const memory = std::calloc(space, 1);
  if (!memory) throw std::bad_alloc();
  owner_ = std::shared_ptr<void>(memory, [](void* p) { std::free(p); });
  void* aligned = memory;
  bytes_ = writable_ = static_cast<std::byte*>(std::align(kAlignment, rounded, aligned, space));
}

NDArray::NDArray(DType dtype, std::vector<int64_t> shape, const std::byte* bytes, std::shared_ptr<const void> owner)
    : dtype_(dtype), shape_(std::move(shape)), size_(element_count(shape_)), bytes_(bytes), owner_(std::move(owner)) {}

TextTable text_table(std::vector<std::string> texts) {
  texts.emplace_back();
  std::sort(texts.begin(), texts.end());
  texts.erase(std::unique(texts.begin(), texts.end()), texts.end());
  return std::make_shared<const std::vector<std::string>>(std::move(texts));
}

NDArray NDArray::of_texts(std::vector<int64_t> shape, const std::vector<std::string>& texts) {
  NDArray array(DType::String(), std::move(shape));
  array.texts_ = text_table(texts);
  for (int64_t i = 0; i < array.size(); ++i) {
    const auto at = std::lower_bound(array.texts_->begin(), array.texts_->end(), texts[static_cast<size_t>(i)]);
    array.set_int(i, at - array.texts_->begin());
  }
  return array;
}

const std::string& NDArray::text_at(int64_t i) const {
  static const std::string empty;
  const auto place = static_cast<size_t>(int_at(i));
  return texts_ && place < texts_->size() ? (*texts_)[place] : empty;
}

NDArray NDArray::reshaped(std::vector<int64_t> shape) const {
  NDArray result = *this;
  result.shape_ = std::move(shape);
  return result;
}

namespace {

template <class T>
T read(const std::byte* at) {
  T value;
  std::memcpy(&value, at, sizeof(T));
  return value;
}
template <class T>
void write(std::byte* at, T value) {
  std::memcpy(at, &value, sizeof(T));
}

// An integer cut to the type's bits and sign-extended where it is signed.
int64_t wrap(DType t, int64_t value) {
  if (t.is_bool()) return value != 0;
  if (t.bits >= 64) return value;
  const auto mask = (uint64_t{1} << t.bits) - 1;
  uint64_t bits = static_cast<uint64_t>(value) & mask;
  if (t.is_int() && (bits >> (t.bits - 1))) bits |= ~mask;
  return static_cast<int64_t>(bits);
}

}  // namespace

int64_t NDArray::int_at(int64_t i) const {
  const std::byte* at = bytes_ + i * dtype_.bytes();
  if (dtype_.is_float()) return static_cast<int64_t>(this->at(i));
  const bool is_signed = dtype_.is_int();
  switch (dtype_.bytes()) {
    case 1:
      return is_signed ? read<int8_t>(at) : read<uint8_t>(at);
    case 2:
      return is_signed ? read<int16_t>(at) : read<uint16_t>(at);
    case 4:
      return is_signed ? read<int32_t>(at) : static_cast<int64_t>(read<uint32_t>(at));
    default:
      return read<int64_t>(at);
  }
}

double NDArray::at(int64_t i) const {
  const std::byte* at = bytes_ + i * dtype_.bytes();
  if (dtype_.is_bfloat()) return static_cast<double>(bfloat_to_float(read<uint16_t>(at)));
  if (dtype_.is_float()) {
    switch (dtype_.bits) {
      case 16:
        return static_cast<double>(half_to_float(read<uint16_t>(at)));
      case 32:
        return static_cast<double>(read<float>(at));
      default:
        return read<double>(at);
    }
  }
  if (dtype_.is_uint() && dtype_.bits == 64) return static_cast<double>(read<uint64_t>(at));
  return static_cast<double>(int_at(i));
}

void NDArray::set_int(int64_t i, int64_t value) {
  std::byte* at = writable_ + i * dtype_.bytes();
  if (dtype_.is_float()) return set(i, static_cast<double>(value));
  const int64_t wrapped = wrap(dtype_, value);
  switch (dtype_.bytes()) {
    case 1:
      return write(at, static_cast<int8_t>(wrapped));
    case 2:
      return write(at, static_cast<int16_t>(wrapped));
    case 4:
      return write(at, static_cast<int32_t>(wrapped));
    default:
      return write(at, wrapped);
  }
}

void NDArray::set(int64_t i, double value) {
  std::byte* at = writable_ + i * dtype_.bytes();
  if (dtype_.is_bfloat()) return write(at, float_to_bfloat(static_cast<float>(value)));
  if (dtype_.is_float()) {
    switch (dtype_.bits) {
      case 16:
        return write(at, float_to_half(static_cast<float>(value)));
      case 32:
        return write(at, static_cast<float>(value));
      default:
        return write(at, value);
    }
  }
  constexpr double kBeyond = 9223372036854775808.0;  // 2^63: what no integer holds becomes the nearest that one does
  set_int(i, std::isnan(value)   ? 0
             : value >= kBeyond  ? INT64_MAX
             : value <= -kBeyond ? INT64_MIN
                                 : static_cast<int64_t>(value));
}

}  // namespace nw
