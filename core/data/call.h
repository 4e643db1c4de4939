// SPDX-License-Identifier: GPL-3.0-or-later
// What one call of a model is given: its inputs from files, and the sizes that follow.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ndarray.h"
#include "base/result.h"
#include "graph/graph.h"
#include "reference/value.h"

namespace nw::data {

struct CallFiles {
  std::vector<std::pair<std::string, std::string>> inputs;  // name of an input, file
  // A folder with input_K.npy or input_K.pb for the K-th of the inputs that the model's file lists; empty: none.
  std::string folder;
};

struct CallInputs {
  std::map<std::string, reference::Value> inputs;  // of the graph's inputs, by name
  std::map<std::string, NDArray> overrides;        // in place of the file's own data, by the constant's name
  std::map<std::string, int64_t> dims;             // of the graph's symbols: as given, and as the inputs' shapes say
};

// `source`: the file's graph as it was read. NW1001, NW4141: a file cannot be read; NW4142 no such input; NW4143
// another type, rank or size than declared; NW4144 a symbol with two values, each with its place; NW4145 what the
// folder holds is no call's data, or an input is given twice.
Result<CallInputs> read_call(const graph::Graph& source, const CallFiles& files,
                             const std::map<std::string, int64_t>& dims);

// A note (NW4148) that names the inputs which no file was given for; nothing if there is none.
std::optional<Diagnostic> filled_by_rule(const graph::Graph& source, const CallInputs& given);

// The names that files can be given for, in the order in which a folder counts them.
std::vector<std::string> input_names(const graph::Graph& source);

// FOLDER/STEM.npy or FOLDER/STEM.pb, whichever is there; empty: neither. NW4145 if both are.
Result<std::string> file_of(const std::string& folder, const std::string& stem);

}  // namespace nw::data
