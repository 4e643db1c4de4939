// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/diagnostics.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/ndarray.h"

namespace nw::runtime {

namespace {

Diagnostic make(const char* code, std::string message) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  return d;
}

}  // namespace

Diagnostic missing_size(const std::string& name) {
  Diagnostic d = make("NW4111", fmt::format("the size '{}' has no value", name));
  d.legal = {fmt::format("--set {}=1024", name)};
  return d;
}

Diagnostic too_large(const std::string& argument, const std::string& why) {
  return make("NW4112", fmt::format("argument '{}' cannot be made: {}", argument, why));
}

Diagnostic over_memory(const std::string& node, DType dtype, const std::vector<int64_t>& shape, int64_t used,
                       int64_t limit) {
  int64_t bytes = element_count(shape);
  const bool counted = bytes >= 0 && !__builtin_mul_overflow(bytes, dtype.bytes(), &bytes);
  const std::string size = counted ? fmt::format("{} bytes", bytes) : "more bytes than can be counted";
  Diagnostic d = make("NW4112", fmt::format("'{}' needs {} for a tensor {}({}), which is more than is left", node, size,
                                            to_string(dtype), fmt::join(shape, ", ")));
  d.because = {fmt::format("{} of {} bytes are in use", used, limit)};
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic over_memory_together(const std::string& node, int64_t bytes, int64_t used, int64_t limit) {
  Diagnostic d = make("NW4112", fmt::format("'{}' and the values that are alive beside it need {} bytes together, "
                                            "which is more than is left",
                                            node, bytes));
  d.because = {fmt::format("{} of {} bytes are in use", used, limit)};
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic wrong_numbers(const std::string& output, const std::string& how) {
  return make("NW4113", fmt::format("output '{}' differs from the reference: {}", output, how));
}

Diagnostic networks_differ(const std::string& output, const std::string& how) {
  return make("NW4050", fmt::format("output '{}' differs from the reference operators: {}", output, how));
}

Diagnostic node_differs(const std::string& node, const std::string& how) {
  Diagnostic d = make("NW4050", fmt::format("the kernel of '{}' differs from the reference operators: {}", node, how));
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic not_compared(const std::string& node, const Diagnostics& why) {
  Diagnostic d = make("NW4052", fmt::format("the kernel of '{}' was not compared with the reference operators", node));
  d.severity = Severity::Note;
  d.where.push_back(at_node(node));
  for (const Diagnostic& reason : why) d.because.push_back(reason.message);
  return d;
}

Diagnostic arguments_disagree(const std::string& node, const std::string& kernel, const std::string& graph) {
  Diagnostic d = make("NW4051", fmt::format("the kernel of '{}' takes {}; the graph has {}", node, kernel, graph));
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic network_took_too_long(double seconds, const std::string& doing) {
  Diagnostic d = make("NW4122", fmt::format("the network was stopped after {:g} s{}", seconds,
                                            doing.empty() ? doing : ", while it was " + doing));
  d.legal = {fmt::format("--deadline {:g}", seconds * 4)};
  return d;
}

Diagnostic no_arguments() {
  return make("NW4114", "the script names no kernel: its last statement should be tvm.lower(s, [arguments])");
}

Diagnostic out_of_memory() {
  return make("NW4115", "the kernel ran out of memory");
}

Diagnostic index_outside(const std::string& kernel) {
  Diagnostic d = make("NW4119", fmt::format("an index that the kernel '{}' read from its data lies outside the tensor "
                                            "it indexes",
                                            kernel));
  d.because = {"which element it is would take the reference interpreter too long to find"};
  return d;
}

Diagnostic unknown_dimension(const std::string& node, const std::string& dimension) {
  Diagnostic d = make("NW4116", fmt::format("'{}' cannot be computed: its dimension {} has no value", node, dimension));
  d.where.push_back(at_node(node));
  d.legal = {fmt::format("--dim {}=1", dimension)};
  return d;
}

Diagnostic not_runnable(const std::string& node) {
  Diagnostic d = make("NW4117", fmt::format("'{}' cannot be run: it is no operator that is understood", node));
  d.where.push_back(at_node(node));
  return d;
}

Diagnostic no_rule_for_input(const std::string& node, const std::string& type) {
  Diagnostic d = make("NW4117", fmt::format("the input '{}' ({}) is filled by no rule: give it a file", node, type));
  d.where.push_back(at_node(node));
  d.legal = {fmt::format("--input {}=FILE.npy", node)};
  return d;
}

Diagnostic other_arguments(const std::string& task) {
  Diagnostic d = make("NW4118", fmt::format("the schedule of {} cannot stand in its network: its kernel takes other "
                                            "arguments than the group gives",
                                            task));
  d.because = {"the arguments of tvm.lower must be the group's inputs and results, in order"};
  return d;
}

Diagnostic not_confined(const std::string& step, const std::string& why) {
  Diagnostic d =
      make("NW4070", fmt::format("the kernel was not run: its process cannot be confined: {}: {}", step, why));
  d.because = {"a kernel runs only in a process that can open no file, start no program and reach no network"};
  return d;
}

}  // namespace nw::runtime
