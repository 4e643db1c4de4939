// SPDX-License-Identifier: GPL-3.0-or-later
// Core's sentences in the language of the window.
#pragma once

#include <QString>

#include "base/sentence.h"

namespace nw::views {

QString translated(const Sentence& sentence);

}  // namespace nw::views
