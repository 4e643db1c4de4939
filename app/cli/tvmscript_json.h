// SPDX-License-Identifier: GPL-3.0-or-later
// A function of TVMScript in the terminal and as JSON: its blocks, and the regions that they touch.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "tvmscript/kernel.h"

namespace nw::cli {

// [{name,line,parent,iters[{name,kind,min,extent,value}],where,init,loops[],reads[{buffer,region}],writes[…]}]
nlohmann::json blocks_json(const tvmscript::Kernel& kernel);
std::string blocks_text(const tvmscript::Kernel& kernel);

// As `bounds` of a script gives stages: a block with its axes (leaf false), then the loops that are its own (leaf
// true).
nlohmann::json block_stages_json(const tvmscript::Kernel& kernel);
// [{name,shape,dtype,scope,argument,stored[],read[],written[]}]: regions over all of the function.
nlohmann::json buffers_json(const tvmscript::Kernel& kernel);
std::string block_bounds_text(const tvmscript::Kernel& kernel);

}  // namespace nw::cli
