// SPDX-License-Identifier: GPL-3.0-or-later
#include "te/same_element.h"

#include <map>
#include <set>

#include "tir/visit.h"

namespace nw::te {

namespace {

class Dependence {
 public:
  explicit Dependence(const Tensor& input) : input_(input) {}

  bool same_element_only(const Operation& root) {
    for (const Operation& op : post_order({root}))
      if (!visit(op)) return false;
    return true;
  }

 private:
  bool depends(const Tensor& tensor) const {
    return same_tensor(tensor, input_) || depends_.contains(tensor->op.get());
  }

  // False: `op` depends on other elements than its own.
  bool visit(const Operation& op) {
    const auto* compute = op_cast<ComputeNode>(op);
    if (!compute) {
      for (const Tensor& tensor : op->inputs())
        if (depends(tensor)) return false;
      return true;
    }
    bool fits = true;
    for (const Expr& body : compute->body)
      tir::walk(body, [&](const Expr& e) {
        const auto* load = tir::node_cast<tir::ProducerLoadNode>(e);
        if (!load || !depends(tensor_of(*load))) return fits;
        depends_.insert(op.get());
        fits = fits && !compute->is_reduction() && at_own_indices(*compute, *load);
        return fits;
      });
    return fits;
  }

  // An axis of one element is mostly read at the constant 0.
  static bool at_own_indices(const ComputeNode& compute, const tir::ProducerLoadNode& load) {
    if (load.indices.size() != compute.axis.size()) return false;
    for (size_t i = 0; i < load.indices.size(); ++i) {
      if (load.indices[i].get() == compute.axis[i]->var.get()) continue;
      const int64_t* extent = tir::as_const_int(compute.shape[i]);
      const int64_t* index = tir::as_const_int(load.indices[i]);
      if (!extent || *extent != 1 || !index || *index != 0) return false;
    }
    return true;
  }

  const Tensor& input_;
  std::set<const OperationNode*> depends_;
};

}  // namespace

bool reads_same_element_only(const Tensor& result, const Tensor& input) {
  return result->op->num_outputs() == 1 && Dependence(input).same_element_only(result->op);
}

}  // namespace nw::te
