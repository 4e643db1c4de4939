// SPDX-License-Identifier: GPL-3.0-or-later
// What the script editor offers at the cursor: names that fit there, and how the call around it is written.
#pragma once

#include <QString>
#include <QStringList>

#include "script/script.h"

namespace nw::views {

// `before`: the line up to the cursor; `program`: the script up to that line. Inside s[C].split( these are those of C's
// loops that may be split, whether the script has a name for them or not; inside s[P].compute_at( the stages and loops
// where P may be computed, the nearest reader first; after s[C]. the primitives that C may have; inside s[ the stages;
// else every name that the script knows. Only those that begin with the word at the cursor, and not that word itself.
// What is legal is found by trying it, which may take longer than a keystroke has.
QStringList scriptCompletions(const script::Program& program, const QString& before);
// Whether the completions there have to be found by trying.
bool asksWhatIsLegal(const QString& before);
// The word at the end of `before`, which a completion replaces.
QString wordBefore(const QString& before);
// The signature of the call that the cursor is in, and what it does; empty outside of calls.
QString scriptCallTip(const QString& before);

}  // namespace nw::views
