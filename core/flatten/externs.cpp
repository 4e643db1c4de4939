// SPDX-License-Identifier: GPL-3.0-or-later
// Tensors that code outside of the file computes: te.extern and TVM's wrappers of libraries. A kernel that reads one
// opens with it as an input; one that would schedule it has no loops to open.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

Value Evaluator::input_for(const std::string& what, const Value& shape, const Value& dtype, const std::string& name,
                           const Expr* e) {
  if (shape.failed() || dtype.failed()) return Failed();
  if (shape.outside())
    return not_known(shape.outside()->what + " is not known when the file is read", {"integers", "te.var"}, e);
  ScriptValue call;
  call.text = "te.placeholder(";
  const bool several = shape.list() != nullptr;
  if (!put(call, several ? heap_.list(shape.list()->items, true) : heap_.list({shape}, true), Binding::Lambda, e))
    return Failed();
  call.text += ", dtype=";
  if (!put(call, dtype, Binding::Lambda, e)) return Failed();
  call.text += ", name=" + string_literal(name) + ")";
  const Value made = add_line(call, name, e);
  const ScriptValue* tensor = made.script();
  if (!tensor) return made;
  externs_[tensor->text] = e;
  if (e && left_out_lines_.insert(e->line).second)
    left_out_.push_back({e->line, what, what + ": '" + tensor->text + "' is an input of the kernel"});
  return made;
}

Value Evaluator::extern_call(const CallArguments& args, const Expr* e) {
  if (args.failed()) return Failed();
  const Value *shape = args.find(0, "shape"), *inputs = args.find(1, "inputs");
  if (!shape || !inputs) return python_error("te.extern takes a shape, inputs and a function", e);
  const Value *name = args.find(3, "name"), *dtype = args.find(4, "dtype");
  const std::string stem = name && name->string() ? *name->string() : "extern";
  Value type = dtype ? *dtype : Value(None());
  if (type.is<None>()) {
    const Value first = inputs->list() && !inputs->list()->items.empty() ? inputs->list()->items[0] : *inputs;
    type = heap_.string("float32");
    if (const ScriptValue* s = first.script(); s && s->kind == ScriptValue::Kind::Tensor) {
      ScriptValue own = *s;
      own.text += ".dtype";
      type = ask(own, e);
    }
  }
  const ListObject* shapes = shape->list();
  if (!shapes || shapes->items.empty() || !shapes->items[0].list()) {
    const Value only = type.list() && type.list()->items.size() == 1 ? type.list()->items[0] : type;
    return input_for("te.extern", *shape, only, stem, e);
  }
  const std::vector<std::string> wanted = wanted_;
  std::vector<Value> made;
  for (size_t i = 0; i < shapes->items.size(); ++i) {
    const ListObject* types = type.list();
    if (types && i >= types->items.size()) return python_error("te.extern needs a type for each of its outputs", e);
    wanted_ = wanted.size() == shapes->items.size() ? std::vector{wanted[i]} : std::vector<std::string>();
    const bool alone = shapes->items.size() == 1;
    if (alone) wanted_ = wanted;
    made.push_back(input_for("te.extern", shapes->items[i], types ? types->items[i] : type,
                             alone ? stem : stem + ".v" + std::to_string(i), e));
    if (made.back().failed()) return Failed();
  }
  wanted_ = wanted;
  return made.size() == 1 ? made[0] : heap_.list(std::move(made));
}

// cblas.matmul(A, B, transa, transb) and its like: the product's shape is known.
std::optional<Value> Evaluator::blas_call(const std::string& path, const CallArguments& args, const Expr* e) {
  const bool batched = path.ends_with(".batch_matmul");
  const std::string library = path.substr(0, path.rfind('.'));
  static constexpr std::string_view libraries[] = {"cblas",  "mkl",      "mkldnn",  "dnnl",
                                                   "cublas", "cublaslt", "rocblas", "mps"};
  if (!path.starts_with("tvm.contrib.") || (!batched && !path.ends_with(".matmul"))) return std::nullopt;
  if (std::ranges::find(libraries, library.substr(12)) == std::end(libraries)) return std::nullopt;
  const Value *a = args.find(0, "lhs"), *b = args.find(1, "rhs");
  const ScriptValue *x = a ? a->script() : nullptr, *y = b ? b->script() : nullptr;
  if (!x || !y || x->kind != ScriptValue::Kind::Tensor || y->kind != ScriptValue::Kind::Tensor) return std::nullopt;
  const auto dims = [&](const ScriptValue& s) {
    ScriptValue own = s;
    own.text += ".shape";
    return ask(own, e);
  };
  const Value left = dims(*x), right = dims(*y);
  const size_t rank = batched ? 3 : 2;
  if (!left.list() || !right.list() || left.list()->items.size() != rank || right.list()->items.size() != rank)
    return std::nullopt;
  const auto turned = [&](size_t place, const char* name) {
    const Value* v = args.find(place, name);
    return v && truth(*v, e).value_or(false);
  };
  std::vector<Value> shape;
  if (batched) shape.push_back(left.list()->items[0]);
  shape.push_back(left.list()->items[turned(2, "transa") ? rank - 1 : rank - 2]);
  shape.push_back(right.list()->items[turned(3, "transb") ? rank - 2 : rank - 1]);
  const Value* given = args.find(SIZE_MAX, "dtype");
  ScriptValue own = *x;
  own.text += ".dtype";
  return input_for(path.substr(4), heap_.list(std::move(shape), true), given ? *given : ask(own, e), "C", e);
}

// Whether a schedule would be of what outside code computes; reported where that is called.
bool Evaluator::is_extern(const Value& operation) {
  const ScriptValue* s = operation.script();
  if (!s) return false;
  std::string text = s->text;
  if (text.ends_with(".op")) text.resize(text.size() - 3);
  const auto it = externs_.find(text);
  if (it == externs_.end()) return false;
  not_known("'" + text + "' is computed by code that is not part of the file, so it has no loops to schedule",
            {"te.compute with the computation itself"}, it->second);
  return true;
}

// auto_scheduler.SearchTask(func=…, args=…): the computation with the schedule that a search begins with.
Value Evaluator::workload(const CallArguments& args, const Expr* e) {
  const Value *function = args.find(0, "func"), *values = args.find(1, "args");
  const Value outside = heap_.outside("auto_scheduler");
  if (!function || !function->function() || !values || !values->list()) return outside;
  CallArguments call;
  call.positional = values->list()->items;
  schedule_results(call_function(*function->function(), call, e));
  return outside;
}

}  // namespace nw::flatten
