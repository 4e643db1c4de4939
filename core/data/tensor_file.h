// SPDX-License-Identifier: GPL-3.0-or-later
// A tensor in a file of its own: NumPy's .npy, or an ONNX TensorProto (.pb).
#pragma once

#include <string>

#include "base/ndarray.h"
#include "base/result.h"

namespace nw::data {

// By the file's ending. NW1001: the file cannot be read; NW4141: it holds no tensor of a known type.
Result<NDArray> read_tensor_file(const std::string& path);

// A byte of a bool is 0 or 1 to every kernel; a file may hold others.
NDArray with_plain_bools(const NDArray& read);

// NumPy has no bfloat16: people keep its bits as uint16. The same bytes as what is wanted.
NDArray as_bfloat16_where_wanted(DType wanted, NDArray array);

// Writes FOLDER/STEM.npy, or .pb where NumPy has no such type; `name` is the tensor's in a .pb. NW4001.
Diagnostics write_tensor_file(const std::string& folder, const std::string& stem, const std::string& name,
                              const NDArray& array);

}  // namespace nw::data
