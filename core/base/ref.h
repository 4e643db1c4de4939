// SPDX-License-Identifier: GPL-3.0-or-later
// Intrusive, thread-safe reference counting for immutable values that are shared everywhere (expressions, statements).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace nw {

class RefCounted {
 public:
  RefCounted() = default;
  RefCounted(const RefCounted&) : refs_(0) {}
  RefCounted& operator=(const RefCounted&) { return *this; }
  virtual ~RefCounted() = default;
  void retain() const { refs_.fetch_add(1, std::memory_order_relaxed); }
  void release() const {
    if (refs_.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy();
  }
  bool unique() const { return refs_.load(std::memory_order_acquire) == 1; }

 private:
  // Destroying a node destroys those that only it holds, one inside the other. Long chains are taken apart from a list
  // instead, or they would overflow the stack.
  void destroy() const {
    if (destroying_ >= kDeepest) return destroy_later();
    ++destroying_;
    delete this;
    if (--destroying_ == 0 && postponed_) destroy_postponed();
  }
  void destroy_later() const;
  static void destroy_postponed();

  static constexpr int kDeepest = 500;
  static constinit thread_local int destroying_;
  static constinit thread_local std::vector<const RefCounted*>* postponed_;
  mutable std::atomic<uint32_t> refs_{0};
};

template <class T>
class Ref {
 public:
  Ref() = default;
  Ref(std::nullptr_t) {}  // NOLINT: null is a Ref
  explicit Ref(const T* node) : node_(node) {
    if (node_) node_->retain();
  }
  Ref(const Ref& other) : Ref(other.node_) {}
  Ref(Ref&& other) noexcept : node_(std::exchange(other.node_, nullptr)) {}
  template <class U>
    requires std::is_convertible_v<const U*, const T*>
  Ref(const Ref<U>& other) : Ref(static_cast<const T*>(other.get())) {}  // NOLINT: as pointers convert
  Ref& operator=(Ref other) noexcept {
    std::swap(node_, other.node_);
    return *this;
  }
  ~Ref() {
    if (node_) node_->release();
  }
  const T* get() const { return node_; }
  const T* operator->() const { return node_; }
  const T& operator*() const { return *node_; }
  explicit operator bool() const { return node_ != nullptr; }
  bool same_as(const Ref& other) const { return node_ == other.node_; }
  bool operator==(const Ref& other) const { return node_ == other.node_; }  // identity, not structure

 private:
  const T* node_ = nullptr;
};

}  // namespace nw

template <class T>
struct std::hash<nw::Ref<T>> {
  size_t operator()(const nw::Ref<T>& r) const noexcept { return std::hash<const void*>{}(r.get()); }
};
