// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with a graph file: one function a code.
#pragma once

#include <string>

#include "base/diagnostic.h"

namespace nw::layout {

// NW1070: the text is not JSON; `byte` counts from 0 in `text`.
Diagnostic not_json(std::string_view text, size_t byte, const std::string& what);
// NW1071: JSON, but not a graph; `where` names the element ("nodes[3].w").
Diagnostic not_a_graph(const std::string& where, const std::string& what);
// NW1072: an edge leads to a node that is not there.
Diagnostic edge_without_node(const std::string& where, const std::string& id);
// NW1073: two nodes with the same id.
Diagnostic id_given_twice(const std::string& where, const std::string& id);
// NW1074: not DOT.
Diagnostic not_dot(int line, const std::string& what);
// NW1075: the program that reads DOT is missing or failed.
Diagnostic no_dot_reader(const std::string& what);

}  // namespace nw::layout
