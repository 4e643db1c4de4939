// SPDX-License-Identifier: GPL-3.0-or-later
// Every function that a kernel may call: what was compiled computes what the reference interpreter does, element by
// element and in vectors, as an intrinsic and as the C library's.
#include <fmt/format.h>

#include <QTest>

#include "local_device.h"
#include "lower/lower.h"
#include "nests.h"
#include "registry.h"
#include "runtime/run.h"
#include "script/script.h"

using namespace nw;
using namespace nw::test;

class MathFunctionsTest : public QObject {
  Q_OBJECT

  // C[i] = `value` over A and B, vectorized or not; "" if it computes what the reference does.
  static std::string verdict(const std::string& value, const std::string& type, bool vectors) {
    const std::string text = fmt::format(
        "import tvm\nfrom tvm import te, tir\n"
        "A = te.placeholder((40,), name=\"A\", dtype=\"{0}\")\nB = te.placeholder((40,), name=\"B\", dtype=\"{0}\")\n"
        "C = te.compute((40,), lambda i: {1}, name=\"C\")\ns = te.create_schedule(C.op)\n"
        "o, i = s[C].split(C.op.axis[0], factor=8)\n{2}tvm.lower(s, [A, B, C])\n",
        type, value, vectors ? "s[C].vectorize(i)\n" : "");
    const script::Program p = script::read(text);
    if (!p.ok()) return texts(p.diagnostics);
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    const auto code = loops.ok() ? lower::lower_code(*loops) : loops;
    if (!code.ok()) return texts(code.diagnostics);
    measure::RunRequest options;
    options.repeat = 1;
    options.verify = true;
    const auto report = runtime::run(*code, p.args, options, test::local_device());
    return report.ok() && report->verify && report->verify->ok ? "" : texts(report.diagnostics);
  }

  static void holds(const std::string& value, const std::string& type) {
    for (const bool vectors : {false, true}) {
      const std::string problem = verdict(value, type, vectors);
      QVERIFY2(problem.empty(), (value + " of " + type + ": " + problem).c_str());
    }
  }

 private Q_SLOTS:
  void of_one_number() {
    for (const char* type : {"float32", "float64", "float16"})
      for (const char* name :
           {"abs",       "acos",  "acosh",   "asin",  "asinh", "atan", "atanh", "ceil", "cos",   "cosh",
            "erf",       "exp",   "exp2",    "exp10", "floor", "log",  "log1p", "log2", "log10", "round",
            "nearbyint", "rsqrt", "sigmoid", "sin",   "sinh",  "sqrt", "tan",   "tanh", "trunc"})
        holds(fmt::format("tir.{}(A[i])", name), type);
  }
  void of_two_numbers() {
    for (const char* type : {"float32", "float64"})
      for (const char* name : {"atan2", "copysign", "fmod", "hypot", "pow"})
        holds(fmt::format("tir.{}(A[i], B[i])", name), type);
  }
  void what_is_no_number() {
    for (const char* name : {"isnan", "isinf", "isfinite"}) {
      holds(fmt::format("tir.{}(tir.log(A[i]))", name), "float32");
      holds(fmt::format("tir.{}(A[i])", name), "int32");
    }
  }
  void bits() {
    for (const char* type : {"int32", "uint8", "int64"})
      for (const char* name : {"clz", "popcount"}) holds(fmt::format("tir.{}(A[i])", name), type);
    holds("tir.ceildiv(A[i], 3)", "int32");
  }
  void of_the_c_library() {
    for (const char* name : {"cbrtf", "erfcf", "expm1f", "expf"})
      holds(fmt::format("tir.call_pure_extern(\"float32\", \"{}\", A[i])", name), "float32");
    holds("tir.call_extern(\"float32\", \"fmaxf\", A[i], B[i])", "float32");
    holds("tir.call_pure_extern(\"float64\", \"cbrt\", A[i])", "float64");
  }
};

NW_TEST(MathFunctionsTest);
#include "test_math_functions.moc"
