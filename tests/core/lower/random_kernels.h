// SPDX-License-Identifier: GPL-3.0-or-later
// Random computations and random schedules for them, as script text.
#pragma once

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace nw::test {

class Dice {
 public:
  explicit Dice(uint64_t seed) : engine_(seed) {}
  int64_t number(int64_t low, int64_t high) {
    return low + static_cast<int64_t>(engine_() % static_cast<uint64_t>(high - low + 1));
  }
  // One of several, each as likely as its share.
  size_t share(const std::vector<int>& shares) {
    int64_t all = 0;
    for (int s : shares) all += s;
    int64_t at = number(0, all - 1);
    size_t i = 0;
    while (at >= shares[i]) at -= shares[i++];
    return i;
  }
  bool chance(int percent) { return number(1, 100) <= percent; }
  template <class T>
  const T& any(const std::vector<T>& of) {
    return of[static_cast<size_t>(number(0, static_cast<int64_t>(of.size()) - 1))];
  }

 private:
  std::mt19937_64 engine_;
};

struct Computation {
  std::string kind;
  std::vector<std::string> lines;      // up to create_schedule, which comes after
  std::vector<std::string> stages;     // variables that hold computed tensors, producers first; the last is the output
  std::vector<std::string> inputs;     // placeholders
  std::map<std::string, int> dims;     // of each stage
  std::map<std::string, int> reduces;  // reduce axes of each stage
  std::string args;                    // of tvm.lower
  std::vector<std::map<std::string, int64_t>> sizes;  // values to try for its size variables; empty: it has none
  std::string intrinsic;  // a tensor intrinsic that fits the last computed stage's innermost loop …
  int lanes = 0;          // … of so many iterations
};

std::vector<std::string> computation_kinds();
Computation random_computation(const std::string& kind, Dice& dice);

// One try at a step; state is carried by the caller's list of accepted lines.
struct StepTry {
  std::string primitive;
  std::vector<std::string> lines;  // usually one
};

class RandomSteps {
 public:
  RandomSteps(const Computation& c, Dice& dice);
  StepTry next();
  void accepted();  // the last try was taken

 private:
  struct Loop {
    std::string name;
    bool reduce;
    bool marked = false;
  };
  struct State {
    std::map<std::string, std::vector<Loop>> loops;  // by stage variable, outermost first
    std::vector<std::string> stages;
    std::map<std::string, bool> attached;
    int names = 0;
  };
  std::string fresh(const char* base) { return base + std::to_string(++after_.names); }
  StepTry inline_one();
  std::string reduction();
  StepTry split(const std::string& stage);
  StepTry fuse(const std::string& stage);
  StepTry reorder(const std::string& stage);
  StepTry mark(const std::string& stage, const char* primitive);
  StepTry attach();
  StepTry cache_read();
  StepTry cache_write(const std::string& stage);
  StepTry rfactor(const std::string& stage);
  StepTry storage_align(const std::string& stage);
  StepTry tile(const std::string& stage);
  StepTry bind(const std::string& stage);
  StepTry create_group();
  StepTry prefetch(const std::string& stage);
  StepTry tensorize();
  StepTry transform_layout(const std::string& stage);
  StepTry set_scope(const std::string& stage);
  std::string inner_stage();  // mostly not the output
  void add_axes(const std::string& stage, int dims, int reduces, std::vector<std::string>& lines);

  const Computation& c_;
  Dice& dice_;
  State now_, after_;
};

}  // namespace nw::test
