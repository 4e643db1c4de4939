// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/tir_schedule.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "export/diagnostics.h"
#include "export/factored_reduction.h"
#include "schedule/catalogue.h"
#include "script/expr_text.h"
#include "script/text.h"

namespace nw::exporting {

namespace {

Diagnostic no_variable(const std::string& tensor) {
  return cannot_compute("tir.Schedule", tensor, "is bound to no variable of the script", 0);
}

class TirWriter {
 public:
  TirWriter(const script::Program& program, Plan plan)
      : program_(program), plan_(std::move(plan)), made_(made_stages(program)) {}

  Result<std::string> write() {
    name_blocks();
    for (const te::Tensor& arg : program_.args)
      if (variable(arg).empty()) return Diagnostics{no_variable(arg->op->name)};
    std::string out =
        "# The kernel " + comment_text(program_.kernel_name) + " for TVM's tir.Schedule, written by Nestwright.\n";
    std::string body;
    std::string made = make_stages();
    std::string layouts;
    for (const StagePlan& s : plan_.stages)
      if (s.layout) layouts += lay_out(s);
    if (!layouts.empty()) made += "# Layouts as TVM 0.10 and later take them.\n" + layouts;
    // Readers first: a stage's own loops are known once it is where it is computed.
    for (size_t i = plan_.stages.size(); i-- > 0;) body += schedule(plan_.stages[i]);
    for (const Diagnostic& d : plan_.diagnostics)
      out += fmt::format("# Line {}: {}.\n", line_of(d), comment_text(d.message));
    out += script::computation_text(*program_.text, program_);
    std::vector<std::string> args;
    for (const te::Tensor& arg : program_.args) args.push_back(variable(arg));
    out += fmt::format("\nfunc = te.create_prim_func([{}])\nsch = tvm.tir.Schedule(func)\n\n# schedule\n",
                       fmt::join(args, ", "));
    if (has_errors(plan_.diagnostics)) return plan_.diagnostics;
    if (any_dotted_)
      out +=
          "def get_block(name):\n    all_blocks = sch.get_child_blocks(sch.get_block(\"root\"))\n"
          "    return [b for b in all_blocks if sch.get(b).name_hint in (name, name.replace(\".\", \"_\"))][0]\n\n\n";
    out += made + body + "\nmod = sch.mod\n";
    return Result<std::string>(out, plan_.diagnostics);
  }

 private:
  // The script's variable for a tensor; empty if it has none. A tensor that nothing reads has no stage.
  std::string variable(const te::Tensor& tensor) const {
    const StageId id = program_.schedule->find(tensor->op);
    for (const auto& [name, stage] : program_.stage_names)
      if (id.valid() && stage == id) return name;
    std::map<std::string, int> line_of_variable;  // where it last got a value
    for (const script::Statement& s : program_.statements)
      for (const std::string& name : s.binds) line_of_variable[name] = s.span.line;
    for (const auto& [name, line] : line_of_variable)
      if (!id.valid() && line == tensor->op->span.line) return name;
    return {};
  }

  // te.create_prim_func names the blocks as the stages of the computation, and numbers those that share a name.
  void name_blocks() {
    std::set<StageId> made;
    for (const MadeStage& m : made_) made.insert(m.made);
    std::map<std::string, int> count;
    for (const StageId id : program_.schedule->order()) {
      const schedule::Stage& stage = program_.schedule->stage(id);
      if (stage.op->kind == te::OpKind::Placeholder || made.contains(id)) continue;
      const std::string& wanted = stage.origin_op->name;
      std::string name = wanted;
      while (count.contains(name)) name = fmt::format("{}_{}", wanted, ++count[wanted]);
      count[name];
      called_[id] = name;
    }
  }

  std::string block(StageId id) const { return "b_" + plan_.names.at(id); }

  std::string name(StageId id) const {
    const auto called = called_.find(id);
    return called == called_.end() ? program_.schedule->stage(id).name() : called->second;
  }

  // The line that finds a block of the computation, once.
  std::string get_block(StageId id, const std::string& called) {
    if (!blocks_.insert(id).second) return {};
    const bool dotted = called.find('.') != std::string::npos;
    any_dotted_ = any_dotted_ || dotted;
    return fmt::format("{} = {}get_block({})\n", block(id), dotted ? "" : "sch.", python_literal(called));
  }
  std::string get_block(StageId id) { return get_block(id, name(id)); }

  // First of all, while every block still is by itself, in the order of the script.
  std::string make_stages() {
    std::string out;
    const std::vector<MadeStage>& all = made_;
    for (const MadeStage& m : all) {
      if (m.kind != MadeStage::Kind::Read) computed_by_[m.made] = m.source;
      if (m.kind == MadeStage::Kind::Factor)
        if (auto f = factored_reduction(program_, m)) factored_.emplace(m.made, std::move(*f));
    }
    if (std::ranges::any_of(all, [](const MadeStage& m) { return m.kind == MadeStage::Kind::Read; }))
      out +=
          "def read_index(block, name):\n"
          "    return [region.buffer.name for region in sch.get(block).reads].index(name)\n\n\n";
    for (const MadeStage& m : all) {
      if (m.kind == MadeStage::Kind::Read) out += cache_read(m);
      if (m.kind == MadeStage::Kind::Write) out += cache_write(m);
      if (factored_.contains(m.made)) out += rfactor(m);
    }
    return out;
  }

  // A buffer's position in a block's reads differs between versions.
  std::string cache_read(const MadeStage& m) {
    StageId reader = m.readers.front();
    std::string called = name(reader);
    if (const auto by = computed_by_.find(reader); by != computed_by_.end() && !blocks_.contains(reader)) {
      const auto partial = factored_.find(reader);  // of a step that is still to come: as yet it is the whole reduction
      called = name(by->second);
      if (partial != factored_.end()) reader = by->second;
    }
    const std::string& buffer = program_.schedule->stage(m.source).origin_op->name;
    const auto has_the_name = [&](StageId id) { return program_.schedule->stage(id).origin_op->name == buffer; };
    if (std::ranges::count_if(program_.schedule->order(), has_the_name) > 1)
      plan_.diagnostics.push_back(
          cannot_compute("tir.Schedule", buffer, "shares its name, by which cache_read finds it", m.line));
    std::string out = get_block(reader, called);
    out += fmt::format("{0} = sch.cache_read({1}, read_index({1}, {2}), {3})\n", block(m.made), block(reader),
                       python_literal(buffer), python_literal(m.scope));
    blocks_.insert(m.made);
    return out;
  }

  // What it makes is the block of the computation, whose old name a new block then has that copies.
  std::string cache_write(const MadeStage& m) {
    std::string out = get_block(m.made, name(m.source));
    out += fmt::format("{} = sch.cache_write({}, 0, {})\n", block(m.source), block(m.made), python_literal(m.scope));
    blocks_.insert(m.source);
    return out;
  }

  // The block keeps its variable and then adds up; the new one has all its loops.
  std::string rfactor(const MadeStage& m) {
    const FactoredReduction& f = factored_.at(m.made);
    std::string out = get_block(m.source, name(m.source)) + loops_of(m.source, f.before.loops, f.before);
    for (const LoopStep& step : f.before.steps) out += this->step(f.before, step);
    if (f.before.reordered) out += reorder(f.before, f.before.order);
    out += fmt::format("{} = sch.rfactor({}, {})\n", block(m.made), axis(f.before, f.axis), f.place);
    blocks_.insert(m.made);
    return out;
  }

  // A block's loops are rebuilt after its dimensions: while each still is one loop.
  std::string lay_out(const StagePlan& s) {
    const schedule::TransformRelation& layout = *s.layout;
    script::Naming naming;
    naming.variable = [](const tir::VarNode& v) { return plain_identifier(v.name); };
    std::vector<std::string> vars, indices;
    for (const tir::Var& v : layout.forward_vars) vars.push_back(plain_identifier(v->name));
    for (const tir::Expr& e : layout.forward) indices.push_back(script::expr_text(e, naming));
    const std::string of_buffer = fmt::format("lambda {}: [{}]", fmt::join(vars, ", "), fmt::join(indices, ", "));
    for (size_t i = layout.original.size(); i < s.root.size(); ++i) {
      std::string var = s.names.at(s.root[i]);
      while (std::ranges::find(vars, var) != vars.end()) var += "_";
      vars.push_back(var);
      indices.push_back(var);
    }
    return get_block(s.stage) + fmt::format(
                                    "sch.transform_layout({0}, (\"write\", 0), {1})\n"
                                    "sch.transform_block_layout({0}, lambda {2}: [{3}])\n",
                                    block(s.stage), of_buffer, fmt::join(vars, ", "), fmt::join(indices, ", "));
  }

  // The loops as the tool finds them once the stage is in its place.
  std::vector<AxisId> found_loops(const StagePlan& s) const {
    const bool placed = s.place == StagePlan::Place::At;
    if (const auto partial = factored_.find(s.stage); partial != factored_.end()) {
      const FactoredReduction& f = partial->second;
      std::vector<AxisId> loops = placed ? placed_partial(f) : f.before.order;
      for (AxisId& loop : loops) loop = f.after.at(loop);
      return loops;
    }
    for (const auto& [made, f] : factored_) {
      if (computed_by_.at(made) != s.stage) continue;
      if (placed) {  // what it runs over first, then its dimensions
        std::vector<AxisId> loops{s.root.back()};
        loops.insert(loops.end(), s.root.begin(), s.root.end() - 1);
        return loops;
      }
      std::vector<AxisId> loops;
      for (const AxisId axis : f.before.order) {
        const auto data = std::ranges::find(f.before.root, axis) - f.before.root.begin();
        if (axis == f.axis)
          loops.push_back(s.root.back());
        else if (data + 1 < std::ssize(s.root))
          loops.push_back(s.root[static_cast<size_t>(data)]);
      }
      return loops;
    }
    return s.loops;
  }

  // Its own dimension first, then the others, then what is left of the reduction's axes, in their order.
  static std::vector<AxisId> placed_partial(const FactoredReduction& f) {
    std::vector<AxisId> loops{f.axis};
    for (const AxisId root : f.before.root)
      for (const AxisId part : parts_of(f, root))
        if (std::ranges::find(loops, part) == loops.end()) loops.push_back(part);
    return loops;
  }

  std::string loops_of(StageId id, const std::vector<AxisId>& loops, const StagePlan& s) const {
    std::vector<std::string> names;
    for (const AxisId loop : loops) names.push_back(axis(s, loop));
    return fmt::format("{}{} = sch.get_loops({})[-{}:]\n", fmt::join(names, ", "), names.size() == 1 ? "," : "",
                       block(id), names.size());
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
        return fmt::format("{}, {} = sch.split({}, factors=[{}])\n", axis(s, step.outer), axis(s, step.inner),
                           axis(s, step.parent),
                           step.parts > 0 ? fmt::format("{}, None", step.parts) : fmt::format("None, {}", step.factor));
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
    const std::vector<AxisId> loops = found_loops(s);
    const bool anew = loops != s.loops,
               named = std::any_of(plan_.stages.begin(), plan_.stages.end(),
                                   [&](const StagePlan& other) { return other.at_stage == s.stage; });
    for (const LoopNote& note : s.notes)
      if (note.kind == LoopNote::Kind::Align)
        out +=
            fmt::format("sch.storage_align({}, 0, {}, {}, {})\n", block,
                        std::find(s.root.begin(), s.root.end(), note.axis) - s.root.begin(), note.value, note.offset);
    const bool hints = std::ranges::any_of(s.notes, [](const LoopNote& n) { return n.kind == LoopNote::Kind::Pragma; });
    if (loops.empty() || (s.steps.empty() && s.marks.empty() && !hints && !s.reordered && !named && !anew)) return out;
    out += loops_of(s.stage, loops, s);
    // Steps that bring loops side by side do so from the order that they have here.
    if (anew && (!s.steps.empty() || !s.reordered)) out += reorder(s, s.loops);
    for (const LoopStep& step : s.steps) out += this->step(s, step);
    if (s.reordered) out += reorder(s, s.order);
    for (const LoopMark& mark : s.marks)
      out += fmt::format("sch.{}({})\n", schedule::name_of(*schedule::primitive_for(mark.type)), axis(s, mark.axis));
    for (const LoopNote& note : s.notes)
      if (note.kind == LoopNote::Kind::Pragma)
        out += fmt::format("sch.annotate({}, {}, {})\n", axis(s, note.axis), python_literal("pragma_" + note.key),
                           note.value);
    return out;
  }

  const script::Program& program_;
  Plan plan_;
  std::vector<MadeStage> made_;
  std::map<StageId, std::string> called_;   // the blocks of the computation, as the tool names them
  bool any_dotted_ = false;                 // whose points newer versions of TVM replace
  std::set<StageId> blocks_;                // that have a variable
  std::map<StageId, StageId> computed_by_;  // what cache_write and rfactor make: the stage that computed it before
  std::map<StageId, FactoredReduction> factored_;  // by what rfactor makes
};

}  // namespace

Result<std::string> tir_schedule(const script::Program& program, const schedule::Bounds& bounds,
                                 const Diagnostics& left_out) {
  Abilities tool{"tir.Schedule"};
  tool.constant_sizes_only = false;
  tool.copies = tool.layouts = true;
  tool.starts = false;
  tool.plain_vectors = true;
  tool.words = {"sch", "func", "mod", "te", "tir", "topi", "tvm", "read_index", "get_block"};
  // Rows can be made longer; a stride of the dimensions around them must stay a multiple of the row's.
  tool.notes = [](const schedule::Stage& stage, const LoopNote& note) {
    const size_t dims = stage.op->output_shape(0).size();
    if (note.kind == LoopNote::Kind::Align) return dims > 1 && stage.root[dims - 2] == note.axis;
    return note.kind != LoopNote::Kind::Prefetch;
  };
  Plan p = plan(program, bounds, tool);
  if (has_errors(p.diagnostics)) return p.diagnostics;
  p.diagnostics.insert(p.diagnostics.begin(), left_out.begin(), left_out.end());
  return TirWriter(program, std::move(p)).write();
}

}  // namespace nw::exporting
