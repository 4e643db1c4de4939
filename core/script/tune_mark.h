// SPDX-License-Identifier: GPL-3.0-or-later
// A mark behind a step, "# tune: …": which values a search tries in the place of the one in the line. Only the text is
// read; whether it suits the step depends on the step.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nw::script {

struct TuneMark {
  enum class Form : uint8_t { List, Factors, Optional, Order, AnyPlace };
  Form form = Form::List;
  std::vector<int64_t> values = {};  // of a list, each once, in the order of the text
  std::optional<int64_t> most = {};  // of factors: none is larger
  std::string text = {};             // what is written behind the colon
  std::string why = {};              // why it is not of any form; empty: it is
  size_t column = 0;                 // of its '#', from 0
};

// Nothing where the line's comment holds no mark.
std::optional<TuneMark> tune_mark(const std::string& line);

}  // namespace nw::script
