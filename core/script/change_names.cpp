// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/change_names.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <optional>
#include <vector>

#include "schedule/catalogue.h"
#include "schedule/names.h"
#include "script/lexer.h"
#include "script/step_lines.h"
#include "script/text.h"

namespace nw::script {

namespace {

constexpr size_t kLongest = 40;  // letters of a line or a value

std::string stripped(const std::string& line) {
  const size_t first = line.find_first_not_of(" \t\r"), last = line.find_last_not_of(" \t\r");
  return first == std::string::npos ? std::string() : line.substr(first, last - first + 1);
}

// Never in the middle of a letter.
std::string shortened(const std::string& text) {
  if (text.size() <= kLongest) return text;
  size_t end = kLongest;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return text.substr(0, end) + "…";
}

struct Call {
  std::string receiver, stage, method;
  std::vector<std::string> positional;
  std::map<std::string, std::string> keywords;

  std::string at(size_t i, const char* keyword) const {
    if (const auto found = keywords.find(keyword); found != keywords.end()) return found->second;
    return i < positional.size() ? positional[i] : std::string();
  }
};

// The arguments between the call's brackets, as they are written; false: they are not closed yet.
bool read_arguments(const std::string& text, Call& call) {
  int depth = 0;
  std::string part;
  const auto take = [&] {
    const std::string argument = stripped(part);
    part.clear();
    if (argument.empty()) return;
    const size_t equals = argument.find('=');
    const bool keyword = equals != std::string::npos && argument.find_first_of("([\"'=<>!") == equals &&
                         equals + 1 < argument.size() && argument[equals + 1] != '=';
    if (keyword)
      call.keywords[stripped(argument.substr(0, equals))] = stripped(argument.substr(equals + 1));
    else
      call.positional.push_back(argument);
  };
  for (const char c : text) {
    depth += (c == '(' || c == '[') - (c == ')' || c == ']');
    if (depth < 0) {
      take();
      return true;
    }
    if (c == ',' && depth == 0)
      take();
    else
      part += c;
  }
  return false;
}

std::optional<Call> written_call(const std::string& line) {
  const StepCall step = step_call(line);
  if (step.method.empty()) return std::nullopt;
  Call call{step.receiver, step.stage, step.method, {}, {}};
  if (!read_arguments(line.substr(step.arguments), call)) return std::nullopt;
  return call;
}

std::string without_quotes(const std::string& text) {
  const bool quoted = text.size() >= 2 && (text[0] == '"' || text[0] == '\'') && text.back() == text[0];
  return quoted ? text.substr(1, text.size() - 2) : text;
}

// As the gesture that writes the same line is called: by the catalogue's label.
std::string step_name(const Call& call) {
  using schedule::Receiver;
  std::optional<schedule::Primitive> primitive;
  for (const Receiver receiver : {call.stage.empty() ? Receiver::Schedule : Receiver::Stage, Receiver::Group})
    if (!primitive) primitive = schedule::find_primitive(receiver, call.method);
  if (!primitive) return call.method + " " + schedule::comma(call.positional);
  const schedule::PrimitiveInfo& row = schedule::info(*primitive);
  const auto argument = [&](std::string_view name) {
    const size_t i = parameter_index(row, name);
    if (i < row.parameters.size() && row.parameters[i].kind == schedule::ArgumentKind::Axes)
      return schedule::comma(call.positional);
    return without_quotes(call.at(i, std::string(name).c_str()));
  };
  const auto value = [&](std::string_view name) {
    // The template of a group's step names the group where others name their stage.
    if (name == "stage") return call.stage.empty() ? call.receiver : call.stage;
    return argument(name);
  };
  return fill_template(row.label.text, value, [&](std::string_view name) { return !argument(name).empty(); });
}

// What two lines do not share, by tokens, with the name of the argument that it is the value of.
std::string difference(const std::string& before, const std::string& after) {
  const Tokens a = tokenize(before), b = tokenize(after);
  const auto count = [](const Tokens& tokens) {
    size_t n = tokens.list.size();
    while (n > 0 && (tokens.list[n - 1].kind == Tok::End || tokens.list[n - 1].kind == Tok::Newline)) --n;
    return n;
  };
  const size_t n = count(a), m = count(b);
  size_t head = 0, tail = 0;
  while (head < std::min(n, m) && a.list[head].text == b.list[head].text) ++head;
  while (tail < std::min(n, m) - head && a.list[n - 1 - tail].text == b.list[m - 1 - tail].text) ++tail;
  const auto between = [head, tail](const Tokens& tokens, size_t size) {
    std::string text;
    for (size_t i = head; i < size - tail; ++i) {
      const bool comma = i > head && tokens.list[i - 1].text == ",";
      text += (comma ? " " : "") + std::string(tokens.list[i].text);
    }
    return shortened(text);
  };
  const std::string was = between(a, n), is = between(b, m);
  if (was.empty() && is.empty()) return "spaces or a comment";
  std::string argument;
  if (head >= 2 && b.list[head - 1].text == "=" && b.list[head - 2].kind == Tok::Name)
    argument = std::string(b.list[head - 2].text) + " ";
  if (was.empty()) return "with " + is;
  if (is.empty()) return "without " + was;
  return argument + was + " → " + is;
}

bool says_something(const std::string& line) {
  const std::string text = stripped(line);
  return !text.empty() && text[0] != '#';
}

std::string line_name(size_t line) {
  return "line " + std::to_string(line);
}

}  // namespace

std::string change_name(const std::string& before, const std::string& after) {
  const std::vector<std::string> a = lines_of(before), b = lines_of(after);
  size_t head = 0, tail = 0;
  while (head < std::min(a.size(), b.size()) && a[head] == b[head]) ++head;
  while (tail < std::min(a.size(), b.size()) - head && a[a.size() - 1 - tail] == b[b.size() - 1 - tail]) ++tail;
  std::vector<std::string> gone, come;
  size_t place = head;  // of the first line that says something new
  for (size_t i = head; i < a.size() - tail; ++i)
    if (says_something(a[i])) gone.push_back(stripped(a[i]));
  for (size_t i = head; i < b.size() - tail; ++i)
    if (says_something(b[i])) {
      if (come.empty()) place = i;
      come.push_back(stripped(b[i]));
    }
  const size_t line = place + 1;
  if (gone.empty() && come.empty()) {
    if (a == b) return "nothing new";
    const auto is_empty = [](const std::string& text) { return stripped(text).empty(); };
    const bool only_room = std::all_of(a.begin() + static_cast<std::ptrdiff_t>(head),
                                       a.end() - static_cast<std::ptrdiff_t>(tail), is_empty) &&
                           std::all_of(b.begin() + static_cast<std::ptrdiff_t>(head),
                                       b.end() - static_cast<std::ptrdiff_t>(tail), is_empty);
    return line_name(line) + (only_room ? ": empty" : ": comment");
  }
  if (gone.empty() && come.size() == 1) {
    const std::optional<Call> step = written_call(come[0]);
    return step ? shortened(step_name(*step)) : line_name(line) + ": " + shortened(come[0]);
  }
  if (come.empty() && gone.size() == 1) return "without " + shortened(gone[0]);
  if (gone.size() == 1 && come.size() == 1) {
    // A line begun before and now whole is as good as a new one.
    const std::optional<Call> step = written_call(come[0]), former = written_call(gone[0]);
    if (step && !former) return shortened(step_name(*step));
    return line_name(line) + ": " + difference(gone[0], come[0]);
  }
  if (gone.empty()) return std::to_string(come.size()) + " lines from " + line_name(line) + " on";
  if (come.empty()) return "without " + std::to_string(gone.size()) + " lines from " + line_name(line) + " on";
  return "lines " + std::to_string(line) + " to " + std::to_string(std::max(line, b.size() - tail)) + " changed";
}

std::string with_stage(const std::string& name, const std::string& before, const std::string& after) {
  const auto differ = std::ranges::mismatch(before, after).in2;
  size_t at = static_cast<size_t>(differ - after.begin());
  while (at > 0 && after[at - 1] != '\n') --at;
  const size_t verb_end = std::min(name.find(' '), name.size());
  while (at < after.size()) {
    const size_t end = std::min(after.find('\n', at), after.size());
    const std::string line = after.substr(at, end - at);
    at = end + 1;
    const std::optional<Call> step = written_call(line);
    if (!step || step->stage.empty()) continue;
    if (has_word(name, step->stage)) return name;
    // Behind the last of the loops that the name lists.
    size_t behind = std::string::npos;
    for (const std::string& argument : step->positional) {
      const size_t found = name.find(argument, behind == std::string::npos ? verb_end : behind);
      if (argument.empty() || found == std::string::npos || !has_word(name.substr(found), argument) ||
          std::isdigit(static_cast<unsigned char>(argument[0])))
        break;
      behind = found + argument.size();
    }
    if (behind == std::string::npos) return name;
    return name.substr(0, behind) + " of " + step->stage + name.substr(behind);
  }
  return name;
}

}  // namespace nw::script
