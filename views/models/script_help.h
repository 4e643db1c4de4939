// SPDX-License-Identifier: GPL-3.0-or-later
// Completion and call tips (script/completion.h) in the editor's strings and the window's language.
#pragma once

#include <QString>
#include <QStringList>

#include "script/script.h"

namespace nw::views {

// `before`: the line up to the cursor; `program`: the script up to that line.
QStringList scriptCompletions(const script::Program& program, const QString& before);
bool asksWhatIsLegal(const QString& before);
// The word at the end of `before`, which a completion replaces.
QString wordBefore(const QString& before);
// The signature of the call that the cursor is in, and what it does; empty outside of calls.
QString scriptCallTip(const QString& before);
// What a search does with the `# tune:` mark of a line; empty: the line has none.
QString scriptTuneHelp(const QString& line);

}  // namespace nw::views
