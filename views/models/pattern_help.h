// SPDX-License-Identifier: GPL-3.0-or-later
// What can be written at the caret of a pattern table: words of the language, names of earlier lines, operators inside
// quotes, attributes of the operator inside has_attr.
#pragma once

#include <QString>
#include <QStringList>

namespace nw::views {

struct PatternCompletions {
  QStringList fitting;
  int typed = 0;  // letters before the caret that they begin with
};
// `before`: the table up to the caret.
PatternCompletions pattern_completions(const QString& before);

}  // namespace nw::views
