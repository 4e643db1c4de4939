// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel taken away: as code, as another tool's schedule, as a page to read.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "kernel/analysis.h"
#include "worker/kernel.h"

namespace nw::kernel {

// All that a kernel can be written as, and in which language.
enum class ExportLanguage { C, LlvmIr, Assembly, Object, Python, Cpp, Json, Html };
struct ExportForm {
  std::string kind;  // "c", "llvm", "asm", "object", "te", "tir", "halide", "ansor", "html"
  ExportLanguage language;
};
const std::vector<ExportForm>& export_forms();
const std::vector<std::string>& export_kinds();
// `kernel` was analysed for `sizes`, the values of its symbolic sizes; the file says for which it is written. facts: of
// the target that code and estimates are for; code for this computer uses all its features. seconds: measured with the
// script as it is, one a run, for the tuning record; may be empty.
Result<worker::Emitted> export_kernel(const KernelAnalysis& kernel, const std::string& kind, const TargetFacts& facts,
                                      const std::map<std::string, int64_t>& sizes = {},
                                      const worker::WorkerOptions& worker = {},
                                      const std::vector<double>& seconds = {});

}  // namespace nw::kernel
