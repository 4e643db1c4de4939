// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/record.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "export/ansor_order.h"
#include "export/diagnostics.h"
#include "export/factored_reduction.h"

namespace nw::exporting {

using nlohmann::json;

namespace {

class RecordWriter {
 public:
  RecordWriter(const script::Program& program, const schedule::Bounds& bounds, const Plan& plan)
      : program_(program), schedule_(*program.schedule), bounds_(bounds), plan_(plan) {}

  Result<json> steps() {
    make_stages();
    for (const StagePlan& s : plan_.stages) shape(s);
    for (const StagePlan& s : plan_.stages) place(s);
    if (lost_) return Diagnostics{cannot_compute("a tuning record", *lost_, "has a loop that has no number there", 0)};
    return steps_;
  }

 private:
  // Its place among all stages, once they are made.
  size_t number(StageId id) const { return static_cast<size_t>(std::ranges::find(numbered_, id) - numbered_.begin()); }

  // The stages of the computation as the tool numbers them. An argument that nothing reads has a number, and no stage.
  std::vector<StageId> computed_stages() const {
    std::vector<StageId> stages;
    for (const te::Operation& op : ansor_order(program_.args)) stages.push_back(schedule_.find(op));
    return stages;
  }

  // First of all, on stages without other steps. Their numbers are those at that point.
  void make_stages() {
    const std::vector<MadeStage> all = made_stages(program_);
    std::vector<StageId>& now = numbered_ = computed_stages();
    std::map<StageId, StageId> computed_by;  // what a later step made, by whom it computed before
    for (const MadeStage& m : all) {
      std::erase(now, m.made);
      if (m.kind != MadeStage::Kind::Read) computed_by[m.made] = m.source;
    }
    const auto place = [&](StageId id) { return static_cast<size_t>(std::ranges::find(now, id) - now.begin()); };
    for (const MadeStage& m : all) {
      const size_t source = place(m.source);
      if (m.kind == MadeStage::Kind::Write) {
        steps_.push_back({"CHW", source, m.scope});
        now.insert(now.begin() + static_cast<std::ptrdiff_t>(source), m.made);
        continue;
      }
      if (m.kind == MadeStage::Kind::Factor) {
        if (const auto f = factored_reduction(program_, m)) {
          const std::vector<AxisId> loops = this->loops(f->before, source, f->bounds);
          steps_.push_back({"RF", source, index(loops, f->axis, f->before), f->place});
        }
        now.insert(now.begin() + static_cast<std::ptrdiff_t>(source), m.made);
        continue;
      }
      json readers = json::array();
      for (const StageId reader : m.readers)
        readers.push_back(place(place(reader) < now.size() ? reader : computed_by[reader]));
      steps_.push_back({"CHR", source, m.scope, readers});
      now.insert(now.begin() + static_cast<std::ptrdiff_t>(source) + 1, m.made);
    }
  }

  // The loop's place; of one that is not among them the record is refused.
  size_t index(const std::vector<AxisId>& order, AxisId axis, const StagePlan& s) {
    const auto at = std::ranges::find(order, axis);
    if (at == order.end()) {
      lost_ = schedule_.stage(s.stage).name();
      return 0;
    }
    return static_cast<size_t>(at - order.begin());
  }

  static json extent(AxisId axis, const schedule::Bounds& bounds) {
    const auto range = bounds.ranges.find(axis);
    const int64_t* n = range == bounds.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    return n ? json(*n) : json(nullptr);
  }

  void reorder(const StagePlan& s, size_t stage, std::vector<AxisId>& now, const std::vector<AxisId>& order) {
    json places = json::array();
    for (AxisId axis : order) places.push_back(index(now, axis, s));
    steps_.push_back({"RE", stage, places});
    now = order;
  }

  // The steps that make a stage's loops; the stage has that number. Gives the loops.
  std::vector<AxisId> loops(const StagePlan& s, size_t stage, const schedule::Bounds& bounds) {
    std::vector<AxisId> now = s.root;
    for (const LoopStep& step : s.steps) {
      if (step.kind == LoopStep::Kind::Order) {
        reorder(s, stage, now, step.order);
      } else if (step.kind == LoopStep::Kind::Split) {
        const size_t at = index(now, step.parent, s);
        if (lost_) break;
        steps_.push_back({"SP", stage, at, extent(step.parent, bounds),
                          json::array({step.parts > 0 ? step.parts : step.factor}), step.parts > 0 ? 0 : 1});
        now[at] = step.outer;
        now.insert(now.begin() + static_cast<std::ptrdiff_t>(at) + 1, step.inner);
      } else {
        const size_t at = index(now, step.outer, s);
        if (index(now, step.inner, s) != at + 1) lost_ = schedule_.stage(s.stage).name();
        if (lost_) break;
        steps_.push_back({"FU", stage, json::array({at, at + 1})});
        now[at] = step.parent;
        now.erase(now.begin() + static_cast<std::ptrdiff_t>(at) + 1);
      }
    }
    if (s.reordered) reorder(s, stage, now, s.order);
    return now;
  }

  void shape(const StagePlan& s) {
    for (const LoopNote& note : s.notes)  // while the dimension still is a loop
      if (note.kind == LoopNote::Kind::Align)
        steps_.push_back({"SA", number(s.stage), index(s.root, note.axis, s), note.value, note.offset});
    const std::vector<AxisId> now = loops(s, number(s.stage), bounds_);
    // Numbers of IteratorAnnotation: unroll 1, vectorize 2, parallel 3.
    for (const LoopMark& mark : s.marks)
      steps_.push_back({"AN", number(s.stage), index(now, mark.axis, s),
                        mark.type == tir::IterType::Unrolled     ? 1
                        : mark.type == tir::IterType::Vectorized ? 2
                                                                 : 3});
    for (const LoopNote& note : s.notes)
      if (note.kind == LoopNote::Kind::Pragma)
        steps_.push_back(
            {"PR", number(s.stage), index(now, note.axis, s), note.key + "$" + std::to_string(note.value)});
  }

  void place(const StagePlan& s) {
    if (s.place == StagePlan::Place::Inline) steps_.push_back({"CI", number(s.stage)});
    if (s.place != StagePlan::Place::At) return;
    const StagePlan* at = plan_.find(s.at_stage);
    if (at) steps_.push_back({"CA", number(s.stage), number(s.at_stage), index(at->order, s.at_axis, *at)});
  }

  const script::Program& program_;
  const schedule::Schedule& schedule_;
  const schedule::Bounds& bounds_;
  const Plan& plan_;
  json steps_ = json::array();
  std::vector<StageId> numbered_;
  std::optional<std::string> lost_;  // a stage with a loop that is not among those of the record
};

}  // namespace

Result<std::string> schedule_record(const script::Program& program, const schedule::Bounds& bounds,
                                    const std::string& workload, const std::vector<double>& seconds) {
  Abilities tool{"a tuning record"};
  tool.mixed_fuse = true;
  tool.constant_sizes_only = false;
  tool.copies = true;
  tool.plain_vectors = true;
  tool.notes = [](const schedule::Stage&, const LoopNote& note) {
    return note.kind == LoopNote::Kind::Align ||
           (note.kind == LoopNote::Kind::Pragma && note.key == "auto_unroll_max_step");
  };
  const Plan p = plan(program, bounds, tool);
  if (has_errors(p.diagnostics)) return p.diagnostics;
  const Result<json> steps = RecordWriter(program, bounds, p).steps();
  if (!steps.value) return steps.diagnostics;
  json record;
  record["i"] = json::array({json::array({json::array({valid_utf8(workload)}).dump(-1, ' ', true), "llvm"}),
                             json::array({json::array(), *steps})});
  // The times are those of the whole schedule.
  const std::vector<double> measured = p.diagnostics.empty() ? seconds : std::vector<double>();
  record["r"] = json::array({measured, measured.empty() ? 1 : 0, 0, 0});
  record["v"] = "v0.6";
  return Result<std::string>(record.dump(-1, ' ', true, json::error_handler_t::replace) + "\n", p.diagnostics);
}

}  // namespace nw::exporting
