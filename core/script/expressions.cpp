// SPDX-License-Identifier: GPL-3.0-or-later
// Names, literals, attributes, indexing, sequences.
#include <algorithm>
#include <charconv>
#include <cmath>

#include "schedule/names.h"
#include "script/diagnostics.h"
#include "script/evaluator.h"
#include "script/lexer.h"

namespace nw::script {

namespace {

constexpr size_t kMaxCompared = 5'000;  // names of a script that one that is not there is compared with

std::string without_underscores(std::string_view text) {
  std::string out;
  for (const char c : text)
    if (c != '_') out += c;
  return out;
}

struct Parsed {
  std::optional<int64_t> value;
  bool too_large = false;
};

Parsed parse_int(std::string_view written) {
  std::string text = without_underscores(written);
  int base = 10;
  if (text.size() > 2 && text[0] == '0' && (text[1] < '0' || text[1] > '9')) {
    base = text[1] == 'x' || text[1] == 'X' ? 16 : text[1] == 'b' || text[1] == 'B' ? 2 : 8;
    text.erase(0, 2);
  }
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
  if (end != text.data() + text.size()) return {};
  return error == std::errc() ? Parsed{value, false} : Parsed{{}, error == std::errc::result_out_of_range};
}

std::optional<double> parse_float(std::string_view written) {
  const std::string text = without_underscores(written);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range) return text.find("e-") != std::string::npos ? 0.0 : HUGE_VAL;
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

Value shape_value(const std::vector<tir::Expr>& shape) {
  std::vector<Value> dims;
  for (const tir::Expr& dim : shape) {
    if (const int64_t* known = tir::as_const_int(dim))
      dims.emplace_back(*known);
    else
      dims.emplace_back(ExprValue{dim});
  }
  return make_list(std::move(dims), true);
}

Value axis_list(const std::vector<tir::IterVar>& axes) {
  std::vector<Value> items;
  for (const tir::IterVar& iv : axes) items.emplace_back(AxisValue{iv, {}});
  return make_list(std::move(items));
}

Value expr_or_int(const tir::Expr& e) {
  if (!e) return NoneValue();
  if (const int64_t* known = tir::as_const_int(e)) return *known;
  return ExprValue{e};
}

}  // namespace

Value Evaluator::eval(const Node* n) {
  if (state_.too_much(n)) return Poison();
  switch (n->kind) {
    case NodeKind::Name:
      return name(n);
    case NodeKind::Int: {
      const Parsed number = parse_int(n->text);
      if (number.value) return *number.value;
      return state_.report(number.too_large ? too_large_integer(n->text, n->span()) : bad_number(n->text, n->span()));
    }
    case NodeKind::Float: {
      const auto value = parse_float(n->text);
      return value ? Value(*value) : state_.report(bad_number(n->text, n->span()));
    }
    case NodeKind::String:
      return unquote(n->text);
    case NodeKind::True:
      return true;
    case NodeKind::False:
      return false;
    case NodeKind::None:
      return NoneValue();
    case NodeKind::Tuple:
    case NodeKind::List:
      return sequence(n);
    case NodeKind::Dict: {
      auto dict = std::make_shared<DictValue>();
      for (size_t i = 0; i + 1 < n->items.size(); i += 2) {
        Value key = eval(n->items[i]), value = eval(n->items[i + 1]);
        if (key.poisoned() || value.poisoned()) return Poison();
        dict->items.emplace_back(std::move(key), std::move(value));
      }
      return std::shared_ptr<const DictValue>(std::move(dict));
    }
    case NodeKind::Attribute:
      return attribute(n);
    case NodeKind::Index:
      return index(n);
    case NodeKind::Call:
      return call(n);
    case NodeKind::Lambda:
      return LambdaValue{n};
    case NodeKind::Unary:
      return arithmetic_.unary(n);
    case NodeKind::Binary:
      return arithmetic_.binary(n);
    case NodeKind::Compare:
      return arithmetic_.compare(n);
    case NodeKind::And:
    case NodeKind::Or:
    case NodeKind::Not:
      return logic(n);
    case NodeKind::Conditional:
      return conditional(n);
    case NodeKind::Slice:
    case NodeKind::Star:
      return state_.report(syntax_error("a value", n->text, n->span()));
  }
  return Poison();
}

Value Evaluator::name(const Node* n) {
  const Value& v = state_.environment[static_cast<size_t>(n->name_id)];
  if (!v.is<Undefined>()) return v;
  if (const auto m = root_module(n->text)) return *m;
  if (const auto f = builtin(n->text)) return *f;
  if (state_.program.diagnostics.size() >= kMaxDiagnostics) return Poison();
  std::vector<std::string> known;
  for (size_t i = 0; i < state_.environment.size() && state_.environment.size() <= kMaxCompared; ++i)
    if (!state_.environment[i].is<Undefined>()) known.emplace_back(state_.tree.names[i]);
  std::vector<std::string> near = nearest(n->text, known);
  for (const Module m : {Module::Te, Module::Tir})
    if (function(m, n->text)) near.insert(near.begin(), std::string(name_of(m)) + "." + std::string(n->text));
  return state_.report(undefined_name(n->text, near, n->span()), UnknownName{n, near});
}

Value Evaluator::attribute(const Node* n) {
  Value object = eval(n->a);
  if (object.poisoned()) return object;
  return attribute_of(object, n);
}

Value Evaluator::no_attribute(const Value& object, const Node* n, const std::vector<std::string>& known) {
  const std::vector<std::string> near = nearest(n->attr, known);
  Diagnostic d = unknown_attribute(describe(object), n->attr, near, n->span());
  if (near.empty()) d.legal = known;
  return state_.report(std::move(d), UnknownAttribute{n, object, near});
}

Value Evaluator::attribute_of(const Value& object, const Node* n) {
  using schedule::find_primitive, schedule::Receiver;
  const std::string_view what = n->attr;
  auto method = [&](Method m) { return MethodValue{std::make_shared<const Value>(object), m}; };
  if (const auto* m = object.get<Module>()) {
    if (const auto sub = submodule(*m, what)) return *sub;
    if (const auto f = function(*m, what)) return *f;
    return no_attribute(object, n, names_of(*m));
  }
  if (const auto* t = object.get<te::Tensor>()) return tensor_attribute(*t, n);
  if (const auto* op = object.get<te::Operation>()) return operation_attribute(*op, n);
  if (const auto* s = object.get<StageValue>()) {
    if (what == "op") return state_.program.schedule->stage(s->id).op;
    if (what == "leaf_iter_vars") {
      std::vector<Value> axes;
      for (const AxisId id : state_.program.schedule->stage(s->id).leaf) axes.push_back(steps_.axis_value(id));
      return make_list(std::move(axes));
    }
    if (const auto p = find_primitive(Receiver::Stage, what)) return PrimitiveValue{*p, s->id};
    return no_attribute(object, n, primitive_names(Receiver::Stage));
  }
  if (object.is<ScheduleValue>()) {
    if (const auto p = find_primitive(Receiver::Schedule, what)) return PrimitiveValue{*p, {}};
    return no_attribute(object, n, primitive_names(Receiver::Schedule));
  }
  if (const auto* g = object.get<GroupValue>())
    if (const auto p = find_primitive(Receiver::Group, what)) return PrimitiveValue{*p, {}, g->id};
  if (const auto* b = object.get<tir::Buffer>()) return buffer_attribute(*b, n);
  if (const auto* a = object.get<AxisValue>()) {
    if (what == "var") return ExprValue{a->iter->var};
    if (what == "astype") return method(Method::AsType);
    if (what == "equal") return method(Method::Equal);
    return no_attribute(object, n, {"var", "astype", "equal"});
  }
  if (object.is<ExprValue>() || object.partial()) {
    if (what == "astype") return method(Method::AsType);
    if (what == "equal") return method(Method::Equal);
    if (what == "dtype") {
      const tir::Expr e = arguments_.to_expr(object, n->a);
      return e ? Value(to_string(e->dtype)) : Value(Poison());
    }
    return no_attribute(object, n, {"astype", "dtype", "equal"});
  }
  return no_attribute(object, n, {});
}

Value Evaluator::tensor_attribute(const te::Tensor& t, const Node* n) {
  if (n->attr == "op") return t->op;
  if (n->attr == "shape") return shape_value(t->shape);
  if (n->attr == "dtype") return to_string(t->dtype);
  if (n->attr == "name") return t->op->name;
  if (n->attr == "ndim") return static_cast<int64_t>(t->shape.size());
  return no_attribute(t, n, {"op", "shape", "dtype", "name", "ndim"});
}

Value Evaluator::operation_attribute(const te::Operation& op, const Node* n) {
  if (n->attr == "name") return op->name;
  if (n->attr == "tag") return op->tag;
  if (n->attr == "num_outputs") return static_cast<int64_t>(op->num_outputs());
  if (n->attr == "input_tensors") {
    std::vector<Value> items;
    for (const te::Tensor& t : op->inputs()) items.emplace_back(t);
    return make_list(std::move(items));
  }
  if (n->attr == "output") return MethodValue{std::make_shared<const Value>(op), Method::Output};
  if (const auto* c = te::op_cast<te::ComputeNode>(op)) {
    if (n->attr == "axis") return axis_list(c->axis);
    if (n->attr == "reduce_axis") return axis_list(c->reduce_axis);
  }
  if (const auto* s = te::op_cast<te::ScanNode>(op)) {
    if (n->attr == "scan_axis") return AxisValue{s->scan_axis, {}};
    if (n->attr == "spatial_axis_") return axis_list(s->spatial_axis);
  }
  std::vector<std::string> known = {"name", "tag", "input_tensors", "output", "num_outputs"};
  if (op->kind == te::OpKind::Compute) known.insert(known.end(), {"axis", "reduce_axis"});
  if (op->kind == te::OpKind::Scan) known.emplace_back("scan_axis");
  return no_attribute(op, n, known);
}

Value Evaluator::buffer_attribute(const tir::Buffer& b, const Node* n) {
  for (const Method m : {Method::AccessPtr, Method::Vload, Method::Vstore})
    if (n->attr == name_of(m)) return MethodValue{std::make_shared<const Value>(b), m};
  if (n->attr == "shape") return shape_value(b->shape);
  if (n->attr == "strides") return shape_value(b->strides);
  if (n->attr == "elem_offset") return b->elem_offset ? expr_or_int(b->elem_offset) : Value(int64_t{0});
  if (n->attr == "dtype") return to_string(b->dtype);
  if (n->attr == "name") return b->name;
  return no_attribute(b, n, {"access_ptr", "vload", "vstore", "shape", "strides", "elem_offset", "dtype", "name"});
}

Value Evaluator::index(const Node* n) {
  Value object = eval(n->a);
  if (object.poisoned()) return object;
  if (const ListValue* list = object.list()) return index_list(*list, n);
  if (const auto* t = object.get<te::Tensor>()) return index_tensor(*t, {}, n);
  if (const PartialRead* p = object.partial()) return index_tensor(p->tensor, p->indices, n);
  if (object.is<ScheduleValue>()) {
    if (n->a->kind == NodeKind::Name) state_.schedule_name = n->a->text;
    if (n->items.size() != 1) return state_.report(wrong_type("the stage", "one tensor", "a list", n->span()));
    const size_t said = state_.program.diagnostics.size();
    const Value of = eval(n->items[0]);
    if (of.poisoned() && state_.program.diagnostics.size() > said && n->items[0]->kind == NodeKind::Name)
      state_.note(UnknownStageName{n->items[0]});
    return of.poisoned() ? of : steps_.stage_of(of, n->items[0]);
  }
  if (const auto* d = object.get<std::shared_ptr<const DictValue>>(); d && n->items.size() == 1) {
    const Value key = eval(n->items[0]);
    for (const auto& [k, v] : (*d)->items)
      if (k.is<std::string>() && key.is<std::string>() && *k.get<std::string>() == *key.get<std::string>()) return v;
  }
  return state_.report(wrong_type("what is indexed", "a tensor, a list or the schedule", describe(object), n->span()));
}

Value Evaluator::index_list(const ListValue& list, const Node* n) {
  if (n->items.size() != 1)
    return state_.report(wrong_type("the index of a list", "one integer", "several", n->span()));
  if (n->items[0]->kind == NodeKind::Slice) return slice(list, n->items[0]);
  Value v = eval(n->items[0]);
  if (v.poisoned()) return v;
  const auto* i = v.get<int64_t>();
  if (!i) return state_.report(wrong_type("the index of a list", "an integer", describe(v), n->items[0]->span()));
  const auto size = static_cast<int64_t>(list.items.size());
  const int64_t at = *i < 0 ? *i + size : *i;
  if (at < 0 || at >= size) {
    return state_.report(index_out_of_range(*i, list.items.size(), n->items[0]->span()),
                         ListIndexOutside{n->items[0], list.items.size()});
  }
  return list.items[static_cast<size_t>(at)];
}

Value Evaluator::slice(const ListValue& list, const Node* n) {
  const auto size = static_cast<int64_t>(list.items.size());
  int64_t bounds[3] = {0, size, 1};
  const Node* parts[3] = {n->a, n->b, n->c};
  for (int k = 2; k >= 0; --k) {
    Value v = parts[k] ? eval(parts[k]) : Value(NoneValue());
    if (v.poisoned()) return v;
    if (v.is<NoneValue>()) {
      if (k < 2 && bounds[2] < 0) bounds[k] = k == 0 ? size - 1 : -1;
      continue;
    }
    const auto* i = v.get<int64_t>();
    if (i && k == 2 && *i == 0) return state_.report(arithmetic("the step of a slice cannot be 0", parts[k]->span()));
    if (!i) return state_.report(wrong_type("a slice's part", "an integer", describe(v), parts[k]->span()));
    bounds[k] = *i;
    if (k == 2) continue;
    if (*i < 0) bounds[k] += size;
    bounds[k] = std::clamp<int64_t>(bounds[k], bounds[2] < 0 ? -1 : 0, bounds[2] < 0 ? size - 1 : size);
  }
  std::vector<Value> items;
  for (int64_t i = bounds[0]; bounds[2] > 0 ? i < bounds[1] : i > bounds[1];) {
    items.push_back(list.items[static_cast<size_t>(i)]);
    if (__builtin_add_overflow(i, bounds[2], &i)) break;
  }
  return make_list(std::move(items), list.is_tuple);
}

Value Evaluator::index_tensor(const te::Tensor& t, std::vector<tir::Expr> indices, const Node* n) {
  auto add = [&](const Value& v, const Node* at) {
    if (at->kind == NodeKind::Slice) {
      state_.report(not_in_language("a slice of a tensor", "read one element", at->span()));
      return false;
    }
    tir::Expr e = arguments_.int_expr(v, at, "an index");
    if (!e) return false;
    indices.push_back(std::move(e));
    return true;
  };
  for (const Node* item : n->items) {
    if (item->kind == NodeKind::Slice) return add({}, item), Poison();
    Value v = eval(item->kind == NodeKind::Star ? item->a : item);
    if (v.poisoned()) return v;
    if (const ListValue* l = v.list()) {  // A[i, *rest], and A[(i, j)]
      for (const Value& element : l->items)
        if (!add(element, item)) return Poison();
    } else if (!add(v, item)) {
      return Poison();
    }
  }
  return arguments_.read_tensor(t, std::move(indices), n);
}

Value Evaluator::sequence(const Node* n) {
  std::vector<Value> items;
  items.reserve(n->items.size());
  bool failed = false;
  for (const Node* item : n->items) {
    const bool star = item->kind == NodeKind::Star;
    Value v = eval(star ? item->a : item);
    failed = failed || v.poisoned();
    if (!star || v.poisoned()) {
      items.push_back(std::move(v));
      continue;
    }
    const ListValue* l = v.list();
    if (!l) return state_.report(wrong_type("what '*' expands", "a list", describe(v), item->span()));
    if (items.size() + l->items.size() > kMaxItems) return state_.report(too_long("a list", kMaxItems, n->span()));
    items.insert(items.end(), l->items.begin(), l->items.end());
  }
  if (failed) return Poison();
  return make_list(std::move(items), n->kind == NodeKind::Tuple);
}

Value Evaluator::conditional(const Node* n) {
  const auto yes = arguments_.truth(eval(n->b), n->b, "if");
  if (!yes) return Poison();
  return eval(*yes ? n->a : n->c);
}

Value Evaluator::logic(const Node* n) {
  const std::string_view word = n->kind == NodeKind::And ? "and" : n->kind == NodeKind::Or ? "or" : "not";
  const Value a = eval(n->a);
  const auto yes = arguments_.truth(a, n, word);
  if (!yes) return Poison();
  if (n->kind == NodeKind::Not) return !*yes;
  return *yes == (n->kind == NodeKind::And) ? eval(n->b) : a;
}

}  // namespace nw::script
