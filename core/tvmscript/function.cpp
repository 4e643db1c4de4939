// SPDX-License-Identifier: GPL-3.0-or-later
#include "tvmscript/function.h"

namespace nw::tvmscript {

const Block* Function::block_of(const tir::AttrNode& place) const {
  if (place.key != kBlockKey) return nullptr;
  const int64_t* index = tir::as_const_int(place.value);
  return index && *index >= 0 && *index < static_cast<int64_t>(blocks.size()) ? &blocks[static_cast<size_t>(*index)]
                                                                              : nullptr;
}

}  // namespace nw::tvmscript
