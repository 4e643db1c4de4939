// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/functions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// Of the compiler's runtime: 128-bit integers, and halves where instructions lack. Only their addresses are taken; what
// they take and return is known to the code that calls them.
extern "C" {
void __divti3();
void __modti3();
void __udivti3();
void __umodti3();
void __fixdfti();
void __fixsfti();
void __fixunsdfti();
void __fixunssfti();
void __floattidf();
void __floattisf();
void __floatuntidf();
void __floatuntisf();
#if defined(__x86_64__)
void __extendhfsf2();
void __truncdfhf2();
void __truncsfhf2();
#endif
}

namespace nw::cpu {

namespace {

struct Function {
  std::string_view name;
  void* address;
};

// Picks the function of C from those that C++ has of the same name.
template <class F>
void* address(F* function) {
  return reinterpret_cast<void*>(function);
}

// clang-format off
#define NW_CALLED(NAME) {#NAME, address(::NAME)}
#define NW_UNARY(NAME) {#NAME, address<double(double)>(::NAME)}, {#NAME "f", address<float(float)>(::NAME##f)}
#define NW_BINARY(NAME) {#NAME, address<double(double, double)>(::NAME)}, {#NAME "f", address<float(float, float)>(::NAME##f)}
const Function kFunctions[] = {
    NW_UNARY(acos), NW_UNARY(acosh), NW_UNARY(asin), NW_UNARY(asinh), NW_UNARY(atan), NW_UNARY(atanh), NW_UNARY(cbrt),
    NW_UNARY(ceil), NW_UNARY(cos), NW_UNARY(cosh), NW_UNARY(erf), NW_UNARY(erfc), NW_UNARY(exp), NW_UNARY(exp10),
    NW_UNARY(exp2), NW_UNARY(expm1), NW_UNARY(fabs), NW_UNARY(floor), NW_UNARY(lgamma), NW_UNARY(log),
    NW_UNARY(log10), NW_UNARY(log1p), NW_UNARY(log2), NW_UNARY(nearbyint), NW_UNARY(rint), NW_UNARY(round),
    NW_UNARY(roundeven), NW_UNARY(sin), NW_UNARY(sinh), NW_UNARY(sqrt), NW_UNARY(tan), NW_UNARY(tanh),
    NW_UNARY(tgamma), NW_UNARY(trunc),
    NW_BINARY(atan2), NW_BINARY(copysign), NW_BINARY(fdim), NW_BINARY(fmax), NW_BINARY(fmin), NW_BINARY(fmod),
    NW_BINARY(hypot), NW_BINARY(pow), NW_BINARY(remainder),
    {"fma", address<double(double, double, double)>(::fma)}, {"fmaf", address<float(float, float, float)>(::fmaf)},
    {"frexp", address<double(double, int*)>(::frexp)}, {"frexpf", address<float(float, int*)>(::frexpf)},
    {"ldexp", address<double(double, int)>(::ldexp)}, {"ldexpf", address<float(float, int)>(::ldexpf)},
    {"modf", address<double(double, double*)>(::modf)}, {"modff", address<float(float, float*)>(::modff)},
    {"lrint", address<long(double)>(::lrint)}, {"lrintf", address<long(float)>(::lrintf)},
    {"lround", address<long(double)>(::lround)}, {"lroundf", address<long(float)>(::lroundf)},
    {"llrint", address<long long(double)>(::llrint)}, {"llrintf", address<long long(float)>(::llrintf)},
    {"llround", address<long long(double)>(::llround)}, {"llroundf", address<long long(float)>(::llroundf)},
    {"sincos", address<void(double, double*, double*)>(::sincos)},
    {"sincosf", address<void(float, float*, float*)>(::sincosf)},
    NW_CALLED(memcpy), NW_CALLED(memmove), NW_CALLED(memset), NW_CALLED(memcmp), NW_CALLED(bcmp),
    NW_CALLED(aligned_alloc), NW_CALLED(free),
    NW_CALLED(__divti3), NW_CALLED(__modti3), NW_CALLED(__udivti3), NW_CALLED(__umodti3),
    NW_CALLED(__fixdfti), NW_CALLED(__fixsfti), NW_CALLED(__fixunsdfti), NW_CALLED(__fixunssfti),
    NW_CALLED(__floattidf), NW_CALLED(__floattisf), NW_CALLED(__floatuntidf), NW_CALLED(__floatuntisf),
#if defined(__x86_64__)
    NW_CALLED(__extendhfsf2), NW_CALLED(__truncdfhf2), NW_CALLED(__truncsfhf2),
#endif
};
#undef NW_CALLED
#undef NW_UNARY
#undef NW_BINARY
// clang-format on

constexpr uintptr_t kLongest = 16384;  // bytes that a function may have

}  // namespace

void* function_by_name(std::string_view name) {
  for (const Function& function : kFunctions)
    if (function.name == name) return function.address;
  return nullptr;
}

std::string_view function_at(uintptr_t place) {
  const Function* nearest = nullptr;
  for (const Function& function : kFunctions) {
    const auto at = reinterpret_cast<uintptr_t>(function.address);
    if (at <= place && place - at < kLongest && (!nearest || at > reinterpret_cast<uintptr_t>(nearest->address)))
      nearest = &function;
  }
  return nearest ? nearest->name : std::string_view();
}

}  // namespace nw::cpu
