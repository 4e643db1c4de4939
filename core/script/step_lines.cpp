// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/step_lines.h"

#include <algorithm>
#include <cctype>

#include "schedule/catalogue.h"
#include "script/lexer.h"
#include "script/text.h"

namespace nw::script {

namespace {

size_t word_end(const std::string& line, size_t at) {
  while (at < line.size() && (std::isalnum(static_cast<unsigned char>(line[at])) || line[at] == '_')) ++at;
  return at;
}

size_t behind_spaces(const std::string& line, size_t at) {
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
  return at;
}

// Behind "xo, xi = ", or where the line begins to say something.
size_t behind_targets(const std::string& line) {
  const size_t first = behind_spaces(line, 0);
  size_t at = first;
  while (at < line.size()) {
    const size_t end = word_end(line, at);
    if (end == at) return first;
    at = behind_spaces(line, end);
    if (at < line.size() && line[at] == '=' && line.compare(at, 2, "==") != 0) return behind_spaces(line, at + 1);
    if (at >= line.size() || line[at] != ',') return first;
    at = behind_spaces(line, at + 1);
    if (at < line.size() && line[at] == '=') return behind_spaces(line, at + 1);
  }
  return first;
}

}  // namespace

StepCall step_call(const std::string& line, const std::string& schedule_name) {
  StepCall step;
  const size_t begin = behind_targets(line), name = word_end(line, begin);
  if (name == begin || (!schedule_name.empty() && line.substr(begin, name - begin) != schedule_name)) return step;
  size_t at = name;
  if (at < line.size() && line[at] == '[') {
    int depth = 0;
    for (; at < line.size(); ++at) {
      depth += (line[at] == '[') - (line[at] == ']');
      if (depth == 0) break;
    }
    if (at >= line.size()) return step;
    step.stage = line.substr(name + 1, at - name - 1);
    ++at;
  }
  if (at >= line.size() || line[at] != '.') return step;
  const size_t end = word_end(line, at + 1);
  if (end == at + 1 || end >= line.size() || line[end] != '(') return step;
  const std::string method = line.substr(at + 1, end - at - 1);
  // Of something that is not named as the schedule, only what a schedule or a group has is a step.
  if (schedule_name.empty() && step.stage.empty() && !schedule::find_primitive(schedule::Receiver::Schedule, method) &&
      !schedule::find_primitive(schedule::Receiver::Group, method))
    return step;
  step.receiver = line.substr(begin, name - begin);
  step.method = method;
  step.arguments = end + 1;
  return step;
}

std::vector<int> step_lines(const std::string& text) {
  std::vector<int> steps;
  std::string schedule;
  int number = 0;
  for (const std::string& line : lines_of(text)) {
    ++number;
    if (schedule.empty()) {
      if (line.find("create_schedule(") == std::string::npos) continue;
      const size_t first = behind_spaces(line, 0);
      schedule = line.substr(first, word_end(line, first) - first);
    } else if (!step_call(line, schedule).method.empty()) {
      steps.push_back(number);
    }
  }
  return steps;
}

int schedule_line(const std::string& text) {
  const Tokens tokens = tokenize(text);
  for (size_t i = 0; i + 1 < tokens.list.size(); ++i)
    if (tokens.list[i].kind == Tok::Name && tokens.list[i].text == "create_schedule" && tokens.list[i + 1].text == "(")
      return tokens.list[i].line;
  return 0;
}

std::optional<int> stop_before_last(const std::vector<int>& steps, int stop_after) {
  const auto end = stop_after == 0 ? steps.end() : std::upper_bound(steps.begin(), steps.end(), stop_after);
  if (end == steps.begin()) return std::nullopt;
  return end - steps.begin() == 1 ? steps.front() - 1 : *(end - 2);
}

}  // namespace nw::script
