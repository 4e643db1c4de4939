// SPDX-License-Identifier: GPL-3.0-or-later
#include "custom/tvm_python.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "base/escape.h"
#include "custom/operators.h"
#include "custom/script_file.h"
#include "custom/te_script.h"
#include "custom/type_relation.h"
#include "script/script.h"

namespace nw::custom {

namespace {

// Written by Nestwright.
constexpr const char* kHead = R"(# Operators for TVM 0.11, written by Nestwright.
import tvm
from tvm import relay, te, tir, topi
from tvm.relay.op import OpPattern, OpStrategy
from tvm.relay.op import op as registry
from tvm.target import override_native_generic_func

_stages = {}  # what the computation of an operator's output has named, by the operator and the output's operation


def _known(arg_types):
    return all(isinstance(t, relay.TensorType) for t in arg_types)


def _extent(value):
    return int(value) if isinstance(value, (int, tvm.tir.IntImm)) else value

)";

std::string text_of(const Extent& extent) {
  switch (extent.kind) {
    case Extent::Kind::Number:
      return std::to_string(extent.number);
    case Extent::Kind::Name:
      return plain_identifier(extent.name);
    case Extent::Kind::Any:
      return "_";
    default:
      break;
  }
  const char* const op = extent.kind == Extent::Kind::Add        ? " + "
                         : extent.kind == Extent::Kind::Subtract ? " - "
                         : extent.kind == Extent::Kind::Multiply ? " * "
                                                                 : " // ";
  return "(" + text_of(extent.parts[0]) + op + text_of(extent.parts[1]) + ")";
}

std::string shape_text(const graph::Shape& shape) {
  std::string text = "[";
  for (size_t i = 0; i < shape.size(); ++i) text += (i ? ", " : "") + graph::to_string(shape[i]);
  return text + "]";
}

std::string type_text(const graph::Type& type) {
  if (type.is_tensor())
    return fmt::format("relay.TensorType({}, {})", shape_text(type.shape), python_literal(to_string(type.dtype)));
  std::string text = "relay.TupleType([";
  for (size_t i = 0; i < type.fields.size(); ++i) text += (i ? ", " : "") + type_text(type.fields[i]);
  return text + "])";
}

class OperatorWriter {
 public:
  OperatorWriter(const pattern::CustomOperator& op, const TeScript* te)
      : op_(op), te_(te), name_(plain_identifier(op.name)) {}

  std::string run() {
    if (te_) read_script();
    type_relation();
    if (te_) computation();
    if (te_) schedule();
    registration();
    return std::move(text_);
  }

 private:
  void line(const std::string& text) { text_ += "    " + text + "\n"; }

  void type_relation() {
    text_ += fmt::format("\n\ndef {}_type(arg_types, attrs):\n", name_);
    line("if not _known(arg_types):");
    line("    return None");
    const bool from_script = op_.type.empty() && te_;
    if (from_script) return type_from_script();
    const Result<TypeRelation> relation = read_type_relation(op_.type.empty() ? "same_as_first" : op_.type, op_.inputs);
    if (!relation.value) return line("return None  # its type could not be read");
    switch (relation->kind) {
      case TypeRelation::Kind::Like:
        return line(fmt::format("return arg_types[{}]", relation->like));
      case TypeRelation::Kind::Fixed:
        return line("return " + type_text(relation->fixed));
      case TypeRelation::Kind::Broadcast:
        return broadcast();
      case TypeRelation::Kind::InWords:
        return in_words(*relation);
    }
  }

  void broadcast() {
    line("shape = []");
    line("rank = max(len(t.shape) for t in arg_types)");
    line("for axis in range(rank):");
    line(
        "    extents = [_extent(t.shape[axis - rank + len(t.shape)]) for t in arg_types if axis >= rank - "
        "len(t.shape)]");
    line("    shape.append(next((e for e in extents if not isinstance(e, int) or e != 1), 1))");
    line("return relay.TensorType(shape, arg_types[0].dtype)");
  }

  void in_words(const TypeRelation& relation) {
    std::set<std::string> known;
    for (size_t i = 0; i < relation.inputs.size(); ++i)
      for (size_t d = 0; d < relation.inputs[i].size(); ++d) {
        const Extent& extent = relation.inputs[i][d];
        if (extent.kind == Extent::Kind::Name && known.insert(extent.name).second)
          line(fmt::format("{} = _extent(arg_types[{}].shape[{}])", plain_identifier(extent.name), i, d));
      }
    std::vector<std::string> results;
    for (const Extents& result : relation.results) {
      std::string shape;
      for (const Extent& extent : result) shape += (shape.empty() ? "" : ", ") + text_of(extent);
      results.push_back(
          fmt::format("relay.TensorType([{}], {})", shape, op_.inputs > 0 ? "arg_types[0].dtype" : "\"float32\""));
    }
    line(results.size() == 1 ? "return " + results[0]
                             : fmt::format("return relay.TupleType([{}])", fmt::join(results, ", ")));
  }

  void type_from_script() {
    for (const auto& [size, place] : sizes_) line(fmt::format("{} = _extent({})", size, place));
    std::vector<std::string> results;
    for (const graph::Type& type : te_->results()) results.push_back(type_text(type));
    line(results.size() == 1 ? "return " + results[0]
                             : fmt::format("return relay.TupleType([{}])", fmt::join(results, ", ")));
  }

  // The lines of the script by their part. Placeholders become the call's inputs, open sizes their extents.
  void read_script() {
    script::ReadOptions options;
    options.explain = options.verify = false;
    program_ = script::read(te_->text(), options);
    for (size_t i = 0; i < te_->arguments().size(); ++i)
      for (size_t d = 0; d < te_->arguments()[i].shape.size(); ++d)
        if (const auto* size = tir::node_cast<tir::VarNode>(te_->arguments()[i].shape[d].expr()))
          if (std::ranges::none_of(sizes_, [&](const auto& known) { return known.first == size->name; }))
            sizes_.emplace_back(size->name, fmt::format("arg_types[{}].shape[{}]", i, d));
  }

  std::vector<std::string> lines_of(const script::Statement& s) const {
    std::vector<std::string> lines;
    size_t begin = 0;
    for (int n = 1; n <= s.last_line && begin <= program_.text->size(); ++n) {
      const size_t end = std::min(program_.text->find('\n', begin), program_.text->size());
      if (n >= s.span.line) lines.push_back(program_.text->substr(begin, end - begin));
      begin = end + 1;
    }
    return lines;
  }

  std::string name_of_output(const te::Tensor& tensor) const {
    for (const script::Statement& s : program_.statements)
      if (s.part == script::Statement::Part::Computation)
        for (const std::string& bound : s.binds)
          if (bound == tensor->name || bound == tensor->op->name) return bound;
    return tensor->name;
  }

  void computation() {
    text_ += fmt::format("\n\ndef {}_compute(attrs, inputs, out_type):\n", name_);
    size_t input = 0;
    std::vector<std::string> outputs;
    for (const te::Tensor& tensor : program_.args)
      if (tensor->op->kind != te::OpKind::Placeholder) outputs.push_back(name_of_output(tensor));
    for (const script::Statement& s : program_.statements) {
      if (s.part != script::Statement::Part::Computation) continue;
      const std::vector<std::string> lines = lines_of(s);
      names_.insert(names_.end(), s.binds.begin(), s.binds.end());
      const bool one = s.binds.size() == 1;
      const bool placeholder = std::ranges::any_of(program_.tensors, [&](const te::Tensor& t) {
        return one && t->op->kind == te::OpKind::Placeholder && op_span(t) == s.span.line;
      });
      const bool sizes = !s.binds.empty() && std::ranges::all_of(s.binds, [&](const std::string& bound) {
        return std::ranges::any_of(program_.size_vars, [&](const tir::Var& v) { return v->name == bound; });
      });
      if (placeholder) {
        line(fmt::format("{} = inputs[{}]", s.binds[0], input++));
      } else if (sizes) {
        for (const std::string& size : s.binds) line(size + " = " + size_of(size));
      } else {
        for (const std::string& each : lines) line(each);
      }
    }
    if (outputs.empty() && !names_.empty()) outputs = {names_.back()};
    line(fmt::format("_stages[{}, {}.op] = locals()", python_literal(op_.name), outputs.empty() ? "None" : outputs[0]));
    line(fmt::format("return [{}]", fmt::join(outputs, ", ")));
  }

  static int op_span(const te::Tensor& tensor) { return tensor->op->span.line; }

  std::string size_of(const std::string& size) const {
    for (const auto& [known, place] : sizes_)
      if (known == size) return "inputs" + place.substr(std::string("arg_types").size());
    return fmt::format("int(attrs[{}])", python_literal(size));
  }

  void schedule() {
    text_ += fmt::format("\n\ndef {}_schedule(attrs, outs, target):\n", name_);
    line("outs = [outs] if isinstance(outs, te.tensor.Tensor) else list(outs)");
    line(fmt::format("names = _stages.get(({}, outs[0].op))", python_literal(op_.name)));
    line("if names is None:  # fused with operators behind it");
    line("    return te.create_schedule([out.op for out in outs])");
    std::string all, quoted;
    std::set<std::string> seen;
    for (const std::string& each : names_) {
      if (each == "_" || !seen.insert(each).second) continue;
      all += (all.empty() ? "" : ", ") + each;
      quoted += (quoted.empty() ? "" : ", ") + python_literal(each);
    }
    if (!all.empty())
      line(fmt::format("{}{} = (names[name] for name in ({},))", all, seen.size() == 1 ? "," : "", quoted));
    bool made = false;
    for (const script::Statement& s : program_.statements) {
      if (s.part != script::Statement::Part::Schedule) continue;
      made = true;
      for (const std::string& each : lines_of(s)) line(each);
    }
    line(made ? "return " + program_.schedule_name : "return te.create_schedule([out.op for out in outs])");
  }

  static std::string upper(std::string_view pattern) {
    if (pattern == "elemwise") return "ELEMWISE";
    if (pattern == "out_elemwise_fusable") return "OUT_ELEMWISE_FUSABLE";
    if (pattern == "comm_reduce") return "COMM_REDUCE";
    std::string text(pattern);
    for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    return text;
  }

  void registration() {
    const std::string name = python_literal(op_.name);
    text_ += fmt::format("\n\nregistry.register({0}, \"declared in a pattern table\")\n{1}_op = tvm.ir.Op.get({0})\n",
                         name, name_);
    text_ += fmt::format("{}_op.set_num_inputs({})\n", name_, op_.inputs);
    for (int i = 0; i < op_.inputs; ++i)
      text_ += fmt::format("{}_op.add_argument(\"x{}\", \"Tensor\", \"input {}\")\n", name_, i, i);
    text_ += fmt::format("{0}_op.set_support_level(10)\n{0}_op.set_attrs_type_key(\"DictAttrs\")\n", name_);
    text_ += fmt::format("{0}_op.add_type_rel(\"{0}_rel\", {0}_type)\n", name_);
    text_ += fmt::format("registry.register_pattern({}, OpPattern.{})\n", name, upper(op_.pattern));
    text_ += fmt::format("registry.register_stateful({}, False)\n", name);
    if (!te_) {
      text_ += "# The table names no script for it: register_strategy or register_compute is still wanted.\n";
      return;
    }
    const bool fuses = op_.pattern == "elemwise" || op_.pattern == "broadcast" || op_.pattern == "injective";
    if (fuses) {
      text_ += fmt::format("registry.register_compute({}, {}_compute)\nregistry.register_injective_schedule({})\n",
                           name, name_, name);
      return;
    }
    text_ += fmt::format(R"(

@override_native_generic_func("{0}_strategy")
def {0}_strategy(attrs, inputs, out_type, target):
    strategy = OpStrategy()
    strategy.add_implementation({0}_compute, {0}_schedule, name={2})
    return strategy


registry.register_strategy({1}, {0}_strategy)
)",
                         name_, name, python_literal(op_.name + ".nestwright"));
  }

  const pattern::CustomOperator& op_;
  const TeScript* te_;
  std::string name_, text_;
  script::Program program_;
  std::vector<std::pair<std::string, std::string>> sizes_;  // open sizes of the script, and the extents that they are
  std::vector<std::string> names_;                          // that the computation binds
};

}  // namespace

Result<std::string> python_for_tvm(const pattern::Table& table, const std::string& table_path) {
  Diagnostics diagnostics = declared_operators(table, table_path).diagnostics;
  std::string text = kHead;
  for (const pattern::CustomOperator& op : table.custom) {
    std::shared_ptr<const TeScript> te;
    if (!op.te.empty())
      if (const Result<std::string> script = script_text(op.te, table_path); script.value)
        if (Result<std::shared_ptr<const TeScript>> read = TeScript::read(*script.value, op.inputs); read.value)
          te = std::move(*read.value);
    text += OperatorWriter(op, te.get()).run();
  }
  return {std::move(text), std::move(diagnostics)};
}

}  // namespace nw::custom
