// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/json_text.h"

#include <nlohmann/json.hpp>

namespace nw {

namespace {

using nlohmann::json;

// Where brackets outside strings nest deeper than is read; the text's length if they do not. What is no JSON may be
// misjudged: it is refused anyway.
size_t too_deep_at(std::string_view text) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        quoted = false;
    } else if (c == '"') {
      quoted = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDeepestJson) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return text.size();
}

// Builds the value, and notes the first error.
class Builder : public nlohmann::detail::json_sax_dom_parser<json> {
 public:
  using nlohmann::detail::json_sax_dom_parser<json>::json_sax_dom_parser;
  bool parse_error(size_t position, const std::string&, const json::exception& e) {
    problem.byte = position > 0 ? position - 1 : 0;
    problem.what = e.what();
    if (const size_t column = problem.what.find("column"); column != std::string::npos)
      if (const size_t after = problem.what.find(": ", column); after != std::string::npos)
        problem.what.erase(0, after + 2);
    if (const size_t read = problem.what.find("; last read: "); read != std::string::npos) {  // as long as the token
      const size_t expected = problem.what.find("; expected ", read);
      problem.what.erase(read, expected == std::string::npos ? expected : expected - read);
    }
    return false;
  }
  JsonProblem problem;
};

}  // namespace

json read_json(std::string_view text, JsonProblem* problem) {
  const auto refused = [&](JsonProblem why) {
    if (problem) *problem = std::move(why);
    return json(json::value_t::discarded);
  };
  if (text.size() > kLargestJson)
    return refused({kLargestJson, "the text is larger than " + std::to_string(kLargestJson >> 20) + " MB"});
  if (const size_t at = too_deep_at(text); at < text.size())
    return refused({at, "brackets are nested more than " + std::to_string(kDeepestJson) + " levels deep"});
  json value;
  Builder builder(value, false);
  if (!json::sax_parse(text, &builder)) return refused(std::move(builder.problem));
  return value;
}

}  // namespace nw
