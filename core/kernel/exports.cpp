// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/exports.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "base/escape.h"
#include "base/json_text.h"
#include "base/local_cpu.h"
#include "export/expressible_schedule.h"
#include "export/halide.h"
#include "export/record.h"
#include "export/tir_schedule.h"
#include "kernel/report.h"
#include "kernel/worker_kernel.h"
#include "tvmscript/diagnostics.h"

namespace nw::kernel {

namespace {

// As Python takes a file: without the byte 0, and with no comment at its top that declares another encoding.
std::string python_source(std::string text) {
  for (size_t at = 0; (at = text.find('\0', at)) != std::string::npos;) text.replace(at, 1, "\\x00");
  size_t begin = 0;
  for (int line = 0; line < 2 && begin < text.size(); ++line) {
    const size_t end = std::min(text.find('\n', begin), text.size());
    const std::string old = text.substr(begin, end - begin);
    const bool comment =
        old.find_first_not_of(" \t\f") != std::string::npos && old[old.find_first_not_of(" \t\f")] == '#';
    const std::string now = comment ? comment_text(old) : old;
    text.replace(begin, end - begin, now);
    begin += now.size() + 1;
  }
  return text;
}

// The script as it is, once it is known to hold: the text is the program.
Result<worker::Emitted> emit_te(const KernelAnalysis& kernel) {
  Result<worker::Emitted> result;
  result.diagnostics = kernel.program.diagnostics;
  if (kernel.program.ok()) result.value = worker::Emitted{{{".py", *kernel.program.text}}, {}};
  return result;
}

// The key of the task that the script's first line names; of a script by itself, the kernel's name.
std::string workload_of(const script::Program& program) {
  const nlohmann::json named = read_json(program.metadata);
  if (named.is_object())
    if (const auto task = named.find("task"); task != named.end() && task->is_string()) return *task;
  return program.kernel_name;
}

// For which sizes a file was written whose script has symbolic ones; empty if none has a value.
std::string sizes_text(const script::Program& program) {
  std::string text;
  for (const auto& [name, value] : program.fixed_sizes)
    text += (text.empty() ? "" : ", ") + name + " = " + std::to_string(value);
  return text;
}

// At the top of a file of code, in its language's comment; other files have no place for it.
void say_sizes(worker::Emitted& emitted, const std::string& sizes) {
  static const std::map<std::string, const char*> comments = {{".c", "//"}, {".cpp", "//"}, {".h", "//"},
                                                              {".ll", ";"}, {".s", "#"},    {".py", "#"}};
  for (auto& file : emitted.files)
    if (const auto comment = comments.find(file.suffix); comment != comments.end() && !sizes.empty())
      file.bytes.insert(0, std::string(comment->second) + " For " + comment_text(sizes) + ".\n");
}

// Forms of other tools: written from the schedule and its bounds, without compiling anything.
Result<worker::Emitted> emit_for_tool(const KernelAnalysis& kernel, const std::string& kind,
                                      const std::vector<double>& seconds) {
  if (!kernel.program.ok() || !kernel.program.schedule) return kernel.program.diagnostics;
  const std::string workload = workload_of(kernel.program);
  exporting::ExpressibleSchedule kept{kernel.program, {}};
  if (kind == "tir") kept = exporting::expressible_schedule(kernel.program, "tir.Schedule", false);
  if (kind == "ansor") kept = exporting::expressible_schedule(kernel.program, "a tuning record", true);
  Result<lower::LoopNest> fewer = Diagnostics();
  if (!kept.left_out.empty())
    fewer = lower::lower_loops(*kept.program.schedule, kept.program.args, kept.program.kernel_name);
  else if (!kernel.nest)
    return kernel.diagnostics;
  if (!kept.left_out.empty() && !fewer.value) return fewer.diagnostics;
  const script::Program& program = kept.program;
  const schedule::Bounds& bounds = (kept.left_out.empty() ? *kernel.nest : *fewer).bounds;
  Result<std::string> written =
      kind == "halide" ? exporting::halide_program(program, bounds)  // places caches and factored reductions by itself
      : kind == "tir"  ? exporting::tir_schedule(program, bounds, kept.left_out)
                       : exporting::schedule_record(program, bounds, workload,
                                                   kept.left_out.empty() ? seconds : std::vector<double>());
  Result<worker::Emitted> result;
  if (kind == "ansor") result.diagnostics = std::move(kept.left_out);
  append(result.diagnostics, written.diagnostics);
  if (written.value)
    result.value = worker::Emitted{{{kind == "halide" ? ".cpp" : kind == "tir" ? ".py" : ".json", *written}}, {}};
  return result;
}

Result<worker::Emitted> emit_html(const KernelAnalysis& kernel, const TargetFacts& facts,
                                  const std::map<std::string, int64_t>& sizes) {
  Diagnostics found = kernel.diagnostics;
  if (has_errors(found)) return found;
  const KernelPreview shown = preview_of(kernel);
  return worker::Emitted{{{".html", kernel_html(shown, nest_figures(shown, facts, sizes), {}, sizes)}}, {}};
}

}  // namespace

const std::vector<ExportForm>& export_forms() {
  using enum ExportLanguage;
  static const std::vector<ExportForm> forms = {{"c", C},           {"llvm", LlvmIr}, {"asm", Assembly},
                                                {"object", Object}, {"te", Python},   {"tir", Python},
                                                {"halide", Cpp},    {"ansor", Json},  {"html", Html}};
  return forms;
}

const std::vector<std::string>& export_kinds() {
  static const std::vector<std::string> kinds = [] {
    std::vector<std::string> all;
    for (const ExportForm& form : export_forms()) all.push_back(form.kind);
    return all;
  }();
  return kinds;
}

Result<worker::Emitted> export_kernel(const KernelAnalysis& kernel, const std::string& kind, const TargetFacts& facts,
                                      const std::map<std::string, int64_t>& sizes, const worker::WorkerOptions& worker,
                                      const std::vector<double>& seconds) {
  Result<worker::Emitted> made;
  const std::vector<std::string>& compiled = worker::emit_kinds();
  if (std::ranges::find(compiled, kind) != compiled.end()) {
    made = compile(kernel, {kind, sizes, facts == local_cpu_facts() ? std::nullopt : std::optional(facts)}, worker);
  } else {
    if (kernel.tvmscript && kind != "html") {
      if (has_errors(kernel.diagnostics)) return kernel.diagnostics;
      return tvmscript::needs_script("the form '" + kind + "'");
    }
    std::optional<Diagnostic> stopped;
    on_deep_stack([&] {
      stopped = within_budget({}, [&] {
        made = kind == "te"     ? emit_te(kernel)
               : kind == "html" ? emit_html(kernel, facts, sizes)
                                : emit_for_tool(kernel, kind, seconds);
      });
    });
    if (stopped) return *stopped;
  }
  if (!made.value) return made;
  if (kind != "te") say_sizes(*made.value, sizes_text(kernel.program));
  for (worker::EmittedFile& file : made->files)
    if (file.suffix == ".py") file.bytes = python_source(std::move(file.bytes));
  return made;
}

}  // namespace nw::kernel
