// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/kept_lines.h"

#include <fmt/format.h>

#include <cstdio>
#include <sstream>

#include "tune/diagnostics.h"

namespace nw::tune {

namespace {

Diagnostic no_lines(const std::string& part) {
  Diagnostic d;
  d.code = "NW4002";
  d.message = fmt::format("--keep: '{}' is no line and no range of lines, such as 12 or 12-15", part);
  return d;
}

}  // namespace

Diagnostics kept_steps(const std::string& lines, const TunedKernel& kernel, std::set<size_t>& kept) {
  std::istringstream parts(lines);
  for (std::string part; std::getline(parts, part, ',');) {
    int first = 0, last = 0;
    char rest = 0;
    const int numbers = std::sscanf(part.c_str(), "%d-%d%c", &first, &last, &rest);
    if (numbers == 1 && part.find('-') == std::string::npos) last = first;
    if (numbers < 1 || numbers > 2 || first < 1 || last < first) return {no_lines(part)};
    bool any = false;
    for (size_t i = 0; i < kernel.given_lines.size(); ++i)
      if (kernel.given_lines[i] >= first && kernel.given_lines[i] <= last) any = kept.insert(i).second || true;
    if (any) continue;
    std::vector<std::string> steps;
    for (const int line : kernel.given_lines) steps.push_back(fmt::format("line {}", line));
    return {no_kept_line(first, steps)};
  }
  return {};
}

}  // namespace nw::tune
