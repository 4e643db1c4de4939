// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/names.h"

#include <algorithm>
#include <array>

namespace nw::script {

namespace {

enum Where : uint8_t { kTe = 1, kTir = 2, kTopi = 4, kTvm = 8, kBoth = kTe | kTir };

struct KnownFn {
  std::string_view name;
  Fn fn;
  uint8_t where;
};

// Sorted by name. The first name of a function is the one that messages use.
constexpr KnownFn kFunctions[] = {
    {"Add", Fn::AddNode, kTir},
    {"And", Fn::AndNode, kTir},
    {"Cast", Fn::Cast, kBoth},
    {"Div", Fn::DivNode, kTir},
    {"EQ", Fn::EQNode, kTir},
    {"Evaluate", Fn::Evaluate, kTir},
    {"FloatImm", Fn::FloatImm, kTir},
    {"FloorDiv", Fn::FloorDivNode, kTir},
    {"FloorMod", Fn::FloorModNode, kTir},
    {"GE", Fn::GENode, kTir},
    {"GT", Fn::GTNode, kTir},
    {"IntImm", Fn::IntImm, kTir},
    {"LE", Fn::LENode, kTir},
    {"LT", Fn::LTNode, kTir},
    {"Max", Fn::MaxNode, kTir},
    {"Min", Fn::MinNode, kTir},
    {"Mod", Fn::ModNode, kTir},
    {"Mul", Fn::MulNode, kTir},
    {"NE", Fn::NENode, kTir},
    {"Not", Fn::Not, kTir},
    {"Or", Fn::OrNode, kTir},
    {"Select", Fn::Select, kBoth},
    {"Sub", Fn::SubNode, kTir},
    {"abs", Fn::Abs, kBoth},
    {"acos", Fn::Acos, kBoth},
    {"acosh", Fn::Acosh, kBoth},
    {"all", Fn::All, kBoth},
    {"any", Fn::Any, kBoth},
    {"asin", Fn::Asin, kBoth},
    {"asinh", Fn::Asinh, kBoth},
    {"atan", Fn::Atan, kBoth},
    {"atan2", Fn::Atan2, kBoth},
    {"atanh", Fn::Atanh, kBoth},
    {"call_cpacked", Fn::CallCPacked, kTir},
    {"call_extern", Fn::CallExtern, kTir},
    {"call_intrin", Fn::CallIntrin, kTir},
    {"call_llvm_pure_intrin", Fn::CallLlvmPureIntrin, kTir},
    {"call_packed", Fn::CallPacked, kTir},
    {"call_pure_extern", Fn::CallPureExtern, kTir},
    {"ceil", Fn::Ceil, kBoth},
    {"ceildiv", Fn::CeilDiv, kBoth},
    {"clz", Fn::Clz, kBoth},
    {"comm_reducer", Fn::CommReducer, kBoth},
    {"compute", Fn::Compute, kTe},
    {"const", Fn::Const, kBoth},
    {"copysign", Fn::Copysign, kBoth},
    {"cos", Fn::Cos, kBoth},
    {"cosh", Fn::Cosh, kBoth},
    {"create_schedule", Fn::CreateSchedule, kTe},
    {"decl_buffer", Fn::DeclBuffer, kTir},
    {"decl_tensor_intrin", Fn::DeclTensorIntrin, kTe},
    {"div", Fn::Div, kBoth},
    {"erf", Fn::Erf, kBoth},
    {"exp", Fn::Exp, kBoth},
    {"exp10", Fn::Exp10, kBoth},
    {"exp2", Fn::Exp2, kBoth},
    {"floor", Fn::Floor, kBoth},
    {"floordiv", Fn::FloorDiv, kBoth},
    {"floormod", Fn::FloorMod, kBoth},
    {"fmod", Fn::Fmod, kBoth},
    {"hypot", Fn::Hypot, kBoth},
    {"if_then_else", Fn::IfThenElse, kBoth},
    {"indexdiv", Fn::FloorDiv, kBoth},
    {"indexmod", Fn::FloorMod, kBoth},
    {"isfinite", Fn::IsFinite, kBoth},
    {"isinf", Fn::IsInf, kBoth},
    {"isnan", Fn::IsNan, kBoth},
    {"likely", Fn::Likely, kBoth},
    {"log", Fn::Log, kBoth},
    {"log10", Fn::Log10, kBoth},
    {"log1p", Fn::Log1p, kBoth},
    {"log2", Fn::Log2, kBoth},
    {"lower", Fn::Lower, kTvm},
    {"max", Fn::Max, kBoth},
    {"max_value", Fn::MaxValue, kBoth},
    {"min", Fn::Min, kBoth},
    {"min_value", Fn::MinValue, kBoth},
    {"nearbyint", Fn::NearbyInt, kBoth},
    {"placeholder", Fn::Placeholder, kTe},
    {"popcount", Fn::Popcount, kBoth},
    {"pow", Fn::Pow, kBoth},
    {"power", Fn::Pow, kBoth},
    {"prod", Fn::Prod, kTopi},
    {"reduce_axis", Fn::ReduceAxis, kTe},
    {"round", Fn::Round, kBoth},
    {"rsqrt", Fn::Rsqrt, kBoth},
    {"scan", Fn::Scan, kTe},
    {"sigmoid", Fn::Sigmoid, kBoth},
    {"sin", Fn::Sin, kBoth},
    {"sinh", Fn::Sinh, kBoth},
    {"size_var", Fn::SizeVar, kTe},
    {"sqrt", Fn::Sqrt, kBoth},
    {"stmt_seq", Fn::StmtSeq, kTir},
    {"sum", Fn::Sum, kBoth},
    {"tan", Fn::Tan, kBoth},
    {"tanh", Fn::Tanh, kBoth},
    {"thread_axis", Fn::ThreadAxis, kTe},
    {"trunc", Fn::Trunc, kBoth},
    {"truncdiv", Fn::TruncDiv, kBoth},
    {"truncmod", Fn::TruncMod, kBoth},
    {"var", Fn::Var, kTe},
};
constexpr KnownFn kBuiltins[] = {{"abs", Fn::PyAbs, 0}, {"float", Fn::PyFloat, 0},       {"int", Fn::PyInt, 0},
                                 {"len", Fn::PyLen, 0}, {"list", Fn::PyList, 0},         {"max", Fn::PyMax, 0},
                                 {"min", Fn::PyMin, 0}, {"reversed", Fn::PyReversed, 0}, {"tuple", Fn::PyTuple, 0}};
static_assert(std::ranges::is_sorted(kFunctions, {}, &KnownFn::name));

struct KnownMethod {
  std::string_view name;
  Method method;
};
constexpr KnownMethod kMethods[] = {
    {"access_ptr", Method::AccessPtr}, {"astype", Method::AsType}, {"equal", Method::Equal},
    {"output", Method::Output},        {"vload", Method::Vload},   {"vstore", Method::Vstore},
};

uint8_t mask(Module m) {
  switch (m) {
    case Module::Tvm:
      return kTvm;
    case Module::Te:
      return kTe;
    case Module::Tir:
      return kTir;
    case Module::Topi:
      return kTopi;
  }
  return 0;
}

// Edits (insert, delete, change, swap of neighbours) between two words.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    for (size_t j = 1; j <= b.size(); ++j) {
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

}  // namespace

std::string_view name_of(Module m) {
  switch (m) {
    case Module::Tvm:
      return "tvm";
    case Module::Te:
      return "te";
    case Module::Tir:
      return "tir";
    case Module::Topi:
      return "topi";
  }
  return "tvm";
}

std::optional<Module> root_module(std::string_view name) {
  if (name == "tvm") return Module::Tvm;
  return submodule(Module::Tvm, name);
}

std::optional<Module> submodule(Module of, std::string_view name) {
  if (of != Module::Tvm) return std::nullopt;
  for (const Module m : {Module::Te, Module::Tir, Module::Topi})
    if (name == name_of(m)) return m;
  return std::nullopt;
}

std::optional<Fn> function(Module of, std::string_view name) {
  const auto* it = std::ranges::lower_bound(kFunctions, name, {}, &KnownFn::name);
  if (it == std::end(kFunctions) || it->name != name || !(it->where & mask(of))) return std::nullopt;
  return it->fn;
}

std::optional<Fn> builtin(std::string_view name) {
  for (const KnownFn& known : kBuiltins)
    if (known.name == name) return known.fn;
  return std::nullopt;
}

std::string_view name_of(Fn f) {
  for (const KnownFn& known : kFunctions)
    if (known.fn == f) return known.name;
  for (const KnownFn& known : kBuiltins)
    if (known.fn == f) return known.name;
  return "?";
}

std::vector<std::string> names_of(Module of) {
  std::vector<std::string> names;
  for (const KnownFn& known : kFunctions)
    if (known.where & mask(of)) names.emplace_back(known.name);
  if (of == Module::Tvm) names.insert(names.end(), {"te", "tir", "topi"});
  return names;
}

std::string_view name_of(Method m) {
  for (const KnownMethod& known : kMethods)
    if (known.method == m) return known.name;
  return "?";
}

std::vector<std::string> primitive_names(schedule::Receiver receiver) {
  std::vector<std::string> names;
  for (const schedule::PrimitiveInfo& row : schedule::catalogue())
    if (row.receiver == receiver) names.emplace_back(row.name);
  std::ranges::sort(names);
  return names;
}

std::vector<std::string> nearest(std::string_view name, const std::vector<std::string>& known) {
  name = name.substr(0, 40);
  const size_t limit = name.size() <= 2 ? 1 : name.size() <= 5 ? 2 : 3;
  std::vector<std::pair<size_t, std::string>> close;
  for (const std::string& word : known) {
    if (word == name || word.size() > name.size() + limit || word == "_") continue;
    const size_t d = distance(name, word);
    if (d <= limit && d < std::max(name.size(), word.size())) close.emplace_back(d, word);
  }
  if (close.empty())  // the beginning of a word, or more than the word
    for (const std::string& word : known)
      if (std::min(word.size(), name.size()) >= 3 && word != name && (name.starts_with(word) || word.starts_with(name)))
        close.emplace_back(std::max(word.size(), name.size()) - std::min(word.size(), name.size()), word);
  std::stable_sort(close.begin(), close.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<std::string> names;
  for (auto& [d, word] : close)
    if (names.size() < 3 && d <= close[0].first + 1 && std::find(names.begin(), names.end(), word) == names.end())
      names.push_back(std::move(word));
  return names;
}

}  // namespace nw::script
