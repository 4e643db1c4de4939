// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/tir_schedule.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "export/diagnostics.h"
#include "export/made_stages.h"
#include "export/plan.h"

namespace nw::exporting {

namespace {

class TirWriter {
 public:
  TirWriter(const std::string& text, const script::Program& program, Plan plan)
      : text_(text), program_(program), plan_(std::move(plan)) {}

  Result<std::string> write() {
    std::string out = "# The kernel " + program_.kernel_name + " for TVM's tir.Schedule, written by Nestwright.\n";
    std::string body;
    const std::string copies = make_stages();
    // Readers first: a stage's own loops are known once it stands where it is computed.
    for (size_t i = plan_.stages.size(); i-- > 0;) body += schedule(plan_.stages[i]);
    for (const Diagnostic& d : plan_.diagnostics) out += fmt::format("# Line {}: {}.\n", line_of(d), d.message);
    out += computation();
    std::vector<std::string> args;
    for (const te::Tensor& arg : program_.args) args.push_back(variable(arg));
    out += fmt::format("\nfunc = te.create_prim_func([{}])\nsch = tvm.tir.Schedule(func)\n\n# schedule\n",
                       fmt::join(args, ", "));
    out += copies + body + "\nmod = sch.mod\n";
    return Result<std::string>(out, plan_.diagnostics);
  }

 private:
  // The script up to create_schedule, as it stands.
  std::string computation() const {
    std::istringstream lines(text_);
    std::string out, line;
    for (int n = 1; std::getline(lines, line); ++n) {
      const auto part = std::find_if(program_.statements.begin(), program_.statements.end(),
                                     [n](const script::Statement& s) { return n >= s.span.line && n <= s.last_line; });
      if (line.find("create_schedule(") != std::string::npos) break;
      if (line == "# schedule" || line.starts_with("# nestwright:")) continue;
      if (part == program_.statements.end() || part->part != script::Statement::Part::Schedule) out += line + "\n";
    }
    return out;
  }

  std::string variable(const te::Tensor& tensor) const {
    const StageId id = program_.schedule->find(tensor->op);
    for (const auto& [name, stage] : program_.stage_names)
      if (stage == id) return name;
    return plan_.names.at(id);
  }

  std::string block(StageId id) const { return "b_" + plan_.names.at(id); }

  std::string name(StageId id) const { return program_.schedule->stage(id).name(); }

  // The line that finds a block of the computation, once.
  std::string get_block(StageId id, StageId computed = {}) {
    if (!blocks_.insert(id).second) return {};
    return fmt::format("{} = sch.get_block(\"{}\")\n", block(id), name(computed ? computed : id));
  }

  // First of all, while every block still stands by itself. What cache_write makes is the block of the computation,
  // whose old name a new block then has that copies. Where in a block's reads a buffer stands differs between versions.
  std::string make_stages() {
    std::string out;
    const std::vector<MadeStage> all = made_stages(program_);
    std::map<StageId, StageId> computes;  // what the stage that cache_write made computes
    for (const MadeStage& m : all)
      if (m.kind == MadeStage::Kind::Write) computes[m.made] = m.source;
    if (std::ranges::any_of(all, [](const MadeStage& m) { return m.kind == MadeStage::Kind::Read; }))
      out +=
          "def read_index(block, name):\n"
          "    return [region.buffer.name for region in sch.get(block).reads].index(name)\n\n\n";
    for (const MadeStage& m : all) {
      if (m.kind == MadeStage::Kind::Write) {
        out += get_block(m.made, m.source);
        out += fmt::format("{} = sch.cache_write({}, 0, \"{}\")\n", block(m.source), block(m.made), m.scope);
        blocks_.insert(m.source);
        continue;
      }
      const StageId reader = m.readers.front();
      const auto computed = computes.find(reader);
      out += get_block(reader, computed == computes.end() ? StageId() : computed->second);
      out += fmt::format("{0} = sch.cache_read({1}, read_index({1}, \"{2}\"), \"{3}\")\n", block(m.made), block(reader),
                         name(m.source), m.scope);
      blocks_.insert(m.made);
    }
    return out;
  }

  std::string axis(const StagePlan& s, AxisId id) const { return plan_.names.at(s.stage) + "_" + s.names.at(id); }

  std::string reorder(const StagePlan& s, const std::vector<AxisId>& order) const {
    std::vector<std::string> names;
    for (AxisId id : order) names.push_back(axis(s, id));
    return fmt::format("sch.reorder({})\n", fmt::join(names, ", "));
  }

  std::string step(const StagePlan& s, const LoopStep& step) const {
    switch (step.kind) {
      case LoopStep::Kind::Split:
        return fmt::format("{}, {} = sch.split({}, factors=[None, {}])\n", axis(s, step.outer), axis(s, step.inner),
                           axis(s, step.parent), step.factor);
      case LoopStep::Kind::Fuse:
        return fmt::format("{} = sch.fuse({}, {})\n", axis(s, step.parent), axis(s, step.outer), axis(s, step.inner));
      case LoopStep::Kind::Order:
        break;
    }
    return reorder(s, step.order);
  }

  std::string schedule(const StagePlan& s) {
    const std::string block = this->block(s.stage);
    std::string out = get_block(s.stage);
    if (s.place == StagePlan::Place::Inline) return out + fmt::format("sch.compute_inline({})\n", block);
    if (s.place == StagePlan::Place::At) {
      if (const StagePlan* at = plan_.find(s.at_stage))
        out += fmt::format("sch.compute_at({}, {}, preserve_unit_loops=True)\n", block, axis(*at, s.at_axis));
    }
    std::vector<std::string> loops;
    for (AxisId root : s.root) loops.push_back(axis(s, root));
    const bool named = std::any_of(plan_.stages.begin(), plan_.stages.end(),
                                   [&](const StagePlan& other) { return other.at_stage == s.stage; });
    for (const LoopNote& note : s.notes)
      if (note.kind == LoopNote::Kind::Align)
        out +=
            fmt::format("sch.storage_align({}, 0, {}, {}, {})\n", block,
                        std::find(s.root.begin(), s.root.end(), note.axis) - s.root.begin(), note.value, note.offset);
    const bool hints = std::ranges::any_of(s.notes, [](const LoopNote& n) { return n.kind == LoopNote::Kind::Pragma; });
    if (loops.empty() || (s.steps.empty() && s.marks.empty() && !hints && !s.reordered && !named)) return out;
    out += fmt::format("{}{} = sch.get_loops({})[-{}:]\n", fmt::join(loops, ", "), loops.size() == 1 ? "," : "", block,
                       loops.size());
    for (const LoopStep& step : s.steps) out += this->step(s, step);
    if (s.reordered) out += reorder(s, s.order);
    for (const LoopMark& mark : s.marks)
      out += fmt::format("sch.{}({})\n",
                         mark.type == tir::IterType::Vectorized ? "vectorize"
                         : mark.type == tir::IterType::Unrolled ? "unroll"
                                                                : "parallel",
                         axis(s, mark.axis));
    for (const LoopNote& note : s.notes)
      if (note.kind == LoopNote::Kind::Pragma)
        out += fmt::format("sch.annotate({}, \"pragma_{}\", {})\n", axis(s, note.axis), note.key, note.value);
    return out;
  }

  const std::string& text_;
  const script::Program& program_;
  Plan plan_;
  std::set<StageId> blocks_;  // that have a variable
};

}  // namespace

Result<std::string> tir_schedule(const std::string& text, const script::Program& program,
                                 const schedule::Bounds& bounds, const Diagnostics& left_out) {
  Abilities tool{"tir.Schedule"};
  tool.constant_sizes_only = false;
  tool.copies = true;
  tool.notes = [](const schedule::Stage&, const LoopNote& note) { return note.kind != LoopNote::Kind::Prefetch; };
  Plan p = plan(program, bounds, tool);
  if (has_errors(p.diagnostics)) return p.diagnostics;
  p.diagnostics.insert(p.diagnostics.begin(), left_out.begin(), left_out.end());
  return TirWriter(text, program, std::move(p)).write();
}

}  // namespace nw::exporting
