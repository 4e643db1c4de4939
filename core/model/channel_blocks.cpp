// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/channel_blocks.h"

#include <algorithm>
#include <cstring>
#include <set>

#include "arith/analyzer.h"
#include "graph/join_types.h"
#include "model/group_computation.h"
#include "model/group_graph.h"
#include "model/run_order.h"
#include "op/registry.h"
#include "tir/visit.h"

namespace nw::model {

using graph::Graph;
using graph::Node;
using graph::NodeKind;
using te::Tensor;
using tir::Expr;

int64_t block_of(const ChannelBlocks& blocks, NodeId value) {
  const auto found = blocks.find(value);
  return found == blocks.end() ? 0 : found->second;
}

// ── Which values ──

namespace {

using Shape = std::vector<int64_t>;

// The sizes of images in float32, where they are known; one image.
std::optional<Shape> image_of(const Node& node) {
  const graph::Type& type = node.type;
  if (!type.is_tensor() || !type.rank_known || type.dtype != DType::Float(32) || type.shape.size() != 4)
    return std::nullopt;
  // How many images there are does not matter, only the run may tell.
  return graph::constant_shape({graph::Dim(1), type.shape[1], type.shape[2], type.shape[3]});
}

bool is_image(const Shape& shape) {
  return shape[2] * shape[3] > 1;
}

enum class Kind : uint8_t { Other, Convolution, Depthwise, Pool, WholePool, Elementwise, Concatenation };

Kind kind_of(const Graph& graph, const Node& node) {
  if (node.op == "nn.conv2d") {
    const int64_t groups = graph::int_attr(node.attrs, "groups", 1);
    const auto data = image_of(graph.node(node.inputs[0])), weight = image_of(graph.node(node.inputs[1])),
               out = image_of(node);
    const bool usual = graph::string_attr(node.attrs, "data_layout", "NCHW") == "NCHW" &&
                       graph::string_attr(node.attrs, "kernel_layout", "OIHW") == "OIHW";
    if (!usual || !data || !weight || !out) return Kind::Other;
    if (groups == 1) return Kind::Convolution;
    return groups == (*data)[1] && (*out)[1] == (*data)[1] ? Kind::Depthwise : Kind::Other;
  }
  if (node.op == "nn.max_pool2d" || node.op == "nn.avg_pool2d")
    return graph::string_attr(node.attrs, "layout", "NCHW") == "NCHW" ? Kind::Pool : Kind::Other;
  if (node.op == "nn.global_avg_pool2d" || node.op == "nn.global_max_pool2d" || node.op == "nn.adaptive_avg_pool2d") {
    const auto out = image_of(node);
    return out && !is_image(*out) && graph::string_attr(node.attrs, "layout", "NCHW") == "NCHW" ? Kind::WholePool
                                                                                                : Kind::Other;
  }
  if (node.op == "nn.pad") {
    const graph::Shape &from = graph.node(node.inputs[0]).type.shape, &to = node.type.shape;
    const bool images = image_of(graph.node(node.inputs[0])) && image_of(node);
    const bool of_pixels = images && graph::same({from[0], from[1]}, {to[0], to[1]});
    return of_pixels && graph::string_attr(node.attrs, "pad_mode", "constant") == "constant" ? Kind::Pool : Kind::Other;
  }
  if (node.op == "concatenate") return graph::int_attr(node.attrs, "axis", 0) == 1 ? Kind::Concatenation : Kind::Other;
  const op::OpInfo* info = op::registry_of(graph).find(node.op);
  const bool elementwise =
      info && info->definition.empty() && info->compute && node.type.is_tensor() &&
      node.type.dtype == DType::Float(32) &&
      (info->traits.pattern == graph::OpPattern::Elemwise || info->traits.pattern == graph::OpPattern::Broadcast);
  return elementwise ? Kind::Elementwise : Kind::Other;
}

// A group as far as the layout of its values goes.
struct Reader {
  Kind kind = Kind::Other;
  bool takes_none = false;      // it reads what the graph has: of a person's kernel, and of a view of its argument
  NodeId anchor;                // the node of that kind; of an elementwise group none
  std::optional<Shape> result;  // of the root
};

Reader reader_of(const Graph& graph, const fusion::Group& group) {
  Reader other;
  other.takes_none = std::ranges::any_of(group.nodes, [&](NodeId id) {
    const Node& node = graph.node(id);
    return node.kind == NodeKind::Call && (keeps_elements(node) || has_body(graph, group));
  });
  Reader reader{Kind::Elementwise, false, {}, image_of(graph.node(group.root))};
  for (const NodeId id : group.nodes) {
    const Node& node = graph.node(id);
    if (node.kind == NodeKind::Tuple) continue;  // of a concatenation
    const Kind kind = node.kind == NodeKind::Call ? kind_of(graph, node) : Kind::Other;
    if (kind == Kind::Elementwise) {
      // What follows the anchor computes images of its size.
      if (reader.anchor.valid() && image_of(node) != image_of(graph.node(reader.anchor))) return other;
      continue;
    }
    if (kind == Kind::Other || reader.anchor.valid()) return other;
    reader.kind = kind;
    reader.anchor = id;
  }
  return reader;
}

class Choice {
 public:
  Choice(const Graph& graph, const fusion::Fusion& fusion, int64_t lanes,
         const std::function<bool(const fusion::Group&)>& own_kernel)
      : graph_(graph), fusion_(fusion), lanes_(lanes) {
    for (const NodeId output : graph.outputs) add_result(output);
    // A field of a tuple that is read as such has no reader here.
    for (const NodeId id : graph.post_order())
      if (const Node& node = graph.node(id); node.kind == NodeKind::TupleGet) add_result(id);
    for (const fusion::Group& group : fusion.groups) {
      Reader reader;
      if (own_kernel && own_kernel(group))
        reader.takes_none = true;
      else
        reader = reader_of(graph, group);
      for (const NodeId input : group_inputs(graph, group))
        for (const NodeId value : fields_of(input)) readers_[value].push_back(readers_of_group_.size());
      readers_of_group_.push_back(std::move(reader));
    }
  }

  ChannelBlocks choose() {
    for (size_t i = 0; i < readers_of_group_.size(); ++i)
      if (may_lie_in_blocks(i)) blocks_[fusion_.groups[i].root] = lanes_;
    for (bool changed = true; changed;) {
      changed = false;
      for (size_t i = 0; i < readers_of_group_.size(); ++i) {
        const NodeId root = fusion_.groups[i].root;
        if (!blocks_.contains(root) || (computes_in_blocks(i) && all_take(root))) continue;
        blocks_.erase(root);
        changed = true;
      }
    }
    return std::move(blocks_);
  }

 private:
  // A network's result, and the fields of one that is a tuple.
  void add_result(NodeId value) {
    const Node& node = graph_.node(value);
    if (!results_.insert(value).second) return;
    if (node.kind == NodeKind::Tuple || node.kind == NodeKind::TupleGet)
      for (const NodeId input : node.inputs) add_result(input);
  }

  std::vector<NodeId> fields_of(NodeId input) const {
    const Node& node = graph_.node(input);
    return node.kind == NodeKind::Tuple ? node.inputs : std::vector{input};
  }

  bool may_lie_in_blocks(size_t group) const {
    const Reader& reader = readers_of_group_[group];
    const NodeId root = fusion_.groups[group].root;
    if (reader.kind == Kind::Other || reader.kind == Kind::WholePool || !reader.result) return false;
    if (results_.contains(root)) return false;
    return (*reader.result)[1] % lanes_ == 0 && is_image(*reader.result);
  }

  // The images of the result's channels that the group reads lie in blocks, too; a convolution's data may or may not.
  bool computes_in_blocks(size_t group) const {
    const Reader& reader = readers_of_group_[group];
    size_t images = 0;
    for (const NodeId input : group_inputs(graph_, fusion_.groups[group]))
      for (const NodeId value : fields_of(input)) {
        const auto shape = image_of(graph_.node(value));
        if (!shape || !is_image(*shape)) continue;
        const bool data = reader.kind == Kind::Convolution && is_data_only(group, value);
        if (!data && !blocks_.contains(value)) return false;
        images += data ? 0 : 1;
      }
    return reader.kind == Kind::Convolution || images > 0;
  }

  bool all_take(NodeId value) const {
    const auto readers = readers_.find(value);
    return readers != readers_.end() &&
           std::ranges::all_of(readers->second, [&](size_t group) { return takes(group, value); });
  }

  // Whether the group takes a value in blocks. What computes something else reads single channels of it.
  bool takes(size_t group, NodeId value) const {
    const Reader& reader = readers_of_group_[group];
    if (reader.takes_none) return false;
    const NodeId root = fusion_.groups[group].root;
    const bool gives_blocks = blocks_.contains(root);
    // The result may be written over it, element by element.
    if (!gives_blocks && graph::same(graph_.node(root).type, graph_.node(value).type) &&
        (reader.kind != Kind::Convolution || !is_data_only(group, value)))
      return false;
    // Its parts lie where they are computed (memory_plan.h).
    if (reader.kind == Kind::Concatenation) return gives_blocks && (*image_of(graph_.node(value)))[1] % lanes_ == 0;
    return true;
  }

  // The anchor reads the value as its data, and no other node of the group reads it.
  bool is_data_only(size_t group, NodeId value) const {
    const Reader& reader = readers_of_group_[group];
    for (const NodeId id : fusion_.groups[group].nodes) {
      const Node& node = graph_.node(id);
      for (size_t i = 0; i < node.inputs.size(); ++i)
        if (node.inputs[i] == value && (id != reader.anchor || i > 0)) return false;
    }
    return true;
  }

  const Graph& graph_;
  const fusion::Fusion& fusion_;
  const int64_t lanes_;
  std::vector<Reader> readers_of_group_;
  std::set<NodeId> results_;                       // of the network
  std::map<NodeId, std::vector<size_t>> readers_;  // of a value: groups by their place
  ChannelBlocks blocks_;
};

}  // namespace

ChannelBlocks choose_channel_blocks(const Graph& graph, const fusion::Fusion& fusion, const TargetFacts& target,
                                    const std::function<bool(const fusion::Group&)>& own_kernel) {
  if (target.runs_on_threads()) return {};
  return Choice(graph, fusion, op::CoreFacts::of(target).lanes, own_kernel).choose();
}

// ── Their computations ──

namespace {

// A channel's place in its block, where a stage's channels are in blocks.
struct Lane {
  tir::Var place;  // null: they are not
  int64_t block = 0;
};

class Blocking {
 public:
  void add(const Tensor& from, const Tensor& to, int64_t block) { laid_out_.push_back({from, to, block}); }
  const Tensor* find(const Tensor& tensor) const {
    for (const LaidOut& l : laid_out_)
      if (te::same_tensor(l.from, tensor)) return &l.to;
    return nullptr;
  }

  // The expression with reads of what is laid out in blocks, and places made simple.
  Expr over_blocks(const Expr& e, arith::Analyzer& analyzer, const Lane& lane = {}) const {
    return tir::rewrite(e, [&](const Expr& node) -> Expr {
      if (node->kind == tir::ExprKind::LT || node->kind == tir::ExprKind::GE) return of_blocks(node, analyzer, lane);
      const auto* load = tir::node_cast<tir::ProducerLoadNode>(node);
      if (!load) return node;
      std::vector<Expr> at(load->indices.begin(), load->indices.end());
      const Tensor from = te::tensor_of(*load);
      for (const LaidOut& l : laid_out_) {
        if (!te::same_tensor(l.from, from)) continue;
        // Rows and columns stay as they are written: bounds are found of each by itself, without conditions around it.
        const Expr block = tir::int_imm(l.block), channel = at[1];
        at[1] = analyzer.simplify(tir::floordiv(channel, block));
        if (l.to->shape.size() == 4) {  // rows are joined
          at[2] = analyzer.simplify(at[2] * l.from->shape[3] + at[3]);
          at.pop_back();
        }
        at.push_back(analyzer.simplify(tir::floormod(channel, block)));
        return te::read(l.to, std::move(at));
      }
      if (!lane.place) return node;
      for (Expr& index : at) index = analyzer.simplify(index);
      return te::read(from, std::move(at));
    });
  }

 private:
  // A comparison of a channel with the first one of a block holds for whole blocks.
  static Expr of_blocks(const Expr& comparison, arith::Analyzer& analyzer, const Lane& lane) {
    const auto* c = tir::node_cast<tir::BinaryNode>(comparison);
    const int64_t* bound = c && lane.place ? tir::as_const_int(c->b) : nullptr;
    if (!bound || *bound % lane.block != 0 || !tir::uses_var(c->a, lane.place)) return comparison;
    const Expr block = analyzer.simplify(tir::floordiv(c->a, tir::int_imm(lane.block)));
    if (tir::uses_var(block, lane.place)) return comparison;
    return tir::binary(comparison->kind, block, tir::int_imm(*bound / lane.block));
  }

  struct LaidOut {
    Tensor from, to;
    int64_t block;
  };
  std::vector<LaidOut> laid_out_;
};

// Rows are one axis each, or joined.
enum class Rows : uint8_t { Apart, Joined };

std::vector<Expr> blocked_shape(const std::vector<Expr>& shape, int64_t block, Rows rows) {
  const Expr blocks = tir::int_imm(*tir::as_const_int(shape[1]) / block), lanes = tir::int_imm(block);
  if (rows == Rows::Joined)
    return {shape[0], blocks, tir::int_imm(*tir::as_const_int(shape[2]) * *tir::as_const_int(shape[3])), lanes};
  return {shape[0], blocks, shape[2], shape[3], lanes};
}

bool is_packed(const te::Operation& op) {
  return op->tag == "pack" || op->tag == "pack_sums";
}

// An image whose channels fill blocks.
bool fills_blocks(const te::ComputeNode& op, int64_t block) {
  if (block == 0 || op.shape.size() != 4 || op.num_outputs() != 1) return false;
  for (size_t i = 1; i < 4; ++i)
    if (!tir::as_const_int(op.shape[i])) return false;
  const int64_t channels = *tir::as_const_int(op.shape[1]);
  return channels % block == 0 && *tir::as_const_int(op.shape[2]) * *tir::as_const_int(op.shape[3]) > 1;
}

void bind_axes(const te::ComputeNode& op, arith::Analyzer& analyzer) {
  for (const tir::IterVar& axis : op.axis) analyzer.bind(axis->var, axis->dom);
  for (const tir::IterVar& axis : op.reduce_axis) analyzer.bind(axis->var, axis->dom);
}

Tensor stage_in_blocks(const te::ComputeNode& op, int64_t block, Rows rows, const Blocking& blocking) {
  const auto name = [&](size_t axis) { return op.axis[axis]->var->name; };
  const std::vector<Expr> shape = blocked_shape(op.shape, block, rows);
  std::vector<std::string> names = {name(0), name(1) + "o", name(2), name(3), name(1) + "i"};
  if (rows == Rows::Joined) names = {name(0), name(1) + "o", name(2) + name(3), name(1) + "i"};
  const Tensor laid_out = te::compute(
      shape,
      [&](const std::vector<tir::Var>& v) {
        arith::Analyzer analyzer;
        bind_axes(op, analyzer);
        for (size_t i = 0; i < v.size(); ++i) analyzer.bind(v[i], {tir::int_imm(0), shape[i]});
        const bool joined = rows == Rows::Joined;
        const Expr row = joined ? tir::floordiv(v[2], op.shape[3]) : Expr(v[2]),
                   column = joined ? tir::floormod(v[2], op.shape[3]) : Expr(v[3]);
        const Expr body = tir::substitute(op.body[0], {{op.axis[0]->var, v[0]},
                                                       {op.axis[1]->var, Expr(v[1]) * tir::int_imm(block) + v.back()},
                                                       {op.axis[2]->var, row},
                                                       {op.axis[3]->var, column}});
        return blocking.over_blocks(body, analyzer, {v.back(), block});
      },
      op.name, names, op.tag.empty() ? "channel_blocks" : op.tag + ",channel_blocks");
  return te::output(te::with_node(*te::op_cast<te::ComputeNode>(laid_out->op), op.node));
}

te::Operation over_blocks(const te::Operation& op, const Blocking& blocking) {
  const auto* compute = te::op_cast<te::ComputeNode>(op);
  if (!compute) return op;
  const auto reads = [&](const Tensor& input) { return blocking.find(input) != nullptr; };
  if (std::ranges::none_of(compute->inputs(), reads)) return op;
  arith::Analyzer analyzer;
  bind_axes(*compute, analyzer);
  std::vector<Expr> body;
  for (const Expr& e : compute->body) body.push_back(blocking.over_blocks(e, analyzer));
  auto* n = new te::ComputeNode(*compute);
  n->body = std::move(body);
  return te::Operation(n);
}

std::vector<te::Operation> operations_of(const std::vector<Tensor>& tensors) {
  std::vector<te::Operation> roots;
  for (const Tensor& t : tensors) roots.push_back(t->op);
  return te::post_order(roots);
}

}  // namespace

void lay_in_blocks(GroupComputation& computation, const ChannelBlocks& blocks, int64_t result) {
  Blocking blocking;
  te::TensorMap now;
  const int64_t block = result;
  // Tiles of pixels run over the ends of rows; a border has rows.
  const std::vector<te::Operation> operations = operations_of(computation.outputs);
  const bool in_tiles = std::ranges::any_of(operations, [](const auto& op) { return op->tag == "channels_sums"; });
  const auto rows_of = [&](const te::Operation& op) {
    return in_tiles && op->tag != "injective,pad" ? Rows::Joined : Rows::Apart;
  };
  const auto replaced = [&](const Tensor& tensor) -> Tensor {
    if (const Tensor* laid_out = blocking.find(tensor)) return *laid_out;
    for (const auto& [from, to] : now)
      if (te::same_tensor(from, tensor)) return to;
    return tensor;
  };
  for (size_t i = 0; i < computation.inputs.size(); ++i) {
    const int64_t of_input = block_of(blocks, computation.input_nodes[i]);
    if (of_input == 0) continue;
    const Tensor& from = computation.inputs[i];
    blocking.add(from,
                 te::tagged_placeholder(blocked_shape(from->shape, of_input, rows_of(from->op)), from->op->name,
                                        from->dtype, "channel_blocks"),
                 of_input);
  }
  for (const te::Operation& op : operations) {
    const auto* compute = te::op_cast<te::ComputeNode>(op);
    if (!compute) continue;
    const te::Operation read = te::replace_inputs(op, now);
    const auto* node = te::op_cast<te::ComputeNode>(read);
    if (fills_blocks(*node, block) && !is_packed(read)) {
      blocking.add(te::output(op), stage_in_blocks(*node, block, rows_of(op), blocking), block);
      continue;
    }
    const te::Operation laid_out = over_blocks(read, blocking);
    for (int i = 0; i < op->num_outputs() && laid_out != op; ++i)
      now.emplace_back(te::output(op, i), te::output(laid_out, i));
  }
  for (Tensor& input : computation.inputs) input = replaced(input);
  for (Tensor& output : computation.outputs) output = replaced(output);
}

std::vector<int64_t> in_blocks(const std::vector<int64_t>& shape, int64_t block) {
  return {shape[0], shape[1] / block, shape[2], shape[3], block};
}

namespace {

// Copies from an array with one layout to one with the other; `blocked`: the sizes of that one.
void turn(const std::vector<int64_t>& blocked, size_t bytes, const std::byte* from, std::byte* to, bool into_blocks) {
  const int64_t pixels = blocked[2] * blocked[3], block = blocked[4];
  for (int64_t outer = 0; outer < blocked[0] * blocked[1]; ++outer)
    for (int64_t pixel = 0; pixel < pixels; ++pixel)
      for (int64_t channel = 0; channel < block; ++channel) {
        const auto in_blocks = static_cast<size_t>((outer * pixels + pixel) * block + channel),
                   plain = static_cast<size_t>((outer * block + channel) * pixels + pixel);
        std::memcpy(to + (into_blocks ? in_blocks : plain) * bytes, from + (into_blocks ? plain : in_blocks) * bytes,
                    bytes);
      }
}

}  // namespace

NDArray in_blocks(const NDArray& plain, int64_t block) {
  NDArray blocked(plain.dtype(), in_blocks(plain.shape(), block));
  turn(blocked.shape(), static_cast<size_t>(plain.dtype().bytes()), plain.bytes(), blocked.mutable_bytes(), true);
  return blocked;
}

NDArray without_blocks(const NDArray& blocked) {
  const std::vector<int64_t>& from = blocked.shape();
  NDArray plain(blocked.dtype(), {from[0], from[1] * from[4], from[2], from[3]});
  turn(from, static_cast<size_t>(blocked.dtype().bytes()), blocked.bytes(), plain.mutable_bytes(), false);
  return plain;
}

}  // namespace nw::model
