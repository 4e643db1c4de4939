// SPDX-License-Identifier: GPL-3.0-or-later
// Writes in graph-normal form: every call on a line of its own, the value of a block inline as its last.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/escape.h"
#include "import/relay.h"
#include "import/relay_metadata.h"
#include "import/relay_number.h"
#include "import/relay_scopes.h"

namespace nw::import {

using graph::Attr;
using graph::Graph;
using graph::Node;
using graph::NodeKind;
using graph::Type;

namespace {

bool is_plain_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_number(std::string_view s) {
  return !s.empty() && s.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string spellable(std::string_view name) {
  std::string text;
  for (const char c : name) text += is_plain_name_char(c) ? c : '_';
  if (text.empty() || is_number(text)) text = "v" + text;
  return text;
}

// A function's name: Relay's may have points in them.
std::string spellable_global(std::string_view name) {
  std::string text;
  for (const char c : name) text += is_plain_name_char(c) || c == '.' ? c : '_';
  return text.empty() ? "_" : text;
}

// Names and commas as they are, anything else as underscores.
std::string plain_list(std::string_view names) {
  std::string text;
  for (const char c : names) text += is_plain_name_char(c) || c == ',' || c == ' ' ? c : '_';
  return text;
}

// A type of another kind than tensors and functions, by its name.
std::string type_text(std::string_view name) {
  std::string text;
  for (const char c : name)
    text += is_plain_name_char(c) || std::string_view(" ,.?()[]").find(c) != std::string_view::npos ? c : '_';
  return text;
}

std::string print_type(const Type& type, bool named_symbols);

std::string print_dim(const graph::Dim& dim, bool named_symbols) {
  if (const auto value = dim.constant()) return std::to_string(*value);
  if (!named_symbols) return "?";
  const std::string name = graph::to_string(dim);
  return std::all_of(name.begin(), name.end(), is_plain_name_char) ? "? /* " + name + " */" : "?";
}

std::string print_list(const graph::TypeList& types, size_t count, bool named_symbols) {
  std::string text = "(";
  for (size_t i = 0; i < count; ++i) text += (i ? ", " : "") + print_type(types[i], named_symbols);
  return text;
}

std::string print_type(const Type& type, bool named_symbols) {
  switch (type.kind) {
    case Type::Kind::Unknown:
      return "_";
    case Type::Kind::Other:
      return type_text(type.text);
    case Type::Kind::Tensor:
      break;
    case Type::Kind::Tuple:
      return print_list(type.fields, type.fields.size(), named_symbols) + (type.fields.size() == 1 ? ",)" : ")");
    case Type::Kind::Function:
      if (type.fields.empty()) return "_";
      return "fn " + print_list(type.fields, type.fields.size() - 1, named_symbols) + ") -> " +
             print_type(type.fields.back(), named_symbols);
  }
  if (!type.rank_known) return "Tensor[?, " + to_string(type.dtype) + "]";
  if (type.shape.empty()) return to_string(type.dtype);
  std::string text = "Tensor[(";
  for (size_t i = 0; i < type.shape.size(); ++i) text += (i ? ", " : "") + print_dim(type.shape[i], named_symbols);
  return text + "), " + to_string(type.dtype) + "]";
}

class Writer {
 public:
  Writer(const Graph& graph, const RelayWriteOptions& options) : graph_(graph), options_(options) {}

  std::string run() {
    std::string text = "#[version = \"0.0.5\"]\n";
    for (const auto& [name, id] : graph_.functions) {
      const Node& f = graph_.node(id);
      text += definition(spellable_global(name), f.params, f.inputs, f.attrs, result_of(f));
    }
    text += definition(main_name(), graph_.inputs, graph_.outputs, graph_.attrs, nullptr);
    const bool any_data =
        std::any_of(constants_.begin(), constants_.end(), [](const NDArray& a) { return a.bytes() != nullptr; });
    if (options_.constants && any_data) text += "\n#[metadata]\n" + write_relay_metadata(constants_) + "\n";
    return text;
  }

 private:
  // TVM's passes need @main; the graph of another format has a name that is no function's.
  std::string main_name() const {
    const bool relay = graph_.format.starts_with("Relay") && !graph_.name.empty();
    return relay ? spellable(graph_.name) : "main";
  }

  static const Type* result_of(const Node& function) {
    return function.type.kind == Type::Kind::Function && !function.type.fields.empty() ? &function.type.fields.back()
                                                                                       : nullptr;
  }

  std::string definition(const std::string& name, const std::vector<NodeId>& params, const std::vector<NodeId>& results,
                         const graph::Attrs& attrs, const Type* type) {
    begin(results);
    std::string head = "def @" + name + signature(params, attrs, type);
    walk(results);
    std::string last;
    if (results.size() == 1) {
      last = tail(results[0]);
    } else {
      for (size_t i = 0; i < results.size(); ++i) last += (i ? ", " : "(") + reference(results[i]);
      last += results.empty() ? "()" : ")";
    }
    return head + " {\n" + body(0, last, 1) + "}\n";
  }

  void begin(const std::vector<NodeId>& results) {
    order_ = graph_.post_order(results);
    scopes_ = relay_scopes(graph_, order_, results);
    lines_.assign(scopes_.parent.size(), {});
    names_.assign(graph_.size(), {});
    taken_.clear();
    next_number_ = 0;
    for (const NodeId id : order_) {
      const std::string& name = graph_.node(id).name;
      if (name.starts_with('%') && is_number(name.substr(1))) taken_.insert(name.substr(1));
    }
  }

  std::string signature(const std::vector<NodeId>& params, const graph::Attrs& attrs, const Type* result) {
    std::string text;
    if (const std::string types = graph::string_attr(attrs, "type_params", ""); !types.empty())
      text += "[" + plain_list(types) + "]";
    text += "(";
    bool first = true;
    for (const NodeId id : params) {
      text += (first ? "" : ", ") + variable(id, true);
      first = false;
    }
    for (const auto& [key, value] : attrs) {
      if (key == "type_params") continue;
      text += (first ? "" : ", ") + spellable_global(key) + "=" + attribute(value);
      first = false;
    }
    text += ")";
    if (result && result->kind != Type::Kind::Unknown) text += " -> " + print_type(*result, false);
    return text;
  }

  // A variable where it is bound: "%x: T", with its own name in a comment where Relay cannot spell it.
  std::string variable(NodeId id, bool with_type) {
    const Node& n = graph_.node(id);
    std::string wanted = n.name.starts_with('%') ? n.name.substr(1) : n.name;
    if (const size_t at = wanted.find('%'); wanted.starts_with('@') && at != std::string::npos)
      wanted = wanted.substr(at + 1);
    std::string name = spellable(wanted);
    for (int k = 1; taken_.contains(name); ++k) name = fmt::format("{}_{}", spellable(wanted), k);
    taken_.insert(name);
    names_[id.index()] = "%" + name;
    std::string text = names_[id.index()];
    if (with_type && n.type.kind != Type::Kind::Unknown) text += ": " + print_type(n.type, true);
    const bool keep_name = n.name != "%" + name && !n.name.starts_with('@') && n.name.find(' ') == std::string::npos;
    if (keep_name) text += fmt::format(" /* span={}:0:0 */", comment_text(n.name));
    return text;
  }

  // Nodes in post order, a let's binding between its value and its body.
  void walk(const std::vector<NodeId>& results) {
    struct Frame {
      NodeId node;
      size_t next = 0;
    };
    std::vector<bool> seen(graph_.size(), false);
    std::vector<Frame> stack;
    const auto enter = [&](NodeId id) {
      if (seen[id.index()]) return;
      seen[id.index()] = true;
      open(graph_.node(id));
      stack.push_back({id});
    };
    for (const NodeId root : results) {
      enter(root);
      while (!stack.empty()) {
        Frame& top = stack.back();
        const Node& n = graph_.node(top.node);
        if (top.next == 1 && n.kind == NodeKind::Let) bind(n);
        if (top.next < n.inputs.size()) {
          enter(n.inputs[top.next++]);
        } else {
          stack.pop_back();
          statement(n);
        }
      }
    }
  }

  // Before what is inside: parameters get their names.
  void open(const Node& n) {
    if (n.kind == NodeKind::Function) heads_[n.id] = "fn " + signature(n.params, n.attrs, result_of(n));
    if (n.kind == NodeKind::Match) {
      for (const NodeId p : n.params) variable(p, false);
    }
    if (n.kind == NodeKind::Let && n.bound.valid())
      heads_[n.id] = "let " + variable(n.bound, graph_.node(n.bound).type.kind != Type::Kind::Unknown);
  }

  void bind(const Node& let) { add_line(scopes_.inner(let.id, 0), heads_[let.id] + " = " + tail(let.inputs[0]) + ";"); }

  void add_line(int scope, std::string line) { lines_[static_cast<size_t>(scope)].push_back(std::move(line)); }

  static bool is_atom(const Node& n) {
    return n.kind == NodeKind::Input || n.kind == NodeKind::Constant || n.kind == NodeKind::GlobalRef;
  }

  void statement(const Node& n) {
    if (is_atom(n)) return;
    const int home = scopes_.home[n.id.index()];
    if (scopes_.ends_block[n.id.index()]) {  // written where its block ends
      const bool goes_on = n.kind == NodeKind::Let;
      inline_[n.id] = goes_on ? tail(n.inputs[1]) : expression(n) + comment(n);
      return;
    }
    std::string number = n.name.starts_with('%') ? n.name.substr(1) : "";
    if (!is_number(number)) {
      while (taken_.contains(std::to_string(next_number_))) ++next_number_;
      number = std::to_string(next_number_);
      taken_.insert(number);
    }
    names_[n.id.index()] = "%" + number;
    add_line(home, fmt::format("%{} = {}{};", number, expression(n), comment(n)));
  }

  std::string comment(const Node& n) const {
    const bool numbered = n.name.starts_with('%') || n.name.starts_with('@') || n.name.find(' ') != std::string::npos;
    const bool typed = options_.types && n.type.kind != Type::Kind::Unknown && n.type.kind != Type::Kind::Function &&
                       n.kind != NodeKind::Let;
    std::string text;
    if (typed) text += " ty=" + print_type(n.type, false);
    if (!numbered) text += fmt::format(" span={}:0:0", comment_text(n.name));
    return text.empty() ? "" : " /*" + text + " */";
  }

  std::string reference(NodeId id) {
    const Node& n = graph_.node(id);
    if (n.kind == NodeKind::Constant) return constant(n);
    if (n.kind == NodeKind::GlobalRef) return "@" + spellable_global(n.op.starts_with('@') ? n.op.substr(1) : n.op);
    if (n.kind == NodeKind::Input && names_[id.index()].empty()) {  // bound nowhere
      lines_[0].insert(lines_[0].begin(), "free_var " + variable(id, true) + ";");
    }
    return names_[id.index()];
  }

  std::string constant(const Node& n) {
    if (n.data.bytes() && n.data.shape().empty()) {
      if (std::string text = print_relay_number(n.data); !text.empty()) return text;
    }
    auto [it, is_new] = constant_index_.emplace(n.id, constants_.size());
    if (is_new) constants_.push_back(n.data);
    return fmt::format("meta[relay.Constant][{}]", it->second) + comment(n);
  }

  // The value of a block: inline if its statement was left for here.
  std::string tail(NodeId id) {
    const auto it = inline_.find(id);
    return it == inline_.end() ? reference(id) : it->second;
  }

  std::string body(int scope, const std::string& last, int indent) const {
    std::string text;
    const std::string margin(static_cast<size_t>(indent) * 2, ' ');
    const auto add = [&](const std::string& line) {
      text += margin;
      for (const char c : line) {
        text += c;
        if (c == '\n') text += margin;
      }
      text += '\n';
    };
    for (const std::string& line : lines_[static_cast<size_t>(scope)]) add(line);
    add(last);
    return text;
  }

  std::string block(const Node& n, size_t which, NodeId value) {
    const int scope = scopes_.inner(n.id, which);
    return "{\n" + body(scope, tail(value), 1) + "}";
  }

  std::string arguments(const Node& n, size_t from) {
    std::string text = "(";
    bool first = true;
    for (size_t i = from; i < n.inputs.size(); ++i) {
      text += (first ? "" : ", ") + reference(n.inputs[i]);
      first = false;
    }
    for (const auto& [key, value] : n.attrs) {
      text += (first ? "" : ", ") + spellable_global(key) + "=" + attribute(value);
      first = false;
    }
    return text + ")";
  }

  std::string expression(const Node& n) {
    switch (n.kind) {
      case NodeKind::Call:
        return op_name(n.op) + arguments(n, 0);
      case NodeKind::CallNode:
        return reference(n.inputs[0]) + arguments(n, 1);
      case NodeKind::Tuple:
        return tuple(n);
      case NodeKind::TupleGet:
        return fmt::format("{}.{}", reference(n.inputs[0]), graph::int_attr(n.attrs, "index", 0));
      case NodeKind::Let: {
        const int scope = scopes_.inner(n.id, 0);
        return "{\n" + body(scope, tail(n.inputs[1]), 1) + "}";
      }
      case NodeKind::If:
        return "if (" + reference(n.inputs[0]) + ") " + block(n, 0, n.inputs[1]) + " else " + block(n, 1, n.inputs[2]);
      case NodeKind::Function:
        return heads_[n.id] + " " + block(n, 0, n.inputs[0]);
      case NodeKind::RefCreate:
        return "ref" + arguments(n, 0);
      case NodeKind::RefRead:
        return "ref_read" + arguments(n, 0);
      case NodeKind::RefWrite:
        return "ref_write" + arguments(n, 0);
      case NodeKind::Match:
        return match(n);
      case NodeKind::Opaque:
        return n.op.empty() || n.op.find(' ') != std::string::npos ? "Unreadable()" : op_name(n.op) + arguments(n, 0);
      case NodeKind::Input:
      case NodeKind::Constant:
      case NodeKind::GlobalRef:
        break;
    }
    return reference(n.id);
  }

  static std::string op_name(const std::string& op) {
    std::string text;
    for (const char c : op) text += is_plain_name_char(c) || c == '.' ? c : '_';
    return text;
  }

  std::string tuple(const Node& n) {
    std::string text = "(";
    for (size_t i = 0; i < n.inputs.size(); ++i) text += (i ? ", " : "") + reference(n.inputs[i]);
    return text + (n.inputs.size() == 1 ? ",)" : ")");
  }

  // A pattern's variables are in it as '%', in the order of the node's parameters.
  std::string match(const Node& n) {
    std::string text = graph::bool_attr(n.attrs, "complete", true) ? "match (" : "match? (";
    text += reference(n.inputs[0]) + ") {\n";
    const auto it = n.attrs.find("patterns");
    const auto* patterns = it == n.attrs.end() ? nullptr : std::get_if<graph::AttrList>(&it->second.value);
    size_t variable = 0;
    for (size_t i = 1; i < n.inputs.size(); ++i) {
      const std::string pattern = patterns && i <= patterns->size() ? graph::to_string((*patterns)[i - 1]) : "_";
      text += "  ";
      for (const char c : pattern) {
        if (c == '"') continue;
        if (c == '%' && variable < n.params.size()) {
          text += names_[n.params[variable++].index()];
        } else {
          text += c;
        }
      }
      const int scope = scopes_.inner(n.id, i - 1);
      text += " => {\n" + body(scope, tail(n.inputs[i]), 2) + "  },\n";
    }
    return text + "}";
  }

  std::string attribute(const Attr& attr) {
    if (const auto* d = std::get_if<double>(&attr.value)) return fmt::format("{}f", *d);
    if (const auto* list = std::get_if<graph::AttrList>(&attr.value)) {
      std::string text = "[";
      for (size_t i = 0; i < list->size(); ++i) text += (i ? ", " : "") + attribute((*list)[i]);
      return text + "]";
    }
    if (const auto* data = std::get_if<NDArray>(&attr.value)) {
      constants_.push_back(*data);
      return fmt::format("meta[relay.Constant][{}]", constants_.size() - 1);
    }
    if (std::holds_alternative<graph::Dim>(attr.value)) return "?";
    if (const auto* text = std::get_if<std::string>(&attr.value)) return relay_literal(*text);
    return graph::to_string(attr);
  }

  const Graph& graph_;
  const RelayWriteOptions& options_;
  std::vector<NodeId> order_;
  RelayScopes scopes_;
  std::vector<std::vector<std::string>> lines_;  // of each scope
  std::vector<std::string> names_;               // of nodes, in text
  std::set<std::string> taken_;
  int next_number_ = 0;
  std::map<NodeId, std::string> heads_;
  std::map<NodeId, std::string> inline_;
  std::vector<NDArray> constants_;
  std::map<NodeId, size_t> constant_index_;
};

}  // namespace

std::string write_relay(const Graph& graph, const RelayWriteOptions& options) {
  return Writer(graph, options).run();
}

}  // namespace nw::import
