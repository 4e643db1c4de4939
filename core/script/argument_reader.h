// SPDX-License-Identifier: GPL-3.0-or-later
// What an argument must be: binding arguments to parameters, and values as integers, texts, tensors, expressions. What
// does not fit is reported, and gives nothing.
#pragma once

#include <array>
#include <optional>

#include "script/script_state.h"

namespace nw::script {

class ArgumentReader {
 public:
  explicit ArgumentReader(ScriptState& state) : state_(state) {}

  bool bind(const Arguments& args, const std::string& function, std::span<const char* const> params,
            std::span<Arg> out);
  template <size_t N>
  std::optional<std::array<Arg, N>> bind(const Arguments& args, const std::string& function,
                                         const char* const (&params)[N]) {
    std::array<Arg, N> out;
    if (!bind(args, function, std::span<const char* const>(params, N), out)) return std::nullopt;
    return out;
  }
  std::optional<int64_t> to_int(const Arg& a, const std::string& role);
  std::optional<std::string> to_text(const Arg& a, const std::string& role);
  std::optional<std::string> text_or(const Arg& a, const std::string& role, const char* otherwise);
  std::optional<DType> to_dtype(const Arg& a, DType otherwise);
  std::optional<te::Tensor> to_tensor(const Arg& a, const std::string& role);
  std::optional<std::vector<te::Tensor>> to_tensors(const Arg& a, const std::string& role);
  std::optional<std::vector<tir::Expr>> to_shape(const Arg& a);
  std::optional<tir::IterVar> to_reduce_axis(const Value& v, const Node* n);
  // The items of a list, a tuple or an iterator, which is then used up; null (and reported) where `v` has none.
  const std::vector<Value>* items_of(const Value& v, const std::string& role, const Node* n);
  std::optional<bool> truth(const Value& v, const Node* n, std::string_view word);
  // As an expression; null (and reported) where it is none.
  tir::Expr to_expr(const Value& v, const Node* n);
  tir::Expr int_expr(const Value& v, const Node* n, const std::string& role);
  Value sized(tir::Expr e, const Node* n);  // unless it is larger than later phases can handle
  Value read_tensor(const te::Tensor& t, std::vector<tir::Expr> indices, const Node* n);
  std::optional<std::vector<tir::Expr>> body_of(const Value& v, const Node* lambda);

 private:
  Value wrong_indices(const PartialRead& read, const Node* n);

  ScriptState& state_;
};

}  // namespace nw::script
