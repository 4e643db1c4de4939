// SPDX-License-Identifier: GPL-3.0-or-later
#include "data/tensor_file.h"

#include "base/atomic_file.h"
#include "data/diagnostics.h"
#include "data/npy.h"
#include "import/mapped_file.h"
#include "import/onnx_tensor_file.h"

namespace nw::data {

NDArray with_plain_bools(const NDArray& read) {
  if (!read.dtype().is_bool()) return read;
  NDArray array(read.dtype(), read.shape());
  for (int64_t i = 0; i < array.size(); ++i) array.set_int(i, std::to_integer<int>(read.bytes()[i]) != 0 ? 1 : 0);
  return array;
}

Result<NDArray> read_tensor_file(const std::string& path) {
  const bool npy = path.ends_with(".npy"), pb = path.ends_with(".pb");
  if (!npy && !pb) return bad_tensor_file(path, "files of tensors end in .npy or .pb", {"numpy.save('x.npy', array)"});
  const Result<std::shared_ptr<const import::MappedFile>> file = import::MappedFile::open(path);
  if (!file.ok()) return file.diagnostics;
  Result<NDArray> array = npy ? read_npy((*file)->bytes(), path) : import::read_onnx_tensor((*file)->bytes());
  if (!array.ok() && pb) return bad_tensor_file(path, array.diagnostics.front().message);
  if (array.ok()) return with_plain_bools(*array);
  return array;
}

NDArray as_bfloat16_where_wanted(DType wanted, NDArray array) {
  if (wanted != DType::BFloat16() || array.dtype() != DType::UInt(16)) return array;
  const std::byte* bytes = array.bytes();
  std::vector<int64_t> shape = array.shape();
  return {wanted, std::move(shape), bytes, std::make_shared<const NDArray>(std::move(array))};
}

Diagnostics write_tensor_file(const std::string& folder, const std::string& stem, const std::string& name,
                              const NDArray& array) {
  const std::string path = folder + "/" + stem;
  if (has_npy_type(array.dtype())) return write_whole_file(path + ".npy", npy_bytes(array));
  return write_whole_file(path + ".pb", import::onnx_tensor_bytes(name, array));
}

}  // namespace nw::data
