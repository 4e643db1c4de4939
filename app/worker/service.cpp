// SPDX-License-Identifier: GPL-3.0-or-later
#include "service.h"

#include <nlohmann/json.hpp>

#include "base/diagnostic_json.h"
#include "codegen/c_source.h"
#include "codegen/codegen.h"
#include "export/c_program.h"
#include "lower/lower.h"
#include "runtime/diagnostics.h"
#include "runtime/run.h"
#include "script/script.h"
#include "target/diagnostics.h"
#include "target/protocol.h"

namespace nw::worker {

using nlohmann::json;

namespace {

struct Kernel {
  script::Program program;
  std::optional<lower::LoopNest> nest;  // of phase `final`
};

Kernel read_kernel(const std::string& text, const std::map<std::string, int64_t>& sizes, Diagnostics& diagnostics) {
  Kernel kernel;
  script::ReadOptions options;
  options.sizes = sizes;
  kernel.program = script::read(text, options);
  append(diagnostics, kernel.program.diagnostics);
  if (has_errors(diagnostics)) return kernel;
  if (!kernel.program.schedule || kernel.program.args.empty()) {
    diagnostics.push_back(runtime::no_arguments());
    return kernel;
  }
  Result<lower::LoopNest> loops =
      lower::lower_loops(*kernel.program.schedule, kernel.program.args, kernel.program.kernel_name);
  append(diagnostics, loops.diagnostics);
  if (!loops.value || has_errors(diagnostics)) return kernel;
  Result<lower::LoopNest> nest = lower::lower_final(*loops);
  append(diagnostics, nest.diagnostics);
  if (nest.value && !has_errors(diagnostics)) kernel.nest = std::move(*nest);
  return kernel;
}

json run(const json& request, Diagnostics& diagnostics) {
  const runtime::RunOptions options = target::run_options_from_json(request.at("options"));
  const Kernel kernel = read_kernel(request.at("script").get<std::string>(), options.sizes, diagnostics);
  if (!kernel.nest) return {};
  Result<runtime::RunReport> report = runtime::run(*kernel.nest, kernel.program.args, options);
  append(diagnostics, report.diagnostics);
  return report.value ? target::to_json(*report) : json();
}

template <class T>
bool take(Result<T> result, T& value, Diagnostics& diagnostics) {
  append(diagnostics, result.diagnostics);
  if (!result.ok()) return false;
  value = std::move(*result);
  return true;
}

json emit(const json& request, Diagnostics& diagnostics) {
  const auto sizes = request.at("sizes").get<std::map<std::string, int64_t>>();
  const auto kind = request.at("as").get<std::string>();
  const Kernel kernel = read_kernel(request.at("script").get<std::string>(), sizes, diagnostics);
  if (!kernel.nest) return {};
  target::Emitted emitted;
  std::string bytes;
  if (kind == "c") {
    if (!take(exporting::c_program(*kernel.nest), bytes, diagnostics)) return {};
    emitted.files.push_back({".c", bytes});
  } else if (kind == "llvm") {
    if (!take(codegen::llvm_ir(*kernel.nest), bytes, diagnostics)) return {};
    emitted.files.push_back({".ll", bytes});
  } else if (kind == "object") {
    if (!take(codegen::object_file(*kernel.nest), bytes, diagnostics)) return {};
    emitted.files.push_back({".o", bytes});
    emitted.files.push_back({".h", codegen::c_header(*kernel.nest)});
  } else if (kind == "asm") {
    std::vector<codegen::AssemblyLine> lines;
    if (!take(codegen::assembly(*kernel.nest), lines, diagnostics)) return {};
    emitted.files.push_back({".s", codegen::annotated_assembly(*kernel.nest, lines)});
    for (const codegen::AssemblyLine& line : lines) {
      emitted.assembly.lines.push_back(line.text);
      emitted.assembly.nest_lines.push_back(line.nest_line);
    }
  } else {
    diagnostics.push_back(target::no_such_form(kind, target::emit_kinds()));
    return {};
  }
  return target::to_json(emitted);
}

}  // namespace

json serve(const json& request) {
  Diagnostics diagnostics;
  json reply;
  const bool runs = request.value("do", "") == "run";
  json value = runs ? run(request, diagnostics) : emit(request, diagnostics);
  if (!value.is_null()) reply[runs ? "report" : "emitted"] = std::move(value);
  reply["diagnostics"] = to_json(diagnostics);
  return reply;
}

}  // namespace nw::worker
