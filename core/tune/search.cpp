// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/search.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/side_by_side.h"
#include "schedule/catalogue.h"
#include "tune/knobs.h"
#include "tune/step_changes.h"
#include "tune/step_effects.h"

namespace nw::tune {

namespace {

constexpr size_t kFirstPool = 1600, kBredPool = 800;  // candidates that are estimated before the first measurement
constexpr int kDraws = 4;                             // of so many, where a narrowed space leaves nothing
constexpr size_t kRoundPool = 256;                    // and in each round after it
constexpr size_t kParents = 6, kFirstParents = 64;
constexpr size_t kFirstDistance = 3;  // knobs in which candidates of the first batch differ
constexpr size_t kMostReasons = 4;
constexpr size_t kMostPool = 4096;
constexpr double kCuriosity = 0.25;        // share of its time that a candidate unlike all measured ones may be faster
constexpr double kLearnedCuriosity = 0.5;  // deviations of the learned models by which it may be
constexpr int kEstimators = 2;             // threads

bool has_lines(const std::vector<std::string>& all, const std::set<std::string>& wanted) {
  return std::ranges::all_of(wanted,
                             [&](const std::string& line) { return std::ranges::find(all, line) != all.end(); });
}

}  // namespace

Search::Search(const TunedKernel& kernel, TargetFacts machine, const SearchOptions& options)
    : kernel_(kernel),
      machine_(std::move(machine)),
      options_(options),
      random_(options.seed),
      learned_(std::move(options_.pretrained)) {
  machine_.compute.units = std::max(1, options.threads);
  if (options_.space == SpaceKind::Marks)
    if (const Result<MarkedKnobs> marks = MarkedKnobs::of(kernel, options.kept_steps); marks.value)
      space_ = marks->space();
  if (options_.space == SpaceKind::Computation)
    space_ = Space::of(kernel.unscheduled, machine_, {.threads = options.threads, .layout = options.layout});
}

std::vector<Candidate> Search::first() const {
  std::vector<Candidate> found;
  std::string why;
  Candidate given{.choice = std::nullopt, .steps = kernel_.given, .origin = CandidateOrigin::Given};
  if (analyse(kernel_, machine_, given, why) == Refusal::None) found.push_back(std::move(given));
  if (options_.space != SpaceKind::Computation) return found;
  Candidate standard{.choice = std::nullopt,
                     .steps = default_steps(kernel_, machine_, machine_.compute.units),
                     .origin = CandidateOrigin::Default};
  if (analyse(kernel_, machine_, standard, why) == Refusal::None &&
      (found.empty() || found.front().nest != standard.nest))
    found.push_back(std::move(standard));
  return found;
}

std::vector<Choice> Search::random_choices(size_t count) {
  std::vector<Choice> choices;
  for (size_t i = 0; space_ && i < count; ++i) choices.push_back(space_->random(random_));
  return choices;
}

std::vector<Choice> Search::offspring(const std::vector<const Choice*>& parents, size_t count) {
  std::vector<Choice> choices;
  for (size_t i = 0; i < count && !parents.empty(); ++i) {
    const Choice& parent = *parents[random_() % parents.size()];
    const uint64_t how = random_() % 10;
    if (how < 6)
      choices.push_back(space_->mutated(parent, random_));
    else if (how < 8)
      choices.push_back(space_->mutated(space_->mutated(parent, random_), random_));
    else
      choices.push_back(space_->crossed(parent, *parents[random_() % parents.size()], random_));
  }
  return choices;
}

std::map<size_t, uint16_t> Search::deciding_knobs(const Choice& choice, const std::set<std::string>& lines) const {
  const std::vector<Knob>& knobs = space_->knobs();
  std::vector<uint8_t> decides(knobs.size(), 0);
  side_by_side(
      knobs.size(), kEstimators, [](size_t) { return true; },
      [&](size_t k) {
        for (size_t value = 0; value < knobs[k].values.size() && !decides[k]; ++value) {
          Choice other = choice;
          other[k] = static_cast<uint16_t>(value);
          const auto steps = value == choice[k] ? std::nullopt : space_->steps(other);
          decides[k] = steps && !has_lines(step_lines_of(kernel_, *steps), lines);
        }
      });
  std::map<size_t, uint16_t> deciding;
  for (size_t k = 0; k < knobs.size(); ++k)
    if (decides[k]) deciding[k] = choice[k];
  return deciding;
}

void Search::narrow(Narrowing narrowing) {
  narrowing_ = std::move(narrowing);
  locked_ = narrowing_.locked;
  for (const KeptLines& kept : narrowing_.kept)
    if (kept.of && space_ && kept.of->size() == space_->knobs().size())
      locked_.merge(deciding_knobs(*kept.of, kept.lines));
  std::vector<uint8_t> allowed(pool_.size(), 0);
  side_by_side(
      pool_.size(), kEstimators, [](size_t) { return true; }, [&](size_t i) { allowed[i] = allows(pool_[i]); });
  std::vector<Candidate> left;
  for (size_t i = 0; i < pool_.size(); ++i) {
    if (allowed[i]) {
      left.push_back(std::move(pool_[i]));
      continue;
    }
    ++refused_.narrowed;  // it may be considered again once it is not ruled out
    seen_.erase(pool_[i].nest);
    if (pool_[i].choice) tried_.erase(*pool_[i].choice);
  }
  pool_ = std::move(left);
}

bool Search::allows(const Candidate& candidate) const {
  for (const auto& [knob, value] : narrowing_.locked)
    if (!candidate.choice || (*candidate.choice)[knob] != value) return false;
  if (std::ranges::any_of(candidate.steps,
                          [&](const schedule::Step& step) { return narrowing_.forbidden.contains(step.primitive); }))
    return false;
  if (narrowing_.kept.empty() && narrowing_.forbidden_lines.empty()) return true;
  const std::vector<std::string> lines = step_lines_of(kernel_, candidate.steps);
  return std::ranges::none_of(lines,
                              [&](const std::string& line) { return narrowing_.forbidden_lines.contains(line); }) &&
         std::ranges::all_of(narrowing_.kept, [&](const KeptLines& kept) { return has_lines(lines, kept.lines); });
}

// A schedule without its marks of loops is one as well; other steps are what later ones build on. Positions of kept
// steps stay what they are.
void Search::leave_out_forbidden_marks(Candidate& candidate) const {
  if (!candidate.choice && !options_.kept_steps.empty()) return;
  std::erase_if(candidate.steps, [&](const schedule::Step& step) {
    return narrowing_.forbidden.contains(step.primitive) && schedule::marks_loop(schedule::info(step.primitive));
  });
}

// Estimates those that are new; legal ones that compute unlike all others join the pool.
void Search::consider(std::vector<Candidate> fresh) {
  for (Candidate& c : fresh)
    for (const auto& [knob, value] : locked_)
      if (c.choice) (*c.choice)[knob] = value;
  std::erase_if(fresh, [&](const Candidate& c) { return c.choice && !tried_.insert(*c.choice).second; });
  std::vector<Refusal> refusals(fresh.size(), Refusal::Illegal);
  std::vector<uint8_t> estimated(fresh.size(), 0), ruled_out(fresh.size(), 0);
  std::vector<std::string> why(fresh.size());
  side_by_side(
      fresh.size(), kEstimators, [&](size_t) { return !options_.out_of_time || !options_.out_of_time(); },
      [&](size_t i) {
        Candidate& candidate = fresh[i];
        estimated[i] = 1;
        if (candidate.choice) {
          std::optional<std::vector<schedule::Step>> steps = space_->steps(*candidate.choice);
          if (!steps) return;
          candidate.steps = std::move(*steps);
        }
        leave_out_forbidden_marks(candidate);
        ruled_out[i] = !allows(candidate);
        if (ruled_out[i]) return;
        refusals[i] = analyse(kernel_, machine_, candidate, why[i]);
      });
  for (size_t i = 0; i < fresh.size(); ++i) {
    if (!estimated[i]) {  // the search was interrupted: it may be considered again
      if (fresh[i].choice) tried_.erase(*fresh[i].choice);
      continue;
    }
    ++considered_;
    if (ruled_out[i]) {
      ++refused_.narrowed;
      if (fresh[i].choice) tried_.erase(*fresh[i].choice);
      continue;
    }
    refused_.illegal += refusals[i] == Refusal::Illegal;
    refused_.memory += refusals[i] == Refusal::Memory;
    if (!why[i].empty() && refused_.why.size() < kMostReasons &&
        std::ranges::find(refused_.why, why[i]) == refused_.why.end())
      refused_.why.push_back(why[i]);
    if (refusals[i] == Refusal::None && seen_.insert(fresh[i].nest).second) pool_.push_back(std::move(fresh[i]));
  }
}

void Search::breed(size_t count, bool near_best) {
  std::vector<Candidate> fresh;
  std::vector<const Choice*> parents;
  if (measured_.empty()) {
    for (size_t i = 0; i < std::min(kFirstParents, pool_.size()); ++i)
      if (pool_[i].choice) parents.push_back(&*pool_[i].choice);
  } else {
    for (const Measured& m : measured_) {
      if (m.candidate.choice) parents.push_back(&*m.candidate.choice);
      if (parents.size() == (near_best ? 1 : kParents)) break;
    }
  }
  if (space_ && !parents.empty())
    for (Choice& choice : offspring(parents, count)) fresh.push_back({std::move(choice), {}});
  if (space_ && !measured_.empty() && !near_best)
    for (Choice& choice : random_choices(count / 4)) fresh.push_back({std::move(choice), {}});
  if (options_.space == SpaceKind::Marks) return consider(std::move(fresh));
  // Changes of steps that no choice made: the script's own, and the default schedule.
  size_t places = 0;
  for (const Measured& m : measured_) {
    if (++places > kParents) break;
    if (m.candidate.choice && !options_.kept_steps.empty()) continue;
    const size_t changes = m.candidate.choice ? count / 16 : space_ ? count / 8 : count;
    for (size_t i = 0; i < changes; ++i)
      if (auto steps = changed_steps(m.candidate.steps, options_.kept_steps, random_))
        fresh.push_back({std::nullopt, std::move(*steps)});
  }
  consider(std::move(fresh));
}

// What the candidates of the pool are expected to take; the less is known of one, the better it may be.
void Search::predict() {
  std::vector<LearnedResidual::Prediction> learned;
  if (options_.learned && learned_.train()) {
    std::vector<const std::vector<float>*> rows;
    for (const Candidate& candidate : pool_) rows.push_back(&candidate.features);
    learned = learned_.predict(rows);
  }
  for (size_t i = 0; i < pool_.size(); ++i) {
    Candidate& candidate = pool_[i];
    if (!learned.empty()) {
      const auto& [log_ratio, deviation] = learned[i];
      candidate.predicted_us = candidate.estimate_us * std::exp(log_ratio - kLearnedCuriosity * deviation);
      continue;
    }
    // Steps that no choice made are as far from the estimate as choices are on average.
    candidate.predicted_us = residual_.corrected(candidate.choice.value_or(Choice()), candidate.estimate_us);
    if (candidate.choice && !measured_.empty())
      candidate.predicted_us *= 1 - kCuriosity * residual_.uncertainty(*candidate.choice);
  }
}

std::vector<Candidate> Search::take_best(size_t count, size_t least_distance) {
  predict();
  std::ranges::stable_sort(pool_, {}, &Candidate::predicted_us);
  if (pool_.size() > kMostPool) pool_.resize(kMostPool);
  std::vector<Candidate> taken;
  for (; taken.size() < count && !pool_.empty(); least_distance = least_distance > 0 ? least_distance - 1 : 0) {
    for (size_t i = 0; i < pool_.size() && taken.size() < count;) {
      const bool apart = std::ranges::all_of(taken, [&](const Candidate& other) {
        return !pool_[i].choice || !other.choice || distance(*pool_[i].choice, *other.choice) >= least_distance;
      });
      if (!apart) {
        ++i;
        continue;
      }
      taken.push_back(std::move(pool_[i]));
      pool_.erase(pool_.begin() + static_cast<std::ptrdiff_t>(i));
    }
    if (least_distance == 0) break;
  }
  return taken;
}

std::vector<Candidate> Search::propose(size_t count, size_t left) {
  if (!first_pool_ && space_) {
    std::vector<Candidate> fresh;
    for (Choice& choice : random_choices(kFirstPool)) fresh.push_back({std::move(choice), {}});
    consider(std::move(fresh));
    for (int generation = 0; generation < 2; ++generation) {
      std::ranges::stable_sort(pool_, {}, &Candidate::estimate_us);
      std::vector<Measured> measured;
      std::swap(measured, measured_);  // what was measured before must not change the first proposals
      breed(kBredPool, false);
      std::swap(measured, measured_);
    }
    first_pool_ = !options_.out_of_time || !options_.out_of_time();
    return take_best(count, kFirstDistance);
  }
  // The last third goes to the neighbours of the best.
  const bool end = left * 2 < measured_.size();
  breed(kRoundPool, end);
  if (end) breed(kRoundPool / 2, false);
  // What is narrowed may leave nothing near the best: the rest of the space is drawn from.
  for (int draw = 0; draw < kDraws && pool_.empty() && space_ && narrowing_ != Narrowing(); ++draw) {
    std::vector<Candidate> fresh;
    for (Choice& choice : random_choices(kFirstPool)) fresh.push_back({std::move(choice), {}});
    consider(std::move(fresh));
  }
  return take_best(count, 1);
}

void Search::report(const Candidate& candidate, double measured_us) {
  seen_.insert(candidate.nest);
  if (measured_us <= 0) return;
  if (candidate.predicted_us > 0) predicted_.emplace_back(candidate.predicted_us, measured_us);
  if (options_.learned && candidate.estimate_us > 0)
    learned_.add({candidate.features, std::log(measured_us / candidate.estimate_us)});
  if (candidate.choice) residual_.add(*candidate.choice, candidate.estimate_us, measured_us);
  const auto place = std::ranges::upper_bound(measured_, measured_us, {}, &Measured::us);
  measured_.insert(place, {candidate, measured_us});
}

double Search::rank_correlation() const {
  if (predicted_.size() < 3) return 0;
  const auto ranks = [&](auto member) {
    std::vector<size_t> order(predicted_.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::ranges::stable_sort(order, {}, [&](size_t i) { return predicted_[i].*member; });
    std::vector<double> rank(order.size());
    for (size_t i = 0; i < order.size(); ++i) rank[order[i]] = static_cast<double>(i);
    return rank;
  };
  const auto a = ranks(&std::pair<double, double>::first), b = ranks(&std::pair<double, double>::second);
  const auto n = static_cast<double>(a.size());
  double squares = 0;
  for (size_t i = 0; i < a.size(); ++i) squares += (a[i] - b[i]) * (a[i] - b[i]);
  return 1 - 6 * squares / (n * (n * n - 1));
}

}  // namespace nw::tune
