// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of numpy and of TVM's runtime: their elements are a run's, but placeholders take shapes and types from them.
#include <algorithm>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

constexpr int kMaxRank = 20;

std::string dtype_named(const Value* v, const std::string& otherwise) {
  if (!v || v->is<None>()) return otherwise;
  if (const std::string* s = v->string()) return *s;
  if (const std::string* path = v->path()) return path->substr(path->rfind('.') + 1);
  if (const auto* b = v->get<Builtin>()) return *b == Builtin::Int ? "int64" : *b == Builtin::Bool ? "bool" : "float64";
  return otherwise;
}

// A shape as numpy takes it: an integer, or a list of sizes.
std::optional<std::vector<Value>> shape_given(const Value* v) {
  if (!v) return std::nullopt;
  if (v->integer()) return std::vector<Value>{*v};
  const ListObject* l = v->list();
  if (!l || !std::ranges::all_of(l->items, [](const Value& d) { return d.integer() || d.script(); }))
    return std::nullopt;
  return l->items;
}

// The shape of what np.array makes of a value.
std::optional<std::vector<Value>> shape_of_data(const Value& v, int depth = 0) {
  if (v.number()) return std::vector<Value>{};
  if (const OutsideValue* o = v.outside()) return o->shape;
  if (const auto* r = v.get<RangeValue>()) return std::vector<Value>{r->size()};
  const ListObject* l = v.list();
  if (!l || depth > kMaxRank) return std::nullopt;
  std::vector<Value> shape = {static_cast<int64_t>(l->items.size())};
  if (l->items.empty()) return shape;
  const auto inner = shape_of_data(l->items[0], depth + 1);
  if (!inner) return std::nullopt;
  shape.insert(shape.end(), inner->begin(), inner->end());
  return shape;
}

bool is_any(std::string_view name, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, name) != list.end();
}

}  // namespace

void Evaluator::note_drawn(const std::string& function, const Value& v, const Expr* e) {
  const TextSpan at = e ? TextSpan{e->line, e->column, 1} : TextSpan{line_, 1, 1};
  report(drawn_value(function, shown(v, true), at));
}

// A number that a run draws is one of those that it may be, the one in the middle, with a note that says so: the shape
// of a kernel may depend on it.
std::optional<Value> Evaluator::drawn_number(const std::string& path, const CallArguments& args, const Expr* e) {
  const bool of_numpy = path.starts_with("numpy.random.");
  if (!of_numpy && !path.starts_with("random.")) return std::nullopt;
  const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
  const Value* size = args.find(SIZE_MAX, "size");
  const Value *low = args.find(0, "low"), *high = args.find(1, "high");
  std::optional<Value> drawn;
  if (size && !size->is<None>()) return std::nullopt;
  if (is_any(name, {"randint", "randrange", "random_integers"}) && low && low->integer()) {
    if (of_numpy && args.positional.size() > 2 && !args.positional[2].is<None>()) return std::nullopt;
    const bool both = high && high->integer();
    const bool closed = (!of_numpy && name == "randint") || name == "random_integers";
    const int64_t first = both ? *low->integer() : 0;
    const int64_t end = (both ? *high->integer() : *low->integer()) + (closed ? 1 : 0);
    drawn = Value(first + std::max<int64_t>(0, end - first) / 2);
  } else if (name == "uniform" && (of_numpy ? args.positional.size() <= 2 : true) && args.named.empty()) {
    const double first = low ? low->number().value_or(0) : 0, last = high ? high->number().value_or(1) : 1;
    drawn = Value(first + (last - first) / 2);
  } else if ((name == "random" || name == "rand" || name == "random_sample") && args.positional.empty()) {
    drawn = Value(0.5);
  } else if (name == "choice" && args.positional.size() == 1 && args.positional[0].list() &&
             !args.positional[0].list()->items.empty()) {
    drawn = args.positional[0].list()->items[0];
  }
  if (drawn) note_drawn(path, *drawn, e);
  return drawn;
}

// Nothing where the shape is not known: then the value is any other outside value.
std::optional<Value> Evaluator::array_call(const std::string& path, const CallArguments& args, const Expr* e) {
  if (auto drawn = drawn_number(path, args, e)) return drawn;
  const std::string_view name = std::string_view(path).substr(path.rfind('.') + 1);
  const Value* dtype = args.find(SIZE_MAX, "dtype");
  if (path.starts_with("numpy.random.")) {
    std::optional<std::vector<Value>> shape = shape_given(args.find(SIZE_MAX, "size"));
    if (is_any(name, {"rand", "randn"})) shape = args.positional;
    if (!shape && is_any(name, {"uniform", "normal", "randint"})) shape = shape_given(args.find(2, "size"));
    if (!shape && name == "random") shape = shape_given(args.find(0, "size"));
    if (!shape) return std::nullopt;
    return heap_.array(path, *shape, dtype_named(dtype, name == "randint" ? "int64" : "float64"));
  }
  const bool of_numpy = path.starts_with("numpy.");
  if (of_numpy && is_any(name, {"zeros", "ones", "empty", "full"})) {
    const size_t place = name == "full" ? 2 : 1;
    if (const auto shape = shape_given(args.find(0, "shape")))
      return heap_.array(path, *shape, dtype_named(dtype ? dtype : args.find(place, "dtype"), "float64"));
  }
  if ((of_numpy && is_any(name, {"array", "asarray", "ascontiguousarray"})) || path == "tvm.nd.array") {
    const Value* data = args.find(0, "object");
    const auto shape = data ? shape_of_data(*data) : std::nullopt;
    const std::string of_data = data && data->outside() ? data->outside()->dtype : "float64";
    const Value* type = of_numpy ? args.find(1, "dtype") : nullptr;
    if (shape) return heap_.array(path, *shape, dtype_named(type, of_data));
  }
  if (of_numpy && is_any(name, {"zeros_like", "ones_like", "empty_like", "abs", "exp", "sqrt", "tanh", "maximum"})) {
    const Value* data = args.find(0, "a");
    if (data && data->outside() && data->outside()->shape)
      return heap_.array(path, *data->outside()->shape, dtype_named(dtype, data->outside()->dtype));
  }
  if (of_numpy && name == "arange" && args.find(0, "start") && args.positional.size() <= 3) {
    int64_t numbers[3] = {0, 0, 1};
    const size_t count = args.positional.size();
    bool known = count > 0;
    for (size_t i = 0; i < count && known; ++i) {
      known = args.positional[i].integer().has_value();
      if (known) numbers[count == 1 ? 1 : i] = *args.positional[i].integer();
    }
    const RangeValue r{numbers[0], numbers[1], numbers[2]};
    if (known && r.step != 0) return heap_.array(path, {r.size()}, dtype_named(dtype, "int64"));
  }
  if (path == "tvm.nd.empty")
    if (const auto shape = shape_given(args.find(0, "shape")))
      return heap_.array(path, *shape, dtype_named(args.find(1, "dtype"), "float32"));
  return std::nullopt;
}

Value Evaluator::outside_attribute(const OutsideValue& object, const Expr* e) {
  const std::string name(e->text);
  if (object.shape) {
    if (name == "shape") return heap_.list(*object.shape, true);
    if (name == "dtype") return heap_.string(object.dtype);
    if (name == "ndim") return static_cast<int64_t>(object.shape->size());
    if (name == "T") return heap_.array(object.what, {object.shape->rbegin(), object.shape->rend()}, object.dtype);
    if (is_any(name, {"astype", "reshape", "copy", "numpy", "asnumpy", "flatten", "transpose"}))
      return heap_.method(static_cast<const OutsideValue*>(&object), name);
  }
  return heap_.outside(object.what.substr(0, 100) + "." + name);
}

Value Evaluator::array_method(const OutsideValue& array, const std::string& name, const CallArguments& args,
                              const Expr*) {
  const std::vector<Value>& shape = *array.shape;
  if (name == "astype") return heap_.array(array.what, shape, dtype_named(args.find(0, "dtype"), array.dtype));
  if (name == "copy" || name == "numpy" || name == "asnumpy") return heap_.array(array.what, shape, array.dtype);
  if (name == "reshape") {
    const Value list = args.positional.size() == 1 ? args.positional[0] : heap_.list(args.positional);
    const auto given = shape_given(&list);
    const bool whole =
        given && std::ranges::none_of(*given, [](const Value& d) { return d.integer().value_or(0) < 0; });
    if (whole) return heap_.array(array.what, *given, array.dtype);
  }
  if (name == "transpose") {
    const Value list = args.positional.size() == 1 ? args.positional[0] : heap_.list(args.positional);
    std::vector<Value> turned;
    for (const Value& axis : shape_given(&list).value_or(std::vector<Value>{})) {
      const auto i = axis.integer();
      if (!i || *i < 0 || static_cast<size_t>(*i) >= shape.size()) return heap_.outside(array.what);
      turned.push_back(shape[static_cast<size_t>(*i)]);
    }
    if (turned.empty()) turned = {shape.rbegin(), shape.rend()};
    if (turned.size() == shape.size()) return heap_.array(array.what, turned, array.dtype);
  }
  return heap_.outside(array.what);
}

// An element by integers has the rest of the shape; slices are not followed.
Value Evaluator::outside_element(const OutsideValue& object, const Value& at) {
  if (!object.shape) return heap_.outside(object.what);
  std::vector<Value> indices = {at};
  if (const ListObject* l = at.list()) indices = l->items;
  if (indices.size() > object.shape->size() ||
      !std::ranges::all_of(indices, [](const Value& i) { return i.integer().has_value(); }))
    return heap_.outside(object.what);
  const auto rest = object.shape->begin() + static_cast<std::ptrdiff_t>(indices.size());
  return heap_.array(object.what, {rest, object.shape->end()}, object.dtype);
}

// Of two arrays of one shape, or an array and a number, the result has the shape.
Value Evaluator::outside_binary(const Value& a, const Value& b) {
  const OutsideValue *x = a.outside(), *y = b.outside();
  const OutsideValue& shown = x ? *x : *y;
  const OutsideValue* array = x && x->shape ? x : y && y->shape ? y : nullptr;
  if (!array) return heap_.outside(shown.what);
  const bool same = x && y && x->shape && y->shape &&
                    std::ranges::equal(
                        *x->shape, *y->shape, {}, [](const Value& d) { return flatten::shown(d, true); },
                        [](const Value& d) { return flatten::shown(d, true); });
  if (same || (!x && a.number()) || (!y && b.number())) return heap_.array(shown.what, *array->shape, array->dtype);
  return heap_.outside(shown.what);
}

}  // namespace nw::flatten
