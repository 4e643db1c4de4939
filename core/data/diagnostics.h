// SPDX-License-Identifier: GPL-3.0-or-later
// What files of tensors, and the inputs and outputs of a model's call, have to say: one function a code.
#pragma once

#include <string>
#include <vector>

#include "base/diagnostic.h"
#include "graph/graph.h"

namespace nw::data {

Diagnostic bad_tensor_file(const std::string& path, const std::string& why, std::vector<std::string> legal = {});
Diagnostic no_such_input(const std::string& name, const std::vector<std::string>& names);                  // NW4142
Diagnostic input_does_not_fit(const std::string& input, const std::string& path, const std::string& why);  // NW4143
// `first` and `second` say where each value is from.
Diagnostic two_sizes(const std::string& symbol, int64_t value, const std::string& first, int64_t other,
                     const std::string& second);                                                         // NW4144
Diagnostic bad_call_data(const std::string& folder, const std::string& why);                             // NW4145
Diagnostic not_as_expected(const std::string& output, const std::string& path, const std::string& how);  // NW4146
// `node` draws random numbers that the output depends on.
Diagnostic random_output(const std::string& output, const graph::Node& node);  // NW4147
Diagnostic inputs_by_rule(const std::vector<std::string>& names);              // NW4148, a note

}  // namespace nw::data
