// SPDX-License-Identifier: GPL-3.0-or-later
#include "flatten/notebook.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/json_text.h"
#include "flatten/diagnostics.h"

namespace nw::flatten {

namespace {

bool begins_as_notebook(std::string_view text) {
  const size_t first = text.find_first_not_of(" \t\r\n");
  return first != text.npos && text[first] == '{' && text.find("\"cells\"") != text.npos;
}

}  // namespace

std::optional<Diagnostic> broken_notebook(std::string_view text) {
  if (!begins_as_notebook(text)) return std::nullopt;
  JsonProblem problem;
  if (!read_json(text, &problem).is_discarded()) return std::nullopt;
  return cut_notebook(problem.what, 1 + static_cast<int>(std::ranges::count(text.substr(0, problem.byte), '\n')));
}

std::optional<std::string> code_of_notebook(std::string_view text) {
  if (!begins_as_notebook(text)) return std::nullopt;
  const nlohmann::json json = read_json(text);
  if (!json.is_object() || !json.contains("cells") || !json["cells"].is_array()) return std::nullopt;
  std::string code;
  for (const auto& cell : json["cells"]) {
    if (!cell.is_object() || !cell.contains("cell_type") || cell["cell_type"] != "code" || !cell.contains("source"))
      continue;
    const auto& source = cell["source"];
    std::string body;
    if (source.is_string()) body = source.get<std::string>();
    if (source.is_array())
      for (const auto& line : source)
        if (line.is_string()) body += line.get<std::string>();
    for (size_t at = 0; at < body.size();) {
      const size_t end = std::min(body.find('\n', at), body.size());
      const std::string line = body.substr(at, end - at);
      if (line.starts_with('%') || line.starts_with('!')) code += "# ";
      code += line + "\n";
      at = end + 1;
    }
  }
  return code;
}

}  // namespace nw::flatten
