// SPDX-License-Identifier: GPL-3.0-or-later
// What is imported: TVM's functions, those of Python's modules that only compute, and all others, which only a run
// knows.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "flatten/diagnostics.h"
#include "flatten/evaluator.h"

namespace nw::flatten {

namespace {

std::string_view last_name(std::string_view path) {
  return path.substr(path.rfind('.') + 1);
}

// The function of the script language that a path means; older versions of TVM had them all in one module.
struct Known {
  script::Fn fn;
  std::string written;
};
std::optional<Known> script_function(std::string_view path) {
  using script::Module;
  if (!path.starts_with("tvm.")) return std::nullopt;
  const std::string_view name = last_name(path), module = path.substr(0, path.size() - name.size() - 1);
  const auto in = [&](Module m) -> std::optional<Known> {
    const auto fn = script::function(m, name);
    if (!fn) return std::nullopt;
    return Known{*fn, std::string(script::name_of(m)) + "." + std::string(name)};
  };
  if (module == "tvm.te" || module == "tvm.te.operation" || module == "tvm.te.schedule") {
    auto found = in(Module::Te);
    return found ? found : in(Module::Tir);
  }
  if (module == "tvm.tir" || module == "tvm.tir.op" || module == "tvm.tir.expr" || module == "tvm.make")
    return in(Module::Tir);
  if (module == "tvm.topi") return in(Module::Topi);
  if (module != "tvm") return std::nullopt;
  if (auto found = in(Module::Tvm)) return found;
  if (name == "select") return in(Module::Tir) ? in(Module::Tir) : Known{script::Fn::Select, "tir.Select"};
  if (auto found = in(Module::Te)) return found;
  return in(Module::Tir);
}

// What vta.get_env() has in VTA's own configuration (vta_config.json of its repository).
std::optional<Value> vta_constant(std::string_view name) {
  static constexpr std::pair<std::string_view, int64_t> numbers[] = {{"BATCH", 1},
                                                                     {"BLOCK_IN", 16},
                                                                     {"BLOCK_OUT", 16},
                                                                     {"INP_WIDTH", 8},
                                                                     {"WGT_WIDTH", 8},
                                                                     {"ACC_WIDTH", 32},
                                                                     {"OUT_WIDTH", 8},
                                                                     {"INP_ELEM_BITS", 128},
                                                                     {"WGT_ELEM_BITS", 2048},
                                                                     {"ACC_ELEM_BITS", 512},
                                                                     {"OUT_ELEM_BITS", 128},
                                                                     {"INP_ELEM_BYTES", 16},
                                                                     {"WGT_ELEM_BYTES", 256},
                                                                     {"ACC_ELEM_BYTES", 64},
                                                                     {"INP_BUFF_SIZE", 1 << 15},
                                                                     {"WGT_BUFF_SIZE", 1 << 18},
                                                                     {"ACC_BUFF_SIZE", 1 << 17}};
  for (const auto& [known, value] : numbers)
    if (known == name) return value;
  return std::nullopt;
}

// The names among its constants.
std::string_view vta_name(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> names[] = {{"inp_dtype", "int8"},
                                                                            {"wgt_dtype", "int8"},
                                                                            {"acc_dtype", "int32"},
                                                                            {"out_dtype", "int8"},
                                                                            {"TARGET", "sim"},
                                                                            {"inp_scope", "local.inp_buffer"},
                                                                            {"dma_copy", "dma_copy"},
                                                                            {"alu", "alu"},
                                                                            {"wgt_scope", "local.wgt_buffer"},
                                                                            {"acc_scope", "local.acc_buffer"}};
  for (const auto& [known, value] : names)
    if (known == name) return value;
  return {};
}

std::optional<Value> constant(std::string_view path) {
  if (path == "math.pi" || path == "numpy.pi") return std::numbers::pi;
  if (path == "math.e" || path == "numpy.e") return std::numbers::e;
  if (path == "math.inf" || path == "numpy.inf") return HUGE_VAL;
  if (path == "sys.maxsize") return INT64_MAX;
  if (path.starts_with("vta.env.")) return vta_constant(path.substr(8));
  return std::nullopt;
}

// Functions of TVM whose value a file only asks to go on: all devices are taken to be there.
bool asks_for_device(std::string_view name) {
  static constexpr std::string_view names[] = {"device_enabled", "enabled",         "exists",  "have_fp16",
                                               "have_int8",      "have_tensorcore", "has_llvm"};
  return std::ranges::find(names, name) != std::end(names);
}

}  // namespace

// A target as it is named: "target:cuda -arch=sm_70".
constexpr std::string_view kTarget = "target:";

Value Evaluator::target_member(std::string_view target, std::string_view member) {
  const std::string kind(target.substr(0, target.find_first_of(" /")));
  const bool is_cpu = kind == "llvm" || kind == "c" || kind == "stackvm" || kind == "cpu" || kind == "hexagon";
  if (member == "kind") return heap_.path(std::string(kTarget) + kind);
  if (member == "name" || member == "target_name" || member == "id_name") return heap_.string(kind);
  if (member == "keys") {
    std::vector<Value> keys = {heap_.string(kind), heap_.string(is_cpu ? "cpu" : "gpu")};
    return heap_.list(std::move(keys), true);
  }
  if (member == "max_num_threads") return int64_t{is_cpu ? 1 : kind == "opencl" || kind == "metal" ? 256 : 1024};
  if (member == "thread_warp_size") return int64_t{is_cpu || kind == "opencl" || kind == "vulkan" ? 1 : 32};
  return heap_.outside("the target's " + std::string(member));
}

Value Evaluator::module_member(const std::string& path) {
  if (path.starts_with(kTarget)) {
    const size_t dot = path.rfind('.');
    return target_member(std::string_view(path).substr(kTarget.size(), dot - kTarget.size()), last_name(path));
  }
  if (path.size() > 300) return heap_.outside("an import");
  if (auto entry = config_member(path)) return *entry;
  if (path == "tvm.te.tensor.Tensor" || path == "tvm.tensor.Tensor") return heap_.path("tvm.te.Tensor");
  if (path == "tvm.tir.expr.IterVar") return heap_.path("tvm.tir.IterVar");
  if (const auto c = constant(path)) return *c;
  static constexpr std::pair<std::string_view, std::string_view> tags[] = {
      {"ELEMWISE", "elemwise"}, {"BROADCAST", "broadcast"}, {"INJECTIVE", "injective"}, {"COMM_REDUCE", "comm_reduce"}};
  for (const auto& [tag, text] : tags)
    if (path.starts_with("tvm.topi.tag.") && last_name(path) == tag) return heap_.string(std::string(text));
  if (path == "vta.env.mock") return heap_.path("vta.env");
  if (path.starts_with("vta.env."))
    if (const std::string_view name = vta_name(path.substr(8)); !name.empty()) return heap_.string(std::string(name));
  return heap_.path(path);
}

Value Evaluator::call_path(const std::string& path, const CallArguments& args, const Expr* e) {
  const auto fn = script_function(path);
  const bool own =
      fn && (fn->fn == script::Fn::Compute || fn->fn == script::Fn::CreateSchedule || fn->fn == script::Fn::Lower);
  if (!fn || own)
    if (auto known = call_known(path, args, e)) return *known;
  if (fn) {
    if (args.failed()) return Failed();
    for (const Value& v : args.positional)
      if (v.outside())
        return not_known(v.outside()->what + " is not known when the file is read", {"a value that the file computes"},
                         e);
    return call_script_function(fn->written, fn->fn, args, e);
  }
  if (path.starts_with("tvm.topi.")) {
    if (args.failed()) return Failed();
    if (auto v = call_topi(path.substr(9), args, e)) return *v;
    return not_known("'" + path.substr(4) + "' is not expanded", {"its te.compute, written out"}, e);
  }
  if (path.starts_with("math.") || path.starts_with("numpy.") || path.starts_with("functools.") ||
      path.starts_with("itertools.") || path.starts_with("operator."))
    if (auto v = math_function(std::string(path), args, e)) return *v;
  if (auto v = array_call(path, args, e)) return *v;
  return heap_.outside(path);
}

// Functions that mean something to flattening by themselves.
std::optional<Value> Evaluator::call_known(const std::string& path, const CallArguments& args, const Expr* e) {
  const std::string_view name = last_name(path);
  if (path == "print") return heap_.outside("print");
  if (path == "vta.get_env") return heap_.path("vta.env");
  if (path == "threading.Thread" || path == "multiprocessing.Process")
    if (const Value* target = args.find(1, "target"); target && target->function()) {
      CallArguments call;
      const Value* values = args.find(SIZE_MAX, "args");
      if (values && values->list()) call.positional = values->list()->items;
      if (call_function(*target->function(), call, e).failed()) return Value(Failed());
      return heap_.outside(path);
    }
  if (!path.starts_with("tvm") && !path.starts_with("topi")) return std::nullopt;
  if (path == "tvm.te.compute" || path == "tvm.compute") return compute(args, e);
  if (path == "tvm.te.create_schedule" || path == "tvm.create_schedule") return create_schedule(args, e);
  if (path == "tvm.lower" || path == "tvm.build" || path == "tvm.driver.lower" || path == "tvm.driver.build" ||
      path == "tvm.driver.build_module.build" || name == "schedule_to_module" ||
      path == "tvm.driver.build_module.lower")
    return lowered(args, e);
  if (name == "get_const_tuple" || name == "get_const_int" || name == "convert" || name == "simplify" ||
      name == "get_const_float" || name == "as_const_int")
    return args.positional.empty() ? Value(None()) : args.positional[0];
  if (asks_for_device(name)) return true;
  if (path == "tvm.target.Target.current" || path == "tvm.target.current_target")
    return heap_.path(std::string(kTarget) + target_);
  if ((path == "tvm.target.Target" || path == "tvm.target.create") && !args.positional.empty()) {
    const Value& target = args.positional[0];
    if (target.string()) return heap_.path(std::string(kTarget) + *target.string());
    return target.path() ? target : heap_.outside("tvm.target.Target");
  }
  if (path.starts_with("tvm.target.") && (name == "cuda" || name == "rocm"))
    return heap_.path(std::string(kTarget) + std::string(name));
  if (path == "tvm.tir.ir_builder.create") {
    Value builder = heap_.list({});
    builder.list()->is_builder = true;
    return builder;
  }
  if (path == "tvm.testing.enabled_targets")
    return heap_.list({heap_.list({heap_.string("llvm"), heap_.outside("a device")}, true)});
  if (name == "parameter" && path.starts_with("tvm.testing"))
    return args.positional.empty() ? Value(None()) : args.positional[0];
  if (name == "parameters" && path.starts_with("tvm.testing"))
    return args.positional.empty() ? Value(None()) : args.positional[0];
  if (path == "tvm.te.extern" || path == "tvm.extern") return extern_call(args, e);
  if (path == "tvm.te.create_prim_func") return create_prim_func(args, e);
  if (path == "tvm.tir.Schedule" || path == "tvm.tir.schedule.Schedule" || path == "tvm.s_tir.Schedule")
    return tir_schedule(args, e);
  if (path == "tvm.te.extern_primfunc")
    return not_known("te.extern_primfunc calls a function of TensorIR, which has no computation to schedule",
                     {"te.compute with the computation itself"}, e);
  if (path == "tvm.auto_scheduler.SearchTask" || path == "tvm.auto_scheduler.create_task") return workload(args, e);
  if (auto made = blas_call(path, args, e)) return made;
  if (auto made = autotvm_call(path, args, e)) return made;
  if (path.find("ir_builder") != path.npos)
    return not_known("a loop nest that ir_builder writes has no computation to schedule", {"te.compute", "te.scan"}, e);
  if (path.starts_with("tvm.te.hybrid") || path.starts_with("tvm.hybrid"))
    return not_known("a hybrid script has no computation to schedule", {"te.compute"}, e);
  if (path == "tvm.te.gradient")
    return not_known("te.gradient derives computations, which is not done here", {"the te.compute of the gradient"}, e);
  return std::nullopt;
}

std::optional<Value> Evaluator::math_function(const std::string& path, const CallArguments& args, const Expr* e) {
  const std::string_view name = last_name(path);
  const Value first = args.positional.empty() ? Value(None()) : args.positional[0];
  const Value second = args.positional.size() > 1 ? args.positional[1] : Value(None());
  const auto integer = [&](double d) -> Value {
    return std::fabs(d) < 9e18 ? Value(static_cast<int64_t>(d)) : python_error("this number is too large", e);
  };
  if (path == "functools.reduce") {
    const auto items = items_of(second, e);
    if (!items) return Value(Failed());
    std::optional<Value> total = args.positional.size() > 2 ? std::optional(args.positional[2]) : std::nullopt;
    for (const Value& v : *items) {
      CallArguments two;
      two.positional = {total.value_or(v), v};
      total = total ? call_value(first, two, e) : v;
    }
    return total.value_or(Value(None()));
  }
  if (path == "functools.partial") return partial(args, e);
  if (name == "mul" && path.starts_with("operator.")) return binary("*", first, second, e);
  if (name == "add" && path.starts_with("operator.")) return binary("+", first, second, e);
  if (path == "itertools.product" || path == "itertools.chain") {
    std::vector<std::vector<Value>> columns;
    for (const Value& v : args.positional) {
      auto items = items_of(v, e);
      if (!items) return Value(Failed());
      columns.push_back(std::move(*items));
    }
    if (const Value* repeat = args.find(SIZE_MAX, "repeat"); repeat && repeat->integer()) {
      const std::vector<std::vector<Value>> once = columns;
      columns.clear();
      for (int64_t i = 0; i < *repeat->integer() && step(e, 1); ++i)
        columns.insert(columns.end(), once.begin(), once.end());
    }
    std::vector<Value> out;
    if (name == "chain") {
      for (const auto& column : columns) out.insert(out.end(), column.begin(), column.end());
      return heap_.list(std::move(out));
    }
    std::vector<std::vector<Value>> rows = {{}};
    for (const auto& column : columns) {
      std::vector<std::vector<Value>> longer;
      for (const auto& row : rows)
        for (const Value& v : column) {
          if (!step(e, static_cast<int64_t>(row.size()) + 1)) return Value(Failed());
          longer.push_back(row);
          longer.back().push_back(v);
        }
      rows = std::move(longer);
    }
    for (auto& row : rows) out.push_back(heap_.list(std::move(row), true));
    return heap_.list(std::move(out));
  }
  if (name == "prod" && (first.list() || first.get<RangeValue>())) {
    const auto items = items_of(first, e);
    if (!items) return Value(Failed());
    Value total = int64_t{1};
    for (const Value& v : *items) total = binary("*", total, v, e);
    return total;
  }
  const auto x = first.number(), y = second.number();
  if (!x) return std::nullopt;
  if (name == "float32" || name == "float64" || name == "float16") return *x;
  if (name == "int32" || name == "int64" || name == "int8" || name == "uint8") return integer(*x);
  if (name == "ceil") return path.starts_with("math.") ? integer(std::ceil(*x)) : Value(std::ceil(*x));
  if (name == "floor") return path.starts_with("math.") ? integer(std::floor(*x)) : Value(std::floor(*x));
  if (name == "sqrt") return *x < 0 ? python_error("the root of a negative number", e) : Value(std::sqrt(*x));
  if (name == "exp") return std::exp(*x);
  if (name == "log" && *x > 0) return y && *y > 0 ? std::log(*x) / std::log(*y) : std::log(*x);
  if (name == "log2" && *x > 0) return std::log2(*x);
  if (name == "log10" && *x > 0) return std::log10(*x);
  if (name == "sin") return std::sin(*x);
  if (name == "cos") return std::cos(*x);
  if (name == "tanh") return std::tanh(*x);
  if (name == "pow" && y) return std::pow(*x, *y);
  if (name == "gcd" && first.integer() && second.integer()) {
    int64_t a = *first.integer(), b = *second.integer();
    while (b != 0) {
      const int64_t rest = b == -1 ? 0 : a % b;
      a = b;
      b = rest;
    }
    return a < 0 && a != INT64_MIN ? -a : a;
  }
  if ((name == "maximum" || name == "minimum") && y)
    return name == "maximum" ? (*x > *y ? first : second) : (*x < *y ? first : second);
  return std::nullopt;
}

}  // namespace nw::flatten
