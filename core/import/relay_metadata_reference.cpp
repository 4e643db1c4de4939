// SPDX-License-Identifier: GPL-3.0-or-later
#include "import/relay_metadata_reference.h"

#include <fmt/format.h>

#include <charconv>

namespace nw::import {

std::string MetadataReference::text() const {
  return fmt::format("meta[{}][{}]", type, index);
}

std::optional<MetadataReference> metadata_reference(RelayCursor& cursor) {
  MetadataReference reference;
  cursor.take();  // meta
  cursor.expect("[");
  if (cursor.peek().kind == TokenKind::Ident) {
    reference.type = cursor.dotted_name();
  } else {
    cursor.fail("the name of a type");
  }
  cursor.expect("]");
  cursor.expect("[");
  const Token number = cursor.peek();
  if (number.kind == TokenKind::Number) {
    constexpr size_t kMaxEntries = 1'000'000'000;
    cursor.take();
    const char* end = number.text.data() + number.text.size();
    const auto read = std::from_chars(number.text.data(), end, reference.index);
    if (read.ec != std::errc() || reference.index > kMaxEntries) cursor.fail("an index");
  } else {
    cursor.fail("an index");
  }
  cursor.expect("]");
  if (cursor.failed()) return std::nullopt;
  return reference;
}

}  // namespace nw::import
