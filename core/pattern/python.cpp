// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/python.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace nw::pattern {

namespace {

// Written by Nestwright; the texts of patterns are those of the table, which are Python already.
constexpr const char* kHead = R"(# Patterns, rules and offloading for TVM 0.11, written by Nestwright.
import tvm
from tvm import relay
from tvm.ir import TensorType, TupleType
from tvm.relay import const, transform
from tvm.relay.dataflow_pattern import *


def value(x):
    """Numbers and lists of TVM as Python's own."""
    if isinstance(x, (tvm.tir.IntImm, tvm.tir.FloatImm)):
        return x.value
    if isinstance(x, (tvm.ir.Array, list, tuple)):
        return [value(i) for i in x]
    return x


def check(condition):
    """What has no answer, such as a division by zero, counts as no."""

    def answer(e):
        try:
            return bool(condition(e))
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError, tvm.TVMError):
            return False

    return answer


def expr(x):
    """Relay's functions give operators with several results as a TupleWrapper, which is no expression."""
    return x.astuple() if isinstance(x, relay.expr.TupleWrapper) else x


def custom(name, *args, **attrs):
    return relay.Call(relay.op.get(name), list(args), tvm.ir.make_node("DictAttrs", **attrs) if attrs else None)

)";

std::string string_literal(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + '"';
}

// The names that a replacement is built of, each with the number of fields that the replacement takes of it; 0: it is
// used itself.
void collect(const ReplacementNode& node, std::map<std::string, size_t>& names) {
  using Kind = ReplacementNode::Kind;
  if (node.kind == Kind::Matched) names[node.name] = 0;
  const bool field = node.kind == Kind::Field && node.parts[0]->kind == Kind::Matched;
  if (field) {
    const auto [known, is_new] = names.try_emplace(node.parts[0]->name, 1);
    if (is_new || known->second > 0) known->second = std::max(known->second, static_cast<size_t>(node.index) + 1);
    return;
  }
  for (const Replacement& part : node.parts) collect(*part, names);
}

class Python {
 public:
  Python(const Table& table, const OffloadOptions& options) : table_(table), options_(options) {}

  std::string run() {
    text_ = kHead;
    // In the order of the table: a name may be defined again.
    for (const Assignment& each : table_.assignments) text_ += fmt::format("\n{} = {}", each.name, each.text);
    text_ += "\n";
    patterns();
    rules();
    supports();
    passes();
    return std::move(text_);
  }

 private:
  void patterns() {
    text_ += "\npatterns = [\n";
    for (const Listed& line : table_.listed)
      if (!line.replacement)
        text_ += fmt::format("    ({}, {}{}),\n", string_literal(line.name), line.pattern_text,
                             line.check ? fmt::format(", check(lambda e: {})", python_for_tvm(*line.check)) : "");
    text_ += "]\n";
  }

  void rules() {
    std::string list;
    size_t number = 0;
    for (const Listed& line : table_.listed) {
      if (!line.replacement) continue;
      const size_t arrow = line.text.find("=>", line.pattern_text.size());
      std::map<std::string, size_t> names;
      collect(*line.replacement, names);
      std::string parameters, values;
      for (const auto& [name, fields] : names) {
        parameters += (parameters.empty() ? "" : ", ") + name;
        std::string value = fmt::format("node_map[{}][0]", name);
        if (fields > 0) value = fmt::format("relay.expr.TupleWrapper({}, {})", value, fields);
        values += (values.empty() ? "" : ", ") + value;
      }
      text_ += fmt::format(
          "\n\nclass Rule{0}(DFPatternCallback):  # {1}\n    def __init__(self):\n        "
          "super().__init__(require_type=True)\n"
          "        self.pattern = ({2})\n\n    def callback(self, pre, post, node_map):\n"
          "        return expr((lambda {3}: {4})({5}))\n",
          number, line.name, line.pattern_text, parameters, line.text.substr(arrow + 2), values);
      list += fmt::format("{}Rule{}()", list.empty() ? "" : ", ", number++);
    }
    text_ += fmt::format("\n\nrules = [{}]\n", list);
  }

  void supports() {
    for (const Supports& row : table_.supports) {
      std::string ops;
      for (const std::string& op : row.ops) ops += (ops.empty() ? "" : ", ") + string_literal(op);
      text_ += fmt::format("\nfor op in [{}]:\n    tvm.ir.register_op_attr(op, {}, lambda expr: True)\n", ops,
                           string_literal("target." + row.target));
    }
  }

  void passes() {
    std::string targets;
    for (const std::string& target : options_.targets)
      targets += (targets.empty() ? "" : ", ") + string_literal(target);
    text_ += fmt::format(R"(

def merge_composites(mod):
    return transform.MergeComposite(patterns)(transform.InferType()(mod))


def apply_rules(mod):
    mod = transform.InferType()(mod)
    mod["main"] = rewrite(rules, mod["main"], mod)
    return transform.InferType()(mod)


def offload(mod, targets=[{}]):
    mod = merge_composites(mod)
    mod = transform.AnnotateTarget(targets, {})(mod)
    mod = transform.MergeCompilerRegions()(mod)
    return transform.PartitionGraph(bind_constants={})(mod)
)",
                         targets, options_.calls_only ? "False" : "True", options_.bind_constants ? "True" : "False");
  }

  const Table& table_;
  const OffloadOptions& options_;
  std::string text_;
};

}  // namespace

std::string python_for_tvm(const Table& table, const OffloadOptions& options) {
  return Python(table, options).run();
}

}  // namespace nw::pattern
