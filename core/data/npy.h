// SPDX-License-Identifier: GPL-3.0-or-later
// NumPy's format for one array (.npy), versions 1 to 3: read and written as numpy.lib.format documents it.
#pragma once

#include <span>
#include <string>

#include "base/ndarray.h"
#include "base/result.h"

namespace nw::data {

// Numbers and bools, little endian, and strings of a fixed width, in C or Fortran order. NW4141 with what is wrong at
// the header, the type or the size; `path` is for words.
Result<NDArray> read_npy(std::span<const std::byte> bytes, const std::string& path);

// Whether the format has a type for it: all but bfloat16 and strings of any length.
bool has_npy_type(DType dtype);
// The file's bytes: version 1.0, C order, the data at a multiple of 64 bytes.
std::string npy_bytes(const NDArray& array);

}  // namespace nw::data
