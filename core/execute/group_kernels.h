// SPDX-License-Identifier: GPL-3.0-or-later
// Groups of a network with sizes, branches or loops that only the run tells, computed by kernels that take these sizes;
// where a group has no such kernel, by one that is made when the sizes are known. Values stay on the device between
// kernels (device_values.h).
#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "execute/device_values.h"
#include "execute/network_check.h"
#include "execute/network_kernels.h"
#include "execute/network_values.h"
#include "execute/progress.h"
#include "execute/run_log.h"
#include "execute/trace_recorder.h"
#include "fusion/fusion.h"
#include "measure/report.h"
#include "reference/evaluate.h"

namespace nw::execute {

class GroupKernels : public reference::GroupComputer {
 public:
  struct Surroundings {
    const graph::Graph& graph;
    const fusion::Fusion& fusion;
    NetworkKernels& kernels;
    runtime::Device& device;
    int threads = 1;
    // Reopens the device, where it takes no more code; what is on it is lost.
    std::function<Diagnostics()> reopen;
    // Memory on the device as it is open now.
    std::function<DeviceMemory&()> memory;
    std::function<DeviceConstants&()> constants;
    RunLog& log;
    Progress& progress;
    NetworkCheck* check = nullptr;  // compares every kernel's results; null: nobody does
  };
  explicit GroupKernels(Surroundings surroundings);
  ~GroupKernels() override;

  const Group* find(NodeId node) const override;
  bool pays(NodeId node, const reference::Values& inputs, const reference::Sizes& sizes) override;
  Result<reference::Value> compute(NodeId node, const reference::Values& inputs,
                                   const reference::Sizes& sizes) override;
  Diagnostics fetch(const reference::Value& value) override;
  void values_take(int64_t bytes) override;
  // How long the device was waited for since this was last asked: no time of who asked for the value.
  std::chrono::nanoseconds take_waited() { return values_.take_waited(); }
  // Records the calls and the memory of the runs from now on; null: nobody does.
  void record(TraceRecorder* trace) { trace_ = trace; }
  // What the values of the runs so far took: most memory at once, most of them alive at once, and all of one run, of
  // which the evaluation counts what no kernel computed.
  measure::MemoryUse::Planned memory_use() const { return use_; }
  void count_unshared(int64_t bytes) { use_.unshared += bytes; }
  // Whether what runs from now on is put into the log; a run that is timed has none.
  void keep_log(bool keep) { keeps_log_ = keep; }
  // Compiles and loads the kernels that serve all sizes: before the first run, which closes the device for code.
  Diagnostics prepare();

  void check_no_more() { on_.check = nullptr; }
  // Whether a kernel computed this node's value when it was last asked for.
  bool computed(NodeId node) const;
  GroupId group_with(NodeId node) const;  // invalid: none

 private:
  struct Made;   // a kernel of a group
  struct Sized;  // a group with the sizes of its inputs
  using Key = std::vector<int64_t>;
  struct Entry {
    const fusion::Group* group = nullptr;
    Group inputs;
    std::vector<tir::Var> symbols;                // of the types and attributes of its nodes
    std::unique_ptr<Made> any_sizes;              // takes the sizes that the run tells
    std::map<Key, std::unique_ptr<Sized>> sized;  // by the inputs' types and the symbols' sizes
    int own_kernels = 0;                          // of `sized`
    const Key* last_key = nullptr;                // of `sized`, when it was last asked for
    Sized* last = nullptr;
    bool computed = false;
    bool may_be_small = false;  // no long constants, no schedule of a person's
  };
  // Null, with errors in the diagnostics or none, where an input is no tensor and no list of tensors.
  Sized* sized(Entry& entry, const reference::Values& inputs, const reference::Sizes& sizes, Diagnostics& diagnostics);
  void make(Sized& made, const std::vector<graph::Type>& types, const reference::Sizes& sizes,
            Diagnostics& diagnostics);
  bool fit(const Made& made, const reference::Sizes& sizes, Sized& sized) const;
  // One more kernel of the group is compiled.
  void begin_compiling(const fusion::Group& group, const std::string& task);
  void compile_ahead(const std::vector<std::pair<Entry*, std::unique_ptr<Made>>>& all);
  // Reopens the device where it takes no more code.
  Diagnostics load(Made& made);
  Diagnostics find_or_compile(Made& made);
  Result<reference::Value> run(Sized& sized, const reference::Values& inputs);
  static void note_arguments(Sized& sized);
  bool count_here(const reference::Value& value, int64_t& elements) const;
  Result<std::optional<target::BufferId>> constant_argument(const Sized& sized, size_t argument);
  Diagnostics arguments(Sized& sized, const reference::Values& inputs, std::vector<target::BufferId>& buffers,
                        std::vector<Value>& owned);
  Diagnostics check(const Sized& sized, const reference::Values& inputs, const reference::Values& results);
  void count(const Sized& sized, std::chrono::nanoseconds time, TraceRecorder::Clock::time_point begin);
  void record_memory() {
    if (trace_) trace_->memory(on_.memory().used_anywhere());
  }

  Surroundings on_;
  DeviceValues values_;
  TraceRecorder* trace_ = nullptr;
  measure::MemoryUse::Planned use_;
  bool keeps_log_ = true;
  size_t begun_ = 0, to_compile_ = 0;  // kernels whose compilation has begun, of so many
  Key key_;                            // of the group at hand: its memory is used again
  std::map<NodeId, Entry> entries_;    // by the root
  std::vector<Entry*> entry_of_;       // the same, by the node's index
};

// A tensor's or a list of tensors' type; unknown for other values.
graph::Type type_of(const reference::Value& value);

}  // namespace nw::execute
