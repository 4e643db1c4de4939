// SPDX-License-Identifier: GPL-3.0-or-later
// Relay text as tests read it.
#pragma once

#include <string>

#include "import/relay.h"

namespace nw::import::test {

// What the reader says of `text`, a finding a line.
inline std::string problems(const std::string& text) {
  std::string all;
  for (const Diagnostic& d : read_relay(text).diagnostics) all += nw::format(d);
  while (!all.empty() && all.back() == '\n') all.pop_back();
  return all;
}

// The graph, read; its findings are in the test's log.
inline graph::Graph read(const std::string& text) {
  auto graph = read_relay(text);
  for (const Diagnostic& d : graph.diagnostics)
    if (d.severity != Severity::Note) qWarning("%s", nw::format(d).c_str());
  return graph.value ? std::move(*graph.value) : graph::Graph();
}

}  // namespace nw::import::test
