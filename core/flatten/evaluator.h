// SPDX-License-Identifier: GPL-3.0-or-later
// Evaluates a Python file as far as it is known when it is read. What is done to script values becomes lines of the
// script; what only a run would know is carried along as an outside value and left out.
#pragma once

#include <functional>
#include <optional>
#include <set>

#include "flatten/builtins.h"
#include "flatten/flatten.h"
#include "flatten/script_builder.h"
#include "flatten/syntax.h"
#include "graph/graph.h"
#include "script/names.h"

namespace nw::flatten {

inline constexpr int kMaxDepth = 2'500;  // of expressions and statements within each other

struct CallArguments {
  struct Named {
    std::string name;
    Value value;
  };
  std::vector<Value> positional;
  std::vector<Named> named;
  const Expr* call = nullptr;

  const Value* find(size_t position, std::string_view name) const;
  bool failed() const;
};

std::string special_name(std::string_view op);     // "+": "add", of the method __add__
int64_t slice_place(int64_t given, int64_t size);  // of a list with so many elements
std::vector<int64_t> places_of(const SliceValue& slice, int64_t size);

class Evaluator {
 public:
  Evaluator(const Tree& tree, const FlattenOptions& options);
  void run();
  Flattened result();

 private:
  enum class Flow : uint8_t { Next, Break, Continue, Return, Raise };
  struct Exception {
    std::string type;   // "KeyError", or the name of a class of the file
    Value value;        // that `except … as e` binds
    Diagnostic report;  // if nothing catches it
  };

  // ── evaluator.cpp: bounds and reports ──
  void at_line_of(const Statement& s) {
    if (library_call_.empty()) line_ = s.line;
  }
  bool step(const Expr* e, int64_t cost = 1);  // false: the file asks for too much
  Value report(Diagnostic d);
  // What Python raises an exception for: within `try` the exception, else a report.
  Value python_error(const std::string& what, const Expr* at, const char* type = "TypeError");
  Value not_known(const std::string& what, std::vector<std::string> instead, const Expr* at);
  void leave_out(const Statement& s, const std::string& why);
  void take_script_diagnostics(size_t before);

  // ── statements.cpp ──
  Flow block(const std::vector<const Statement*>& body);
  Flow statement(const Statement& s);
  Flow if_statement(const Statement& s);
  Flow for_statement(const Statement& s);
  Flow while_statement(const Statement& s);
  Flow with_statement(const Statement& s);
  Flow match_statement(const Statement& s);
  std::optional<bool> matches(const Expr* pattern, const Value& v);
  std::optional<bool> matches_sequence(const Expr* pattern, const Value& v);
  std::optional<bool> matches_dict(const Expr* pattern, const Value& v);
  std::optional<bool> matches_class(const Expr* pattern, const Value& v);
  void expression_statement(const Statement& s);
  void assign(const Statement& s);
  void erase(const Expr* e);  // del
  void erase_element(const Value& object, const Value& at, const Expr* e);
  void augmented(const Statement& s);
  bool augmented_in_place(const std::string_view op, const Value& before, const Value& by, const Expr* e);
  void define(const Statement& s);
  void take_decorators(const Statement& s, Function& f);
  void take_parametrized(const Expr* decorator, Function& f);
  Value decorated(const Statement& s, Value made);
  bool take_setter(const Statement& s, const Function& f);
  void import(const Statement& s);
  void bind(const Expr* target, Value v);
  void bind_element(const Expr* target, Value v);
  void assign_slice(ListObject& list, const SliceValue& slice, const Value& v, const Expr* e);
  void unpack(const Expr* target, const Value& v);
  void set_variable(std::string_view name, Value v);
  void set_by_walrus(std::string_view name, Value v);
  Value alias(const Value& v, const std::string& name);
  void fail_targets(const std::vector<const Statement*>& body);
  bool touches_script(const std::vector<const Statement*>& body);
  bool only_leaves(const std::vector<const Statement*>& body) const;

  // ── exceptions.cpp: try, raise, assert ──
  Flow try_statement(const Statement& s);
  Flow raise_statement(const Statement& s);
  Flow assert_statement(const Statement& s);
  bool catches(const Expr* handler, const Exception& raised);
  Value raise(Exception exception);  // or the report of it, where nothing can catch it
  static bool is_exception_name(std::string_view name);

  // ── classes.cpp ──
  void define_class(const Statement& s);
  void take_bases(const Statement& s, ClassObject& c, bool& is_enum);
  ClassObject& new_object(ClassObject& c);
  Value super(const Expr* e);
  Value member(const Value& object, const Expr* e);
  void set_member(ClassObject& c, const Expr* target, Value v);
  std::optional<Value> call_special(const Value& object, std::string_view name, std::vector<Value> arguments,
                                    const Expr* e);
  bool fill_fields(ClassObject& made, const ClassObject& c, const CallArguments& args, const Expr* e);
  Value call_class(ClassObject& c, const CallArguments& args, const Expr* e);

  // ── entries.cpp: which functions are called ──
  void call_entries();
  void call_entry(const Function& f);
  void call_tests(ClassObject& c);
  bool fill_parameters(const Function& f, CallArguments& args, std::vector<std::string>* missing, int depth = 0);
  std::optional<Value> given_parameter(const Function& f, const std::string& name, int depth);
  bool with_symbols(const Function& f, CallArguments args, const std::vector<std::string>& missing,
                    const std::string& dtype);
  void schedule_results(const Value& returned);
  bool is_bound_anywhere(std::string_view name);

  // ── expressions.cpp ──
  Value eval(const Expr* e);
  Value eval_wanting(const Expr* e, std::vector<std::string> names);
  Value evaluate(const Expr* e);
  Value name(const Expr* e);
  Value attribute(const Expr* e);
  Value index(const Expr* e);
  Value index_list(const ListObject& list, const Value& at, const Expr* e);
  Value index_script(const Value& object, const Value& at, const Expr* e);
  Value unary(const Expr* e);
  Value compare(const Expr* e);
  Value compare_two(std::string_view op, const Value& a, const Value& b, const Expr* e);
  std::optional<Value> compare_objects(std::string_view op, const Value& a, const Value& b, const Expr* e);
  Value contains(const Value& container, const Value& item, const Expr* e);
  static bool identical(const Value& a, const Value& b);
  std::optional<bool> equal_lists(const ListObject& a, const ListObject& b, const Expr* at, int depth);
  Value logic(const Expr* e);
  Value conditional(const Expr* e);
  Value sequence(const Expr* e);
  Value set_of(const std::vector<Value>& items);
  Value dict(const Expr* e);
  Value comprehension(const Expr* e);
  bool clauses(const Expr* e, size_t at, const std::function<bool()>& each);
  Value formatted(const Expr* e);
  Value number(const Expr* e);
  Value slice(const Expr* e);
  // Whether a condition holds; nothing, with a report, where only a run knows.
  std::optional<bool> truth(const Value& v, const Expr* at);
  std::optional<bool> equal(const Value& a, const Value& b, const Expr* at, int depth = 0);
  // Goes through the items of a list, range, string or dict; false where it ended early.
  bool each_item(const Value& v, const Expr* at, const std::function<bool(const Value&)>& each);
  std::optional<std::vector<Value>> items_of(const Value& v, const Expr* at);

  // ── arithmetic.cpp ──
  Value binary(std::string_view op, const Value& a, const Value& b, const Expr* e);
  std::optional<Value> objects(std::string_view op, const Value& a, const Value& b, const Expr* e);
  std::optional<Value> sets(std::string_view op, const Value& a, const Value& b, const Expr* e);
  std::optional<Value> repeated(const Value& a, const Value& b, const Expr* e);
  std::optional<Value> tensors(std::string_view op, const Value& a, const Value& b, const Expr* e);
  Value integers(std::string_view op, int64_t a, int64_t b, const Expr* e);
  Value floats(std::string_view op, double a, double b, const Expr* e);

  // ── format.cpp ──
  Value percent(const std::string& format, const Value& arguments, const Expr* e);
  Value format_call(const std::string& format, const CallArguments& args, const Expr* e);
  Value format_fields(const std::string& format, const CallArguments& args, size_t& next, int depth, const Expr* e);
  std::optional<std::string> with_spec(const Value& v, const std::string& spec, const Expr* e);
  std::optional<std::string> percent_field(std::string spec, char type, const Value& v, const Expr* e);
  // As str or repr writes it; nothing, with a report, where only a run knows that text.
  std::optional<std::string> text(const Value& v, bool as_repr, const Expr* e);

  // ── calls.cpp ──
  Value call(const Expr* e);
  bool collect(const Expr* e, CallArguments& args);
  Value call_value(const Value& callee, CallArguments& args, const Expr* e);
  Value call_function(const Function& f, const CallArguments& args, const Expr* e);
  Value partial(const CallArguments& args, const Expr* e);
  bool bind_parameters(const Function& f, const CallArguments& args, Scope& scope, const Expr* e);
  Value make_function(std::string_view name, const std::vector<Parameter>& parameters, const Expr* result,
                      const Statement* definition, int line);

  // ── python_functions.cpp, python_numbers.cpp, python_methods.cpp, modules.cpp ──
  Value call_builtin(Builtin b, const CallArguments& args, const Expr* e);
  Value is_instance(const CallArguments& args, const Expr* e);
  Value extreme(bool greatest, const CallArguments& args, const Expr* e);
  Value sum(const CallArguments& args, const Expr* e);
  Value to_integer(const CallArguments& args, const Expr* e);
  Value to_float(const Value& v, const Expr* e);
  Value rounded(const CallArguments& args, const Expr* e);
  Value next_item(const CallArguments& args, const Expr* e);
  Value type_of_value(const Value& v);
  Value length(const Value& v, const Expr* e);
  Value collected(Builtin b, const CallArguments& args, const Expr* e);
  Value character_code(Builtin b, const Value& v, const Expr* e);
  Value attribute_by_name(Builtin b, const CallArguments& args, const Expr* e);
  std::optional<bool> is_of_type(const Value& v, const Value& type);
  Value sorted(const CallArguments& args, const Expr* e);
  Value range(const CallArguments& args, const Expr* e);
  Value call_method(const MethodValue& m, const CallArguments& args, const Expr* e);
  Value list_method(ListObject& list, const std::string& name, const CallArguments& args, const Expr* e);
  Value dict_method(DictObject& dict, const std::string& name, const CallArguments& args, const Expr* e);
  bool put_item(DictObject& dict, const Value& key, const Value& value, const Expr* e);
  Value set_method(ListObject& set, const std::string& name, const CallArguments& args, const Expr* e);
  Value string_method(const std::string& text, const std::string& name, const CallArguments& args, const Expr* e);
  std::optional<Value> split_text(const std::string& text, const std::string& name, const CallArguments& args,
                                  const Expr* e);
  std::optional<Value> test_text(const std::string& text, const std::string& name);
  std::optional<Value> padded_text(const std::string& text, const std::string& name, const CallArguments& args,
                                   const Expr* e);
  std::optional<Value> changed_text(const std::string& text, const std::string& name, const CallArguments& args,
                                    const Expr* e);
  std::optional<Value> search_text(const std::string& text, const std::string& name, const CallArguments& args,
                                   const Expr* e);
  Value target_member(std::string_view target, std::string_view member);
  Value builder_method(ListObject& builder, const std::string& name, const CallArguments& args, const Expr* e);
  Value module_member(const std::string& path);
  Value call_path(const std::string& path, const CallArguments& args, const Expr* e);
  std::optional<Value> call_known(const std::string& path, const CallArguments& args, const Expr* e);
  std::optional<Value> math_function(const std::string& name, const CallArguments& args, const Expr* e);

  // ── script_calls.cpp: what becomes text of the script ──
  std::optional<ScriptValue> text_of(const Value& v, const Expr* at);
  bool enter_text(const Expr* at);
  std::optional<ScriptValue> list_text(const ListObject& list, const Expr* at);
  std::optional<ScriptValue> dict_text(const DictObject& dict, const Expr* at);
  bool put(ScriptValue& into, const Value& v, Binding at_least, const Expr* at);
  Value script_attribute(const ScriptValue& object, const Expr* e);
  Value script_method(const ScriptValue& object, const std::string& name, const CallArguments& args, const Expr* e);
  Value call_script(const ScriptValue& callee, const CallArguments& args, const Expr* e);
  Value call_script_function(const std::string& written, script::Fn fn, const CallArguments& args, const Expr* e);
  bool put_arguments(ScriptValue& into, const CallArguments& args, const Expr* e);
  Value compute(const CallArguments& args, const Expr* e);
  Value create_schedule(const CallArguments& args, const Expr* e);
  Value lowered(const CallArguments& args, const Expr* e);
  Value add_line(const ScriptValue& call, const std::string& fallback, const Expr* e);
  Value ask(const ScriptValue& expression, const Expr* e);
  // The function as a lambda of the script, with parameters of these names (`axes` if it takes any number).
  std::optional<ScriptValue> lambda_text(const Function& f, size_t axes, const Expr* at);
  Value inline_expression(ScriptValue s);

  Value create_prim_func(const CallArguments& args, const Expr* e);
  Value tir_schedule(const CallArguments& args, const Expr* e);

  // ── arrays.cpp: arrays of which the shape is known ──
  std::optional<Value> array_call(const std::string& path, const CallArguments& args, const Expr* e);
  std::optional<Value> drawn_number(const std::string& path, const CallArguments& args, const Expr* e);
  void note_drawn(const std::string& function, const Value& v, const Expr* e);
  Value array_method(const OutsideValue& array, const std::string& name, const CallArguments& args, const Expr* e);
  Value outside_attribute(const OutsideValue& object, const Expr* e);
  Value outside_element(const OutsideValue& object, const Value& at);
  Value outside_binary(const Value& a, const Value& b);

  // ── externs.cpp ──
  Value extern_call(const CallArguments& args, const Expr* e);
  std::optional<Value> blas_call(const std::string& path, const CallArguments& args, const Expr* e);
  Value input_for(const std::string& what, const Value& shape, const Value& dtype, const std::string& name,
                  const Expr* e);
  bool is_extern(const Value& operation);
  Value workload(const CallArguments& args, const Expr* e);

  // ── autotvm.cpp ──
  Value config_entry(const Value& key);
  std::optional<Value> config_member(const std::string& path);
  Value apply_split(const std::vector<Value>& sizes, const CallArguments& args, const Expr* e);
  std::optional<Value> autotvm_call(const std::string& path, const CallArguments& args, const Expr* e);

  // ── tensor_operations.cpp ──
  struct ReadsOfIntrinsic {
    std::vector<const ListObject*> regions;
    std::vector<std::string> inputs;  // that stand for them
    std::vector<Value> reduced;       // axes outside of the intrinsic
  };
  Value region(const Value& tensor, std::vector<Value> indices);
  Value index_region(const ListObject& region_of, const Value& at, const Expr* e);
  const ListObject* region_of_input(const std::string& tensor);
  Value call_intrinsic(const std::string& name, const CallArguments& args, const Expr* e);
  void add_reduced_axes(CallArguments& args);
  void note_intrinsic(const Value& made, const CallArguments& args);

  // ── topi.cpp ──
  std::optional<graph::Type> type_of(const Value& tensor, const Expr* e);
  std::optional<Value> expand(const std::string& op, const graph::Attrs& attrs, const std::vector<Value>& tensors,
                              bool as_tuple, const std::string& result, const Expr* e);
  std::optional<Value> elementwise(const std::string& before, const std::string& between, const std::string& after,
                                   const std::vector<Value>& operands, const std::string& result, const Expr* e);
  std::optional<Value> call_topi(const std::string& name, const CallArguments& args, const Expr* e);
  std::optional<Value> call_operator(const std::string& name, const CallArguments& args, const Expr* e);
  std::optional<Value> topi_row(const std::string& name, const CallArguments& args, const Expr* e);
  std::optional<Value> topi_window(const std::string& name, const CallArguments& args, const Expr* e);
  std::optional<Value> call_library(const std::string& name, const CallArguments& args, const Expr* e);
  Value library_refusal(const Statement& s);
  bool has_floats(const std::vector<Value>& tensors, const Expr* e);
  std::optional<Value> topi_testing(const std::string& name, const CallArguments& args);

  // ── kernels.cpp ──
  std::vector<Kernel> finished_kernels();
  Kernel finished(size_t index, std::set<std::string>& names);
  std::optional<ScriptValue> given_arguments(size_t index);

  const Tree& tree_;
  const FlattenOptions& options_;
  std::optional<Tree> library_;  // of topi, once one of its functions is called
  Scope* library_scope_ = nullptr;
  std::string library_call_;  // the function of topi that is evaluated: lines are those of its call
  Heap heap_;
  ScriptBuilder builder_{heap_};
  Scope* module_ = nullptr;
  Scope* scope_ = nullptr;
  Value returned_;
  Diagnostics diagnostics_;
  std::vector<LeftOut> left_out_;
  std::set<int> left_out_lines_;
  std::map<std::string, const Expr*> externs_;             // inputs that stand for what outside code computes, by name
  std::optional<std::set<std::string_view>> bound_names_;  // that the file binds anywhere
  std::map<std::string, const Function*> computations_, intrinsics_;  // what computes a tensor, an intrinsic
  std::map<int, std::vector<Value>> outputs_;                         // operations that a kernel's schedule is of
  std::map<std::string, const Function*> templates_;                  // of AutoTVM, by task name
  std::map<std::string, Value> knobs_;                                // entries of their configuration
  std::vector<std::string> inner_axes_;                               // of a te.compute beyond those of its function
  std::string called_intrinsic_;
  ReadsOfIntrinsic* reads_ = nullptr;
  std::optional<Exception> raised_;     // on its way to the statement that catches it
  std::vector<Exception> handled_;      // by the `except` blocks around
  std::vector<int> loops_;              // the lines of the loops around
  const Function* function_ = nullptr;  // that runs
  std::vector<ClassObject*> test_classes_;
  ClassObject* test_class_ = nullptr;       // whose test runs
  std::vector<std::string> wanted_;         // names for the results of the call that is evaluated next
  std::vector<const Function*> functions_;  // of the module, in order
  std::string target_ = "llvm";             // of the `with` around
  std::string entry_;                       // the function of the module that runs
  int line_ = 0;
  int64_t steps_ = 0;
  int depth_ = 0;         // of expressions and statements
  int calls_ = 0;         // of functions
  int attempts_ = 0;      // > 0: within try, or a test that is expected to fail: steps that are refused are left out
  int trials_ = 0;        // > 0: nothing is added to the script
  bool touched_ = false;  // something would have been
  int64_t changes_ = 0;   // of variables that are known, lists, dicts and the script
  int quiet_ = 0;         // > 0: what fails is not reported, as nothing depends on it
  bool stopped_ = false;
};

}  // namespace nw::flatten
