// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/c_program.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "codegen/c_source.h"
#include "tir/print.h"

namespace nw::exporting {

namespace {

// The number of elements of an argument, as C.
std::string element_count(const tir::BufferNode& buffer, const lower::LoopNest& nest, const codegen::CSource& source) {
  std::string text = "(int64_t)1";
  for (const tir::Expr& dimension : buffer.shape) {
    const int64_t* extent = tir::as_const_int(dimension);
    std::string factor = extent ? std::to_string(*extent) : tir::to_string(dimension);
    for (size_t i = 0; i < nest.size_vars.size(); ++i)
      if (dimension.get() == nest.size_vars[i].get()) factor = source.parameters[nest.args.size() + i];
    text += " * " + (extent ? factor : "(" + factor + ")");
  }
  return text;
}

// Element i of the pattern, as the argument's type; `p` is ((7·i + 3) mod 13) - 6.
std::string pattern_element(DType t) {
  if (t.is_bool()) return "p != 0";
  if (t.is_bfloat()) return "pattern_bf16(p)";
  if (t.is_float() && t.bits == 16) return "pattern_f16(p)";
  if (t.is_float()) return t.bits == 64 ? "0.25 * (double)p" : "0.25f * (float)p";
  std::string cast = fmt::format("({})p", codegen::c_memory_type(t));
  if (t.bits == t.bytes() * 8) return cast;
  const int spare = 64 - t.bits;
  return t.is_uint() ? fmt::format("({})(p & {:#x})", codegen::c_memory_type(t), (uint64_t{1} << t.bits) - 1)
                     : fmt::format("({})((int64_t)((uint64_t)p << {}) >> {})", codegen::c_memory_type(t), spare, spare);
}

std::string as_double(DType t, const std::string& element) {
  if (t.is_bfloat()) return "value_bf16(" + element + ")";
  if (t.is_float() && t.bits == 16) return "value_f16(" + element + ")";
  return "(double)" + element;
}

// The argument's name; NAME.v0, NAME.v1 for the outputs of one operation with several.
std::string output_name(const lower::LoopNest& nest, size_t i) {
  if (i >= nest.arg_tensors.size() || nest.arg_tensors[i]->op->num_outputs() < 2) return nest.args[i]->name;
  return nest.arg_tensors[i]->op->name + ".v" + std::to_string(nest.arg_tensors[i]->value_index);
}

// Narrow floats by their bits: quarters of small integers are exact in both.
std::string narrow_float_functions(bool half, bool bfloat) {
  std::string text;
  if (bfloat)
    text +=
        "static inline uint16_t pattern_bf16(int64_t p) { float f = 0.25f * (float)p; uint32_t u; memcpy(&u, &f, 4); "
        "return (uint16_t)(u >> 16); }\n"
        "static inline double value_bf16(uint16_t b) { uint32_t u = (uint32_t)b << 16; float f; memcpy(&f, &u, 4); "
        "return (double)f; }\n";
  if (half)
    text +=
        "static inline uint16_t pattern_f16(int64_t p) {\n  uint32_t m = (uint32_t)(p < 0 ? -p : p), e = 15 - 2;\n  if "
        "(m == 0) return 0;\n"
        "  for (m <<= 10; m >= 2048; m >>= 1) ++e;\n  return (uint16_t)((p < 0 ? 0x8000u : 0u) | (e << 10) | (m & "
        "0x3ffu));\n}\n"
        "static inline double value_f16(uint16_t h) {\n  double m = (double)(h & 0x3ffu), v;\n  int e = (h >> 10) & "
        "31;\n"
        "  if (e == 31) v = m != 0 ? NAN : INFINITY;\n  else v = e ? ldexp(m + 1024.0, e - 25) : ldexp(m, -24);\n  "
        "return h & 0x8000u ? -v : v;\n}\n";
  return text;
}

}  // namespace

Result<std::string> c_program(const lower::LoopNest& nest) {
  const Result<codegen::CSource> source = codegen::c_source(nest);
  if (!source.ok()) return source.diagnostics;
  const auto& parameters = source->parameters;
  bool half = false, bfloat = false;
  for (const tir::Buffer& b : nest.args) {
    half = half || (b->dtype.is_float() && !b->dtype.is_bfloat() && b->dtype.bits == 16);
    bfloat = bfloat || b->dtype.is_bfloat();
  }
  std::string text = "/* The kernel " + comment_text(nest.name) +
                     " as a C program, written by Nestwright.\n"
                     " * cc -O3 -march=native -fopenmp FILE.c -lm */\n"
                     "#define _POSIX_C_SOURCE 200809L\n" +
                     source->headers + "#include <time.h>\n\n";
  if (!source->helpers.empty()) text += source->helpers + "\n";
  text += source->kernel + "\n" + narrow_float_functions(half, bfloat);
  text +=
      "static double seconds(void) {\n  struct timespec t;\n  clock_gettime(CLOCK_MONOTONIC, &t);\n  return "
      "(double)t.tv_sec + 1e-9 * (double)t.tv_nsec;\n}\n\n"
      "static void* allocate(int64_t bytes) {\n  void* p = aligned_alloc(64, ((size_t)bytes + 64) / 64 * 64);\n  if "
      "(!p) {\n    fputs(\"out of memory\\n\", stderr);\n    exit(1);\n  }\n  return p;\n}\n\n";
  text += nest.size_vars.empty() ? "int main(void) {\n" : "int main(int argc, char** argv) {\n";
  if (!nest.size_vars.empty()) {
    std::string usage;
    for (const tir::Var& v : nest.size_vars) usage += " " + v->name;
    text += fmt::format(
        "  if (argc != {}) {{\n    fprintf(stderr, \"usage: %s%s\\n\", argv[0], {});\n    return 2;\n  }}\n",
        nest.size_vars.size() + 1, c_literal(usage));
    for (size_t i = 0; i < nest.size_vars.size(); ++i)
      text +=
          fmt::format("  const int64_t {} = strtoll(argv[{}], NULL, 10);\n", parameters[nest.args.size() + i], i + 1);
  }
  std::string call;
  for (size_t i = 0; i < nest.args.size(); ++i) {
    const tir::BufferNode& b = *nest.args[i];
    const std::string type = codegen::c_memory_type(b.dtype), count = "count_" + parameters[i];
    text += fmt::format("  const int64_t {0} = {1};\n  {2}* {3} = allocate({0} * (int64_t)sizeof({2}));\n", count,
                        element_count(b, nest, *source), type, parameters[i]);
    if (!nest.arg_is_output[i])
      text += fmt::format(
          "  for (int64_t i = 0; i < {}; ++i) {{\n    const int64_t p = (7 * i + 3) % 13 - 6;\n    {}[i] = {};\n  }}\n",
          count, parameters[i], pattern_element(b.dtype));
  }
  for (const std::string& p : parameters) call += (call.empty() ? "" : ", ") + p;
  call = source->name + "(" + call + ");";
  text += fmt::format(
      "  {0}\n  double best = 1e30, spent = 0;\n  for (int run = 0; run < 100 && (run < 3 || spent < 1); ++run) {{\n   "
      " const double start = seconds();\n    {0}\n"
      "    const double time = seconds() - start;\n    spent += time;\n    if (time < best) best = time;\n  }}\n  "
      "printf(\"time %.3f us\\n\", 1e6 * best);\n",
      call);
  for (size_t i = 0; i < nest.args.size(); ++i) {
    if (!nest.arg_is_output[i]) continue;
    const tir::BufferNode& b = *nest.args[i];
    text += fmt::format(
        "  {{\n    double sum = 0, weighted = 0;\n    for (int64_t i = 0; i < count_{0}; ++i) {{\n      const double v "
        "= {1};\n      sum += v;\n      weighted += v * (double)(i % 17 + 1);\n    }}\n"
        "    printf(\"%s sum %.17g wsum %.17g\\n\", {2}, sum, weighted);\n  }}\n",
        parameters[i], as_double(b.dtype, parameters[i] + "[i]"), c_literal(output_name(nest, i)));
  }
  for (size_t i = 0; i < nest.args.size(); ++i) text += fmt::format("  free({});\n", parameters[i]);
  text += "  return 0;\n}\n";
  return text;
}

}  // namespace nw::exporting
