// SPDX-License-Identifier: GPL-3.0-or-later
// The operator registry: pattern, type rule and computation of Relay's operators. An operator is a name in
// traits_table.cpp, a rule in its family's file and one in compute/ (resources/docs/adding.md).
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "base/sentence.h"
#include "base/target_facts.h"
#include "graph/graph.h"
#include "graph/op_traits.h"
#include "schedule/step.h"
#include "te/operation.h"

namespace nw::op {

using graph::Attrs;
using graph::Type;

// What a type rule sees. `constants[i]` is argument i's data where it is a constant (shape arguments), else undefined.
struct TypeContext {
  const graph::Node& node;
  std::vector<Type> args;
  std::vector<NDArray> constants;
  graph::Graph& graph;  // for new symbols
};
// The result's type, or diagnostics; Type::unknown() where it depends on values.
using TypeRule = std::function<Result<Type>(const TypeContext&)>;

// What a TE rule sees: one tensor an argument (tuple arguments flattened in place), the types, the attributes.
// What tiles are made for: one core of a processor.
struct CoreFacts {
  int64_t lanes = 4;       // float32 elements of a vector, 16 at most
  int64_t registers = 16;  // vectors that they hold
  int64_t l2_bytes = 1 << 20;
  bool byte_dots = false;  // adds products of four bytes in one instruction (tir/byte_dot.h)
  static CoreFacts of(const TargetFacts& target);
};

struct ComputeContext {
  const graph::Node& node;
  std::vector<Type> arg_types;
  Type out_type;
  std::vector<te::Tensor> args;
  std::string name;    // for the tensor that the rule returns; helpers take name + "_pad", …
  bool plain = false;  // as the operator is defined: nothing packed or tiled to be fast
  // Of each argument: packing it costs nothing, as it is a constant that is packed before the kernel is called.
  std::vector<bool> packed_before = {};
  CoreFacts core = {};
  // Of the result, an image: its channels will lie in blocks of so many (model/channel_blocks.h); 0: as they are.
  int64_t channel_block = 0;
  int64_t data_block = 0;  // of the first argument, likewise
};
// One tensor an output field.
using ComputeRule = std::function<Result<std::vector<te::Tensor>>(const ComputeContext&)>;

// A call alone as a kernel that a person has scheduled.
struct ScheduledCall {
  std::vector<te::Tensor> inputs, outputs;  // in the order of the arguments; of the fields
  std::vector<schedule::Step> steps;
  // The script as it is written, where it is for these sizes: then its kernel's arguments, as indices of the inputs.
  std::string text;
  std::vector<size_t> order;
};

struct OpInfo {
  std::string name;
  graph::OpTraits traits;
  int num_inputs = -1;                 // -1: any
  std::vector<std::string> arg_names;  // "data", "weight", … where it helps people
  TypeRule type;                       // empty: cannot be typed
  ComputeRule compute;                 // empty: no TE form; the group says so
  // Floating or integer operations of one call, each arithmetic operation once; empty: elements of the output.
  std::function<double(const graph::Node&, const std::vector<Type>&)> flops;
  // ── Of operators that a document declares (core/custom) ──
  std::string definition = {};  // tells operators of one name apart: part of the task's key
  std::function<Result<std::vector<NDArray>>(const graph::Node&, const std::vector<NDArray>&)> evaluate = {};
  std::function<std::optional<ScheduledCall>(const graph::Node&, const std::vector<Type>& args)> scheduled = {};
};

class Registry final : public graph::OperatorSet {
 public:
  static const Registry& standard();  // Relay's operators as TVM 0.11 registers them; built once, never changed
  const OpInfo* find(std::string_view name) const;
  const graph::OpTraitsTable& traits() const override { return traits_; }
  Result<std::vector<NDArray>> evaluate(const graph::Node& call, const std::vector<NDArray>& arguments) const override;
  const std::map<std::string, OpInfo, std::less<>>& ops() const { return ops_; }
  void add(OpInfo info);
  // The entry of this name, made (opaque and known) if it is new: families fill in rules here.
  OpInfo& entry(std::string_view name);

 private:
  std::map<std::string, OpInfo, std::less<>> ops_;
  graph::OpTraitsTable traits_;
};

// The operators that the graph is written in.
const Registry& registry_of(const graph::Graph& graph);

// Every node's type, in post order; what cannot be typed stays as it was declared, or Unknown, with one diagnostic an
// operator (counted).
Diagnostics infer_types(graph::Graph& graph);
// One node's type from its inputs' types, set in the graph. Diagnostics only for what is wrong, not for what is
// unknown.
Diagnostics infer_node(graph::Graph& graph, NodeId id);

// Why no kernel can compute this call, as the end of a sentence ("it has no computation in tensor expressions");
// empty: one can, once its sizes are known.
Sentence why_no_kernel(const graph::Graph& graph, const graph::Node& node);

}  // namespace nw::op
