// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/halide.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/escape.h"
#include "export/diagnostics.h"
#include "export/halide_expr.h"
#include "export/plan.h"
#include "schedule/catalogue.h"

namespace nw::exporting {

namespace {

class HalideWriter {
 public:
  HalideWriter(const script::Program& program, Plan plan) : program_(program), plan_(std::move(plan)) {}

  Result<std::string> write() {
    std::string definitions, schedules;
    for (const te::Tensor& input : plan_.inputs) type_of(input->op, input->dtype);
    for (const StagePlan& s : plan_.stages) definitions += define(s);
    // Readers first: what is computed inside of their loops names them.
    for (size_t i = plan_.stages.size(); i-- > 0;) schedules += schedule(plan_.stages[i]);
    if (has_errors(plan_.diagnostics)) return plan_.diagnostics;
    std::string text = fmt::format(
        "// The kernel {} for Halide, written by Nestwright.\n"
        "// On Debian 12 (libhalide14-0-dev): g++ -std=c++17 -O2 -I/usr/include/halide14 FILE.cpp -lHalide14\n",
        comment_text(program_.kernel_name));
    for (const Diagnostic& d : plan_.diagnostics)
      text += fmt::format("// Line {}: {}.\n", line_of(d), comment_text(d.message));
    text += kHead;
    for (const te::Tensor& input : plan_.inputs)
      text += fmt::format("  Buffer<{}> {}({});\n  fill({});\n", halide_type(input->dtype), name(input->op),
                          extents(input->shape), name(input->op));
    text += "\n" + definitions + "\n" + schedules + "\n" + run();
    return Result<std::string>(text + "  return 0;\n}\n", plan_.diagnostics);
  }

 private:
  std::string name(const te::Operation& op) const { return plan_.names.at(program_.schedule->find(op)); }

  void type_of(const te::Operation& op, DType t) {
    if (halide_type(t).empty())
      plan_.diagnostics.push_back(cannot_compute("Halide", op->name, "has the type " + to_string(t), op->span.line));
  }

  static std::string extents(const std::vector<tir::Expr>& shape) {
    std::vector<std::string> parts;
    for (size_t i = shape.size(); i-- > 0;) {
      const int64_t* n = tir::as_const_int(shape[i]);
      parts.push_back(std::to_string(n ? *n : 0));
    }
    return fmt::to_string(fmt::join(parts, ", "));
  }

  std::string axis(const StagePlan& s, AxisId id) const { return plan_.names.at(s.stage) + "_" + s.names.at(id); }
  bool is_reduction(const StagePlan& s) const { return s.compute->is_reduction(); }

  // Vars and RVars, the pure definition, and the update of a reduction.
  std::string define(const StagePlan& s) {
    const te::ComputeNode& c = *s.compute;
    const std::string f = plan_.names.at(s.stage);
    const schedule::Stage& stage = program_.schedule->stage(s.stage);
    type_of(stage.op, c.body[0]->dtype);
    HalideExpr expr([this](const te::Tensor& t) {
      return HalideExpr::Source{name(t->op), t->op->kind == te::OpKind::Placeholder};
    });
    std::vector<std::string> vars;
    std::string text = fmt::format("  Func {0}(\"{0}\");\n", f);
    for (size_t i = 0; i < c.axis.size(); ++i) {
      const std::string v = axis(s, s.root[i]);
      text += fmt::format("  Var {}(\"{}\");\n", v, s.names.at(s.root[i]));
      expr.variables[c.axis[i]->var.get()] = v;
      vars.insert(vars.begin(), v);
    }
    const std::string left = fmt::format("{}({})", f, fmt::join(vars, ", "));
    if (!c.is_reduction()) {
      text += fmt::format("  {} = {};\n", left, expr.text(c.body[0]));
    } else {
      text += reduction(s, *tir::node_cast<tir::ReduceNode>(c.body[0]), left, expr);
    }
    if (!expr.missing.empty())
      plan_.diagnostics.push_back(cannot_compute("Halide", stage.name(), "uses " + expr.missing, stage.op->span.line));
    return text;
  }

  std::string reduction(const StagePlan& s, const tir::ReduceNode& r, const std::string& left, HalideExpr& expr) {
    const te::ComputeNode& c = *s.compute;
    const std::string f = plan_.names.at(s.stage);
    std::vector<std::string> ranges;
    for (size_t i = 0; i < c.reduce_axis.size(); ++i) {
      const tir::Range& dom = c.reduce_axis[i]->dom;
      const int64_t *min = tir::as_const_int(dom.min), *extent = tir::as_const_int(dom.extent);
      if (!min || !extent) expr.missing = "a reduction of symbolic length";
      ranges.push_back(fmt::format("Range({}, {})", min ? *min : 0, extent ? *extent : 1));
    }
    std::string text = fmt::format("  RDom {}_over(Region{{{}}});\n", f, fmt::join(ranges, ", "));
    for (size_t i = 0; i < c.reduce_axis.size(); ++i) {
      const std::string v = axis(s, s.root[c.axis.size() + i]);
      text += fmt::format("  RVar {} = {}_over[{}];\n", v, f, i);
      expr.variables[c.reduce_axis[i]->var.get()] = v;
    }
    const std::string first = expr.text(r.init.empty() ? r.combiner->identity[0] : r.init[0]);
    const bool conditional = r.condition && !tir::is_one(r.condition);
    const std::string source = conditional ? expr.guarded_text(r.source[0]) : expr.text(r.source[0]);
    expr.variables[r.combiner->lhs[0].get()] = left;
    expr.variables[r.combiner->rhs[0].get()] = "(" + source + ")";
    std::string combined = expr.text(r.combiner->result[0]);
    if (conditional) combined = "select(" + expr.text(r.condition) + ", " + combined + ", " + left + ")";
    return text + fmt::format("  {0} = {1};\n  {0} = {2};\n", left, first, combined);
  }

  bool reduces(const StagePlan& s, AxisId id) const {
    return program_.schedule->stage(s.stage).find_axis(id)->iter->type == tir::IterType::CommReduce;
  }

  std::string schedule(const StagePlan& s) {
    if (s.place == StagePlan::Place::Inline) return {};
    const std::string f = plan_.names.at(s.stage);
    std::string text;
    if (s.place == StagePlan::Place::At) {
      const StagePlan* at = plan_.find(s.at_stage);
      if (at) text += fmt::format("  {}.compute_at({}, {});\n", f, plan_.names.at(s.at_stage), axis(*at, s.at_axis));
    } else if (!s.is_output) {
      text += fmt::format("  {}.compute_root();\n", f);
    }
    if (s.is_output)
      for (size_t i = 0; i < s.compute->axis.size(); ++i)
        if (const int64_t* n = tir::as_const_int(s.compute->shape[i]))
          text += fmt::format("  {}.bound({}, 0, {});\n", f, axis(s, s.root[i]), *n);
    std::string loops;
    for (const LoopStep& step : s.steps) {
      if (step.kind == LoopStep::Kind::Order) continue;  // Halide fuses loops wherever they stand
      const std::string type = reduces(s, step.parent) ? "RVar" : "Var";
      if (step.kind == LoopStep::Kind::Split) {
        text += fmt::format("  {0} {1}(\"{2}\"), {3}(\"{4}\");\n", type, axis(s, step.outer), s.names.at(step.outer),
                            axis(s, step.inner), s.names.at(step.inner));
        loops += fmt::format("\n      .split({}, {}, {}, {}, TailStrategy::GuardWithIf)", axis(s, step.parent),
                             axis(s, step.outer), axis(s, step.inner), step.factor);
      } else {
        text += fmt::format("  {0} {1}(\"{2}\");\n", type, axis(s, step.parent), s.names.at(step.parent));
        loops +=
            fmt::format("\n      .fuse({}, {}, {})", axis(s, step.inner), axis(s, step.outer), axis(s, step.parent));
      }
    }
    std::vector<std::string> order;
    for (size_t i = s.order.size(); i-- > 0;) order.push_back(axis(s, s.order[i]));
    if (order.size() > 1) loops += fmt::format("\n      .reorder({{{}}})", fmt::join(order, ", "));
    for (const LoopMark& mark : s.marks) loops += this->mark(s, mark);
    for (const LoopNote& note : s.notes)
      if (note.kind == LoopNote::Kind::Align)
        text +=
            fmt::format("  {}.align_storage({}, {});\n", f, axis(s, s.root[s.compute->axis.size() - 1]), note.value);
      else
        loops += fmt::format("\n      .prefetch({0}, {1}, {1}, {2})", plan_.names.at(note.tensor), axis(s, note.axis),
                             note.value);
    if (!loops.empty()) text += "  " + f + (is_reduction(s) ? ".update()" : "") + loops + ";\n";
    return text;
  }

  std::string mark(const StagePlan& s, const LoopMark& mark) const {
    const std::string v = axis(s, mark.axis);
    if (mark.type == tir::IterType::Parallelized) return fmt::format("\n      .parallel({})", v);
    const bool inner = std::any_of(s.steps.begin(), s.steps.end(), [&](const LoopStep& step) {
      return step.kind == LoopStep::Kind::Split && step.inner == mark.axis;
    });
    const char* what = schedule::name_of(*schedule::primitive_for(mark.type));
    // Halide must know the length: the inner loop of a split has one, others are given theirs.
    if (inner || mark.extent <= 0) return fmt::format("\n      .{}({})", what, v);
    return fmt::format("\n      .{}({}, {}, TailStrategy::GuardWithIf)", what, v, mark.extent);
  }

  std::string run() const {
    std::vector<std::string> functions, outputs;
    std::string text;
    for (const te::Tensor& arg : plan_.args) {
      const StagePlan* s = plan_.find(program_.schedule->find(arg->op));
      if (!s) continue;
      const std::string f = plan_.names.at(s->stage);
      functions.push_back(f);
      outputs.push_back(f + "_out");
      text += fmt::format("  Buffer<{}> {}_out({});\n", halide_type(arg->dtype), f, extents(arg->shape));
    }
    text += fmt::format(
        "  Pipeline kernel({{{}}});\n  kernel.compile_jit();\n"
        "  const auto run = [&] {{ kernel.realize({{{}}}); }};\n  run();\n"
        "  double best = 1e30, spent = 0;\n  for (int i = 0; i < 100 && (i < 3 || spent < 1); ++i) {{\n"
        "    const double start = seconds();\n    run();\n    const double time = seconds() - start;\n"
        "    spent += time;\n    if (time < best) best = time;\n  }}\n  printf(\"time %.3f us\\n\", 1e6 * best);\n",
        fmt::join(functions, ", "), fmt::join(outputs, ", "));
    for (size_t i = 0; i < functions.size(); ++i)
      text += fmt::format("  sums({}, {});\n",
                          c_literal(program_.schedule->stage(program_.schedule->find(output(i)->op)).origin_op->name),
                          outputs[i]);
    return text;
  }

  te::Tensor output(size_t n) const {
    for (const te::Tensor& arg : plan_.args)
      if (plan_.find(program_.schedule->find(arg->op)) && n-- == 0) return arg;
    return plan_.args.back();
  }

  static constexpr const char* kHead = R"(#include <Halide.h>

#include <chrono>
#include <cstdio>

using namespace Halide;

static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

template <class T>
static void fill(Buffer<T>& buffer) {
  for (size_t i = 0; i < buffer.number_of_elements(); ++i) {
    const double p = double((7 * i + 3) % 13) - 6;
    buffer.data()[i] = std::is_floating_point<T>::value ? T(0.25 * p) : std::is_same<T, bool>::value ? T(p != 0) : T(int64_t(p));
  }
}

template <class T>
static void sums(const char* name, const Buffer<T>& buffer) {
  double sum = 0, weighted = 0;
  for (size_t i = 0; i < buffer.number_of_elements(); ++i) {
    const double v = double(buffer.data()[i]);
    sum += v;
    weighted += v * double(i % 17 + 1);
  }
  printf("%s sum %.17g wsum %.17g\n", name, sum, weighted);
}

int main() {
)";

  const script::Program& program_;
  Plan plan_;
};

}  // namespace

Result<std::string> halide_program(const script::Program& program, const schedule::Bounds& bounds) {
  Abilities halide{"Halide"};
  halide.c_names = true;
  halide.words = halide_words();
  // It prefetches what a Func computes, and pads the innermost dimension: the step of the one around it.
  halide.notes = [&program](const schedule::Stage& stage, const LoopNote& note) {
    if (note.kind == LoopNote::Kind::Prefetch) {
      const schedule::Stage& read = program.schedule->stage(note.tensor);
      return read.op->kind == te::OpKind::Compute && read.attach.kind == schedule::AttachKind::Root;
    }
    const size_t dims = stage.op->output_shape(0).size();
    return note.kind == LoopNote::Kind::Align && note.offset == 0 && dims > 1 && stage.root[dims - 2] == note.axis;
  };
  Plan p = plan(program, bounds, halide);
  if (has_errors(p.diagnostics)) return p.diagnostics;
  return HalideWriter(program, std::move(p)).write();
}

}  // namespace nw::exporting
