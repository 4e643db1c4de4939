// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel as code that is compiled or can be: every form, in one table.
#pragma once

#include <string>
#include <vector>

#include "codegen_llvm/machine_code.h"

namespace nw::worker {

struct CodeFile {
  std::string suffix;  // ".c", ".ll", ".s", ".o", ".h"
  std::string bytes;
};
struct Code {
  std::vector<CodeFile> files;                       // what was asked for; behind an object file its C header
  std::vector<codegen::AssemblyLine> assembly = {};  // of "asm" only
};

const std::vector<std::string>& code_kinds();  // "c", "llvm", "asm", "object"
// `nest` is of phase `code`, `kind` one of code_kinds(). target: null, this computer. intel_syntax: of assembly.
Result<Code> write_code(const lower::LoopNest& nest, const std::string& kind, const TargetFacts* target = nullptr,
                        bool intel_syntax = false);

}  // namespace nw::worker
