// SPDX-License-Identifier: GPL-3.0-or-later
#include "tir/math.h"

#include <cmath>

namespace nw::tir {

namespace {

double sigmoid(double x) {
  return 1.0 / (1.0 + std::exp(-x));
}
double rsqrt(double x) {
  return 1.0 / std::sqrt(x);
}
double exp10(double x) {
  return std::pow(10.0, x);
}

// round() takes halves away from zero, as TVM's code for CPUs does; nearbyint() takes them to the even neighbour.
constexpr MathFunction kFunctions[] = {{"acos", std::acos},
                                       {"acosh", std::acosh},
                                       {"asin", std::asin},
                                       {"asinh", std::asinh},
                                       {"atan", std::atan},
                                       {"atanh", std::atanh},
                                       {"cbrt", std::cbrt, nullptr, MathFunction::Library},
                                       {"ceil", std::ceil},
                                       {"cos", std::cos},
                                       {"cosh", std::cosh},
                                       {"erf", std::erf},
                                       {"erfc", std::erfc, nullptr, MathFunction::Library},
                                       {"exp", std::exp},
                                       {"exp10", exp10},
                                       {"exp2", std::exp2},
                                       {"expm1", std::expm1, nullptr, MathFunction::Library},
                                       {"fabs", std::fabs},
                                       {"floor", std::floor},
                                       {"log", std::log},
                                       {"log10", std::log10},
                                       {"log1p", std::log1p},
                                       {"log2", std::log2},
                                       {"nearbyint", std::nearbyint},
                                       {"round", std::round},
                                       {"rsqrt", rsqrt, nullptr, MathFunction::Intrinsic},
                                       {"sigmoid", sigmoid, nullptr, MathFunction::Intrinsic},
                                       {"sin", std::sin},
                                       {"sinh", std::sinh},
                                       {"sqrt", std::sqrt},
                                       {"tan", std::tan},
                                       {"tanh", std::tanh},
                                       {"trunc", std::trunc},
                                       {"atan2", nullptr, std::atan2},
                                       {"copysign", nullptr, std::copysign},
                                       {"fmax", nullptr, std::fmax, MathFunction::Library},
                                       {"fmin", nullptr, std::fmin, MathFunction::Library},
                                       {"fmod", nullptr, std::fmod},
                                       {"hypot", nullptr, std::hypot},
                                       {"pow", nullptr, std::pow}};

const MathFunction* find(std::string_view name, MathFunction::From but) {
  for (const MathFunction& f : kFunctions)
    if (f.name == name) return f.from == but ? nullptr : &f;
  return nullptr;
}

}  // namespace

const MathFunction* math_function(std::string_view name) {
  return find(name, MathFunction::Library);
}

const MathFunction* library_function(std::string_view symbol) {
  const MathFunction* f = find(symbol, MathFunction::Intrinsic);
  if (!f && symbol.ends_with('f')) f = find(symbol.substr(0, symbol.size() - 1), MathFunction::Intrinsic);
  return f;
}

}  // namespace nw::tir
