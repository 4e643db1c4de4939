// SPDX-License-Identifier: GPL-3.0-or-later
// Any expression of Relay text. Blocks and functions contain expressions, and expressions contain blocks and functions:
// those read the expressions inside them through this interface, which RelayExpressionParser, their owner, implements.
#pragma once

#include "base/ids.h"

namespace nw::import {

class RelayExpressions {
 public:
  // Not valid where the text could not be read.
  virtual NodeId expression() = 0;

 protected:
  ~RelayExpressions() = default;
};

}  // namespace nw::import
