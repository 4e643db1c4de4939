// SPDX-License-Identifier: GPL-3.0-or-later
// Buffers of tensors: kernel arguments have the whole tensor, others the region needed at their attach point; and
// expressions of the computation rewritten over these buffers.
#pragma once

#include <map>

#include "lower/nest_context.h"

namespace nw::lower {

struct TensorStorage {
  tir::Buffer buffer;
  std::vector<tir::Expr> min;  // the tensor's indices at the buffer's first element; empty: zeros
  bool is_arg = false;
};

class StorageTable {
 public:
  StorageTable(NestContext& context, const std::vector<te::Tensor>& args);

  // Of each argument, in order.
  std::vector<tir::Buffer> arg_buffers;

  // Where an operation's output lives; a fault is reported where it lives nowhere.
  const TensorStorage& of(const te::OperationNode* op, int output);
  // Null: an output without memory of its own (an argument, or one that lives in a scan's memory).
  const tir::Buffer* allocated(const te::OperationNode* op, int output) const;

  // An expression of the computation over loops and buffers; `lowered` also simplifies it.
  tir::Expr lowered(const tir::Expr& e, const tir::Substitution& map);
  tir::Expr converted(const tir::Expr& e, const tir::Substitution& map);
  // The buffer's indices of an element of the tensor.
  std::vector<tir::Expr> place(const TensorStorage& storage, std::vector<tir::Expr> indices);

 private:
  using Key = std::pair<const te::OperationNode*, int>;

  void add_storage(const schedule::Stage& stage);
  tir::Buffer make_buffer(const schedule::Stage& stage, int output, std::vector<tir::Expr> shape, std::string name,
                          std::string scope, std::vector<tir::Expr> strides = {});
  std::vector<tir::Expr> aligned_strides(const schedule::Stage& stage, const std::vector<tir::Expr>& shape);
  tir::Expr converted(const tir::Expr& e, const tir::Substitution& map, tir::Rewritten& shared);

  NestContext& context_;
  std::map<Key, TensorStorage> storage_;
  std::map<Key, Key> alias_;  // tensors stored in another's buffer
};

}  // namespace nw::lower
