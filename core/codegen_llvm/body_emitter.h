// SPDX-License-Identifier: GPL-3.0-or-later
// Any statement. Statements contain loops, and loops contain statements: those emit their bodies through this
// interface, which StatementEmitter, their owner, implements.
#pragma once

#include "tir/stmt.h"

namespace nw::codegen {

class BodyEmitter {
 public:
  virtual void emit(const tir::Stmt& s) = 0;

 protected:
  ~BodyEmitter() = default;
};

}  // namespace nw::codegen
