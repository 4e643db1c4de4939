// SPDX-License-Identifier: GPL-3.0-or-later
// Loop, Scan and SequenceMap: a call of an operator of that name, whose first argument is a Function with the body. The
// body sees names from outside. Its nodes are named "OUTER/body/name".
#include <fmt/format.h>

#include <limits>
#include <set>

#include "graph/join_types.h"
#include "import/onnx_importer.h"
#include "import/onnx_text.h"

namespace nw::import {

using graph::Node;
using graph::NodeKind;

namespace {

graph::Origin origin_of(const std::string& name, const onnx::NodeProto& proto) {
  graph::Origin origin;
  origin.name = name;
  origin.scope = scope_of(name);
  origin.op = proto.op_type();
  return origin;
}

// A body may declare the turn, or the condition, as a vector of one.
Type scalar_parameter(const onnx::GraphProto& body, int input, DType dtype) {
  const auto& type = body.input(input).type();
  const bool vector = type.has_tensor_type() && type.tensor_type().shape().dim_size() == 1;
  return Type::tensor(dtype, vector ? Shape{Dim(1)} : Shape{});
}

bool mentions(const Dim& dim, const std::set<std::string>& symbols) {
  bool found = false;
  tir::walk(dim.expr(), [&](const tir::Expr& part) {
    if (const auto* var = tir::node_cast<tir::VarNode>(part)) found = found || symbols.contains(var->name);
    return !found;
  });
  return found;
}

// Symbols that have a meaning within the function only.
void add_symbols(Node& function, const std::set<std::string>& names) {
  Attr& attr = function.attrs["symbols"];
  graph::AttrList list;
  if (const auto* before = std::get_if<graph::AttrList>(&attr.value)) list = *before;
  for (const std::string& name : names) list.push_back(Attr{name});
  attr = Attr{std::move(list)};
}

}  // namespace

// What reading a body adds can be taken back, to read it again with other types.
class OnnxImporter::Attempt {
 public:
  explicit Attempt(OnnxImporter& importer)
      : importer_(importer),
        first_(importer.graph_.size()),
        symbols_(importer.graph_.symbols),
        unknown_(importer.unknown_),
        diagnostics_(importer.diagnostics_),
        errors_(importer.errors_) {}

  void take_back() {
    // Nobody reads the nodes: they go in the end.
    for (size_t i = first_; i < importer_.graph_.size(); ++i) importer_.graph_.rename(NodeId(i), "taken back");
    importer_.graph_.symbols = symbols_;
    importer_.unknown_ = unknown_;
    importer_.diagnostics_ = diagnostics_;
    importer_.errors_ = errors_;
  }
  std::set<std::string> new_symbols() const {
    std::set<std::string> names;
    for (const auto& [name, symbol] : importer_.graph_.symbols)
      if (!symbols_.contains(name)) names.insert(name);
    return names;
  }

 private:
  OnnxImporter& importer_;
  size_t first_;
  std::map<std::string, tir::Var> symbols_;
  std::map<std::string, Unknown> unknown_;
  Diagnostics diagnostics_;
  int errors_;
};

// The body as a function of values of these types.
OnnxImporter::Body OnnxImporter::read_function_body(const onnx::NodeProto& proto, const onnx::GraphProto& body,
                                                    const std::string& name, const std::vector<Type>& parameters) {
  const Attempt before(*this);
  Body made;
  std::vector<Value> arguments;
  for (int i = 0; i < body.input_size(); ++i) {
    Node node;
    node.kind = NodeKind::Input;
    node.name = fmt::format("{}/{}", name, clean_text(body.input(i).name()));
    node.type = parameters[static_cast<size_t>(i)];
    note_given(node.type);
    node.origin = origin_of(node.name, proto);
    arguments.push_back({graph_.add(std::move(node)), std::nullopt});
  }
  made.results = read_body(body, name, arguments);
  Node tuple;
  tuple.kind = NodeKind::Tuple;
  tuple.name = name + "/results";
  tuple.origin = origin_of(name, proto);
  for (const Value& result : made.results) tuple.inputs.push_back(result.node);
  const NodeId results = graph_.add(std::move(tuple));
  (void)op::infer_node(graph_, results);
  Node function;
  function.kind = NodeKind::Function;
  function.name = name;
  function.origin = origin_of(name, proto);
  for (const Value& argument : arguments) function.params.push_back(argument.node);
  function.inputs = {results};
  made.arguments = std::move(arguments);
  made.function = graph_.add(std::move(function));
  (void)op::infer_node(graph_, made.function);
  add_symbols(graph_.node(made.function), before.new_symbols());
  return made;
}

// Values that are carried keep what their types have in common before and after a turn: the body is read with the
// first values' types, and again with fewer known sizes, until a turn gives what it takes.
OnnxImporter::Body OnnxImporter::read_turning_body(const onnx::NodeProto& proto, const onnx::GraphProto& body,
                                                   const std::string& name, std::vector<Type> parameters,
                                                   size_t carried) {
  constexpr int kSizesLost = 3, kTypesLost = 4, kDeepestTried = 4;
  const size_t first = parameters.size() - carried;
  std::set<std::string> varying;  // symbols of sizes that are not the same in every turn
  const auto symbol = [&](size_t parameter) {
    return [this, &body, &name, &varying, parameter](size_t axis) {
      const std::string input = clean_text(body.input(static_cast<int>(parameter)).name());
      const std::string text = graph::symbol_name(fmt::format("{}_{}_{}", name, input, axis));
      varying.insert(text);
      return Dim(graph_.symbol(text));
    };
  };
  for (int attempt = depth_ < kDeepestTried ? 0 : kTypesLost;; ++attempt) {
    Attempt tried(*this);
    for (size_t i = first; i < parameters.size(); ++i) {
      if (attempt == kTypesLost) parameters[i] = {};
      if (attempt == kSizesLost)
        parameters[i] = graph::keep_dims(parameters[i], [](const Dim&) { return false; }, symbol(i));
    }
    Body made = read_function_body(proto, body, name, parameters);
    const auto joined = [&](size_t i) {
      const size_t result = i - first + 1;
      if (result >= made.results.size()) return parameters[i];
      return graph::join(parameters[i], graph_.node(made.results[result].node).type, symbol(i));
    };
    bool stable = true;
    for (size_t i = first; i < parameters.size(); ++i) stable = stable && graph::same(joined(i), parameters[i]);
    if (stable || attempt == kTypesLost) {
      add_symbols(graph_.node(made.function), varying);
      return made;
    }
    const std::set<std::string> of_this_attempt = tried.new_symbols();
    tried.take_back();
    const auto remains = [&](const Dim& dim) { return !mentions(dim, of_this_attempt); };
    for (size_t i = first; i < parameters.size(); ++i) parameters[i] = graph::keep_dims(joined(i), remains, symbol(i));
  }
}

// A tuple's fields become the node's outputs.
void OnnxImporter::give_body_call(const onnx::NodeProto& proto, const std::string& name, const char* op,
                                  std::vector<NodeId> inputs, Attrs attrs) {
  graph::AttrList outputs;
  for (const std::string& output : proto.output()) outputs.push_back(Attr{clean_text(output)});
  attrs["outputs"] = Attr{std::move(outputs)};
  Node node;
  node.op = op;
  node.name = name;
  node.inputs = std::move(inputs);
  node.attrs = std::move(attrs);
  node.origin = origin_of(name, proto);
  const NodeId call = graph_.add(std::move(node));
  for (Diagnostic& d : op::infer_node(graph_, call)) error(std::move(d));
  give_fields(proto, name, call);
}

void OnnxImporter::give_fields(const onnx::NodeProto& proto, const std::string& name, NodeId tuple) {
  const Type types = graph_.node(tuple).type;
  for (int i = 0; i < proto.output_size(); ++i) {
    if (proto.output(i).empty()) continue;
    Node field;
    field.kind = NodeKind::TupleGet;
    field.name = name;
    field.inputs = {tuple};
    field.attrs["index"] = Attr{int64_t{i}};
    field.origin = origin_of(name, proto);
    const auto at = static_cast<size_t>(i);
    if (types.is_tuple() && at < types.fields.size()) field.type = types.fields[at];
    const auto declared = declared_.find(proto.output(i));
    if (!graph::is_known(field.type) && declared != declared_.end()) field.type = declared->second;
    define(proto.output(i), {graph_.add(std::move(field)), std::nullopt}, name);
  }
}

// False where the node is not such that it can be read.
bool OnnxImporter::read_loop(const onnx::NodeProto& proto, const std::string& name,
                             const std::vector<std::optional<Value>>& inputs) {
  const onnx::GraphProto* body = body_of(proto, "body");
  if (!body || depth_ >= kDeepestBody || inputs.size() < 2) return false;
  const size_t carried = inputs.size() - 2;
  if (body->input_size() != static_cast<int>(carried) + 2 || body->output_size() < static_cast<int>(carried) + 1 ||
      proto.output_size() >= body->output_size())
    return false;
  std::vector<Type> parameters{scalar_parameter(*body, 0, DType::Int(64)), scalar_parameter(*body, 1, DType::Bool())};
  for (size_t i = 2; i < inputs.size(); ++i) {
    if (!inputs[i]) return false;
    parameters.push_back(graph_.node(inputs[i]->node).type);
  }
  const auto number = [&](const char* suffix, DType dtype, int64_t value) {
    Node constant;
    constant.kind = NodeKind::Constant;
    constant.name = fmt::format("{}/{}", name, suffix);
    constant.origin = origin_of(name, proto);
    constant.data = NDArray(dtype, {});
    constant.data.set_int(0, value);
    constant.type = Type::tensor(dtype, {});
    return graph_.add(std::move(constant));
  };
  const Body made = read_turning_body(proto, *body, name + "/body", std::move(parameters), carried);
  if (made.results.size() != static_cast<size_t>(body->output_size())) return false;
  const NodeId most = inputs[0] ? inputs[0]->node : number("most", DType::Int(64), std::numeric_limits<int64_t>::max());
  const NodeId condition = inputs[1] ? inputs[1]->node : number("condition", DType::Bool(), 1);
  std::vector<NodeId> arguments{made.function, most, condition};
  for (size_t i = 2; i < inputs.size(); ++i) arguments.push_back(inputs[i]->node);
  Attrs attrs;
  const bool starts = !inputs[1] || known_condition(*inputs[1]).value_or(false);
  if (starts && inputs[0] && inputs[0]->shape_value && inputs[0]->shape_value->elements.size() == 1 && goes_on(made)) {
    const Dim& turns = inputs[0]->shape_value->elements[0];
    attrs["turns"] = graph::dims({turns.constant().value_or(0) < 0 ? Dim(int64_t{0}) : turns});
  }
  give_body_call(proto, name, "onnx.Loop", std::move(arguments), std::move(attrs));
  return true;
}

// Whether each turn's condition is true for certain: constant, or the one that came in.
bool OnnxImporter::goes_on(const Body& body) const {
  if (known_condition(body.results[0]).value_or(false)) return true;
  NodeId node = body.results[0].node;
  while (graph_.node(node).kind == NodeKind::Call && graph_.node(node).op == "copy") node = graph_.node(node).inputs[0];
  return node == body.arguments[1].node;
}

bool OnnxImporter::read_scan(const onnx::NodeProto& proto, const std::string& name,
                             const std::vector<std::optional<Value>>& inputs) {
  const onnx::GraphProto* body = body_of(proto, "body");
  const bool batched = opset(proto.domain()) < 9;
  if (!body || depth_ >= kDeepestBody || inputs.empty()) return false;
  const size_t skipped = batched ? 1 : 0;
  int64_t scanned = 0;
  Attrs attrs;
  for (const auto& attribute : proto.attribute()) {
    if (attribute.name() == "num_scan_inputs") scanned = attribute.i();
    if (attribute.ints_size() > 0)
      attrs[attribute.name() == "directions" ? "scan_input_directions" : clean_text(attribute.name())] =
          graph::ints({attribute.ints().begin(), attribute.ints().end()});
  }
  const auto given = static_cast<int64_t>(inputs.size() - skipped);
  if (scanned < 1 || scanned > given || body->input_size() != given || proto.output_size() > body->output_size())
    return false;
  attrs["num_scan_inputs"] = Attr{scanned};
  if (batched) attrs["batched"] = Attr{true};
  const std::vector<int64_t> axes = graph::ints_attr(attrs, "scan_input_axes", {});
  const size_t states = static_cast<size_t>(given - scanned);
  std::vector<Type> parameters;
  std::vector<NodeId> arguments{NodeId()};
  if (batched) arguments.push_back(inputs[0] ? inputs[0]->node : nothing(name));
  for (size_t i = skipped; i < inputs.size(); ++i) {
    if (!inputs[i]) return false;
    arguments.push_back(inputs[i]->node);
    Type type = graph_.node(inputs[i]->node).type;
    const auto drop = [&](int64_t axis) {
      const auto rank = static_cast<int64_t>(type.shape.size());
      if (type.is_tensor() && type.rank_known && axis >= -rank && axis < rank)
        type.shape.erase(type.shape.begin() + (axis < 0 ? axis + rank : axis));
      else
        type = {};
    };
    if (batched) drop(0);
    const size_t state = i - skipped;
    if (state >= states) drop(state - states < axes.size() ? axes[state - states] : 0);
    parameters.push_back(std::move(type));
  }
  const Body made = read_function_body(proto, *body, name + "/body", parameters);
  if (made.results.size() != static_cast<size_t>(body->output_size()) || made.results.size() < states) return false;
  arguments[0] = made.function;
  give_body_call(proto, name, "onnx.Scan", std::move(arguments), std::move(attrs));
  return true;
}

bool OnnxImporter::read_sequence_map(const onnx::NodeProto& proto, const std::string& name,
                                     const std::vector<std::optional<Value>>& inputs) {
  const onnx::GraphProto* body = body_of(proto, "body");
  if (!body || depth_ >= kDeepestBody || inputs.empty() || body->input_size() != static_cast<int>(inputs.size()) ||
      body->output_size() != proto.output_size())
    return false;
  std::vector<Type> parameters;
  std::vector<NodeId> arguments{NodeId()};
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!inputs[i]) return false;
    arguments.push_back(inputs[i]->node);
    const Type& type = graph_.node(inputs[i]->node).type;
    // Each entry has sizes of its own.
    parameters.push_back(
        !type.is_sequence() ? type
                            : graph::keep_dims(
                                  type.fields[0], [](const Dim& dim) { return !dim.is_dynamic(); },
                                  [&](size_t axis) {
                                    return Dim(graph_.symbol(graph::symbol_name(fmt::format(
                                        "{}_{}_{}", name, clean_text(body->input(static_cast<int>(i)).name()), axis))));
                                  }));
  }
  const Body made = read_function_body(proto, *body, name + "/body", parameters);
  if (made.results.size() != static_cast<size_t>(body->output_size())) return false;
  arguments[0] = made.function;
  give_body_call(proto, name, "onnx.SequenceMap", std::move(arguments), {});
  return true;
}

// What stands for an argument that is not given.
NodeId OnnxImporter::nothing(const std::string& name) {
  Node node;
  node.kind = NodeKind::Tuple;
  node.name = name + "/nothing";
  node.type = Type::tuple({});
  return graph_.add(std::move(node));
}

}  // namespace nw::import
