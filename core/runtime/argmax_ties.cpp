// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/argmax_ties.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

#include "interp/interp.h"
#include "tir/visit.h"

namespace nw::runtime {

namespace {

constexpr int64_t kMaxLookedAt = 1 << 20;

// What the reduction chooses from: an element for every element of the result and every iteration.
te::Operation candidates_of(const te::ComputeNode& op, const tir::ReduceNode& reduce) {
  std::vector<tir::IterVar> axes = op.axis;
  tir::Substitution from_zero;
  for (const tir::IterVar& axis : reduce.axis) {
    const tir::IterVar plain =
        te::reduce_axis({tir::int_imm(0, axis->dom.extent->dtype), axis->dom.extent}, axis->var->name);
    auto* data = new tir::IterVarNode(*plain);
    data->type = tir::IterType::DataPar;
    axes.emplace_back(data);
    from_zero[axis->var] = axis->dom.min + plain->var;
  }
  std::vector<tir::Expr> body;
  for (const tir::Expr& source : reduce.source) body.push_back(tir::substitute(source, from_zero));
  return te::make_compute(op.name + "_candidates", std::move(axes), std::move(body));
}

bool close(const NDArray& array, int64_t element, const NDArray& other, int64_t at) {
  const double a = array.at(element), b = other.at(at);
  return a == b || (array.dtype().is_float() && std::abs(a - b) <= 1e-5 * std::abs(b));
}

class Ties {
 public:
  Ties(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output, const std::vector<NDArray>& arrays)
      : args_(args), is_output_(is_output), arrays_(arrays) {}

  void accept(size_t which, const std::map<tir::Var, int64_t, tir::VarOrder>& sizes, measure::Expected& expected) {
    const auto* op = te::op_cast<te::ComputeNode>(args_[which]->op);
    const auto* reduce = op && op->body.size() > 1 ? tir::node_cast<tir::ReduceNode>(op->body[0]) : nullptr;
    if (!reduce || !tir::is_one(reduce->condition) || !reduce->init.empty() || !find_siblings(which, *op)) return;
    std::vector<size_t> differ;
    for (size_t i = 0; i < expected.elements.size(); ++i)
      if (!close(arrays_[which], expected.elements[i], expected.reference, static_cast<int64_t>(i)))
        differ.push_back(i);
    if (differ.empty()) return;
    const te::Operation candidates = candidates_of(*op, *reduce);
    std::vector<te::Tensor> tensors = {args_[which]};
    for (int v = 0; v < candidates->num_outputs(); ++v) tensors.push_back(te::output(candidates, v));
    interp::Options options;
    options.wide_reductions = true;
    interp::Interpreter reference(tensors, sizes, options);
    for (size_t i = 0; i < args_.size(); ++i)
      if (!is_output_[i]) reference.set_input(args_[i], arrays_[i]);
    const std::vector<int64_t> shape = reference.shape(tensors[1]);
    const int64_t count = std::accumulate(shape.begin() + static_cast<std::ptrdiff_t>(op->axis.size()), shape.end(),
                                          int64_t{1}, std::multiplies<>());
    if (count <= 0 || count * static_cast<int64_t>(differ.size()) > kMaxLookedAt) return;
    const auto bytes = static_cast<size_t>(arrays_[which].dtype().bytes());
    for (const size_t i : differ)
      if (agrees_elsewhere(reference, which, expected.elements[i]) &&
          is_candidate(reference, tensors, expected.elements[i], count))
        std::memcpy(expected.reference.mutable_bytes() + i * bytes,
                    arrays_[which].bytes() + static_cast<size_t>(expected.elements[i]) * bytes, bytes);
  }

 private:
  // The arrays of all outputs of the operation, in order; false if the kernel does not return them all.
  bool find_siblings(size_t which, const te::ComputeNode& op) {
    siblings_.clear();
    for (int v = 0; v < op.num_outputs(); ++v)
      for (size_t i = 0; i < args_.size(); ++i)
        if (is_output_[i] && args_[i]->op == args_[which]->op && args_[i]->value_index == v) siblings_.push_back(i);
    return siblings_.size() == op.body.size();
  }

  // Another output is as the reference has it: what was chosen is as good.
  bool agrees_elsewhere(interp::Interpreter& reference, size_t which, int64_t element) const {
    return std::ranges::any_of(siblings_, [&](size_t s) {
      if (s == which) return false;
      const Result<NDArray> value = reference.elements(args_[s], {element});
      return value.ok() && close(arrays_[s], element, *value, 0);
    });
  }

  bool is_candidate(interp::Interpreter& reference, const std::vector<te::Tensor>& tensors, int64_t element,
                    int64_t count) const {
    std::vector<int64_t> positions(static_cast<size_t>(count));
    std::iota(positions.begin(), positions.end(), element * count);
    std::vector<char> fits(positions.size(), true);
    for (size_t v = 0; v < siblings_.size(); ++v) {
      const Result<NDArray> values = reference.elements(tensors[v + 1], positions);
      if (!values.ok()) return false;
      for (size_t k = 0; k < fits.size(); ++k)
        fits[k] = fits[k] && close(arrays_[siblings_[v]], element, *values, static_cast<int64_t>(k));
    }
    return std::ranges::find(fits, true) != fits.end();
  }

  const std::vector<te::Tensor>& args_;
  const std::vector<bool>& is_output_;
  const std::vector<NDArray>& arrays_;
  std::vector<size_t> siblings_;
};

}  // namespace

void accept_ties(const std::vector<te::Tensor>& args, const std::vector<bool>& is_output,
                 const std::vector<NDArray>& arrays, size_t which,
                 const std::map<tir::Var, int64_t, tir::VarOrder>& sizes, measure::Expected& expected) {
  Ties(args, is_output, arrays).accept(which, sizes, expected);
}

}  // namespace nw::runtime
