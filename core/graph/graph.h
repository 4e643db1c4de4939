// SPDX-License-Identifier: GPL-3.0-or-later
// A model graph: nodes, their types, attributes and origins. Relay expressions and ONNX nodes share it.
// Nodes live in one arena; a Function node's body may use nodes defined outside it (closures), as in Relay.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "base/ids.h"
#include "base/ndarray.h"
#include "base/result.h"
#include "graph/name_index.h"
#include "graph/operator_set.h"
#include "graph/type.h"

namespace nw::graph {

enum class NodeKind : uint8_t {
  Input,     // a parameter of the graph or of a Function; inputs: none
  Constant,  // data may be absent (text without its metadata): then only the type is known
  Call,      // of an operator: inputs are its arguments
  CallNode,  // of a node (closure) or global: inputs[0] is the callee
  Tuple,
  TupleGet,   // attr "index"
  Let,        // inputs: value, body; `bound` is the Input node that names the value
  If,         // inputs: condition, then, else
  Function,   // params; inputs: body
  GlobalRef,  // @name
  RefCreate,
  RefRead,
  RefWrite,
  Match,   // inputs: data, then the clauses' bodies
  Opaque,  // anything else the reader kept as it stood
};

struct Attr;
using AttrList = std::vector<Attr>;
// Attribute values; nested lists for shapes of shapes. A Dim only where a dimension is symbolic.
struct Attr {
  std::variant<std::monostate, bool, int64_t, double, std::string, DType, NDArray, AttrList, Dim> value;

  bool is_none() const { return value.index() == 0; }
  bool operator==(const Attr& other) const;
};
using Attrs = std::map<std::string, Attr>;

std::string symbol_name(std::string_view text);

std::string to_string(const Attr& attr);
// Reads with a default when the attribute is absent or of another type (bool counts as an int).
int64_t int_attr(const Attrs& attrs, const std::string& key, int64_t fallback);
double float_attr(const Attrs& attrs, const std::string& key, double fallback);
bool bool_attr(const Attrs& attrs, const std::string& key, bool fallback);
std::string string_attr(const Attrs& attrs, const std::string& key, std::string fallback);
std::vector<int64_t> ints_attr(const Attrs& attrs, const std::string& key, std::vector<int64_t> fallback);
// A list of integers and symbolic dimensions; nothing if it is absent or holds anything else.
std::optional<Shape> dims_attr(const Attrs& attrs, const std::string& key);
Attr ints(const std::vector<int64_t>& values);
Attr dim_attr(const Dim& dim);  // an int64_t where it is constant
Attr dims(const Shape& shape);
// With values for some symbols, in nested lists too.
Attr substitute(const Attr& attr, const tir::Substitution& values);
// Calls `visit` for each dimension of an attribute or a type, in nested lists and fields too.
void for_each_dim(const Attr& attr, const std::function<void(const Dim&)>& visit);
void for_each_dim(const Type& type, const std::function<void(const Dim&)>& visit);

// Where a node came from. Passes keep it: a node that replaces others takes the origin of the one it computes.
struct Origin {
  std::string name;                // unique name in the file ("/layer1/layer1.0/conv1/Conv") or "%12"
  std::vector<std::string> scope;  // name scopes, outermost first
  std::string op;                  // the operator in the file's own words ("Conv"), with domain if not the default
  TextSpan span;                   // in text formats
  std::string made_by;             // the pass that made this node, or empty
};

class Graph;

struct Node {
  NodeId id;
  NodeKind kind = NodeKind::Call;
  std::string op;    // Call: Relay's name ("nn.conv2d"); unknown operators keep the file's name
  std::string name;  // unique in the graph; shown to people and used by the CLI as the node's id
  std::vector<NodeId> inputs;
  std::vector<NodeId> params;  // Function
  NodeId bound;                // Let
  Attrs attrs;
  Type type;
  NDArray data;  // Constant
  Origin origin;
  std::string why_opaque;  // Call and Opaque: why the operator is not understood, or empty
  // Call that a rule has put here: what it stands for, over the call's arguments, to compare it with; null: unknown.
  std::shared_ptr<const Graph> stands_for = nullptr;
};

struct OpSetId {
  std::string domain;
  int64_t version = 0;
};

class Graph {
 public:
  std::string name;
  std::string format;  // "ONNX", "Relay v0.0.5", …
  std::string producer;
  int64_t ir_version = 0;
  std::vector<OpSetId> opsets;
  std::vector<NodeId> inputs;   // of the main function
  std::vector<NodeId> outputs;  // roots of the main function, in order
  std::vector<std::string> output_names;
  // Names of what the file lists as its inputs, in its order: of `inputs`, and of constants that a caller may give
  // other data (the file's own is then their default).
  std::vector<std::string> declared_inputs;
  Attrs attrs;                                   // of the main function ("Primitive", "Compiler", …)
  std::map<std::string, NodeId> functions;       // other global functions, by name
  std::map<std::string, tir::Var> symbols;       // dynamic dimensions, by name
  std::shared_ptr<const OperatorSet> operators;  // with those that the document declares; null: the standard ones

  NodeId add(Node node);  // gives it an id, and a unique name: "%id" if it has none, "name/k" if it is taken
  void reserve(size_t nodes) { nodes_.reserve(nodes); }  // so many are about to be added
  const Node& node(NodeId id) const { return nodes_[id.index()]; }
  Node& node(NodeId id) { return nodes_[id.index()]; }
  size_t size() const { return nodes_.size(); }
  const std::vector<Node>& nodes() const { return nodes_; }
  NodeId find(std::string_view node_name) const;
  // Gives a node another name, made unique.
  void rename(NodeId id, const std::string& wanted);
  // The symbol of this name, made if new: a size, which is never negative, or another number. symbol_name() makes an
  // identifier of a text ("/a/b.0" → "a_b_0").
  tir::Var symbol(const std::string& symbol_name, bool is_size = true);

  // Nodes that the outputs need, arguments before users, left to right (Relay's post-DFS order); each once.
  // Enters If branches, Let values and bodies, and Function bodies.
  std::vector<NodeId> post_order() const;
  std::vector<NodeId> post_order(const std::vector<NodeId>& roots) const;
  // users[n]: the nodes that read n, in post order; a node that reads it twice is listed twice.
  std::vector<std::vector<NodeId>> users() const;

 private:
  std::string unique_name(const std::string& wanted);

  std::vector<Node> nodes_;
  NameIndex by_name_;
  std::map<std::string, int> next_suffix_;  // of names that were asked for more than once
};

}  // namespace nw::graph
