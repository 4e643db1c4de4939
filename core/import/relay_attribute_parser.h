// SPDX-License-Identifier: GPL-3.0-or-later
// Attributes in Relay text: `axis=1`, `strides=[1, 1]`, and those that are in the metadata section.
#pragma once

#include "graph/graph.h"
#include "import/relay_cursor.h"
#include "import/relay_metadata.h"

namespace nw::import {

class RelayAttributeParser {
 public:
  RelayAttributeParser(RelayCursor& cursor, const RelayMetadata& metadata) : cursor_(cursor), metadata_(metadata) {}

  // `key=`, `a.b=`, or meta[attrs.…][i] where an argument could be.
  bool at_attribute() const;
  void attribute(graph::Attrs& attrs);  // added to these

 private:
  void add_from_metadata(graph::Attrs& attrs);
  graph::Attr value();
  graph::Attr number(bool negative);
  graph::Attr list();
  graph::Attr from_metadata();
  graph::Attr object();
  graph::Attr word();

  RelayCursor& cursor_;
  const RelayMetadata& metadata_;
};

}  // namespace nw::import
