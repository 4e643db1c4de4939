// SPDX-License-Identifier: GPL-3.0-or-later
#include "tune/write_records.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "base/json_text.h"
#include "base/local_cpu.h"
#include "kernel/exports.h"
#include "tune/diagnostics.h"
#include "tune/kernel.h"
#include "tune/meta_database.h"

namespace nw::tune {

using nlohmann::json;

namespace {

constexpr double kMicro = 1e-6;

const char* name_of(RecordForm form) {
  static constexpr const char* kNames[] = {"Ansor's log", "AutoTVM's log", "MetaSchedule's database"};
  return kNames[static_cast<size_t>(form)];
}

class Writer {
 public:
  explicit Writer(RecordForm form) : form_(form) {}

  // False where it cannot be written.
  bool add(const TrialRecord& trial) {
    std::vector<std::string> why;
    const bool written = trial.foreign ? take_over(trial, why) : write(trial, why);
    if (written) ++result_.records;
    if (!written) result_.diagnostics.push_back(inexpressible_record(trial.task, trial.trial, name_of(form_), why));
    return written;
  }

  WrittenRecords finish(size_t wanted) {
    if (form_ == RecordForm::MetaSchedule && result_.records > 0) {
      result_.files.push_back({"write_database.py", meta_database_program(schedules_)});
      for (size_t i = 0; i < schedules_.size(); ++i)
        result_.files.push_back({schedules_[i].file, std::move(programs_[i])});
    } else if (form_ != RecordForm::MetaSchedule) {
      result_.files.push_back({"", std::move(lines_)});
    }
    if (result_.records == 0 && wanted > 0)
      result_.diagnostics.push_back(no_expressible_record(wanted, name_of(form_)));
    return std::move(result_);
  }

 private:
  bool take_over(const TrialRecord& trial, std::vector<std::string>& why) {
    const bool same = (trial.foreign->tool == RecordTool::Ansor && form_ == RecordForm::Ansor) ||
                      (trial.foreign->tool == RecordTool::AutoTvm && form_ == RecordForm::AutoTvm);
    if (same)
      add_line(trial.raw);
    else
      why.emplace_back("it is of another tool's log, which holds no computation");
    return same;
  }

  bool write(const TrialRecord& trial, std::vector<std::string>& why) {
    if (form_ == RecordForm::AutoTvm) return write_autotvm(trial, why);
    const TunedKernel* kernel = kernel_of(trial, why);
    if (!kernel) return false;
    const kernel::KernelAnalysis analysis =
        kernel::analyse(script_with(*kernel, trial.steps), {.sizes = {}, .fixes = false});
    const char* form = form_ == RecordForm::Ansor ? "ansor" : "tir";
    const Result<worker::Emitted> emitted =
        kernel::export_kernel(analysis, form, local_cpu_facts(), {}, {}, {trial.time->median * kMicro});
    for (const Diagnostic& d : emitted.diagnostics) why.push_back(d.message);
    if (!emitted.ok() || emitted->files.empty() || !why.empty()) return false;
    if (form_ == RecordForm::Ansor) {
      add_line(emitted->files.front().bytes);
      return true;
    }
    const int64_t cores = trial.machine ? trial.machine->threads : 1;
    schedules_.push_back({fmt::format("schedule_{}.py", schedules_.size() + 1), trial.task, trial.trial,
                          trial.time->median * kMicro, cores});
    programs_.push_back(emitted->files.front().bytes);
    return true;
  }

  bool write_autotvm(const TrialRecord& trial, std::vector<std::string>& why) {
    if (!trial.knobs.is_object()) {
      why.emplace_back("it is not of a search of the values that a script marks (--space knobs)");
      return false;
    }
    const TunedKernel* kernel = kernel_of(trial, why);
    if (!kernel) return false;
    json args = json::array();
    for (const te::Tensor& arg : kernel->args) {
      if (arg->op->kind != te::OpKind::Placeholder) continue;
      json sizes = json::array();
      for (const tir::Expr& size : arg->shape) sizes.push_back(*tir::as_const_int(size));
      args.push_back({"TENSOR", std::move(sizes), to_string(arg->dtype)});
    }
    const json line = read_json(trial.raw);
    double spent = 0;
    if (const auto parts = line.find("spent_ms"); parts != line.end() && parts->is_object())
      for (const json& part : *parts)
        if (part.is_number()) spent += part.get<double>() * 1e-3;
    const json at = line.contains("at") && line["at"].is_number() ? line["at"] : json(0);
    add_line(json({{"input", {"llvm", trial.task, std::move(args), json::object()}},
                   {"config", trial.knobs},
                   {"result", {json::array({trial.time->median * kMicro}), 0, spent, at}},
                   {"version", 0.2},
                   {"tvm_version", "nestwright"}})
                 .dump(-1, ' ', true, json::error_handler_t::replace));
    return true;
  }

  const TunedKernel* kernel_of(const TrialRecord& trial, std::vector<std::string>& why) {
    const auto [known, first] = kernels_.try_emplace(trial.computation + trial.script);
    if (first) {
      Result<TunedKernel> read = read_kernel(trial.script, {}, trial.task);
      if (read.value) known->second = std::move(*read.value);
    }
    if (!known->second) why.emplace_back("its computation is not in the file, or cannot be read");
    return known->second ? &*known->second : nullptr;
  }

  void add_line(const std::string& line) {
    lines_ += line;
    if (!lines_.ends_with('\n')) lines_ += '\n';
  }

  RecordForm form_;
  std::map<std::string, std::optional<TunedKernel>> kernels_;
  std::string lines_;
  std::vector<MetaSchedule> schedules_;
  std::vector<std::string> programs_;  // of the schedules
  WrittenRecords result_;
};

}  // namespace

WrittenRecords write_records(const std::vector<TrialRecord>& trials, RecordForm form, bool best) {
  std::vector<const TrialRecord*> timed;
  for (const TrialRecord& trial : trials)
    if (trial.time) timed.push_back(&trial);
  if (best) std::ranges::stable_sort(timed, {}, [](const TrialRecord* t) { return t->time->median; });
  Writer writer(form);
  std::set<std::string> done;
  for (const TrialRecord* trial : timed) {
    if (best && done.contains(trial->task)) continue;
    if (writer.add(*trial)) done.insert(trial->task);
  }
  return writer.finish(timed.size());
}

}  // namespace nw::tune
