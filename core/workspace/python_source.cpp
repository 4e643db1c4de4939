// SPDX-License-Identifier: GPL-3.0-or-later
#include "workspace/python_source.h"

#include <algorithm>
#include <array>

#include "flatten/notebook.h"
#include "import/relay.h"
#include "workspace/document.h"

namespace nw::workspace {

std::shared_ptr<const PythonSource> read_python(const std::string& path, std::string_view text) {
  auto source = std::make_shared<PythonSource>();
  source->path = path;
  source->text = flatten::code_of_notebook(text).value_or(std::string(text));
  source->flat = flatten::flatten(source->text);
  return source;
}

std::string python_task(const PythonSource& source, size_t index) {
  if (index == 0) return Document::kScriptTask;
  return std::string(Document::kScriptTask) + ":" + source.flat.kernels[index].name;
}

bool is_python_text(std::string_view text) {
  if (import::looks_like_relay(text)) return false;
  if (flatten::code_of_notebook(text)) return true;
  constexpr std::array<std::string_view, 6> kBegins = {"import ", "from ", "class ", "@T.", "@tvm", "if __name__"};
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    if (std::ranges::any_of(kBegins, [&](std::string_view begin) { return line.starts_with(begin); })) return true;
    if (line.starts_with("def ") && !line.starts_with("def @")) return true;
    at = end + 1;
  }
  return text.find("te.placeholder(") != std::string_view::npos;
}

}  // namespace nw::workspace
