// SPDX-License-Identifier: GPL-3.0-or-later
// Several tensors to one: concatenate, stack, einsum.
#include <algorithm>
#include <map>

#include "reference/operators/families.h"

namespace nw::reference {

namespace {

NDArray concatenated(const Call& c, const std::vector<NDArray>& parts, size_t axis) {
  if (parts.empty()) c.refuse_value("there is nothing to join");
  Extents shape = parts[0].shape();
  shape[axis] = 0;
  for (const NDArray& part : parts) {
    Extents beside = part.shape();
    if (beside.size() != shape.size() || part.dtype() != parts[0].dtype())
      c.refuse_shapes("the parts differ in rank or data type");
    std::swap(beside[axis], shape[axis]);
    const int64_t so_far = beside[axis], own = shape[axis];
    beside[axis] = shape[axis] = 0;
    if (beside != shape) c.refuse_shapes(fmt::format("the parts differ beside axis {}", axis));
    shape[axis] = so_far + own;
  }
  NDArray y = c.make(parts[0].dtype(), shape);
  const Strides strides = row_major(shape);
  int64_t at = 0;
  for (const NDArray& part : parts) {
    place_strided(part, y, at * strides[axis], strides);
    at += part.shape()[axis];
  }
  return y;
}

Value concatenate(const Call& c) {
  const std::vector<NDArray> parts = c.all_tensors();
  const size_t rank = parts.empty() ? 0 : parts[0].shape().size();
  return concatenated(c, parts, c.axis_attr("axis", 0, rank));
}

Value stack(const Call& c) {
  std::vector<NDArray> parts = c.all_tensors();
  if (parts.empty()) c.refuse_value("there is nothing to stack");
  const size_t axis = c.axis_attr("axis", 0, parts[0].shape().size() + 1);
  for (NDArray& part : parts) {
    if (part.shape().size() + 1 < axis) c.refuse_shapes("the parts have different shapes");
    Extents shape = part.shape();
    shape.insert(shape.begin() + static_cast<std::ptrdiff_t>(axis), 1);
    part = part.reshaped(shape);
  }
  return concatenated(c, parts, axis);
}

// "ij,jk->ik"; without an arrow the letters that occur once, in order. An ellipsis stands for the axes that are not
// named, broadcast; they are given letters of their own.
struct Einsum {
  std::vector<std::string> operands;
  std::string result;
  std::map<char, int64_t> sizes;
};

std::string with_ellipsis_named(const Call& c, std::string term, size_t axes) {
  const size_t dots = term.find("...");
  if (dots == std::string::npos) return term;
  if (axes > 10) c.refuse_shapes("an ellipsis of more than ten axes");
  std::string names;
  for (size_t i = 0; i < axes; ++i) names += static_cast<char>('0' + (10 - axes) + i);  // aligned at the last axis
  return term.replace(dots, 3, names);
}

Einsum parse_einsum(const Call& c, const std::vector<NDArray>& tensors) {
  std::string equation = c.string_attr("equation", "");
  std::erase(equation, ' ');
  const size_t arrow = equation.find("->");
  Einsum e;
  std::string left = equation.substr(0, arrow) + ",";
  size_t ellipsis = 0;
  for (size_t comma = left.find(','); comma != std::string::npos; comma = left.find(',')) {
    std::string term = left.substr(0, comma);
    left.erase(0, comma + 1);
    if (e.operands.size() == tensors.size()) c.refuse_value("its equation names more operands than it has");
    const size_t rank = tensors[e.operands.size()].shape().size();
    const bool dots = term.find("...") != std::string::npos;
    const size_t named = term.size() - (dots ? 3 : 0);
    if (named > rank || (!dots && named < rank)) c.refuse_shapes("its equation names other axes than an operand has");
    if (dots) ellipsis = std::max(ellipsis, rank - named);
    e.operands.push_back(with_ellipsis_named(c, std::move(term), rank - named));
  }
  if (e.operands.size() != tensors.size()) c.refuse_value("its equation names fewer operands than it has");
  std::map<char, int> times;
  for (size_t o = 0; o < tensors.size(); ++o)
    for (size_t a = 0; a < e.operands[o].size(); ++a) {
      const char letter = e.operands[o][a];
      const int64_t size = tensors[o].shape()[a];
      ++times[letter];
      int64_t& known = e.sizes.emplace(letter, size).first->second;
      if (known != size && known != 1 && size != 1)
        c.refuse_shapes(fmt::format("'{}' has the sizes {} and {}", letter, known, size));
      if (known == 1) known = size;
    }
  if (arrow != std::string::npos) {
    e.result = with_ellipsis_named(c, equation.substr(arrow + 2), ellipsis);
  } else {
    for (const auto& [letter, count] : times)
      if (count == 1 || (letter >= '0' && letter <= '9')) e.result += letter;
  }
  for (const char letter : e.result)
    if (!e.sizes.count(letter))
      c.refuse_value(fmt::format("its result names the axis '{}', which nothing has", letter));
  return e;
}

Value einsum(const Call& c) {
  const std::vector<NDArray> tensors = c.all_tensors();
  if (tensors.empty()) c.refuse_value("it takes tensors");
  const Einsum e = parse_einsum(c, tensors);
  std::string letters = e.result;  // then what is summed
  for (const auto& [letter, size] : e.sizes)
    if (letters.find(letter) == std::string::npos) letters += letter;
  Extents shape, all;
  for (const char letter : letters) all.push_back(e.sizes.at(letter));
  for (const char letter : e.result) shape.push_back(e.sizes.at(letter));
  std::vector<Strides> strides;
  for (size_t o = 0; o < tensors.size(); ++o) {
    const Strides own = row_major(tensors[o].shape());
    Strides by_letter(letters.size(), 0);
    for (size_t a = 0; a < own.size(); ++a)
      if (tensors[o].shape()[a] != 1) by_letter[letters.find(e.operands[o][a])] += own[a];  // a diagonal adds up
    strides.push_back(std::move(by_letter));
  }
  Strides to_result = row_major(shape);
  to_result.resize(letters.size(), 0);
  strides.push_back(to_result);
  NDArray y = c.make(tensors[0].dtype(), shape);
  return with_wide(y.dtype(), [&]<class W>(W) -> Value {
    c.reserve(shape, sizeof(W));
    std::vector<W> sums(static_cast<size_t>(y.size()), W{0});
    const Rows rows(all, strides);
    W product[kChunk], factor[kChunk];
    rows.for_each([&](const std::vector<int64_t>& at) {
      for (int64_t first = 0; first < rows.length(); first += kChunk) {
        const int64_t count = std::min(kChunk, rows.length() - first);
        std::fill_n(product, count, W{1});
        for (size_t o = 0; o < tensors.size(); ++o) {
          load_strided(tensors[o], at[o] + first * rows.step(o), rows.step(o), count, factor);
          for (int64_t i = 0; i < count; ++i) product[i] *= factor[i];
        }
        W* const to = sums.data() + at.back() + first * rows.step(tensors.size());
        for (int64_t i = 0; i < count; ++i) to[i * rows.step(tensors.size())] += product[i];
      }
    });
    store(y, 0, y.size(), sums.data());
    return y;
  });
}

}  // namespace

void add_joining_operators(Table& table) {
  table.add("concatenate", concatenate);
  table.add("stack", stack);
  table.add("einsum", einsum);
}

}  // namespace nw::reference
