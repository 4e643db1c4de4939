// SPDX-License-Identifier: GPL-3.0-or-later
// ONNX's own documentation of its operators, from the schemas that its library brings.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nw::import {

struct OnnxDoc {
  std::string op;
  std::string domain;
  int64_t since = 0;  // the opset version that brought this form of it
  std::string text;   // Markdown
  struct Entry {
    std::string name, text;
  };
  std::vector<Entry> inputs, outputs, attributes;
};

// The form of an operator that holds at an opset version (the newest that the library knows, if that is older). Empty
// `op` if there is none. The first call fills the library's table and takes some milliseconds.
OnnxDoc onnx_doc(const std::string& op, const std::string& domain, int64_t version);

}  // namespace nw::import
