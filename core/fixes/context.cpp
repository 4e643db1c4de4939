// SPDX-License-Identifier: GPL-3.0-or-later
#include "fixes/context.h"

#include <algorithm>

#include "fixes/source.h"

namespace nw::fixes {

bool Context::on_one_line() const {
  return at.statement && at.statement->value && at.statement->line == at.statement->last_line;
}

void Context::propose(Fix fix, When when) {
  proposals_.push_back({diagnostic_, std::move(fix), when});
}

void Context::replace(const std::string& title, TextSpan span, const std::string& text, When when) {
  std::string line = line_text(at.text, span.line);
  const auto from = static_cast<size_t>(std::max(span.column - 1, 0)),
             length = static_cast<size_t>(std::max(span.length, 0));
  if (from + length > line.size()) return;
  line.replace(from, length, text);
  propose({title, {{Edit::Kind::Replace, span.line, line}}}, when);
}

}  // namespace nw::fixes
