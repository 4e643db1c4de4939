// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/group_computation.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <limits>
#include <set>

#include "graph/dim.h"
#include "graph/tuple_fields.h"
#include "op/compute/tools.h"
#include "op/registry.h"

namespace nw::model {

using graph::Node;
using graph::NodeKind;
using graph::Type;
using te::Tensor;

namespace {

Diagnostic untyped(const Node& node) {
  Diagnostic d;
  d.code = "NW1451";
  d.message = "the type of '" + node.name + "' is not known, so its group cannot be opened as a kernel";
  d.where.push_back(at_node(node.name));
  return d;
}

Diagnostic types_disagree(const Node& node, const std::string& does, const std::string& tensor,
                          const std::string& type) {
  Diagnostic d;
  d.code = "NW1412";
  d.message = "'" + node.name + "' (" + node.op + ") " + does + " " + tensor + " where the graph has " + type +
              ", so its group is not opened as a kernel";
  d.where.push_back(at_node(node.name));
  return d;
}

Diagnostic too_long(const Node& node, const std::string& dim) {
  Diagnostic d;
  d.code = "NW1450";
  d.message =
      "'" + node.op + "' cannot be opened as a kernel: a dimension of " + dim + " is more than loops of 32 bits count";
  d.where.push_back(at_node(node.name));
  return d;
}

Diagnostic no_value(const Node& node, const std::string& attribute) {
  Diagnostic d;
  d.code = "NW1450";
  d.message = "'" + node.op + "' cannot be opened as a kernel: only the run tells its " + attribute;
  d.where.push_back(at_node(node.name));
  return d;
}

// Sizes that are not known are taken to fit, as in the graph.
bool fits(const Tensor& tensor, const Type& type) {
  if (!type.is_tensor() || !type.rank_known || tensor->dtype != type.dtype || tensor->shape.size() != type.shape.size())
    return false;
  for (size_t i = 0; i < type.shape.size(); ++i) {
    const int64_t* extent = tir::as_const_int(tensor->shape[i]);
    const auto dim = type.shape[i].constant();
    if (extent && dim && *extent != *dim) return false;
  }
  return true;
}

std::string text_of(const Tensor& tensor) {
  graph::Shape shape;
  for (const tir::Expr& extent : tensor->shape) shape.emplace_back(extent);
  return graph::to_string(Type::tensor(tensor->dtype, std::move(shape)));
}

std::string identifier(std::string text) {
  for (char& c : text)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  while (text.starts_with('_')) text.erase(0, 1);
  if (text.empty()) text = "x";
  if (std::isdigit(static_cast<unsigned char>(text[0]))) text = "t" + text;
  return text;
}

// The last parts of a file's name, short enough to read: "stage1.block1.conv1.weight" → "conv1_weight".
std::string input_name(const Node& node, size_t index) {
  std::string name = node.origin.name.empty() ? node.name : node.origin.name;
  if (name.starts_with('%') || name.empty()) return "p" + std::to_string(index);
  size_t cut = name.size();
  for (int parts = 0; parts < 2 && cut != std::string::npos && cut > 0; ++parts) cut = name.find_last_of("./", cut - 1);
  if (cut != std::string::npos && cut > 0) name = name.substr(cut + 1);
  return identifier(name);
}

std::string stage_name(const std::string& op) {
  const size_t dot = op.rfind('.');
  return identifier(dot == std::string::npos ? op : op.substr(dot + 1));
}

class Builder {
 public:
  Builder(const graph::Graph& graph, const fusion::Group& group, Form form, const op::CoreFacts& core,
          const ChannelBlocks& blocks)
      : graph_(graph),
        group_(group),
        form_(form),
        core_(core),
        blocks_(blocks),
        members_(group.nodes.begin(), group.nodes.end()) {}

  Result<GroupComputation> build() {
    shorten_sizes();
    name_inputs();
    for (NodeId id : group_.nodes) {
      if (!add(graph_.node(id))) return std::move(diagnostics_);
      ++place_;
    }
    for (NodeId id : result_nodes()) {
      for (const Tensor& t : values_[id]) {
        result_.outputs.push_back(t);
        result_.output_nodes.push_back(id);
      }
    }
    copy_identities();
    return Result<GroupComputation>(std::move(result_), std::move(diagnostics_));
  }

 private:
  // Loops count in 32 bits, so sizes do: a symbol of the graph has a variable of 32 bits in the computation.
  void shorten_sizes() {
    for (NodeId id : group_.nodes) {
      const Node& node = graph_.node(id);
      graph::for_each_dim(node.type, [&](const graph::Dim& dim) { shorten(dim); });
      for (const auto& [key, attr] : node.attrs)
        graph::for_each_dim(attr, [&](const graph::Dim& dim) { shorten(dim); });
      for (NodeId input : node.inputs)
        graph::for_each_dim(graph_.node(input).type, [&](const graph::Dim& dim) { shorten(dim); });
    }
  }

  void shorten(const graph::Dim& dim) {
    tir::walk(dim.expr(), [&](const tir::Expr& e) {
      const auto* symbol = tir::node_cast<tir::VarNode>(e);
      if (!symbol || short_sizes_.contains(tir::Var(symbol))) return true;
      const tir::Var size = tir::make_var(fresh(identifier(symbol->name)), DType::Int(32), true);
      short_sizes_.emplace(tir::Var(symbol), tir::cast(DType::Int(64), size));
      result_.sizes.emplace_back(size->name, tir::Var(symbol));
      return true;
    });
  }

  // An attribute whose numbers the computation takes as they are written, but holds symbols. The others repeat what the
  // types say, or are read with their symbols.
  static std::optional<std::string> open_attribute(const Node& node) {
    static const std::set<std::string> read_as_sizes = {
        "begin", "end", "indices_or_sections", "newshape", "result_shape", "shape", "sizes"};
    for (const auto& [key, attr] : node.attrs) {
      bool found = false;
      graph::for_each_dim(attr, [&](const graph::Dim&) { found = true; });
      if (found && !read_as_sizes.contains(key)) return key;
    }
    return std::nullopt;
  }

  static bool holds_symbols(const Node& node) {
    bool found = false;
    for (const auto& [key, attr] : node.attrs) graph::for_each_dim(attr, [&](const graph::Dim&) { found = true; });
    return found;
  }

  Type sized(const Type& type) const { return type.is_dynamic() ? graph::substitute(type, short_sizes_) : type; }

  // Inputs get their names first: a stage gives way to an input of the same name.
  void name_inputs() {
    for (NodeId id : group_.nodes)
      for (NodeId input : graph_.node(id).inputs)
        if (!members_.contains(input) && !names_.contains(input))
          names_[input] = fresh(input_name(graph_.node(input), names_.size()));
  }

  std::string fresh(const std::string& wanted) {
    static const std::set<std::string> reserved = {
        "s",    "te",  "tir",  "tvm",  "topi", "min",    "max", "sum",   "abs", "round", "pow",    "and",
        "or",   "not", "if",   "in",   "is",   "lambda", "for", "while", "def", "class", "return", "import",
        "from", "as",  "with", "pass", "n",    "c",      "h",   "w",     "i",   "j",     "k"};
    std::string name = wanted;
    if (reserved.contains(name)) name += "_";
    const std::string base = name;
    for (int n = 2; taken_.contains(name); ++n) name = base + (base.ends_with('_') ? "" : "_") + std::to_string(n);
    taken_.insert(name);
    return name;
  }

  // Stages that a rule makes beside its result are called NAME_pad, NAME_pack, …: no other stage may begin like that.
  std::string fresh_stage(const std::string& op) {
    std::string name = fresh(stage_name(op));
    for (int n = 2;
         std::any_of(taken_.begin(), taken_.end(), [&](const std::string& t) { return t.starts_with(name + "_"); });
         ++n)
      name = fresh(stage_name(op) + std::to_string(n));
    return name;
  }

  std::optional<std::vector<Tensor>> value_of(NodeId id) {
    if (auto known = values_.find(id); known != values_.end()) return known->second;
    const Node& node = graph_.node(id);
    std::vector<Tensor> all;
    if (node.kind == NodeKind::Tuple) {  // made outside: its fields are the arguments
      for (NodeId input : node.inputs) {
        if (!names_.contains(input)) names_[input] = fresh(names_[id] + "_" + std::to_string(all.size()));
        const auto part = value_of(input);
        if (!part) return std::nullopt;
        all.insert(all.end(), part->begin(), part->end());
      }
      return values_[id] = all;
    }
    if (const auto scalar = scalar_of(node)) return values_[id] = {*scalar};
    if (!add_placeholders(node, sized(node.type), names_[id], all)) return std::nullopt;
    return values_[id] = all;
  }

  // A scalar constant is part of the computation; one that the script's integers, of 64 signed bits, do not hold is an
  // argument.
  std::optional<Tensor> scalar_of(const Node& node) {
    const bool known = node.kind == NodeKind::Constant && node.type.is_tensor() && node.type.rank_known &&
                       node.type.shape.empty() && node.data.bytes() && node.data.size() == 1;
    if (!known) return std::nullopt;
    const DType t = node.type.dtype;
    if (t.is_uint() && t.bits == 64 && node.data.int_at(0) < 0) return std::nullopt;
    tir::Expr number = t.is_float() ? tir::constant(t, node.data.at(0)) : tir::int_imm(node.data.int_at(0), t);
    return te::compute({}, [&](const std::vector<tir::Var>&) { return number; }, names_[node.id], {}, "injective");
  }

  // An argument for each tensor of the type.
  bool add_placeholders(const Node& node, const Type& type, const std::string& name, std::vector<Tensor>& all) {
    if (type.is_tuple()) {
      for (size_t i = 0; i < type.fields.size(); ++i)
        if (!add_placeholders(node, type.fields[i], fresh(name + "_" + std::to_string(i)), all)) return false;
      return true;
    }
    if (!type.is_tensor() || !type.rank_known) {
      diagnostics_.push_back(untyped(node));
      return false;
    }
    std::vector<tir::Expr> shape;
    for (const graph::Dim& dim : type.shape) shape.push_back(op::extent(dim));
    all.push_back(te::placeholder(shape, name, type.dtype));
    result_.inputs.push_back(all.back());
    result_.input_nodes.push_back(node.id);
    return true;
  }

  bool add(const Node& node) {
    if (node.kind == NodeKind::Tuple) {
      std::vector<Tensor> all;
      for (NodeId input : node.inputs) {
        const auto part = value_of(input);
        if (!part) return false;
        all.insert(all.end(), part->begin(), part->end());
      }
      values_[node.id] = all;
      return true;
    }
    if (node.kind == NodeKind::TupleGet) {
      if (!members_.contains(node.inputs[0]) && graph_.node(node.inputs[0]).kind != NodeKind::Tuple)
        return add_field(node);
      const auto tuple = value_of(node.inputs[0]);
      const auto field =
          graph::tensors_of_field(graph_.node(node.inputs[0]).type, graph::int_attr(node.attrs, "index", 0));
      if (!tuple || !field || field->first + field->count > tuple->size()) return false;
      const auto first = tuple->begin() + static_cast<std::ptrdiff_t>(field->first);
      values_[node.id] = {first, first + static_cast<std::ptrdiff_t>(field->count)};
      return true;
    }
    return add_call(node);
  }

  // A field of a tuple that another kernel makes: the kernel takes that field alone.
  bool add_field(const Node& node) {
    if (!names_.contains(node.id))
      names_[node.id] = fresh(names_[node.inputs[0]] + "_" + std::to_string(graph::int_attr(node.attrs, "index", 0)));
    return value_of(node.id).has_value();
  }

  bool add_call(const Node& node) {
    Node with_sizes;  // where attributes hold symbols
    const bool symbols = holds_symbols(node);
    if (const auto key = open_attribute(node)) {
      diagnostics_.push_back(no_value(node, *key));
      return false;
    }
    if (symbols) {
      with_sizes = node;
      for (auto& [key, attr] : with_sizes.attrs) attr = graph::substitute(attr, short_sizes_);
    }
    op::ComputeContext context{
        symbols ? with_sizes : node, {}, sized(node.type), {}, {}, form_ == Form::AsDefined, {}, core_};
    context.channel_block = block_of(blocks_, group_.root);
    if (!node.inputs.empty()) context.data_block = block_of(blocks_, node.inputs[0]);
    if (node.type.kind == Type::Kind::Unknown) {
      diagnostics_.push_back(untyped(node));
      return false;
    }
    for (NodeId input : node.inputs) {
      const auto value = value_of(input);
      if (!value) return false;
      context.args.insert(context.args.end(), value->begin(), value->end());
      const Node& from = graph_.node(input);
      const bool constant = from.kind == NodeKind::Constant && from.data.defined();
      context.packed_before.resize(context.args.size(), constant && form_ == Form::ForNetwork);
      for (Type& type : flattened(sized(from.type))) context.arg_types.push_back(std::move(type));
    }
    const op::OpInfo* info = op::registry_of(graph_).find(node.op);
    if (const Sentence why = op::why_no_kernel(graph_, node); !why.empty()) {
      Diagnostic d;
      d.code = "NW1450";
      d.message = "'" + node.op + "' cannot be opened as a kernel: " + why.english();
      d.where.push_back(at_node(node.name));
      diagnostics_.push_back(std::move(d));
      return false;
    }
    if (static_cast<int>(node.inputs.size()) < info->num_inputs) {
      Diagnostic d;
      d.code = "NW1450";
      d.message = "'" + node.op + "' cannot be opened as a kernel: it reads " + std::to_string(node.inputs.size()) +
                  " of its " + std::to_string(info->num_inputs) + " arguments";
      d.where.push_back(at_node(node.name));
      diagnostics_.push_back(std::move(d));
      return false;
    }
    if (!agree(node, context.args, context.arg_types, "reads") || !small_enough(node)) return false;
    context.name = fresh_stage(node.op);
    Result<std::vector<Tensor>> made = info->compute(context);
    append(diagnostics_, std::move(made.diagnostics));
    if (!made.value) return false;
    if (!agree(node, *made, flattened(node.type), "computes")) return false;
    values_[node.id] = with_node(*made, context.args);
    return true;
  }

  // What the graph says of a call and what its tensors are: the memory that a kernel is given follows the one, its
  // loops the other.
  bool agree(const Node& node, const std::vector<Tensor>& tensors, const std::vector<Type>& types, const char* does) {
    for (size_t i = 0; i < std::max(tensors.size(), types.size()); ++i) {
      if (i < tensors.size() && i < types.size() && fits(tensors[i], types[i])) continue;
      diagnostics_.push_back(types_disagree(node, does, i < tensors.size() ? text_of(tensors[i]) : "nothing",
                                            i < types.size() ? graph::to_string(types[i]) : "nothing"));
      return false;
    }
    return true;
  }

  // Loops count in 32 bits.
  bool small_enough(const Node& node) {
    for (const Type& type : flattened(node.type))
      for (const graph::Dim& dim : type.shape)
        if (dim.constant().value_or(0) > std::numeric_limits<int32_t>::max()) {
          diagnostics_.push_back(too_long(node, graph::to_string(dim)));
          return false;
        }
    return true;
  }

  static std::vector<te::Operation> operations_of(const std::vector<Tensor>& tensors) {
    std::vector<te::Operation> roots;
    for (const Tensor& t : tensors) roots.push_back(t->op);
    return te::post_order(roots);
  }

  // The results over stages marked with the current node: those that its arguments do not need.
  std::vector<Tensor> with_node(std::vector<Tensor> results, const std::vector<Tensor>& args) {
    std::set<const te::OperationNode*> before;
    for (const te::Operation& op : operations_of(args)) before.insert(op.get());
    te::TensorMap map;
    for (const te::Operation& op : operations_of(results)) {
      if (op->kind == te::OpKind::Placeholder || before.contains(op.get())) continue;
      taken_.insert(op->name);
      const te::Operation over_mapped = te::replace_inputs(op, map);
      const auto* made = te::op_cast<te::ComputeNode>(over_mapped);
      const te::Operation now = made ? te::with_node(*made, place_) : over_mapped;
      for (int i = 0; i < op->num_outputs(); ++i) map.emplace_back(te::output(op, i), te::output(now, i));
    }
    for (Tensor& result : results)
      for (const auto& [old, now] : map)
        if (te::same_tensor(result, old)) {
          result = now;
          break;
        }
    return results;
  }

  // Nodes of the group that something outside reads, or that the graph gives; at least the root.
  std::vector<NodeId> result_nodes() const {
    std::vector<NodeId> found{group_.root};
    return found;
  }

  // A result that is an input itself needs a stage: a kernel writes its results.
  void copy_identities() {
    for (size_t i = 0; i < result_.outputs.size(); ++i) {
      const Tensor from = result_.outputs[i];
      const bool again = std::find_if(result_.outputs.begin(), result_.outputs.begin() + static_cast<std::ptrdiff_t>(i),
                                      [&](const Tensor& t) { return te::same_tensor(t, from); }) !=
                         result_.outputs.begin() + static_cast<std::ptrdiff_t>(i);
      if (from->op->kind != te::OpKind::Placeholder && !again) continue;
      const Tensor copy = te::compute(
          from->shape,
          [&](const std::vector<tir::Var>& v) { return te::read(from, std::vector<tir::Expr>(v.begin(), v.end())); },
          fresh(from->name + "_copy"), {}, "injective");
      const auto node = std::find(group_.nodes.begin(), group_.nodes.end(), result_.output_nodes[i]);
      result_.outputs[i] = te::output(
          te::with_node(*te::op_cast<te::ComputeNode>(copy->op), static_cast<int>(node - group_.nodes.begin())));
    }
  }

  const graph::Graph& graph_;
  const fusion::Group& group_;
  const Form form_;
  const op::CoreFacts core_;
  const ChannelBlocks& blocks_;
  std::set<NodeId> members_;
  std::map<NodeId, std::string> names_;
  std::set<std::string> taken_;
  std::map<NodeId, std::vector<Tensor>> values_;
  GroupComputation result_;
  int place_ = 0;  // in the group, of the current node
  tir::Substitution short_sizes_;
  Diagnostics diagnostics_;
};

}  // namespace

Form scheduled_form(const TargetFacts& target) {
  return target.runs_on_threads() ? Form::AsDefined : Form::ForSpeed;
}

Result<GroupComputation> group_computation(const graph::Graph& graph, const fusion::Group& group, Form form,
                                           const TargetFacts& target, const ChannelBlocks& blocks) {
  return Builder(graph, group, form, op::CoreFacts::of(target), blocks).build();
}

NodeId node_of(const te::Operation& op, const std::vector<NodeId>& group_nodes) {
  const auto place = static_cast<size_t>(op->node);
  return op->node < 0 || place >= group_nodes.size() ? NodeId() : group_nodes[place];
}

// The number of a scalar such that unequal ones have unequal texts. Most are short and stay as projects keep them.
static std::string exact_text(const NDArray& scalar) {
  const double value = scalar.at(0);
  std::string text = std::to_string(value);
  const bool fits = value >= -0x1p63 && value < 0x1p63;
  const bool exact = scalar.dtype().is_float() ? std::strtod(text.c_str(), nullptr) == value
                                               : fits && static_cast<int64_t>(value) == scalar.int_at(0);
  if (exact) return text;
  return scalar.dtype().is_float() ? fmt::format("{:a}", value) : std::to_string(scalar.int_at(0));
}

std::string task_key(const graph::Graph& graph, const fusion::Group& group) {
  std::map<NodeId, std::string> local;  // a member's or input's name within the group
  std::string text, name;
  auto hash = [](const std::string& s) {
    uint64_t h = 14695981039346656037ull;  // FNV-1a
    for (const char c : s) h = (h ^ static_cast<unsigned char>(c)) * 1099511628211ull;
    return h;
  };
  for (NodeId id : group.nodes) {
    const Node& node = graph.node(id);
    text += node.op + "(";
    for (NodeId input : node.inputs) {
      if (!local.contains(input)) {
        const Node& outside = graph.node(input);
        local[input] = "p" + std::to_string(local.size());
        text += local[input] + ":" + graph::to_string(outside.type);
        const bool scalar = outside.kind == NodeKind::Constant && outside.type.is_tensor() &&
                            outside.type.shape.empty() && outside.data.defined();
        if (scalar) text += "=" + exact_text(outside.data);
      }
      text += local[input] + ",";
    }
    for (const auto& [key, attr] : node.attrs) text += key + "=" + graph::to_string(attr) + ";";
    if (const op::OpInfo* info = op::registry_of(graph).find(node.op); info && !info->definition.empty())
      text += "by " + info->definition + ";";
    text += ")->" + graph::to_string(node.type) + "\n";
    local[id] = "v" + std::to_string(local.size());
    if (node.kind == NodeKind::Call) name += (name.empty() ? "" : "_") + stage_name(node.op);
  }
  if (name.size() > 60) name.resize(60);
  constexpr char digits[] = "0123456789abcdef";
  std::string hex;
  for (uint64_t h = hash(text), i = 0; i < 16; ++i, h <<= 4) hex += digits[h >> 60];
  return name + "-" + hex;
}

}  // namespace nw::model
