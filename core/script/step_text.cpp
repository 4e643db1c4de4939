// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/step_text.h"

#include <algorithm>
#include <cctype>

#include "base/escape.h"
#include "schedule/catalogue.h"
#include "schedule/names.h"
#include "tir/visit.h"

namespace nw::script {

using schedule::Receiver;
using schedule::Step;

namespace {

class ArgumentPrinter {
 public:
  explicit ArgumentPrinter(const StepNames& names) : names_(names) {}

  std::string operator()(std::monostate) const { return {}; }
  std::string operator()(AxisId id) const { return names_.axis(id); }
  std::string operator()(const std::vector<AxisId>& axes) const { return listed(axes); }
  std::string operator()(StageId id) const { return names_.stage(id); }
  std::string operator()(const schedule::TensorRef& ref) const { return names_.tensor(ref); }
  std::string operator()(const std::vector<StageId>& stages) const {
    std::vector<std::string> parts;
    for (const StageId id : stages) parts.push_back(names_.tensor({id, 0}));
    return "[" + schedule::comma(parts) + "]";
  }
  std::string operator()(const std::vector<schedule::TensorRef>& refs) const {
    return refs.size() == 1 ? names_.tensor(refs.front()) : "[" + listed(refs) + "]";
  }
  // A comparison of integers alone is written as a call: `==` of Python objects is not an expression everywhere.
  std::string operator()(const tir::Expr& e) const {
    const auto* equal = tir::node_cast<tir::BinaryNode>(e);
    if (equal && equal->kind == tir::ExprKind::EQ)
      return expr_text(equal->a, names_.expressions) + ".equal(" + expr_text(equal->b, names_.expressions) + ")";
    if (const auto* text = tir::node_cast<tir::StringImmNode>(e)) return python_literal(text->value);
    const int64_t* number = tir::as_const_int(e);
    return number ? std::to_string(*number) : expr_text(e, names_.expressions);
  }
  std::string operator()(int64_t number) const { return std::to_string(number); }
  std::string operator()(const std::string& text) const { return python_literal(text); }
  std::string operator()(bool flag) const { return flag ? "True" : "False"; }
  std::string operator()(const tir::IterVar& thread) const {
    std::string name = names_.thread ? names_.thread(thread) : std::string();
    if (!name.empty()) return name;
    const tir::Range& dom = thread->dom;
    const std::string range =
        dom.defined() ? "(" + (*this)(dom.min) + ", " + (*this)(dom.min + dom.extent) + "), " : std::string();
    return "te.thread_axis(" + range + python_literal(thread->thread_tag) + ")";
  }
  std::string operator()(const std::vector<tir::IterVar>& threads) const {
    return threads.size() == 1 ? (*this)(threads.front()) : "[" + listed(threads) + "]";
  }
  std::string operator()(const schedule::IndexMap& map) const {
    std::vector<std::string> vars, indices;
    for (const tir::Var& v : map.vars) vars.push_back(v->name);
    Naming own = names_.expressions;
    own.variable = [&](const tir::VarNode& v) {
      for (const tir::Var& known : map.vars)
        if (known.get() == &v) return std::string(v.name);
      return names_.expressions.variable(v);
    };
    for (const tir::Expr& e : map.indices) indices.push_back(expr_text(e, own));
    return "lambda " + schedule::comma(vars) + ": [" + schedule::comma(indices) + "]";
  }
  std::string operator()(const std::shared_ptr<const schedule::TensorIntrin>& intrin) const {
    return names_.intrinsic(*intrin);
  }

 private:
  template <class T>
  std::string listed(const std::vector<T>& items) const {
    std::vector<std::string> parts;
    for (const T& item : items) parts.push_back((*this)(item));
    return schedule::comma(parts);
  }

  const StepNames& names_;
};

std::string receiver_text(const Step& step, Receiver receiver, const StepNames& names) {
  switch (receiver) {
    case Receiver::Stage:
      return names.stage(step.stage);
    case Receiver::Group:
      return names.group(step.group);
    case Receiver::Schedule:
      break;
  }
  return names.schedule;
}

}  // namespace

std::string argument_text(const schedule::Argument& argument, const StepNames& names) {
  return std::visit(ArgumentPrinter(names), argument);
}

Sentence layout_label(const schedule::IndexMap& map) {
  StepNames names;
  names.expressions.variable = [](const tir::VarNode& v) { return std::string(v.name); };
  std::vector<std::string> from, to;
  for (const tir::Var& v : map.vars) from.push_back(v->name);
  for (const tir::Expr& e : map.indices) to.push_back(expr_text(e, names.expressions));
  const size_t n = from.size();
  if (to.size() == n && n >= 2 && to[n - 1] == from[n - 2] && to[n - 2] == from[n - 1] &&
      std::equal(from.begin(), from.end() - 2, to.begin()))
    return Sentence(NW_TEXT("Step", "with {0}, {1} exchanged"), from[n - 2], from[n - 1]);
  const auto* block = to.size() == n + 1 ? tir::node_cast<tir::BinaryNode>(map.indices.back()) : nullptr;
  const int64_t* size = block && block->kind == tir::ExprKind::FloorMod ? tir::as_const_int(block->b) : nullptr;
  if (size && to[n - 1] == from[n - 1] + " // " + std::to_string(*size) &&
      std::equal(from.begin(), from.end() - 1, to.begin()))
    return Sentence(NW_TEXT("Step", "in blocks of {0} of {1}"), *size, from[n - 1]);
  return Sentence(NW_TEXT("Step", "at [{0}]"), schedule::comma(to));
}

std::string call_text(const Step& step, const StepNames& names) {
  const schedule::PrimitiveInfo& row = schedule::info(step.primitive);
  const ArgumentPrinter print(names);
  std::vector<std::string> arguments;
  bool skipped = false;  // an optional one was not given: those behind it need their names
  for (size_t i = 0; i < step.arguments.size(); ++i) {
    if (std::holds_alternative<std::monostate>(step.arguments[i])) {
      skipped = true;
      continue;
    }
    const bool keyword = skipped || row.parameters[i].keyword;
    arguments.push_back((keyword ? std::string(row.parameters[i].name) + "=" : std::string()) +
                        std::visit(print, step.arguments[i]));
  }
  return receiver_text(step, row.receiver, names) + "." + row.name + "(" + schedule::comma(arguments) + ")";
}

std::string step_text(const Step& step, const StepNames& names) {
  const std::string call = call_text(step, names);
  if (step.results.empty()) return call;
  // One name unpacks a list of one axis.
  const bool alone = step.results.size() == 1 && step.primitive == schedule::Primitive::TransformLayout;
  return schedule::comma(step.results) + (alone ? "," : "") + " = " + call;
}

std::string short_axis_name(const std::string& name) {
  std::string text;
  for (size_t begin = 0; begin <= name.size();) {
    const size_t end = std::min(name.find('.', begin), name.size());
    const std::string part = name.substr(begin, end - begin);
    begin = end + 1;
    if (text.empty())
      text = part;
    else if (part == "outer" || part == "inner")
      text += part[0];
    else if (part != "fused" && part != "c" && part != "d" && part != "v" && part != "init")
      text += "_" + part;
  }
  for (char& c : text)
    if (const auto byte = static_cast<unsigned char>(c); !std::isalnum(byte) && byte < 0x80) c = '_';
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0]))) text = "ax_" + text;
  return text;
}

}  // namespace nw::script
