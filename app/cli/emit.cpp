// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <filesystem>

#include "commands.h"
#include "export/halide.h"
#include "export/record.h"
#include "export/tir_schedule.h"
#include "lower/lower.h"
#include "script/script.h"
#include "settings.h"
#include "target/diagnostics.h"
#include "target/kernel.h"
#include "workspace/kernel_report.h"

namespace nw::cli {

namespace {

struct Arguments {
  std::string script, kind, output;
  std::vector<std::string> sets;
  double deadline = 60;
};

std::vector<std::string> all_kinds() {
  std::vector<std::string> kinds = target::emit_kinds();
  for (const char* kind : {"te", "tir", "halide", "ansor", "html"}) kinds.emplace_back(kind);
  return kinds;
}

// The script as it stands, once it is known to hold: the text is the program.
Result<target::Emitted> emit_te(const std::string& text, const std::map<std::string, int64_t>& sizes) {
  script::ReadOptions options;
  options.sizes = sizes;
  script::Program program = script::read(text, options);
  Result<target::Emitted> result;
  result.diagnostics = program.diagnostics;
  if (program.ok()) result.value = target::Emitted{{{".py", text}}, {}};
  return result;
}

// Forms of other tools: written from the schedule and its bounds, without compiling anything.
Result<target::Emitted> emit_for_tool(const std::string& text, const std::string& kind,
                                      const std::map<std::string, int64_t>& sizes) {
  script::ReadOptions options;
  options.sizes = sizes;
  const script::Program program = script::read(text, options);
  if (!program.ok() || !program.schedule) return program.diagnostics;
  const Result<lower::LoopNest> nest = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  if (!nest.value) return nest.diagnostics;
  Result<std::string> written = kind == "halide" ? exporting::halide_program(program, nest->bounds)
                                : kind == "tir"
                                    ? exporting::tir_schedule(text, program, nest->bounds)
                                    : exporting::schedule_record(program, nest->bounds, program.kernel_name);
  Result<target::Emitted> result;
  result.diagnostics = std::move(written.diagnostics);
  if (written.value)
    result.value = target::Emitted{{{kind == "halide" ? ".cpp" : kind == "tir" ? ".py" : ".json", *written}}, {}};
  return result;
}

Result<target::Emitted> emit_html(const std::string& text, const std::map<std::string, int64_t>& sizes) {
  workspace::PreviewOptions options;
  options.sizes = sizes;
  const workspace::KernelPreview preview = workspace::preview(text, options);
  const workspace::NestFigures figures = workspace::nest_figures(preview, read_machine_facts(), sizes);
  return target::Emitted{{{".html", workspace::kernel_html(preview, figures)}}, {}};
}

// An object's header goes beside it, under the same name.
std::string path_of(const std::string& output, const target::Emitted& emitted, size_t file) {
  return file == 0 ? output : std::filesystem::path(output).replace_extension(emitted.files[file].suffix).string();
}

Outcome emit(const Arguments& a) {
  Outcome outcome;
  outcome.file = a.script;
  const std::vector<std::string> kinds = all_kinds();
  if (std::find(kinds.begin(), kinds.end(), a.kind) == kinds.end()) {
    outcome.diagnostics.push_back(target::no_such_form(a.kind, kinds));
    return outcome;
  }
  std::map<std::string, int64_t> sizes;
  if (!read_sizes(a.sets, sizes, outcome.diagnostics)) {
    outcome.exit = 2;
    return outcome;
  }
  const FileText file = read_file(a.script);
  outcome.diagnostics = file.diagnostics;
  if (has_errors(outcome.diagnostics)) return outcome;
  target::WorkerOptions worker;
  worker.deadline_seconds = a.deadline;
  const Result<target::Emitted> emitted = a.kind == "te"     ? emit_te(file.text, sizes)
                                          : a.kind == "html" ? emit_html(file.text, sizes)
                                          : a.kind == "tir" || a.kind == "halide" || a.kind == "ansor"
                                              ? emit_for_tool(file.text, a.kind, sizes)
                                              : target::emit_kernel(file.text, a.kind, sizes, worker);
  outcome.diagnostics = emitted.diagnostics;
  if (!emitted.ok()) return outcome;
  outcome.json["files"] = nlohmann::json::array();
  for (size_t i = 0; i < emitted->files.size(); ++i) {
    const std::string path = path_of(a.output, *emitted, i);
    append(outcome.diagnostics, write_file(path, emitted->files[i].bytes));
    outcome.json["files"].push_back(path);
    outcome.text += path + "\n";
  }
  return outcome;
}

}  // namespace

Run add_emit(CLI::App& app) {
  auto a = std::make_shared<Arguments>();
  app.add_option("SCRIPT", a->script, "a TE script")->required();
  app.add_option("--as", a->kind, "c, llvm, asm, object, te, tir, halide, ansor or html")->required();
  app.add_option("-o,--output", a->output, "the file to write")->required();
  app.add_option("--set", a->sets, "the value of a symbolic size, as n=1024")->take_all();
  app.add_option("--deadline", a->deadline, "seconds after which the work is stopped")->check(CLI::PositiveNumber);
  return [a] { return emit(*a); };
}

}  // namespace nw::cli
