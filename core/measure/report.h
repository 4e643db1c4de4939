// SPDX-License-Identifier: GPL-3.0-or-later
// What running a kernel yields. Plain values: readable without the compiler that made the kernel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/dtype.h"
#include "base/ids.h"
#include "measure/machine.h"
#include "measure/trace.h"

namespace nw::measure {

struct Timing {  // microseconds
  double min = 0, median = 0;
  double mad = 0;  // median of the distances from the median
  int runs = 0;
};

// One output: sums in float64 (weighted: element i times i mod 17 + 1) and the first elements. Of strings there are the
// first texts only. A list has its first entries, and the type and the sizes that all of them have.
struct OutputSummary {
  enum class Kind : uint8_t { Tensor, Sequence, Absent };
  static constexpr int64_t kAnySize = -1;  // of a list's entries: not all are alike

  std::string name;
  std::vector<int64_t> shape;
  DType dtype;
  double sum = 0, weighted_sum = 0;
  std::vector<double> first;
  std::vector<std::string> texts = {};
  Kind kind = Kind::Tensor;
  int64_t length = 0;  // of a list
  std::vector<OutputSummary> entries = {};
};

// Against the reference interpreter of the unscheduled computation.
struct VerifyReport {
  bool ok = true;
  double max_abs_error = 0, max_rel_error = 0;
  int64_t checked = 0, total = 0;  // elements
  // Of those checked: not a number on both sides, which says nothing of the kernel. Where there are some, a kernel is
  // compared again with positive inputs; `ok` and the errors are of both times.
  int64_t nan = 0;
  bool again = false;
  int64_t nan_again = 0;
  bool only_nan() const { return checked > 0 && nan == checked && (!again || nan_again == checked); }
};

// Where a kernel's threads spent their processor time, by samples of what each was at. A function that the kernel calls
// counts for the line that calls it; waking and waiting for other threads counts nowhere.
struct TimeProfile {
  struct Line {  // of the nest that was compiled, counted from 1
    int nest_line = 0;
    std::string text;
    int64_t samples = 0;
  };
  struct Elsewhere {
    std::string where;  // "libm.so.6: expf"
    int64_t samples = 0;
  };
  static constexpr int64_t kFew = 100;  // fewer say little

  int64_t samples = 0;
  std::vector<Line> lines;           // that were met, in the order of the nest
  int64_t unplaced = 0;              // in the kernel, at code without a line
  std::vector<Elsewhere> elsewhere;  // outside of the kernel, at no call of it; most first

  struct Instruction {
    int number = 0;  // in the assembly of the same nest, counted from 0
    int64_t samples = 0;
  };
  std::vector<Instruction> instructions;  // that were met, ascending; none where the code could not be read
  int instruction_count = 0;              // of the whole code
};

// The code that ran.
struct AssemblyText {
  std::vector<std::string> lines;
  std::vector<int> nest_lines;    // of each line: the line of the compiled nest that it computes; 0: none
  std::vector<int> instructions;  // of each line: counted from 0, as TimeProfile counts them; -1: none
};

// What a device counted during one run.
struct Count {
  int64_t value = 0;
  std::string unit;
  bool exact = false;  // the same on every run
};

// Where the time of a request went, in milliseconds.
struct Spent {
  double connect = 0;  // to the target: its runner, its plugin, its device
  double compile = 0, link = 0, load = 0, write = 0, run = 0, read = 0, verify = 0;
};

struct RunReport {
  Machine machine;                        // that it ran on
  std::string clock = "wall";             // "wall", "event", or "emulated": such times say nothing of real ones
  std::map<std::string, Count> counters;  // of one run, by name
  int64_t code_bytes = 0;                 // of the image that was loaded
  Spent spent;
  int passes = 0;         // LLVM's optional passes over this kernel, where RunRequest limits them …
  std::string last_pass;  // … and the last that ran
  Timing time;
  double flops = 0;   // of one run
  double gflops = 0;  // 1e9 operations a second, by the median time
  std::optional<VerifyReport> verify;
  std::optional<TimeProfile> profile;
  std::optional<AssemblyText> assembly;
  std::vector<OutputSummary> outputs;
};

// A network's kernels against the reference operators (reference/operators.h), each on the inputs that it was given,
// and the network's outputs against its source graph evaluated by them.
struct NetworkComparison {
  static constexpr const char* kBy = "reference";
  struct Node {
    std::string node;  // whose value the kernel gives
    bool ok = true;
    double max_abs_error = 0;
  };
  bool ok = true;
  double max_abs_error = 0, max_rel_error = 0;
  int64_t checked = 0, total = 0;  // elements
  int64_t nan = 0;                 // of those checked: not a number on both sides
  std::vector<Node> nodes;         // in the order in which they ran
  int64_t not_compared = 0;        // operators that the reference itself computed, and kernels that it has none for
};

// A call's outputs against those that files hold.
struct ExpectedReport {
  struct Output {
    std::string name;
    bool ok = false;
    double max_abs_error = 0;
    std::string text;  // the first difference; empty: none
  };
  bool ok = true;
  std::vector<Output> outputs;
};

// Tensors of a network on its device, in bytes.
struct MemoryUse {
  struct Planned {
    int64_t arena = 0;     // what its values lie in
    int64_t live = 0;      // the most of them that is alive at once
    int64_t unshared = 0;  // of all of them, each with memory of its own
  };
  int64_t weights = 0, packed = 0;  // constants as they are in the file; those that kernels packed
  int64_t peak = 0;                 // the most that was allocated at once, inputs and all
  // As planned; of a network whose sizes only the run tells, as it came.
  std::optional<Planned> planned = {};
};

// A call of a network: the kernels of its groups in the order they ran.
struct NetworkReport {
  using Kernel = KernelEntry;
  double first_us = 0;    // of the first run, by the clock: with compiling, if there was any
  double compile_ms = 0;  // of that
  int compiled = 0;       // kernels that were not there before
  int from_cache = 0;     // kernels that were not there before, and were on disk
  Timing time;            // of the runs after it
  double flops = 0;
  std::vector<Kernel> kernels;
  std::optional<NetworkComparison> comparison;  // what --verify asks for
  MemoryUse memory;
  std::vector<OutputSummary> outputs;
  std::string data;                     // the folder its inputs came from; empty: none
  std::map<std::string, int64_t> dims;  // values of the model's symbols
  std::optional<ExpectedReport> expected;
  std::optional<Trace> trace = {};  // of a run after the first, where it was asked for
};

// The calls of one session, in order.
struct ModelReport {
  double open_ms = 0;  // reading the file, passes
  std::vector<NetworkReport> calls;
};

}  // namespace nw::measure
