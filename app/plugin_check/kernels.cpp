// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernels.h"

#include <fmt/format.h>

#include <algorithm>

namespace nw::plugin_check {

namespace {

const char* const kTypes[] = {"bool",   "int8",   "int16",   "int32",   "int64",   "uint8",   "uint16",
                              "uint32", "uint64", "float16", "float32", "float64", "bfloat16"};

bool is_float(const std::string& type) {
  return type.find("float") != std::string::npos;
}

bool takes(const TargetFacts& facts, const std::string& type) {
  const auto stated = facts.dtypes.find(type);
  return facts.dtypes.empty() || (stated != facts.dtypes.end() && stated->second != "none");
}

// An elementwise computation of one type, over a number of elements that no vector width divides.
KernelScript elementwise(const std::string& type) {
  const char* body = type == "bool" ? "tir.any(tir.all(A[i], B[i]), tir.Not(A[i]))" : "A[i] * B[i] + A[i]";
  return {"elementwise." + type, fmt::format(R"(A = te.placeholder((203,), dtype="{0}", name="A")
B = te.placeholder((203,), dtype="{0}", name="B")
C = te.compute((203,), lambda i: {1}, name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="elementwise_{0}")
)",
                                             type, body)};
}

KernelScript reduction(const std::string& type) {
  return {"reduction." + type, fmt::format(R"(A = te.placeholder((37, 65), dtype="{0}", name="A")
k = te.reduce_axis((0, 65), name="k")
C = te.compute((37,), lambda i: te.max(A[i, k], axis=k), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="reduction_{0}")
)",
                                           type)};
}

KernelScript conversion(const std::string& from, const std::string& to) {
  return {"convert." + from + "_" + to, fmt::format(R"(A = te.placeholder((97,), dtype="{0}", name="A")
C = te.compute((97,), lambda i: A[i].astype("{1}"), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="convert")
)",
                                                    from, to)};
}

KernelScript function(const std::string& name) {
  return {"function." + name, fmt::format(R"(A = te.placeholder((101,), name="A")
C = te.compute((101,), lambda i: te.{0}(A[i]), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, C], name="function_{0}")
)",
                                          name)};
}

}  // namespace

std::vector<KernelScript> kernel_scripts(const TargetFacts& facts) {
  std::vector<KernelScript> scripts;
  for (const std::string type : kTypes) {
    if (!takes(facts, type)) continue;
    scripts.push_back(elementwise(type));
    if (type != "bool") scripts.push_back(reduction(type));
    if (is_float(type) && type != "float32" && takes(facts, "float32")) {
      scripts.push_back(conversion("float32", type));
      scripts.push_back(conversion(type, "float32"));
    }
  }
  if (!takes(facts, "float32")) return scripts;
  for (const char* name : {"exp", "log", "sqrt", "tanh", "sin", "erf", "floor", "round"})
    scripts.push_back(function(name));
  scripts.insert(scripts.end(), fixed_kernel_scripts().begin(), fixed_kernel_scripts().end());
  return scripts;
}

KernelScript multiply_add(int64_t count) {
  return {"multiply_add", fmt::format(R"(A = te.placeholder(({0},), name="A")
B = te.placeholder(({0},), name="B")
C = te.compute(({0},), lambda i: A[i] * B[i] + A[i], name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="multiply_add")
)",
                                      count)};
}

KernelScript long_sum(int64_t steps) {
  return {"long_sum", fmt::format(R"(A = te.placeholder((64,), name="A")
B = te.placeholder((64,), name="B")
k = te.reduce_axis((0, {0}), name="k")
l = te.reduce_axis((0, 1000), name="l")
C = te.compute((1,), lambda i: te.sum(A[k % 64] * B[l % 64], axis=[k, l]), name="C")
s = te.create_schedule(C.op)
tvm.lower(s, [A, B, C], name="long_sum")
)",
                                  steps)};
}

KernelScript three_arguments(int64_t count) {
  return {"three_arguments", fmt::format(R"(A = te.placeholder(({0},), name="A")
B = te.placeholder(({0},), name="B")
C = te.placeholder(({0},), name="C")
D = te.compute(({0},), lambda i: A[i] - B[i] * 2.0 + C[i] * 4.0, name="D")
s = te.create_schedule(D.op)
tvm.lower(s, [A, B, C, D], name="three_arguments")
)",
                                         count)};
}

}  // namespace nw::plugin_check
