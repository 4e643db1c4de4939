// SPDX-License-Identifier: GPL-3.0-or-later
// Which candidates of one kernel to measure next. Deterministic: the same seed proposes the same candidates until the
// first measurement is reported, and from then on the same for the same measurements.
//
// First thousands of random choices are estimated, and those that the estimate likes best are bred once more; of these
// the best that differ from each other are measured. From then on choices near the fastest ones, mixtures of them and
// fresh ones are compared by the estimate as the measurements correct it.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tune/candidate.h"
#include "tune/learned.h"
#include "tune/residual.h"

namespace nw::tune {

enum class SpaceKind : uint8_t {
  Computation,  // made from the computation
  Marks,        // the values that the script's comments give (knobs.h)
  Steps,        // changes of the script's own steps
};

// Lines of a script, as step_lines_of() writes them, that all further candidates are to have.
struct KeptLines {
  std::set<std::string> lines = {};
  std::optional<Choice> of = {};  // of the candidate that has them; nothing: no choice made it

  bool operator==(const KeptLines&) const = default;
};

// What a person rules out while a search runs.
struct Narrowing {
  std::set<schedule::Primitive> forbidden = {};  // no candidate has a step of these
  std::map<size_t, uint16_t> locked = {};        // knobs of the space, by number, with the position of their value
  std::vector<KeptLines> kept = {};
  std::set<std::string> forbidden_lines = {};

  bool operator==(const Narrowing&) const = default;
};

struct SearchOptions {
  uint64_t seed = 0;
  int threads = 1;     // of the kernel
  bool layout = true;  // operands may be copied into another layout
  SpaceKind space = SpaceKind::Computation;
  std::set<size_t> kept_steps = {};  // positions in the script's steps, which every candidate keeps
  // Measurements correct the estimate by a learned model, in place of averages over alike choices (residual.h).
  bool learned = false;
  std::vector<TrainingSample> pretrained = {};
  // Asked between candidates; true: no more are estimated, and those that are known are proposed.
  std::function<bool()> out_of_time = {};
};

struct Refused {
  int64_t illegal = 0, memory = 0;
  int64_t narrowed = 0;          // legal or not: a person has ruled them out
  std::vector<std::string> why;  // of the first few
};

class Search {
 public:
  Search(const TunedKernel& kernel, TargetFacts machine, const SearchOptions& options);

  // The script's own schedule, and the default schedule where there is one for the computation: always worth a trial.
  std::vector<Candidate> first() const;
  // Up to `count` candidates that were not proposed before; none where nothing is left. `left`: how many more will be
  // asked for, these included.
  std::vector<Candidate> propose(size_t count, size_t left);
  // `measured_us`: 0 where it failed.
  void report(const Candidate& candidate, double measured_us);
  // Candidates that are not to be proposed: their nest was measured in an earlier search.
  void exclude(const std::string& nest) { seen_.insert(nest); }
  // From now on nothing is proposed that this rules out.
  void narrow(Narrowing narrowing);
  bool allows(const Candidate& candidate) const;
  // The knobs on which these lines depend: each has another value with which a line is lost. With their values.
  std::map<size_t, uint16_t> deciding_knobs(const Choice& choice, const std::set<std::string>& lines) const;
  void leave_out_forbidden_marks(Candidate& candidate) const;

  const std::optional<Space>& space() const { return space_; }
  int64_t considered() const { return considered_; }
  const Refused& refused() const { return refused_; }
  size_t samples() const { return learned_.samples(); }
  // Of the predicted and the measured times of what was proposed and measured: Spearman's rank correlation. 0: of fewer
  // than 3.
  double rank_correlation() const;

 private:
  struct Measured {
    Candidate candidate;
    double us = 0;
  };
  void consider(std::vector<Candidate> fresh);
  std::vector<Choice> random_choices(size_t count);
  std::vector<Choice> offspring(const std::vector<const Choice*>& parents, size_t count);
  void breed(size_t count, bool near_best);
  void predict();
  std::vector<Candidate> take_best(size_t count, size_t least_distance);

  const TunedKernel& kernel_;
  TargetFacts machine_;
  SearchOptions options_;
  std::optional<Space> space_;
  std::mt19937_64 random_;
  std::vector<Candidate> pool_;     // estimated and not proposed
  std::set<std::string> seen_;      // nests of candidates in the pool and of proposed ones
  std::set<Choice> tried_;          // choices that were analysed
  std::vector<Measured> measured_;  // the fastest first
  Narrowing narrowing_;
  std::map<size_t, uint16_t> locked_;  // by the narrowing, and by the lines that it keeps
  bool first_pool_ = false;            // it was estimated to its end
  Residual residual_;
  LearnedResidual learned_;
  std::vector<std::pair<double, double>> predicted_;  // and measured, in microseconds
  int64_t considered_ = 0;
  Refused refused_;
};

}  // namespace nw::tune
