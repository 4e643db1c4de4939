// SPDX-License-Identifier: GPL-3.0-or-later
#include "cost/storage_layout.h"

namespace nw::cost {

using namespace tir;

StorageLayout::Location StorageLayout::locate(const Buffer& buffer, const std::vector<Expr>& indices) {
  Buffer& stored = stored_[buffer.get()];
  if (!stored) {
    std::vector<Expr> shape = layouts_.shape(*buffer, buffer->shape);
    if (std::equal(shape.begin(), shape.end(), buffer->shape.begin(), buffer->shape.end())) {
      stored = buffer;
    } else {
      auto* node = new BufferNode;
      node->name = buffer->name;
      node->dtype = buffer->dtype;
      node->shape = std::move(shape);
      stored = Buffer(node);
    }
  }
  return {stored, stored == buffer ? indices : layouts_.indices(*buffer, indices)};
}

}  // namespace nw::cost
