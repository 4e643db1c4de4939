// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/kernel_export.h"

#include "base/machine.h"
#include "export/halide.h"
#include "export/own_stages.h"
#include "export/record.h"
#include "export/tir_schedule.h"
#include "workspace/kernel_report.h"

namespace nw::workspace {

namespace {

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
  script::Program program = script::read(text, options);
  if (!program.ok() || !program.schedule) return program.diagnostics;
  exporting::OwnStages own{text, {}, {}};
  if (kind != "halide") {  // which places caches and factored reductions by itself
    const bool tir = kind == "tir";
    own = exporting::own_stages(text, std::move(program), options, tir ? "tir.Schedule" : "a tuning record", !tir);
    program = std::move(own.program);
  }
  const Result<lower::LoopNest> nest = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  if (!nest.value) return nest.diagnostics;
  Result<std::string> written = kind == "halide" ? exporting::halide_program(program, nest->bounds)
                                : kind == "tir"
                                    ? exporting::tir_schedule(own.text, program, nest->bounds, own.left_out)
                                    : exporting::schedule_record(program, nest->bounds, program.kernel_name);
  Result<target::Emitted> result;
  if (kind == "ansor") result.diagnostics = std::move(own.left_out);
  append(result.diagnostics, written.diagnostics);
  if (written.value)
    result.value = target::Emitted{{{kind == "halide" ? ".cpp" : kind == "tir" ? ".py" : ".json", *written}}, {}};
  return result;
}

Result<target::Emitted> emit_html(const std::string& text, const std::map<std::string, int64_t>& sizes) {
  PreviewOptions options;
  options.sizes = sizes;
  const KernelPreview shown = preview(text, options);
  const NestFigures figures = nest_figures(shown, read_machine_facts(), sizes);
  return target::Emitted{{{".html", kernel_html(shown, figures)}}, {}};
}

}  // namespace

const std::vector<std::string>& export_kinds() {
  static const std::vector<std::string> kinds = [] {
    std::vector<std::string> all = target::emit_kinds();
    for (const char* kind : {"te", "tir", "halide", "ansor", "html"}) all.emplace_back(kind);
    return all;
  }();
  return kinds;
}

Result<target::Emitted> export_kernel(const std::string& text, const std::string& kind,
                                      const std::map<std::string, int64_t>& sizes,
                                      const target::WorkerOptions& worker) {
  if (kind == "te") return emit_te(text, sizes);
  if (kind == "html") return emit_html(text, sizes);
  if (kind == "tir" || kind == "halide" || kind == "ansor") return emit_for_tool(text, kind, sizes);
  return target::emit_kernel(text, kind, sizes, worker);
}

}  // namespace nw::workspace
