// SPDX-License-Identifier: GPL-3.0-or-later
// Where an object holds a symbol's code.
#pragma once

#include <llvm/Object/ObjectFile.h>

#include <memory>

#include "base/result.h"

namespace nw::codegen {

struct ObjectSection {
  std::unique_ptr<llvm::object::ObjectFile> file;
  llvm::object::SectionRef section;
  uint64_t entry = 0;  // the symbol's place in the section
};

// `object` outlives what is found in it.
Result<ObjectSection> section_of(const std::string& object, const std::string& symbol);

}  // namespace nw::codegen
