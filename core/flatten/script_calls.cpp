// SPDX-License-Identifier: GPL-3.0-or-later
// What is done to script values, as text of the script.
#include <algorithm>
#include <cmath>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"
#include "schedule/catalogue.h"

namespace nw::flatten {

namespace {

using ValueKind = ScriptValue::Kind;

constexpr size_t kLongestText = 200'000;  // bytes of one expression

// Functions that make things with an identity of their own: each call is a line.
bool makes_object(script::Fn fn) {
  using script::Fn;
  switch (fn) {
    case Fn::Placeholder:
    case Fn::Compute:
    case Fn::ReduceAxis:
    case Fn::ThreadAxis:
    case Fn::Var:
    case Fn::SizeVar:
    case Fn::CommReducer:
    case Fn::Scan:
    case Fn::DeclTensorIntrin:
    case Fn::Prod:
    case Fn::DeclBuffer:
      return true;
    default:
      return false;
  }
}

std::string dtype_of_path(std::string_view path) {
  static constexpr std::string_view types[] = {"float16", "float32", "float64", "int8",   "int16",  "int32",
                                               "int64",   "uint8",   "uint16",  "uint32", "uint64", "bool"};
  const std::string_view name = path.substr(path.rfind('.') + 1);
  return path.starts_with("numpy.") && std::ranges::find(types, name) != std::end(types) ? std::string(name) : "";
}

}  // namespace

bool Evaluator::put(ScriptValue& into, const Value& v, Binding at_least, const Expr* at) {
  std::optional<ScriptValue> made;
  const ScriptValue* text = v.script();
  if (!text) {
    made = text_of(v, at);
    if (!made) return false;
    text = &*made;
  }
  const bool brackets = text->binding < at_least;
  if (into.text.size() + text->text.size() > kLongestText) {
    report(too_large(at ? at->line : line_));
    return false;
  }
  if (brackets) into.text += '(';
  into.text += text->text;
  if (brackets) into.text += ')';
  merge_uses(into.uses, text->uses);
  if (into.kernel < 0) into.kernel = text->kernel;
  into.local = into.local || text->local;
  return step(at, static_cast<int64_t>(into.text.size() / 256));
}

// A list or dict may hold itself: its text has no end.
bool Evaluator::enter_text(const Expr* at) {
  if (!step(at)) return false;
  if (depth_ < 2'000) return ++depth_, true;
  report(too_deep(at ? at->line : line_));
  return false;
}

std::optional<ScriptValue> Evaluator::list_text(const ListObject& list, const Expr* at) {
  if (!enter_text(at)) return std::nullopt;
  ScriptValue out;
  out.text = list.is_tuple ? "(" : "[";
  bool good = true;
  for (size_t i = 0; i < list.items.size() && good; ++i) {
    if (i) out.text += ", ";
    good = put(out, list.items[i], Binding::Lambda, at);
  }
  --depth_;
  if (list.is_tuple && list.items.size() == 1) out.text += ",";
  out.text += list.is_tuple ? ")" : "]";
  return good ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<ScriptValue> Evaluator::dict_text(const DictObject& dict, const Expr* at) {
  if (!enter_text(at)) return std::nullopt;
  ScriptValue out;
  out.text = "{";
  bool good = true;
  for (size_t i = 0; i < dict.items.size() && good; ++i) {
    if (i) out.text += ", ";
    good = put(out, dict.items[i].first, Binding::Lambda, at);
    out.text += ": ";
    good = good && put(out, dict.items[i].second, Binding::Lambda, at);
  }
  --depth_;
  out.text += "}";
  return good ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<ScriptValue> Evaluator::text_of(const Value& v, const Expr* at) {
  ScriptValue out;
  if (v.failed()) return std::nullopt;
  if (const ScriptValue* s = v.script()) return *s;
  if (v.is<None>() || v.is<bool>() || v.string()) {
    out.text = v.string() ? string_literal(*v.string()) : shown(v, true);
    return out;
  }
  if (v.number()) {
    out.text = shown(v, true);
    if (out.text == "inf" || out.text == "-inf" || out.text == "nan") out.text = "float(\"" + out.text + "\")";
    if (out.text.starts_with('-')) out.binding = Binding::Unary;
    return out;
  }
  if (v.is<RangeValue>()) {
    const auto items = items_of(v, at);
    return items ? text_of(heap_.list(*items), at) : std::nullopt;
  }
  if (const ListObject* l = v.list()) {
    if (l->is_region) {
      not_known("a slice of " + describe(l->items[0]), {"its elements: A[i, j]"}, at);
      return std::nullopt;
    }
    return list_text(*l, at);
  }
  if (const DictObject* d = v.dict()) return dict_text(*d, at);
  if (const Function* f = v.function()) return lambda_text(*f, 0, at);
  if (const std::string* path = v.path()) {
    if (const std::string dtype = dtype_of_path(*path); !dtype.empty()) {
      out.text = string_literal(dtype);
      return out;
    }
    if (path->starts_with("tvm.te.") || path->starts_with("tvm.tir.")) {
      out.text = path->substr(4);
      return out;
    }
  }
  if (v.is<Builtin>()) {
    const Builtin b = *v.get<Builtin>();
    if (b == Builtin::Float || b == Builtin::Int || b == Builtin::Bool) {
      out.text = b == Builtin::Float ? "\"float32\"" : b == Builtin::Int ? "\"int32\"" : "\"bool\"";
      return out;
    }
  }
  not_known(describe(v) + " is not known when the file is read", {"a value that the file computes"}, at);
  return std::nullopt;
}

// Long texts of expressions over names of the script cost where they are copied.
Value Evaluator::inline_expression(ScriptValue s) {
  return heap_.script(std::move(s));
}

Value Evaluator::ask(const ScriptValue& expression, const Expr* e) {
  if (!step(e, 10)) return Failed();
  const size_t work = builder_.work();
  const Value v = builder_.ask(expression);
  if (!step(e, static_cast<int64_t>(builder_.work() - work) * 20)) return Failed();
  take_script_diagnostics(0);
  return v;
}

Value Evaluator::add_line(const ScriptValue& call, const std::string& fallback, const Expr* e) {
  if (call.local)
    return not_known("'" + call.text.substr(0, std::min(call.text.find('('), size_t{60})) +
                         "' here would depend on the kernel's loops",
                     {"it made outside of the function, with a constant range"}, e);
  if (!step(e, 20)) return Failed();
  if (trials_ > 0) {
    touched_ = true;
    return Failed();
  }
  ++changes_;
  const size_t work = builder_.work();
  const Value v = builder_.add(call, wanted_, fallback, line_, attempts_ == 0);
  if (v.failed() && attempts_ > 0) python_error("this step is refused: " + call.text.substr(0, 100), e, "TVMError");
  if (!step(e, static_cast<int64_t>(builder_.work() - work) * 20)) return Failed();
  take_script_diagnostics(0);
  return v;
}

Value Evaluator::script_attribute(const ScriptValue& object, const Expr* e) {
  const std::string name(e->text);
  using schedule::Receiver;
  const auto method = [&] { return heap_.method(heap_.script(object), name); };
  if (object.kind == ValueKind::Schedule && name == "outputs" && object.kernel >= 0)
    if (const auto it = outputs_.find(object.kernel); it != outputs_.end()) return heap_.list(it->second);
  static constexpr std::string_view records[] = {"schedule_record", "primitive_record", "stage_map", "groups"};
  if (object.kind == ValueKind::Schedule && std::ranges::find(records, name) != std::end(records))
    return heap_.outside("the schedule's " + name);
  if (object.kind == ValueKind::Schedule) return method();
  if (object.kind == ValueKind::Stage && (schedule::find_primitive(Receiver::Stage, name) || name == "env_threads" ||
                                          name == "opengl" || name == "set_store_predicate" || name == "compute_with"))
    return method();
  if (object.kind == ValueKind::Other && schedule::find_primitive(Receiver::Group, name)) return method();
  static constexpr std::string_view methods[] = {"astype", "equal", "output", "access_ptr", "vload", "vstore"};
  if (std::ranges::find(methods, name) != std::end(methods)) return method();
  ScriptValue member = object;
  if (member.binding < Binding::Primary) member.text = "(" + member.text + ")";
  member.binding = Binding::Primary;
  member.text += "." + name;
  if (object.kind == ValueKind::Tensor && name == "op") {
    member.kind = ValueKind::Operation;
    return heap_.script(std::move(member));
  }
  if (object.local) {
    if (name == "data") return script_method(object, "access_ptr", CallArguments{{heap_.string("rw")}, {}, e}, e);
    if (name == "value") return heap_.script(object);
    member.kind = ValueKind::Expression;
    return heap_.script(std::move(member));
  }
  if (name == "var" && object.kind == ValueKind::Axis) {
    member.kind = ValueKind::Expression;
    return heap_.script(std::move(member));
  }
  if (name == "body" || name == "dom" || name == "attrs" || name == "iter_var_attrs" || name == "all_iter_vars" ||
      name == "combiner" || name == "handle")
    return heap_.outside(member.text);
  if (name == "value" && object.kind == ValueKind::Expression)
    if (auto number = builder_.constant(object)) return *number;
  return ask(member, e);
}

Value Evaluator::index_script(const Value& object, const Value& at, const Expr* e) {
  const ScriptValue& s = *object.script();
  if (at.outside())
    return not_known(at.outside()->what + " is not known when the file is read", {"an axis, or an integer"}, e);
  if (s.kind == ValueKind::Tensor && !s.local) {
    if (reads_)
      if (const ListObject* input = region_of_input(s.text)) return index_region(*input, at, e);
    std::vector<Value> indices = {at};
    if (const ListObject* l = at.list()) indices = l->items;
    if (std::ranges::any_of(indices, [](const Value& i) { return i.is<SliceValue>(); })) return region(object, indices);
  }
  ScriptValue out;
  out.binding = Binding::Primary;
  out.kind = s.kind == ValueKind::Schedule            ? ValueKind::Stage
             : s.local && s.kind != ValueKind::Tensor ? ValueKind::Other
                                                      : ValueKind::Expression;
  if (!put(out, object, Binding::Primary, e)) return Failed();
  out.text += "[";
  const ListObject* several = at.list();
  if (several && several->items.empty()) {
    out.text.back() = '(';
    out.text += ")";
    return heap_.script(std::move(out));
  }
  if (at.get<SliceValue>()) return not_known("a slice of " + describe(object), {"its elements: A[i, j]"}, e);
  for (size_t i = 0; i < (several ? several->items.size() : 1); ++i) {
    if (i) out.text += ", ";
    const Value& item = several ? several->items[i] : at;
    if (item.get<SliceValue>()) return not_known("a slice of " + describe(object), {"its elements: A[i, j]"}, e);
    if (!put(out, item, Binding::Lambda, e)) return Failed();
  }
  out.text += "]";
  if (s.kind == ValueKind::Reducer || s.kind == ValueKind::Axis)
    return python_error(describe(object) + " has no elements", e);
  if (s.kind == ValueKind::Other && !s.local) return ask(out, e);
  return heap_.script(std::move(out));
}

bool Evaluator::put_arguments(ScriptValue& into, const CallArguments& args, const Expr* e) {
  into.text += "(";
  bool first = true;
  for (const Value& v : args.positional) {
    if (!std::exchange(first, false)) into.text += ", ";
    if (!put(into, v, Binding::Lambda, e)) return false;
  }
  for (const auto& n : args.named) {
    if (!std::exchange(first, false)) into.text += ", ";
    into.text += n.name + "=";
    if (!put(into, n.value, Binding::Lambda, e)) return false;
  }
  into.text += ")";
  return true;
}

Value Evaluator::script_method(const ScriptValue& object, const std::string& name, const CallArguments& args,
                               const Expr* e) {
  if (object.kind == ValueKind::Schedule && name == "normalize") return heap_.script(object);
  if (object.kind == ValueKind::Tensor && name == "astype" && !object.local) {
    CallArguments cast = args;
    cast.positional.insert(cast.positional.begin(), heap_.script(object));
    if (auto v = call_topi("cast", cast, e)) return *v;
  }
  for (const Value& v : args.positional) {
    if (!v.outside()) continue;
    // Such a pragma gives the compiler code of another language, and leaves the loops as they are.
    if (name == "pragma") return heap_.outside("a pragma whose value only a run knows");
    return not_known(v.outside()->what + " is not known when the file is read", {"a value that the file computes"}, e);
  }
  if (args.failed()) return Failed();
  ScriptValue call;
  call.kind = ValueKind::Expression;
  if (!put(call, heap_.script(object), Binding::Primary, e)) return Failed();
  call.text += "." + name;
  if (!put_arguments(call, args, e)) return Failed();
  const bool step_of_schedule = object.kind == ValueKind::Schedule || object.kind == ValueKind::Stage ||
                                (object.kind == ValueKind::Other && object.kernel >= 0 && !object.local);
  if (step_of_schedule) return add_line(call, name == "fuse" ? "fused" : name == "rfactor" ? "rf" : "v", e);
  if (name == "output") return call.local ? heap_.script(call) : ask(call, e);
  if (name == "vstore") call.kind = ValueKind::Statement;
  return inline_expression(std::move(call));
}

Value Evaluator::call_script(const ScriptValue& callee, const CallArguments& args, const Expr* e) {
  if (args.failed()) return Failed();
  if (callee.kind == ValueKind::Tensor ||
      (callee.local && callee.kind == ValueKind::Expression)) {  // A(i, j) reads as A[i, j]
    if (!args.named.empty()) return python_error(describe(heap_.script(callee)) + " takes no named arguments", e);
    return index_script(heap_.script(callee), heap_.list(args.positional, true), e);
  }
  if (callee.kind == ValueKind::Other && !callee.local) return call_intrinsic(callee.text, args, e);
  ScriptValue call;
  call.kind = ValueKind::Expression;
  if (!put(call, heap_.script(callee), Binding::Primary, e) || !put_arguments(call, args, e)) return Failed();
  if (callee.kind != ValueKind::Reducer && !callee.local)
    return python_error(describe(heap_.script(callee)) + " cannot be called", e);
  return inline_expression(std::move(call));
}

Value Evaluator::call_script_function(const std::string& written, script::Fn fn, const CallArguments& given,
                                      const Expr* e) {
  CallArguments args = given;
  if (reads_ && (fn == script::Fn::Sum || fn == script::Fn::Min || fn == script::Fn::Max)) add_reduced_axes(args);
  ScriptValue call;
  call.kind = ValueKind::Expression;
  call.text = written;
  for (const auto& n : args.named)
    if (n.value.outside())
      return not_known(n.value.outside()->what + " is not known when the file is read",
                       {"a value that the file computes"}, e);
  if (!put_arguments(call, args, e)) return Failed();
  if (!makes_object(fn)) {
    if (fn == script::Fn::Evaluate || fn == script::Fn::StmtSeq) call.kind = ValueKind::Statement;
    // Limits of types and constants of no loop are values of the script all the same.
    return inline_expression(std::move(call));
  }
  const Value* name = nullptr;
  for (const auto& n : args.named)
    if (n.name == "name") name = &n.value;
  if (!name && (fn == script::Fn::Var || fn == script::Fn::SizeVar) && !args.positional.empty())
    name = &args.positional[0];
  if (!name && fn == script::Fn::ThreadAxis)
    for (const Value& v : args.positional)
      if (v.string()) name = &v;
  if (!name && fn == script::Fn::ReduceAxis && args.positional.size() > 1) name = &args.positional[1];
  const Value made = add_line(call, name && name->string() ? *name->string() : std::string(script::name_of(fn)), e);
  if (fn == script::Fn::DeclTensorIntrin) note_intrinsic(made, args);
  return made;
}

std::optional<ScriptValue> Evaluator::lambda_text(const Function& f, size_t axes, const Expr* at) {
  std::vector<std::string> names;
  size_t fixed = 0;
  const bool has_rest =
      std::ranges::any_of(*f.parameters, [](const Parameter& p) { return p.kind == Parameter::Kind::Rest; });
  for (const Parameter& p : *f.parameters) {
    if (p.kind != Parameter::Kind::Plain) continue;
    if (p.fallback && (axes == 0 || fixed >= axes)) continue;
    names.emplace_back(p.name);
    ++fixed;
  }
  for (size_t i = fixed; has_rest && i < axes; ++i) names.push_back("i" + std::to_string(i - fixed));
  if (names.size() > 400) {
    report(too_large(at ? at->line : line_));
    return std::nullopt;
  }
  for (int attempt = 0; attempt < 3; ++attempt) {
    CallArguments args;
    args.call = at;
    for (const std::string& name : names) {
      ScriptValue parameter;
      parameter.text = name;
      parameter.kind = ValueKind::Expression;
      parameter.local = true;
      args.positional.push_back(heap_.script(std::move(parameter)));
    }
    const std::vector<std::string> wanted = std::exchange(wanted_, {});
    std::vector<std::string> inner;
    for (size_t i = fixed; !has_rest && i < axes; ++i) inner.push_back("ax" + std::to_string(i));
    const std::vector<std::string> outer_axes = std::exchange(inner_axes_, inner);
    called_intrinsic_.clear();
    const Value v = call_function(f, args, at);
    inner_axes_ = outer_axes;
    wanted_ = wanted;
    if (v.failed()) return std::nullopt;
    if (v.outside()) {
      not_known("what '" + std::string(f.name) + "' gives is known only to a run (" + v.outside()->what + ")", {}, at);
      return std::nullopt;
    }
    ScriptValue out;
    out.binding = Binding::Lambda;
    std::vector<std::string> parameters = names;
    if (!called_intrinsic_.empty()) parameters.insert(parameters.end(), inner.begin(), inner.end());
    for (size_t i = 0; i < parameters.size(); ++i) out.text += (i ? ", " : "") + parameters[i];
    out.text = parameters.empty() ? "lambda: " : "lambda " + out.text + ": ";
    if (!put(out, v, Binding::Conditional, at)) return std::nullopt;
    out.local = false;
    // A parameter must not hide a name of the script that the body reads.
    bool hides = false;
    for (const int line : out.uses)
      for (const std::string& defined : builder_.lines()[static_cast<size_t>(line)].names)
        for (std::string& name : names)
          if (name == defined) {
            name += "_";
            hides = true;
          }
    if (!hides) return out;
  }
  report(too_deep(at ? at->line : line_));
  return std::nullopt;
}

Value Evaluator::compute(const CallArguments& given, const Expr* e) {
  if (given.failed()) return Failed();
  CallArguments args = given;
  const Value* shape = args.find(0, "shape");
  const Value* body = args.find(1, "fcompute");
  if (!shape || !body) return python_error("te.compute takes a shape and a function", e);
  if (shape->outside())
    return not_known(shape->outside()->what + " is not known when the file is read", {"integers", "te.var"}, e);
  size_t rank = 1;
  if (const ListObject* l = shape->list()) {
    rank = l->items.size();
    // A float becomes an integer, as in N / 4.
    std::vector<Value> sizes = l->items;
    for (Value& size : sizes)
      if (const auto* d = size.get<double>(); d && std::fabs(*d) < 9e15) size = static_cast<int64_t>(*d);
    const Value whole = heap_.list(std::move(sizes), l->is_tuple);
    if (!args.positional.empty())
      args.positional[0] = whole;
    else
      for (auto& n : args.named)
        if (n.name == "shape") n.value = whole;
  } else if (!shape->list()) {
    const Value alone = *shape;
    const Value tuple = heap_.list({alone}, true);
    if (!args.positional.empty())
      args.positional[0] = tuple;
    else
      for (auto& n : args.named)
        if (n.name == "shape") n.value = tuple;
  }
  const Function* function = body->function();
  if (function) {
    const auto text = lambda_text(*function, rank, e);
    if (!text) return Failed();
    if (const std::string intrinsic = std::exchange(called_intrinsic_, ""); !intrinsic.empty())
      left_out_.push_back(
          {e ? e->line : line_, intrinsic, "an intrinsic that te.compute calls: its computation is here"});
    const Value lambda = heap_.script(*text);
    if (args.positional.size() > 1)
      args.positional[1] = lambda;
    else
      for (auto& n : args.named)
        if (n.name == "fcompute") n.value = lambda;
  }
  const Value* name = args.find(2, "name");
  ScriptValue call;
  call.text = "te.compute";
  if (!put_arguments(call, args, e)) return Failed();
  const Value made = add_line(call, name && name->string() ? *name->string() : "compute", e);
  if (function && made.script()) computations_[made.script()->text] = function;
  return made;
}

Value Evaluator::create_schedule(const CallArguments& args, const Expr* e) {
  if (args.failed()) return Failed();
  const Value* ops = args.find(0, "ops");
  if (!ops) return python_error("te.create_schedule takes operations", e);
  if (ops->outside()) return not_known(ops->outside()->what + " is not known when the file is read", {"C.op"}, e);
  const std::vector<Value> each = ops->list() ? ops->list()->items : std::vector<Value>{*ops};
  if (each.empty()) return heap_.outside("a schedule of nothing");
  if (std::ranges::any_of(each, [&](const Value& op) { return is_extern(op); })) return Failed();
  if (builder_.kernels().size() >= 200) return report(too_large(line_));
  ScriptValue call;
  call.text = "te.create_schedule(";
  // Tensors are taken for their operations, as TVM's own list of outputs does.
  const auto operation = [&](const Value& v) {
    const ScriptValue* s = v.script();
    if (!s || s->kind != ValueKind::Tensor) return v;
    ScriptValue op = *s;
    op.text += ".op";
    op.kind = ValueKind::Operation;
    return heap_.script(std::move(op));
  };
  Value what = operation(*ops);
  if (const ListObject* l = ops->list()) {
    std::vector<Value> items;
    for (const Value& v : l->items) items.push_back(operation(v));
    what = heap_.list(std::move(items));
  }
  if (!put(call, what, Binding::Lambda, e)) return Failed();
  call.text += ")";
  if (!step(e, 20)) return Failed();
  if (trials_ > 0) {
    touched_ = true;
    return Failed();
  }
  const size_t work = builder_.work();
  const Value v = builder_.create_schedule(call, wanted_.empty() ? "s" : wanted_[0], entry_, line_);
  if (!step(e, static_cast<int64_t>(builder_.work() - work) * 20)) return Failed();
  take_script_diagnostics(0);
  if (v.script()) outputs_[v.script()->kernel] = what.list() ? what.list()->items : std::vector<Value>{what};
  return v;
}

// te.create_prim_func([A, B, C]): the computation with the schedule that it begins with.
Value Evaluator::create_prim_func(const CallArguments& args, const Expr* e) {
  const Value* given = args.find(0, "ops");
  const Value outside = heap_.outside("te.create_prim_func");
  if (args.failed()) return Failed();
  if (!given || given->outside()) return outside;
  const auto tensors = items_of(*given, e);
  if (!tensors) return Failed();
  const auto is_input = [&](const Value& v) {
    const ScriptValue* s = v.script();
    const Line* line = s ? builder_.line_of(s->text) : nullptr;
    return !s || s->kind != ValueKind::Tensor || (line && line->expression.starts_with("te.placeholder("));
  };
  std::vector<Value> outputs;
  for (const Value& v : *tensors)
    if (!is_input(v)) outputs.push_back(v);
  if (outputs.empty()) return not_known("te.create_prim_func of tensors that are all inputs", {"the outputs too"}, e);
  CallArguments schedule;
  schedule.positional = {heap_.list(outputs)};
  const std::vector<std::string> wanted = std::exchange(wanted_, {});
  const Value made = create_schedule(schedule, e);
  wanted_ = wanted;
  if (made.failed()) return made;
  KernelDraft& draft = builder_.kernels().back();
  draft.args = heap_.list(*tensors);
  draft.lowered = e ? e->line : line_;
  return outside;
}

// tir.Schedule(f): its steps change a loop nest, not the schedule of a computation.
Value Evaluator::tir_schedule(const CallArguments& args, const Expr* e) {
  const Value* of = args.find(0, "mod");
  const bool has_kernel = of && of->outside() && of->outside()->what == "te.create_prim_func";
  Diagnostic d = flatten::not_known(
      has_kernel ? "the steps of this tir.Schedule are not read; the kernel is the "
                   "computation without them"
                 : "tir.Schedule schedules a loop nest, which has no computation here",
      {"the steps as those of te.create_schedule", "what sch.mod.show() prints, which opens as TVMScript"},
      e ? TextSpan{e->line, e->column, 1} : TextSpan{line_, 1, 1});
  if (has_kernel) d.severity = Severity::Warning;
  report(std::move(d));
  return heap_.outside("tvm.tir.Schedule");
}

// tvm.lower(s, args, name=…), tvm.build(s, args, target, name=…): what the kernel takes.
Value Evaluator::lowered(const CallArguments& args, const Expr* e) {
  const bool builds = args.call && args.call->a->text == "build";
  const Value outside = heap_.outside(builds ? "tvm.build" : "");
  const Value* schedule = args.find(0, "inp");
  if (!schedule) schedule = args.find(SIZE_MAX, "inputs");
  const ScriptValue* s = schedule ? schedule->script() : nullptr;
  if (!s || s->kind != ValueKind::Schedule || s->kernel < 0) return outside;
  if (trials_ > 0) return outside;
  KernelDraft& draft = builder_.kernels()[static_cast<size_t>(s->kernel)];
  const Value* list = args.find(1, "args");
  const Value* name = args.find(SIZE_MAX, "name");
  if (name && name->string() && draft.name.empty()) draft.name = *name->string();
  if (draft.lowered == 0) draft.lowered = e ? e->line : line_;
  if (list && list->list() && !draft.args) {
    draft.args = heap_.list(list->list()->items);
    draft.lowered = e ? e->line : line_;
  }
  return outside;
}

}  // namespace nw::flatten
