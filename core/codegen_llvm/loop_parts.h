// SPDX-License-Identifier: GPL-3.0-or-later
// What the emitters of loops build on.
#pragma once

#include <string>

#include "codegen_llvm/body_emitter.h"
#include "codegen_llvm/index_checks.h"
#include "codegen_llvm/local_storage.h"
#include "codegen_llvm/source_position.h"

namespace nw::codegen {

struct LoopParts {
  IrBuilder& ir;
  SourcePosition& position;
  Frame& frame;
  IndexMath& index_math;
  IndexEmitter& indices;
  IndexChecks& checks;
  LocalStorage& storage;
  BodyEmitter& body;
  std::string kernel;  // its symbol
  int argument_alignment = 1;
};

}  // namespace nw::codegen
