// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a script: reading ends, in bounded time and memory, with a program. What was accepted lowers in both
// phases and prints without a fault of ours; whatever the text, the first fix of each diagnostic can be applied and
// read.
#include <cstdio>
#include <cstdlib>

#include "fixes/read.h"
#include "lower/lower.h"
#include "tir/print.h"

namespace {

void fail_on_own_fault(const nw::Diagnostics& diagnostics) {
  for (const nw::Diagnostic& d : diagnostics)
    if (d.code.starts_with("NW9")) {
      std::fputs(nw::format(d).c_str(), stderr);
      std::abort();
    }
}

void lower(const nw::script::Program& program) {
  const auto loops = nw::lower::lower_loops(*program.schedule, program.args, program.kernel_name);
  fail_on_own_fault(loops.diagnostics);
  if (!loops.value) return;
  (void)nw::tir::print(loops->body);
  for (const auto& nest : {nw::lower::lower_final(*loops), nw::lower::lower_code(*loops)}) {
    fail_on_own_fault(nest.diagnostics);
    if (nest.value) (void)nw::tir::print(nest->body);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > (1 << 14)) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  // Explaining and fixing read a script many times over: one input in four is worth that.
  nw::script::ReadOptions options;
  options.explain = size % 4 == 0;
  const nw::script::Program program = nw::fixes::read(text, options);
  fail_on_own_fault(program.diagnostics);
  if (program.ok() && program.schedule && !program.args.empty()) lower(program);
  if (!options.explain) return 0;
  options.explain = false;
  for (const nw::Diagnostic& d : program.diagnostics)
    if (!d.fixes.empty()) nw::script::read(nw::apply_fix(text, d.fixes.front()), options);
  return 0;
}
