// SPDX-License-Identifier: GPL-3.0-or-later
// What a table takes in a model and what it does not, as one page of HTML that needs no other file: composites by the
// line that takes them, near misses grouped by their reason.
#pragma once

#include <string>

#include "pattern/composites.h"

namespace nw::pattern {

// All names and texts are escaped; the page runs no script.
std::string html_page(const graph::Graph& graph, const Table& table, const Composites& found,
                      const std::string& model_name);

// Near misses of one reason: one row for people.
struct Reason {
  std::string name;  // of the listed line
  MissKind kind = MissKind::Operator;
  std::string expected, found;
  std::vector<const NearMiss*> places;
};
// Most places first; reasons of equal size in the order in which they were met.
std::vector<Reason> by_reason(const std::vector<NearMiss>& misses);
std::string sentence(const Reason& reason);  // "41 places: strides=[2, 2] where strides=[1, 1] is wanted"

}  // namespace nw::pattern
