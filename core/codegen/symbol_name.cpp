// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen/symbol_name.h"

#include <cctype>

#include "codegen/c_names.h"

namespace nw::codegen {

std::string symbol_name(const lower::LoopNest& nest) {
  std::string name;
  for (const char c : nest.name) name += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
  // `main` would be taken for the program's entry point, `exp` for the C library's.
  if (name.empty() || is_c_name(name)) name = "kernel_" + name;
  return name;
}

}  // namespace nw::codegen
