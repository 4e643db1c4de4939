// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/ref.h"

namespace nw {

constinit thread_local int RefCounted::destroying_ = 0;
constinit thread_local std::vector<const RefCounted*>* RefCounted::postponed_ = nullptr;

void RefCounted::destroy_later() const {
  if (!postponed_) postponed_ = new std::vector<const RefCounted*>;
  postponed_->push_back(this);
}

void RefCounted::destroy_postponed() {
  ++destroying_;  // what comes up meanwhile goes on the list
  while (!postponed_->empty()) {
    const RefCounted* node = postponed_->back();
    postponed_->pop_back();
    delete node;
  }
  --destroying_;
  delete postponed_;
  postponed_ = nullptr;
}

}  // namespace nw
