// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels for a target, compiled in a process of their own (nestwright-worker), which has them run by another
// (nestwright-runner): whatever a kernel does, and however long LLVM takes, the caller stays well and gets a
// diagnostic.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/result.h"
#include "base/target_facts.h"
#include "measure/report.h"
#include "measure/request.h"
#include "target/connection.h"

namespace nw::worker {

class WorkerProcess;

// A worker that lives on between requests, and with it LLVM and the runners of the targets that it has used. One
// request at a time; another that comes meanwhile is given a worker of its own.
class LivingWorker {
 public:
  LivingWorker();
  ~LivingWorker();
  LivingWorker(const LivingWorker&) = delete;
  LivingWorker& operator=(const LivingWorker&) = delete;

  // Ends the runner of a target that was removed: now, or after the request that is under way, which is not waited for.
  void forget(const std::string& target);

 private:
  friend Result<std::string> ask_worker(const std::string& request, const struct Patience& patience,
                                        const struct WorkerOptions& options);
  void forget_pending();  // with mutex_ held

  std::mutex mutex_;
  std::unique_ptr<WorkerProcess> process_;
  std::mutex pending_mutex_;
  std::vector<std::string> pending_;  // targets to forget
};

// The phase of a run, and how many of its kernels that has behind it.
struct RunProgress {
  std::string doing;  // "compiling", "comparing"; "running" of a network, "measuring" of a kernel
  int done = 0, of = 0;
};

struct WorkerOptions {
  double deadline_seconds = 60;
  int64_t memory_bytes = 0;  // address space of the worker; 0: three quarters of the machine's memory
  CancelToken cancel;
  std::string program;                        // the worker's path; empty: nestwright-worker beside the running program
  std::shared_ptr<LivingWorker> living = {};  // null: a worker is started for each request
  std::function<void(const RunProgress&)> progress = {};  // called on the thread that asks; null: nobody wants to know
  std::optional<target::Connection> connection = {};      // where kernels run; none: on this computer
};

// What a worker makes again from its serial form.
struct KernelSource {
  std::string script;
  // Of the nest that the caller's analysis of the script found (lower/nest_hash.h). A worker that finds the same nest
  // need not check the schedule again, and says nothing more about it. Empty: the worker checks, and reports.
  std::string nest_hash = {};
};

// Compiles the kernel and runs it as `options` says. Wrong numbers say
// which of LLVM's passes makes them wrong (guilty_pass.h).
Result<measure::RunReport> run_kernel(const KernelSource& kernel, const measure::RunRequest& options,
                                      const WorkerOptions& worker = {});

// How the network is to fuse: limits and what-ifs. Nodes and operators are named as in the graph after its passes.
struct NetworkFusion {
  using Edge = std::pair<std::string, std::string>;  // from, to
  int opt_level = 2;
  int max_depth = 256;
  std::map<std::string, std::string> patterns;  // by node or operator: "elemwise", "opaque", …
  std::vector<std::string> fences;              // nothing fuses out of these nodes
  std::vector<Edge> joins, cuts;
};

// A whole network, opened by the worker itself: its weights never pass through the pipe.
struct NetworkRequest {
  std::string path;
  bool outside = false;  // a project may read a model outside of its folder
  bool passes = true;
  std::map<std::string, int64_t> dims;
  NetworkFusion fusion;
  std::map<std::string, std::string> scripts;  // schedules by task; other groups have their default
  measure::RunRequest run;
  // Files for inputs, by name, of every call; others are filled by rule.
  std::vector<std::pair<std::string, std::string>> inputs = {};
  // A call a folder (data/call.h), in one session; none: one call.
  std::vector<std::string> data = {};
  bool expect = false;    // compare outputs with those in the folders
  std::string save = {};  // a folder for the outputs; empty: they are not kept
  // A pattern table, whose operators the model may use; rewrite: and its rules are applied behind the passes.
  std::string patterns = {};
  bool rewrite = false;
  std::string patterns_text = {};  // in the place of the file's own, which need not exist then
};
Result<measure::ModelReport> run_network(const NetworkRequest& request, const WorkerOptions& worker = {});

// What a kernel can be written as, and the files that makes. The first file is what was asked for; an object file has
// its C header second.
struct EmittedFile {
  std::string suffix;  // ".c", ".ll", ".s", ".o", ".h"
  std::string bytes;
};
struct Emitted {
  std::vector<EmittedFile> files;
  measure::AssemblyText assembly;  // of "asm" only
};

struct EmitRequest {
  std::string kind;                        // one of emit_kinds()
  std::map<std::string, int64_t> sizes;    // of symbolic sizes, by name
  std::optional<TargetFacts> target = {};  // whose processor the code is for; none: this computer's
  bool intel_syntax = false;               // "asm" of x86 as Intel's manuals write it
};

const std::vector<std::string>& emit_kinds();  // "c", "llvm", "asm", "object"
Result<Emitted> emit_kernel(const KernelSource& kernel, const EmitRequest& request, const WorkerOptions& worker = {});

}  // namespace nw::worker
