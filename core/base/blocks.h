// SPDX-License-Identifier: GPL-3.0-or-later
// A list that only grows and whose elements stay where they are: they lie in blocks. For many elements of a few hundred
// bytes, of which a deque holds one or two in each piece of memory.
#pragma once

#include <cstddef>
#include <iterator>
#include <utility>
#include <vector>

namespace nw {

template <class T>
class Blocks {
 public:
  template <class List, class Element>
  class Iterator {
   public:
    using iterator_category = std::forward_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = Element*;
    using reference = Element&;

    Iterator() = default;
    Iterator(List* list, size_t at) : list_(list), at_(at) {}
    Element& operator*() const { return (*list_)[at_]; }
    Element* operator->() const { return &(*list_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++at_;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    List* list_ = nullptr;
    size_t at_ = 0;
  };

  template <class... Arguments>
  T& emplace_back(Arguments&&... arguments) {
    if (blocks_.empty() || blocks_.back().size() == kBlock) blocks_.emplace_back().reserve(kBlock);
    return blocks_.back().emplace_back(std::forward<Arguments>(arguments)...);
  }
  void push_back(T element) { emplace_back(std::move(element)); }

  size_t size() const { return blocks_.empty() ? 0 : (blocks_.size() - 1) * kBlock + blocks_.back().size(); }
  bool empty() const { return blocks_.empty(); }
  T& operator[](size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  const T& operator[](size_t i) const { return blocks_[i / kBlock][i % kBlock]; }
  T& back() { return blocks_.back().back(); }
  const T& back() const { return blocks_.back().back(); }

  auto begin() { return Iterator<Blocks, T>(this, 0); }
  auto end() { return Iterator<Blocks, T>(this, size()); }
  auto begin() const { return Iterator<const Blocks, const T>(this, 0); }
  auto end() const { return Iterator<const Blocks, const T>(this, size()); }

 private:
  static constexpr size_t kBlock = 64;
  std::vector<std::vector<T>> blocks_;  // each with room for kBlock elements from the start, all but the last full
};

}  // namespace nw
