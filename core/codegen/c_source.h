// SPDX-License-Identifier: GPL-3.0-or-later
// A loop nest of phase `code` as C11 that a person can read and both GCC and Clang compile without warnings. Vectors
// are loops over their lanes; parallel loops carry an OpenMP pragma that is silent without OpenMP.
#pragma once

#include <string>
#include <vector>

#include "lower/lower.h"

namespace nw::codegen {

struct CSource {
  std::string headers;  // #include and #define lines
  std::string helpers;  // the small functions that the kernel calls, and no others
  std::string kernel;   // static void NAME(const float* restrict A, …, int64_t n) { … }
  std::string name;
  std::vector<std::string> parameters;  // of the arguments, then of the sizes
};

Result<CSource> c_source(const lower::LoopNest& nest);

// A header for the object file of object_file(): the calling convention and the kernel's declaration.
std::string c_header(const lower::LoopNest& nest);

// The C type of one element in memory.
std::string c_memory_type(DType dtype);

}  // namespace nw::codegen
