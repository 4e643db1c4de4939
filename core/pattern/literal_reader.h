// SPDX-License-Identifier: GPL-3.0-or-later
// Literals of a pattern table: numbers, texts, lists, shapes, types, constants.
#pragma once

#include <functional>

#include "graph/graph.h"
#include "pattern/token_cursor.h"

namespace nw::pattern {

graph::Attr read_literal(TokenCursor& cursor);
int64_t read_integer(TokenCursor& cursor);
std::string read_text(TokenCursor& cursor);
DType read_dtype(TokenCursor& cursor);
graph::Shape read_shape(TokenCursor& cursor);
graph::Type read_type(TokenCursor& cursor);  // TensorType(…) or TupleType([…])
NDArray read_constant(TokenCursor& cursor);  // const(…) or relay.const(…), before its name
graph::Attrs read_attributes(TokenCursor& cursor, std::map<std::string, TextSpan>& spans);  // {"key": value, …}

// `read` for each entry up to the closing bracket, which is taken; a comma may stand before it.
void read_list(TokenCursor& cursor, std::string_view close, const std::function<void()>& read);

}  // namespace nw::pattern
