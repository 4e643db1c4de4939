// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/structure.h"

#include <algorithm>
#include <map>
#include <set>

#include "cost/flops.h"
#include "tir/visit.h"

namespace nw::tune {

namespace {

using te::ComputeNode;

// Inlining copies a stage into each of its reads; no stage may grow beyond this many nodes.
constexpr size_t kMostInlinedNodes = 1024;

bool has_variable(const tir::Expr& e, const tir::Var& var) {
  bool found = false;
  tir::walk(e, [&](const tir::Expr& part) {
    found = found || (part->kind == tir::ExprKind::Var && part.get() == var.get());
    return !found;
  });
  return found;
}

// The coefficient of the variable in a sum of products with constants; nothing where it is not of that form.
std::optional<int64_t> coefficient(const tir::Expr& e, const tir::Var& var) {
  if (!has_variable(e, var)) return 0;
  if (e->kind == tir::ExprKind::Var) return 1;
  const auto* binary = tir::node_cast<tir::BinaryNode>(e);
  if (!binary) return std::nullopt;
  const auto a = coefficient(binary->a, var), b = coefficient(binary->b, var);
  if (!a || !b) return std::nullopt;
  if (e->kind == tir::ExprKind::Add) return *a + *b;
  if (e->kind == tir::ExprKind::Sub) return *a - *b;
  const int64_t* factor = tir::as_const_int(*a == 0 ? binary->a : binary->b);
  if (e->kind != tir::ExprKind::Mul || !factor) return std::nullopt;
  return (*a + *b) * *factor;
}

Neighbours neighbours_along(const std::vector<tir::Expr>& indices, const tir::Var& var) {
  for (size_t i = 0; i + 1 < indices.size(); ++i)
    if (has_variable(indices[i], var)) return Neighbours::Apart;
  const auto step = indices.empty() ? std::optional<int64_t>(0) : coefficient(indices.back(), var);
  return step == 0 ? Neighbours::Same : step == 1 ? Neighbours::Contiguous : Neighbours::Apart;
}

std::vector<const tir::ProducerLoadNode*> reads_of(const ComputeNode& node) {
  std::vector<const tir::ProducerLoadNode*> reads;
  for (const tir::Expr& body : node.body)
    tir::walk(body, [&](const tir::Expr& e) {
      if (const auto* load = tir::node_cast<tir::ProducerLoadNode>(e)) reads.push_back(load);
      return true;
    });
  return reads;
}

// Conditions, and functions that a library computes.
bool is_costly(const ComputeNode& node) {
  bool costly = false;
  for (const tir::Expr& body : node.body)
    tir::walk(body, [&](const tir::Expr& e) {
      costly = costly || e->kind == tir::ExprKind::Call || e->kind == tir::ExprKind::Select;
      return !costly;
    });
  return costly;
}

size_t nodes_of(const ComputeNode& node) {
  size_t count = 0;
  for (const tir::Expr& body : node.body)
    tir::walk(body, [&](const tir::Expr&) { return ++count <= kMostInlinedNodes; });
  return count;
}

std::optional<std::vector<int64_t>> extents_of(const std::vector<tir::IterVar>& axes) {
  std::vector<int64_t> extents;
  for (const tir::IterVar& axis : axes) {
    const int64_t* extent = tir::as_const_int(axis->dom.extent);
    if (!extent || *extent <= 0) return std::nullopt;
    extents.push_back(*extent);
  }
  return extents;
}

class Analysis {
 public:
  Analysis(const schedule::Schedule& s, int64_t lanes) : s_(s), lanes_(lanes) {}

  std::optional<Structure> run() {
    const te::Operation last = s_.outputs().empty() ? nullptr : s_.outputs().back();
    const auto* result = te::op_cast<ComputeNode>(last);
    if (!result || result->axis.empty()) return std::nullopt;
    for (const te::Operation& op : te::post_order(s_.outputs())) {
      if (op->kind == te::OpKind::Scan) return std::nullopt;
      const auto* node = te::op_cast<ComputeNode>(op);
      if (!node) continue;
      if (!extents_of(node->axis) || !extents_of(node->reduce_axis)) return std::nullopt;
      if (is_output(op) && op != last)
        found_.roots.push_back(s_.find(op));
      else
        add(op, *node, op == last);
    }
    found_.last = s_.find(last);
    found_.extents = *extents_of(result->axis);
    if (found_.anchor) {
      found_.same_shape = found_.anchor->extents == found_.extents;
      if (found_.anchor->stage != found_.last && result->is_reduction()) return std::nullopt;
    }
    return std::move(found_);
  }

 private:
  bool is_output(const te::Operation& op) const { return std::ranges::find(s_.outputs(), op) != s_.outputs().end(); }

  void add(const te::Operation& op, const ComputeNode& node, bool last) {
    const StageId stage = s_.find(op);
    if (node.is_reduction()) {
      std::optional<Anchor> anchor = anchor_of(op, node);
      const double work = cost::count_flops({te::output(op)});
      if (anchor && (!found_.anchor || work >= anchor_work_)) {
        if (found_.anchor) found_.roots.push_back(found_.anchor->stage);
        anchor_work_ = work;
        found_.anchor = std::move(anchor);
      } else {
        (anchor ? found_.roots : found_.reductions).push_back(stage);
      }
      return;
    }
    if (last) return;
    size_t nodes = nodes_of(node);
    for (const tir::ProducerLoadNode* read : reads_of(node))
      if (const auto grown = inlined_nodes_.find(te::tensor_of(*read)->op.get()); grown != inlined_nodes_.end())
        nodes += grown->second;
    if (node.num_outputs() > 1 || nodes > kMostInlinedNodes) {
      found_.roots.push_back(stage);
    } else if (is_costly(node) || te::op_cast<ComputeNode>(op)->tag.find("pack") != std::string::npos) {
      found_.placed.push_back(stage);
    } else {
      inlined_nodes_[op.get()] = nodes;
      found_.inlined.push_back(stage);
    }
  }

  // Vectors along a data axis: no read has its elements apart, unless a copy can bring them together.
  std::optional<Anchor> anchor_of(const te::Operation& op, const ComputeNode& node) const {
    if (node.body.size() != 1 || node.axis.empty()) return std::nullopt;
    Anchor anchor{.stage = s_.find(op), .extents = *extents_of(node.axis), .depths = *extents_of(node.reduce_axis)};
    for (const tir::ProducerLoadNode* read : reads_of(node)) add_operand(anchor, node, *read);
    std::vector<std::pair<int, int>> ranked;
    for (size_t a = 0; a < node.axis.size(); ++a) {
      if (anchor.extents[a] * 4 < lanes_) continue;
      int contiguous = 0, apart = 0;
      bool possible = true;
      for (const Operand& operand : anchor.operands) {
        contiguous += operand.by_axis[a] == Neighbours::Contiguous;
        if (operand.by_axis[a] != Neighbours::Apart) continue;
        ++apart;
        possible =
            possible && std::ranges::find(operand.axis_of_index, static_cast<int>(a)) != operand.axis_of_index.end();
      }
      if (possible && contiguous + apart > 0) ranked.emplace_back(apart * 2 - (a + 1 == node.axis.size()), a);
    }
    std::ranges::sort(ranked);
    for (const auto& [rank, axis] : ranked)
      if (ranked.front().first >= rank - 1) anchor.vector_axes.push_back(axis);
    anchor.rows = rows_of(node, anchor);
    // Reductions along contiguous data only, of few results, are summed in the lanes of a vector instead.
    const bool in_lanes =
        !ranked.empty() && ranked.front().first > 0 && std::ranges::none_of(anchor.operands, &Operand::copied);
    return anchor.vector_axes.empty() || in_lanes ? std::nullopt : std::optional(std::move(anchor));
  }

  void add_operand(Anchor& anchor, const ComputeNode& node, const tir::ProducerLoadNode& read) const {
    const te::Tensor tensor = te::tensor_of(read);
    const StageId stage = s_.find(tensor->op);
    const std::vector<tir::Expr> indices(read.indices.begin(), read.indices.end());
    Operand operand{stage, {}, std::vector<int>(indices.size(), -1)};
    int64_t again = 1;
    for (size_t a = 0; a < node.axis.size(); ++a) {
      const tir::Var& var = node.axis[a]->var;
      operand.by_axis.push_back(neighbours_along(indices, var));
      bool moves = false;
      for (size_t i = 0; i < indices.size(); ++i) {
        moves = moves || has_variable(indices[i], var);
        if (indices[i].get() == var.get()) operand.axis_of_index[i] = static_cast<int>(a);
      }
      if (!moves) again *= anchor.extents[a];
    }
    constexpr int64_t kReadAgain = 16;
    operand.copied = again >= kReadAgain && tensor->op->num_outputs() == 1;
    const auto known = std::ranges::find(anchor.operands, stage, &Operand::stage);
    if (known == anchor.operands.end()) anchor.operands.push_back(std::move(operand));
  }

  const schedule::Schedule& s_;
  int64_t lanes_;
  // Whether every read has the two axes side by side and whole, or none of them.
  static bool are_rows(const ComputeNode& node, size_t a, int64_t extent) {
    const tir::Var &row = node.axis[a]->var, &element = node.axis[a + 1]->var;
    return std::ranges::all_of(reads_of(node), [&](const tir::ProducerLoadNode* read) {
      const te::Tensor tensor = te::tensor_of(*read);
      int moved = 0;
      bool side_by_side = false;
      for (size_t i = 0; i < read->indices.size(); ++i) {
        moved += has_variable(read->indices[i], row) || has_variable(read->indices[i], element);
        if (i == 0 || read->indices[i - 1].get() != row.get() || read->indices[i].get() != element.get()) continue;
        const int64_t* whole = tir::as_const_int(tensor->shape[i]);
        side_by_side = whole && *whole == extent;
      }
      return moved == 0 || (moved == 2 && side_by_side);
    });
  }

  // The rows of the first axis of vectors that has some.
  static int rows_of(const ComputeNode& node, const Anchor& anchor) {
    for (const int axis : anchor.vector_axes) {
      const auto a = static_cast<size_t>(axis);
      if (a > 0 && anchor.extents[a - 1] > 1 && are_rows(node, a - 1, anchor.extents[a])) return axis - 1;
    }
    return -1;
  }

  Structure found_;
  double anchor_work_ = 0;
  std::map<const te::OperationNode*, size_t> inlined_nodes_;
};

}  // namespace

std::optional<Structure> structure_of(const schedule::Schedule& unscheduled, int64_t vector_elements) {
  return Analysis(unscheduled, vector_elements).run();
}

}  // namespace nw::tune
