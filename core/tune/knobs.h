// SPDX-License-Identifier: GPL-3.0-or-later
// Knobs that a script marks itself: a comment behind a step gives the values that a search tries in its place. The
// value in the line is the one in use, so that the script stays valid as it is.
//
//   xo, xi = s[C].split(x, factor=8)     # tune: 4 8 16      or: factors, factors max=64 (divisors of the loop)
//   s[C].pragma(k, "…", 16)              # tune: 0 16 64
//   s[C].unroll(xi)                      # tune: optional    with or without the step
//   s[C].reorder(y, x)                   # tune: order       every order of these loops
//   s[P].compute_at(s[C], y)             # tune: at any      every loop that C then has
#pragma once

#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/result.h"
#include "tune/kernel.h"
#include "tune/space.h"

namespace nw::tune {

// Whether there is a mark in the script, right or wrong.
bool has_marks(const TunedKernel& kernel);

class MarkedKnobs {
 public:
  // NW4138 for each mark that gives no values. A script without marks has a space of one choice. `kept`: positions of
  // steps whose marks do not count.
  static Result<MarkedKnobs> of(const TunedKernel& kernel, const std::set<size_t>& kept = {});

  const Space& space() const { return space_; }
  // The choice as AutoTVM's log has it: {"index":7,"code_hash":null,"entity":[["tile_x","sp",[-1,8]],…]}. A split is
  // "sp" and named tile_LOOP, an order "re" (a permutation of the loops in the script's line), the rest "ot".
  nlohmann::json config(const Choice& choice) const;
  // The choice with an entity list's values; nothing where a knob or a value is missing: `why` gets which.
  std::optional<Choice> choice(const nlohmann::json& entity, std::string& why) const;

 private:
  enum class Form : uint8_t { Split, Order, Flag, Number };
  struct Entity {
    Form form = Form::Number;
    std::vector<std::vector<int64_t>> orders = {};  // by value
  };
  explicit MarkedKnobs(Space space) : space_(std::move(space)) {}
  nlohmann::json value_of(size_t knob, size_t position) const;

  Space space_;
  std::vector<Entity> entities_;  // by knob
};

}  // namespace nw::tune
