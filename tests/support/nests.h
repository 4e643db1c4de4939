// SPDX-License-Identifier: GPL-3.0-or-later
// Loop nests written by hand: what a test of code generation needs.
#pragma once

#include "base/ndarray.h"
#include "lower/lower.h"

namespace nw::test {

using tir::Buffer;
using tir::Expr;
using tir::ExprKind;
using tir::Stmt;
using tir::Var;

inline Buffer sized_buffer(const char* name, DType dtype, std::vector<Expr> shape, const char* scope = "global") {
  auto* node = new tir::BufferNode;
  node->name = name;
  node->dtype = dtype;
  node->shape = std::move(shape);
  node->scope = scope;
  return Buffer(node);
}
inline Buffer buffer(const char* name, DType dtype, const std::vector<int64_t>& shape, const char* scope = "global") {
  std::vector<Expr> extents;
  for (const int64_t extent : shape) extents.push_back(tir::int_imm(extent));
  return sized_buffer(name, dtype, std::move(extents), scope);
}

inline lower::LoopNest nest(std::vector<Buffer> inputs, std::vector<Buffer> outputs, Stmt body) {
  lower::LoopNest n;
  n.name = "test";
  for (Buffer& b : inputs) {
    n.args.push_back(b);
    n.arg_is_output.push_back(false);
  }
  for (Buffer& b : outputs) {
    n.args.push_back(b);
    n.arg_is_output.push_back(true);
  }
  n.body = std::move(body);
  return n;
}

inline Stmt loop(const Var& v, int64_t extent, Stmt body, tir::ForKind kind = tir::ForKind::Serial) {
  return tir::make_for(v, tir::int_imm(0), tir::int_imm(extent), kind, std::move(body));
}

inline Expr at(const Buffer& b, std::vector<Expr> indices) {
  return tir::buffer_load(b, std::move(indices));
}

inline std::string texts(const Diagnostics& diagnostics) {
  std::string all;
  for (const Diagnostic& d : diagnostics) all += format(d);
  return all;
}

}  // namespace nw::test
