// SPDX-License-Identifier: GPL-3.0-or-later
// Every export of a script in this process: code that the worker would write, too.
#pragma once

#include "app/worker/code.h"
#include "base/local_cpu.h"
#include "kernel/exports.h"
#include "lower/lower.h"
#include "script/script.h"

namespace nw::test {

inline Result<worker::Code> exported(const std::string& text, const std::string& kind,
                                     const std::map<std::string, int64_t>& sizes = {}) {
  if (std::ranges::find(worker::code_kinds(), kind) == worker::code_kinds().end()) {
    Result<worker::Emitted> made =
        kernel::export_kernel(kernel::analyse(text, {sizes}), kind, local_cpu_facts(), sizes);
    if (!made.value) return made.diagnostics;
    worker::Code code;
    for (const worker::EmittedFile& file : made->files) code.files.push_back({file.suffix, file.bytes});
    return Result<worker::Code>(std::move(code), std::move(made.diagnostics));
  }
  script::ReadOptions options;
  options.sizes = sizes;
  const script::Program program = script::read(text, options);
  if (!program.ok() || !program.schedule) return program.diagnostics;
  const Result<lower::LoopNest> loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  if (!loops.ok()) return loops.diagnostics;
  const Result<lower::LoopNest> code = lower::lower_code(*loops);
  if (!code.ok()) return code.diagnostics;
  return worker::write_code(*code, kind);
}

}  // namespace nw::test
