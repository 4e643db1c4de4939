// SPDX-License-Identifier: GPL-3.0-or-later
// What Python expressions evaluate to when a file is read: Python's own values, and *script values*, which are known by
// the text that means them in the straight-line script (tensors, stages, axes, expressions over loops).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/blocks.h"
#include "flatten/syntax.h"

namespace nw::flatten {

// How tightly a text binds, by Python's grammar: what is put into a tighter place gets brackets.
enum class Binding : uint8_t {
  Lambda,
  Conditional,
  Or,
  And,
  Not,
  Compare,
  BitOr,
  BitXor,
  BitAnd,
  Shift,
  Sum,
  Product,
  Unary,
  Power,
  Primary,
};

struct ScriptValue {
  enum class Kind : uint8_t {
    Expression,
    Tensor,
    Operation,
    Axis,
    Stage,
    Schedule,
    Buffer,
    Reducer,
    Statement,
    Other,
  } kind = Kind::Other;
  std::string text;
  Binding binding = Binding::Primary;
  std::vector<int> uses;  // the lines that define the names in the text, sorted
  int kernel = -1;        // whose schedule it is part of
  bool local = false;     // it has parameters of a lambda that is being written
};

struct Value;
struct Scope;
struct ClassObject;

struct Failed {};  // reported already: what uses it is skipped
struct None {};
struct RangeValue {
  int64_t begin = 0, end = 0, step = 1;
  int64_t size() const;
};
struct SliceValue {
  std::optional<int64_t> begin, end, step;
  const ScriptValue* from = nullptr;  // where it begins, if that is no number: regions of tensors
};
struct ListObject {
  std::vector<Value> items;
  bool is_tuple = false;
  bool is_builder = false;              // the statements of an ir_builder
  bool is_region = false;               // A[i, 0:16]: the tensor, then its indices
  const ScriptValue* origin = nullptr;  // the list of the script that it was read from, as long as it has not changed
  bool is_set = false;                  // in the order of insertion, none twice
  bool is_iterator = false;             // going through it uses it up
  size_t used = 0;                      // of an iterator: its items before this one are gone
};
struct DictObject {
  std::vector<std::pair<Value, Value>> items;
  std::unordered_map<std::string, size_t> places;  // of a key's text
  void erase(const std::string& key);              // nothing where there is no such key
};
struct Function {
  std::string_view name;  // "<lambda>" of lambdas
  const std::vector<Parameter>* parameters = nullptr;
  std::vector<Value> fallbacks;           // one a parameter; Failed where there is none
  const Expr* result = nullptr;           // of a lambda
  const Statement* definition = nullptr;  // of a def
  Scope* scope = nullptr;                 // that it was made in
  int line = 0;
  mutable bool called = false;
  bool expected_to_fail = false;       // a test whose last step is refused
  bool is_fixture = false;             // tests have an argument of its name
  bool is_hybrid = false;              // a hybrid script: loops over elements, no computation
  std::map<std::string, Value> given;  // by decorators such as pytest.mark.parametrize
  enum class Kind : uint8_t { Plain, Property, Static, OfClass } kind = Kind::Plain;  // in a class
  mutable ClassObject* owner = nullptr;                                               // the class that it is written in
  const Function* setter = nullptr;                                                   // of a property
  const Value* partial_of = nullptr;                         // functools.partial: the function that is called, with
  std::vector<Value> bound;                                  // these arguments before those of the call,
  std::vector<std::pair<std::string, Value>> bound_by_name;  // and these, unless the call gives them
};
struct PathValue {  // something that was imported: "tvm.te.compute", "numpy"
  std::string path;
};
struct MethodValue {
  const Value* self = nullptr;
  std::string name;
  const Function* function = nullptr;  // of a class
};
struct OutsideValue;
enum class Builtin : uint8_t;

struct Value {
  using Data = std::variant<Failed, None, bool, int64_t, double, const std::string*, ListObject*, DictObject*,
                            RangeValue, SliceValue, const Function*, const ScriptValue*, const PathValue*,
                            const MethodValue*, const OutsideValue*, ClassObject*, Builtin>;
  Data data;

  Value() = default;
  template <class T>
    requires std::constructible_from<Data, T>
  Value(T v) : data(std::move(v)) {}  // NOLINT: a value is whatever it holds

  template <class T>
  const T* get() const {
    return std::get_if<T>(&data);
  }
  template <class T>
  bool is() const {
    return std::holds_alternative<T>(data);
  }
  bool failed() const { return is<Failed>(); }
  const std::string* string() const {
    const auto* s = get<const std::string*>();
    return s ? *s : nullptr;
  }
  ListObject* list() const {
    const auto* l = get<ListObject*>();
    return l ? *l : nullptr;
  }
  DictObject* dict() const {
    const auto* d = get<DictObject*>();
    return d ? *d : nullptr;
  }
  const ScriptValue* script() const {
    const auto* s = get<const ScriptValue*>();
    return s ? *s : nullptr;
  }
  const Function* function() const {
    const auto* f = get<const Function*>();
    return f ? *f : nullptr;
  }
  const std::string* path() const {
    const auto* p = get<const PathValue*>();
    return p ? &(*p)->path : nullptr;
  }
  const OutsideValue* outside() const {
    const auto* o = get<const OutsideValue*>();
    return o ? *o : nullptr;
  }
  ClassObject* object() const {
    const auto* c = get<ClassObject*>();
    return c ? *c : nullptr;
  }
  // An integer or a truth value as a number.
  std::optional<int64_t> integer() const;
  std::optional<double> number() const;
};

// What only a run would know: modules, devices, arrays. Of an array the shape may be known all the same.
struct OutsideValue {
  std::string what;
  std::optional<std::vector<Value>> shape;
  std::string dtype;
};
// A class (with what its body binds), or an object of one (with its attributes), or what super() gives.
struct ClassObject {
  std::string name;
  Scope* scope = nullptr;
  std::vector<ClassObject*> order;  // classes where members are looked for after its own, as Python orders them
  ClassObject* type = nullptr;      // of an object
  const Value* super_of = nullptr;  // the object that methods of super() are called with
  bool is_exception = false;        // of a class: it is derived from one of Python's exceptions
  bool outside_base = false;        // of a class: it is derived from one that the file does not define
  struct Field {
    std::string_view name;
    const Expr* fallback = nullptr;
  };
  std::vector<Field> fields;  // of a dataclass, in order
  bool is_dataclass = false;
  int line = 0;

  bool is_instance() const { return type != nullptr; }
  const Value* find(std::string_view member) const;
  const Function* method(std::string_view name) const;  // that its class defines
  bool is_a(const ClassObject& other) const;
};

// The variables of a module, a function's call, a class or a comprehension.
struct Scope {
  std::unordered_map<std::string_view, Value> variables;
  std::unordered_map<std::string_view, Scope*> elsewhere;  // by global and nonlocal
  Scope* outer = nullptr;
  bool is_comprehension = false;
  bool is_class = false;  // functions in it do not see its variables
};

// Owns what values refer to, so that lists that hold themselves need no care.
struct Heap {
  Blocks<std::string> strings;
  Blocks<ListObject> lists;
  Blocks<DictObject> dicts;
  Blocks<Function> functions;
  Blocks<ScriptValue> scripts;
  Blocks<PathValue> paths;
  Blocks<MethodValue> methods;
  Blocks<OutsideValue> outsiders;
  Blocks<ClassObject> classes;
  Blocks<Value> values;
  Blocks<Scope> scopes;
  Blocks<std::vector<Parameter>> parameters;  // of functions that the file does not write

  Value string(std::string text) { return static_cast<const std::string*>(&strings.emplace_back(std::move(text))); }
  Value list(std::vector<Value> items, bool is_tuple = false) {
    ListObject made;
    made.items = std::move(items);
    made.is_tuple = is_tuple;
    return &lists.emplace_back(std::move(made));
  }
  Value script(ScriptValue s) { return static_cast<const ScriptValue*>(&scripts.emplace_back(std::move(s))); }
  Value path(std::string p) { return static_cast<const PathValue*>(&paths.emplace_back(PathValue{std::move(p)})); }
  Value outside(std::string what) {
    return static_cast<const OutsideValue*>(&outsiders.emplace_back(OutsideValue{std::move(what), {}, {}}));
  }
  Value array(std::string what, std::vector<Value> shape, std::string dtype) {
    return static_cast<const OutsideValue*>(
        &outsiders.emplace_back(OutsideValue{std::move(what), std::move(shape), std::move(dtype)}));
  }
  Value method(const Value& self, std::string name, const Function* function = nullptr) {
    return static_cast<const MethodValue*>(
        &methods.emplace_back(MethodValue{&values.emplace_back(self), std::move(name), function}));
  }
  Value iterator(std::vector<Value> items) {
    Value made = list(std::move(items));
    made.list()->is_iterator = true;
    return made;
  }
};

std::string describe(const Value& v);             // "the integer 4", "a list": for messages
std::string shown(const Value& v, bool as_repr);  // as print or repr writes it
// A text by which equal values are equal, for dicts; nothing for values that cannot be keys.
std::optional<std::string> key_of(const Value& v);
std::string string_literal(std::string_view text);                // as a string literal of the script
std::vector<std::string_view> characters(std::string_view text);  // of UTF-8

}  // namespace nw::flatten
