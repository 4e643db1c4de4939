// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen/diagnostics.h"

#include <fmt/format.h>

namespace nw::codegen {

namespace {

Diagnostic make(const char* code, std::string message, const tir::Provenance& from = {}) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  if (from.line > 0) d.where.push_back(at_line(from.line));
  return d;
}

}  // namespace

Diagnostic thread_loop(const std::string& axis, const std::string& tag, const tir::Provenance& from) {
  Diagnostic d =
      make("NW4101", fmt::format("loop '{}' is bound to {}, and a CPU has no such threads", axis, tag), from);
  d.legal = {"parallel", "vectorize", "unroll"};
  return d;
}

std::string called_function(const tir::CallNode& call) {
  const bool packed = call.name == "tvm_call_packed" || call.name == "tvm_call_cpacked";
  const auto* name = packed && !call.args.empty() ? tir::node_cast<tir::StringImmNode>(call.args[0]) : nullptr;
  return name ? name->value : call.name;
}

Diagnostic unknown_call(const std::string& name, const tir::Provenance& from) {
  return make("NW4102", fmt::format("no CPU code is known for the function '{}'", name), from);
}

Diagnostic unsupported(const std::string& what, const tir::Provenance& from) {
  return make("NW4103", fmt::format("code for {} cannot be generated", what), from);
}

Diagnostic unknown_cpu(const std::string& cpu) {
  return make("NW4104", cpu.empty() ? std::string("the target's facts name no processor that code is for")
                                    : fmt::format("'{}' is not a processor that code can be generated for", cpu));
}

Diagnostic unknown_processor_feature(const std::string& feature, const std::string& triple) {
  return make("NW4104", fmt::format("'{}' is not a feature of processors of {}", feature, triple));
}

Diagnostic unknown_dialect(const std::string& dialect) {
  Diagnostic d =
      make("NW4215", dialect.empty() ? std::string("the target's facts do not say what its code is written in")
                                     : fmt::format("code in the dialect '{}' cannot be written", dialect));
  d.because.emplace_back("the facts of a target name it in code.dialect");
  d.legal = {"elf, the machine code of a processor"};
  return d;
}

Diagnostic missing_instruction(const std::string& intrinsic, const std::string& feature, const tir::Provenance& from) {
  Diagnostic d = make("NW4105", fmt::format("this processor has no instruction for {}", intrinsic), from);
  d.because.push_back(feature.empty() ? "it is not an instruction of x86 processors that is known here"
                                      : fmt::format("it needs the processor feature {}, which is not there", feature));
  d.legal = {"leave out tensorize: the loops compute the same"};
  return d;
}

Diagnostic broken_module(const std::string& detail) {
  return make("NW9101", "the generated code is not well formed: " + detail);
}

Diagnostic cannot_load(const std::string& detail) {
  return make("NW9102", "compiled code could not be loaded: " + detail);
}

}  // namespace nw::codegen
