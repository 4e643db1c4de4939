// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/model_file.h"

#include <algorithm>

#include "base/atomic_file.h"
#include "import/onnx.h"
#include "import/relay.h"

namespace nw::import {

namespace {

bool ends_with(const std::string& path, std::string_view ending) {
  if (path.size() < ending.size()) return false;
  return std::equal(ending.rbegin(), ending.rend(), path.rbegin(),
                    [](char a, char b) { return a == (b >= 'A' && b <= 'Z' ? b - 'A' + 'a' : b); });
}

}  // namespace

Result<graph::Graph> read_model(const std::string& path) {
  if (ends_with(path, ".onnx")) return read_onnx(path);
  const bool text = ends_with(path, ".relay") || ends_with(path, ".txt");
  Result<std::string> bytes = read_whole_file(path);
  if (!bytes) return bytes.diagnostics;
  if (text || looks_like_relay(*bytes)) return read_relay(*bytes);
  return read_onnx(path);
}

}  // namespace nw::import
