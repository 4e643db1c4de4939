// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/exports.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/budget.h"
#include "base/deep_stack.h"
#include "base/escape.h"
#include "base/json_text.h"
#include "export/halide.h"
#include "export/own_stages.h"
#include "export/record.h"
#include "export/tir_schedule.h"
#include "fixes/read.h"
#include "kernel/report.h"

namespace nw::kernel {

namespace {

// Python ends a line at a carriage return too: what is behind one is read as it will be run.
std::string with_line_feeds(const std::string& text) {
  std::string out;
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] != '\r')
      out += text[i];
    else if (i + 1 == text.size() || text[i + 1] != '\n')
      out += '\n';
  return out;
}

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
Result<target::Emitted> emit_te(const std::string& text, const std::map<std::string, int64_t>& sizes) {
  script::ReadOptions options;
  options.sizes = sizes;
  script::Program program = fixes::read(text, options);
  Result<target::Emitted> result;
  result.diagnostics = program.diagnostics;
  if (program.ok()) result.value = target::Emitted{{{".py", text}}, {}};
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
std::string sizes_text(const std::string& text, const std::map<std::string, int64_t>& sizes) {
  if (sizes.empty()) return {};
  std::string said;
  script::ReadOptions options;
  options.verify = options.explain = false;
  for (const tir::Var& v : script::read(text, options).size_vars)
    if (const auto given = sizes.find(v->name); given != sizes.end())
      said += (said.empty() ? "" : ", ") + given->first + " = " + std::to_string(given->second);
  return said;
}

// At the top of a file of code, in its language's comment; other files have no place for it.
void say_sizes(target::Emitted& emitted, const std::string& sizes) {
  static const std::map<std::string, const char*> comments = {{".c", "//"}, {".cpp", "//"}, {".h", "//"},
                                                              {".ll", ";"}, {".s", "#"},    {".py", "#"}};
  for (auto& file : emitted.files)
    if (const auto comment = comments.find(file.suffix); comment != comments.end() && !sizes.empty())
      file.bytes.insert(0, std::string(comment->second) + " For " + comment_text(sizes) + ".\n");
}

// Forms of other tools: written from the schedule and its bounds, without compiling anything.
Result<target::Emitted> emit_for_tool(const std::string& text, const std::string& kind,
                                      const std::map<std::string, int64_t>& sizes, const std::vector<double>& seconds) {
  script::ReadOptions options;
  options.sizes = sizes;
  script::Program program = fixes::read(text, options);
  if (!program.ok() || !program.schedule) return program.diagnostics;
  const std::string workload = workload_of(program);
  exporting::OwnStages own{text, {}, {}};
  if (kind != "halide") {  // which places caches and factored reductions by itself
    const bool tir = kind == "tir";
    own = exporting::own_stages(text, std::move(program), options, tir ? "tir.Schedule" : "a tuning record", !tir);
    program = std::move(own.program);
  }
  const Result<lower::LoopNest> nest = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  if (!nest.value) return nest.diagnostics;
  Result<std::string> written =
      kind == "halide" ? exporting::halide_program(program, nest->bounds)
      : kind == "tir"  ? exporting::tir_schedule(own.text, program, nest->bounds, own.left_out, options)
                       : exporting::schedule_record(own.text, program, nest->bounds, workload,
                                                   own.left_out.empty() ? seconds : std::vector<double>(), options);
  Result<target::Emitted> result;
  if (kind == "ansor") result.diagnostics = std::move(own.left_out);
  append(result.diagnostics, written.diagnostics);
  if (written.value)
    result.value = target::Emitted{{{kind == "halide" ? ".cpp" : kind == "tir" ? ".py" : ".json", *written}}, {}};
  return result;
}

Result<target::Emitted> emit_html(const std::string& text, const TargetFacts& facts,
                                  const std::map<std::string, int64_t>& sizes) {
  PreviewOptions options;
  options.sizes = sizes;
  const KernelPreview shown = preview(text, options);
  const NestFigures figures = nest_figures(shown, facts, sizes);
  return target::Emitted{{{".html", kernel_html(shown, figures, {}, sizes)}}, {}};
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

Result<target::Emitted> export_kernel(const std::string& script, const std::string& kind, const TargetFacts& facts,
                                      const std::map<std::string, int64_t>& sizes, const target::WorkerOptions& worker,
                                      const std::vector<double>& seconds) {
  const std::string text = with_line_feeds(script);
  const std::vector<std::string> compiled = target::emit_kinds();
  Result<target::Emitted> made;
  const auto with_sizes = [&] {
    if (made.value && kind != "te") say_sizes(*made.value, sizes_text(text, sizes));
    if (made.value)
      for (target::EmittedFile& file : made->files)
        if (file.suffix == ".py") file.bytes = python_source(std::move(file.bytes));
  };
  if (std::ranges::find(compiled, kind) != compiled.end()) {
    made = target::emit_kernel(text, kind, sizes, worker);
    with_sizes();
    return made;
  }
  std::optional<Diagnostic> stopped;
  on_deep_stack([&] {
    stopped = within_budget({}, [&] {
      made = kind == "te"     ? emit_te(text, sizes)
             : kind == "html" ? emit_html(text, facts, sizes)
                              : emit_for_tool(text, kind, sizes, seconds);
      with_sizes();
    });
  });
  return stopped ? Result<target::Emitted>(*stopped) : std::move(made);
}

}  // namespace nw::kernel
