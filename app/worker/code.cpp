// SPDX-License-Identifier: GPL-3.0-or-later
#include "code.h"

#include "codegen/c_source.h"
#include "codegen/diagnostics.h"
#include "export/c_program.h"

namespace nw::worker {

namespace {

using lower::LoopNest;

Result<Code> one_file(const char* suffix, Result<std::string> text) {
  if (!text.ok()) return text.diagnostics;
  return Result<Code>(Code{{{suffix, std::move(*text)}}}, std::move(text.diagnostics));
}

using codegen::Options;

Result<Code> object(const LoopNest& nest, const Options& options) {
  Result<Code> code = one_file(".o", codegen::object_file(nest, options));
  if (code.value) code->files.push_back({".h", codegen::c_header(nest)});
  return code;
}

Result<Code> annotated(const LoopNest& nest, const Options& options) {
  Result<std::vector<codegen::AssemblyLine>> lines = codegen::assembly(nest, options);
  if (!lines.ok()) return lines.diagnostics;
  std::string text = codegen::annotated_assembly(nest, *lines);
  return Result<Code>(Code{{{".s", std::move(text)}}, std::move(*lines)}, std::move(lines.diagnostics));
}

struct Form {
  const char* kind;
  Result<Code> (*write)(const LoopNest& nest, const Options& options);
};

const Form kForms[] = {
    {"c", [](const LoopNest& nest, const Options&) { return one_file(".c", exporting::c_program(nest)); }},
    {"llvm",
     [](const LoopNest& nest, const Options& options) { return one_file(".ll", codegen::llvm_ir(nest, options)); }},
    {"asm", annotated},
    {"object", object}};

}  // namespace

const std::vector<std::string>& code_kinds() {
  static const std::vector<std::string> kinds = [] {
    std::vector<std::string> all;
    for (const Form& form : kForms) all.emplace_back(form.kind);
    return all;
  }();
  return kinds;
}

Result<Code> write_code(const LoopNest& nest, const std::string& kind, const TargetFacts* target, bool intel_syntax) {
  if (target && target->runs_on_threads()) return codegen::unknown_dialect(target->code.dialect);
  Options options;
  options.target = target;
  options.intel_syntax = intel_syntax;
  for (const Form& form : kForms)
    if (form.kind == kind) return form.write(nest, options);
  return Diagnostics{};
}

}  // namespace nw::worker
