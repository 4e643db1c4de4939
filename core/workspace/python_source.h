// SPDX-License-Identifier: GPL-3.0-or-later
// A Python file that was opened although it is no straight-line script: its text, the kernels that it makes, and what
// was left out of them. An immutable value, shared by the document and the views.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "flatten/flatten.h"

namespace nw::workspace {

struct PythonSource {
  std::string path;  // as given
  std::string text;  // of a notebook, the code of its cells
  flatten::Flattened flat;
};

// Reads `text` as Python; bounded, so it can be called for any text.
std::shared_ptr<const PythonSource> read_python(const std::string& path, std::string_view text);

// The task key of kernel `index` of a file: the first is the document's own script.
std::string python_task(const PythonSource& source, size_t index);

// Whether a text that has no file name is Python, or a notebook, rather than Relay text.
bool is_python_text(std::string_view text);

}  // namespace nw::workspace
