// SPDX-License-Identifier: GPL-3.0-or-later
// What the reader of ONNX files has to say, one function a code.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/diagnostic.h"

namespace nw::import {

Diagnostic not_an_onnx_file(size_t byte, const std::string& what);                                    // NW1010
Diagnostic no_graph();                                                                                // NW1011
Diagnostic version_not_known(const std::string& what, int64_t version, int64_t first, int64_t last);  // NW1012
Diagnostic not_a_tensor();                                                                            // NW1013
Diagnostic not_a_sequence();                                                                          // NW1013
Diagnostic bad_tensor(const std::string& tensor, const std::string& what);                            // NW1013
Diagnostic bad_external_data(const std::string& tensor, const std::string& what);                     // NW1014
Diagnostic undefined_value(const std::string& node, const std::string& value);                        // NW1015
Diagnostic cycle(const std::vector<std::string>& nodes);                                              // NW1016
Diagnostic value_defined_twice(const std::string& node, const std::string& value);                    // NW1017
// `count` nodes of an operator stay opaque; the first of them is `node`.
Diagnostic operator_not_known(const std::string& op, const std::string& why, int count,
                              const std::string& node);                       // NW1018
Diagnostic bad_dimension(const std::string& value, const std::string& what);  // NW1019
Diagnostic tensor_type_not_known(const std::string& tensor, int type);        // NW1020
Diagnostic more_errors_in_file(int count);                                    // NW1021
Diagnostic drops_nothing(const std::string& node);                            // NW1023

}  // namespace nw::import
