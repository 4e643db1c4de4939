// SPDX-License-Identifier: GPL-3.0-or-later
// The space of schedules of a computation: a list of knobs, each with the values that it can take, and the rule that
// makes schedule steps of a choice of values.
//
//   the loops of the result   blocks of tiles of the data axes, in any order, outer ones fused and in parallel
//   the sums                  computed at one of these loops; a tile of whole vectors that registers hold, unrolled;
//                             reductions split, in any order, inside or around the tiles
//   padding, costly stages    inlined, at a loop of the result, or before everything
//   rows                      of the vectors' axis, where they are contiguous in every read, as one axis with it
//   operands                  read where they are, or from a copy in the order in which they are read
//   sums along a row          in the lanes of a vector (rfactor)
//
// Tiles need not divide their axis. Sizes follow what the previous choice left: a tile is counted in vectors, a block
// in tiles.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "base/target_facts.h"
#include "schedule/step.h"
#include "tune/structure.h"

namespace nw::tune {

struct Knob {
  std::string name;             // "tile of y"
  std::vector<int64_t> values;  // at least one
};

// For each knob the position of its value.
using Choice = std::vector<uint16_t>;

struct SpaceOptions {
  int threads = 1;
  bool layout = true;  // operands may be copied into another layout
};

class Space {
 public:
  // Nothing where the computation has a form that there is no space for (structure.h).
  static std::optional<Space> of(const schedule::Schedule& unscheduled, const TargetFacts& machine,
                                 const SpaceOptions& options);
  // With knobs of its own, and the rule that makes steps of a choice.
  using Rule = std::function<std::optional<std::vector<schedule::Step>>(const Choice&)>;
  static Space of_knobs(std::vector<Knob> knobs, Rule rule);

  const std::vector<Knob>& knobs() const { return knobs_; }
  double size() const;  // number of choices
  Choice random(std::mt19937_64& random) const;
  // The choices that differ from it in one knob by one position, or by any for knobs without an order.
  Choice mutated(const Choice& choice, std::mt19937_64& random) const;
  Choice crossed(const Choice& a, const Choice& b, std::mt19937_64& random) const;
  // Nothing where a step is refused.
  std::optional<std::vector<schedule::Step>> steps(const Choice& choice) const;

 private:
  friend class SpaceSteps;
  struct TiledAxis {
    int tile = -1, multiple = -1, block = -1;  // knobs
  };
  explicit Space(schedule::Schedule start) : start_(std::move(start)) {}
  int add(std::string name, std::vector<int64_t> values);
  void add_result(bool by_rows);
  void add_anchor(const SpaceOptions& options);
  int64_t value(const Choice& choice, int knob) const {
    return knobs_[static_cast<size_t>(knob)].values[choice[static_cast<size_t>(knob)]];
  }
  bool as_rows(const Choice& choice) const;
  void set_nearest(Choice& choice, int knob, int64_t value) const;
  void choose_tile(Choice& choice, std::mt19937_64& random) const;

  schedule::Schedule start_;
  Rule rule_;  // null: that of space_steps.h
  Structure structure_;
  std::vector<Knob> knobs_;
  int64_t lanes_ = 4, registers_ = 16;
  std::vector<TiledAxis> axes_;                 // of the result; of the anchor where both have the same
  std::vector<int> anchor_tiles_;               // of the anchor's data axes
  std::vector<std::vector<int>> orders_;        // of the result's axes
  std::vector<std::vector<int>> depth_orders_;  // of the anchor's reduction axes
  int order_ = -1, inner_order_ = -1, parallel_ = -1, attach_ = -1, result_vectors_ = -1;
  int rows_ = -1;  // the anchor's sums are laid out with rows and elements as one axis
  int vector_axis_ = -1, vectors_ = -1, depth_order_ = -1, depth_outside_ = -1, unroll_ = -1;
  std::vector<int> depths_, copies_, places_, lanes_of_reductions_;
  int reductions_at_ = -1;
};

}  // namespace nw::tune
