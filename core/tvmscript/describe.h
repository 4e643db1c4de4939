// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks in prose.
#pragma once

#include "base/sentence.h"
#include "tvmscript/kernel.h"

namespace nw::tvmscript {

// "Block C writes C: for each vi = i_0*4 + i_1 (10) and vj = j (8), over vk = k (6), where i_0*4 + i_1 < 10."
Sentence sentence_of(const Block& block);

}  // namespace nw::tvmscript
