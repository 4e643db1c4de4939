// SPDX-License-Identifier: GPL-3.0-or-later
// Sealed copy of a library: between a look at a file and dlopen anybody who may write to it can put another in its
// place. So the file is copied into memory that nobody can change any more, the copy's hash is compared, and the copy
// is what is loaded.
//
// $ORIGIN in the library's RUNPATH does not lead to its folder then, on purpose: the hash that a person trusted is that
// of one file, and what lies beside it could have been replaced as well. A plugin of the user needs no other libraries
// than those of the system. dladdr and /proc/self/maps show the copy as "/memfd:FILE NAME (deleted)"; symbols are as in
// the file.
#pragma once

#include <string>

namespace nw::runner {

struct SealedLibrary {
  int descriptor = -1;  // load /proc/self/fd/DESCRIPTOR; -1: there is none
  std::string sha256;
  std::string why;  // there is none
};
// At most 1 GiB of a regular file. The descriptor stays open, and is inherited by forks only.
SealedLibrary seal_library(const std::string& path);

}  // namespace nw::runner
