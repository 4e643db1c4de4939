// SPDX-License-Identifier: GPL-3.0-or-later
#include "schedule/step.h"

namespace nw::schedule {

namespace {

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) {
    if (!text.empty()) text += ", ";
    text += part;
  }
  return text;
}

}  // namespace

std::string to_line(const Step& step, const std::string& schedule) {
  const bool attribute = step.primitive.starts_with("op.");
  std::string line = joined(step.results);
  if (attribute && step.results.size() == 1) line += ",";  // one name unpacks a list of one axis
  if (!line.empty()) line += " = ";
  line += schedule;
  if (!step.stage.empty()) line += "[" + step.stage + "]";
  line += "." + step.primitive;
  if (!attribute) line += "(" + joined(step.args) + ")";
  return line;
}

}  // namespace nw::schedule
