// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/scan.h"

#include <algorithm>
#include <set>

#include "schedule/groups.h"
#include "tir/visit.h"

namespace nw::schedule {

namespace {

using Dimension = std::pair<std::pair<const te::OperationNode*, int>, size_t>;  // of a tensor: operation, output, place

Dimension dimension(const te::Tensor& t, size_t k) {
  return {{t->op.get(), t->value_index}, k};
}

// Which spatial axis each dimension follows exactly, carried from the state to the updates.
class Follow {
 public:
  void start(const te::Tensor& state, size_t k, size_t axis) { follows_[dimension(state, k)] = axis; }
  void body(const te::Operation& op) {
    if (const auto* compute = te::op_cast<te::ComputeNode>(op)) {
      for (const Expr& e : compute->body)
        tir::walk(e, [&](const Expr& node) {
          if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(node)) read(op, *compute, *load);
          return true;
        });
    } else if (const auto* inner = te::op_cast<te::ScanNode>(op)) {
      for (size_t i = 0; i < inner->update.size(); ++i) {
        const te::Tensor t = te::output(op, static_cast<int>(i));
        for (size_t k = 1; k < t->shape.size(); ++k) {
          merge(dimension(t, k), dimension(inner->update[i], k));
          merge(dimension(t, k), dimension(inner->init[i], k));
        }
      }
    }
  }
  bool holds(const te::Tensor& update, size_t k, size_t axis) const {
    const auto it = follows_.find(dimension(update, k));
    return it != follows_.end() && it->second == axis && !failed_.contains(axis);
  }

 private:
  void read(const te::Operation& op, const te::ComputeNode& compute, const tir::ProducerLoadNode& load) {
    const te::Tensor t = te::tensor_of(load);
    for (size_t k = 0; k < load.indices.size(); ++k) {
      const auto axis = std::find_if(compute.axis.begin(), compute.axis.end(),
                                     [&](const IterVar& iv) { return Expr(iv->var) == load.indices[k]; });
      if (axis == compute.axis.end()) {
        if (const auto it = follows_.find(dimension(t, k)); it != follows_.end()) failed_.insert(it->second);
        continue;
      }
      for (int i = 0; i < op->num_outputs(); ++i)
        merge(dimension(te::output(op, i), static_cast<size_t>(axis - compute.axis.begin())), dimension(t, k));
    }
  }
  void merge(const Dimension& to, const Dimension& from) {
    const auto it = follows_.find(from);
    if (it == follows_.end()) return;
    const auto [known, fresh] = follows_.emplace(to, it->second);
    if (fresh || known->second == it->second) return;
    failed_.insert(known->second);
    failed_.insert(it->second);
  }

  std::map<Dimension, size_t> follows_;
  std::set<size_t> failed_;
};

}  // namespace

std::vector<bool> scan_fix_points(const Schedule& s, const te::ScanNode& scan) {
  Follow follow;
  size_t axis = 0;
  for (const te::Tensor& state : scan.state_placeholder)
    for (size_t k = 1; k < state->shape.size(); ++k) follow.start(state, k, axis++);
  std::vector<te::Tensor> inputs = scan.state_placeholder;
  inputs.insert(inputs.end(), scan.scan_inputs.begin(), scan.scan_inputs.end());
  for (StageId id : stages_between(s, scan.update, inputs, false)) follow.body(s.stage(id).op);
  std::vector<bool> fixed;
  axis = 0;
  for (const te::Tensor& update : scan.update)
    for (size_t k = 1; k < update->shape.size(); ++k) fixed.push_back(follow.holds(update, k, axis++));
  return fixed;
}

}  // namespace nw::schedule
