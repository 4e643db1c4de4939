// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <sstream>

#include "arith/analyzer.h"
#include "script/expr_text.h"
#include "tir/print.h"
#include "tir/visit.h"

namespace nw::exporting {

using schedule::Stage;
using script::Statement;

namespace {

// The arguments of a call, without quotes, brackets of lists and keywords: A, local, C for `A, "local", [C]`.
std::vector<std::string> words(const std::string& arguments) {
  std::vector<std::string> parts(1);
  std::vector<bool> lists;  // of the brackets that are open: a list's, not an index's
  for (const char c : arguments) {
    if (c == '[' || c == '(') {
      lists.push_back(c == '[' && parts.back().empty());
      if (lists.back()) continue;
    } else if ((c == ']' || c == ')') && !lists.empty()) {
      const bool list = lists.back();
      lists.pop_back();
      if (list) continue;
    }
    if (c == ',' && lists.empty())
      parts.emplace_back();
    else if (c == '=' && lists.empty())
      parts.back().clear();
    else if (c != '"' && c != '\'' && !(c == ' ' && parts.back().empty()))
      parts.back() += c;
  }
  return parts;
}

// 4 B, 788 B, 32 KiB
std::string memory(double bytes) {
  const char* const units[] = {"B", "KiB", "MiB", "GiB"};
  size_t unit = 0;
  for (; bytes >= 1024 && unit + 1 < std::size(units); ++unit) bytes /= 1024;
  return bytes < 1000 ? fmt::format("{:.3g} {}", bytes, units[unit]) : fmt::format("{:.0f} {}", bytes, units[unit]);
}

// Where an axis stands among so many.
std::string place_among(int64_t place, int64_t axes) {
  if (place < 0) place += axes;
  if (place + 1 == axes) return axes == 1 ? "only axis" : "last axis";
  if (place == 0) return "first axis";
  return fmt::format("axis number {}", place + 1);
}

class Explainer {
 public:
  Explainer(const std::string& text, const script::Program& program, const schedule::Bounds& bounds,
            const std::map<std::string, int64_t>& sizes)
      : program_(program), bounds_(bounds) {
    for (const tir::Var& v : program.size_vars)
      if (const auto given = sizes.find(v->name); given != sizes.end())
        values_[v] = tir::int_imm(given->second, v->dtype);
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) lines_.push_back(line);
  }

  std::vector<Explanation> run() {
    std::vector<Explanation> all;
    for (const Statement& s : program_.statements) {
      if (s.primitive.empty()) continue;
      if (!s.applied)
        all.push_back({s.span.line, "This step was refused; the schedule goes on without it."});
      else if (std::string text = sentence(s); !text.empty())
        all.push_back({s.span.line, text});
    }
    return all;
  }

 private:
  // What stands in the call's parentheses.
  std::string arguments(const Statement& s) const {
    const auto line = static_cast<size_t>(s.span.line);
    if (line == 0 || line > lines_.size()) return {};
    const std::string& text = lines_[line - 1];
    const size_t open = text.find("." + s.primitive + "("), close = text.rfind(')');
    if (open == std::string::npos || close == std::string::npos) return {};
    const size_t begin = open + s.primitive.size() + 2;
    return close > begin ? text.substr(begin, close - begin) : std::string();
  }

  // With the values of symbolic sizes, as far as they are given.
  tir::Expr length(AxisId axis) const {
    const auto range = bounds_.ranges.find(axis);
    if (range == bounds_.ranges.end()) return {};
    return values_.empty() ? range->second.extent
                           : arith::Analyzer().simplify(tir::substitute(range->second.extent, values_));
  }

  std::string extent(AxisId axis) const {
    const tir::Expr n = length(axis);
    return n ? tir::to_string(n) : "some";
  }

  static const std::string& name(const Stage& stage) {
    return stage.script_name.empty() ? stage.name() : stage.script_name;
  }

  static std::string name(const Stage& stage, AxisId id) {
    const schedule::Axis* axis = stage.find_axis(id);
    return !axis ? "a loop" : axis->script_name.empty() ? std::string(axis->iter->var->name) : axis->script_name;
  }

  std::string sentence(const Statement& s) const {
    const Stage* stage = s.stage.valid() ? &program_.schedule->stage(s.stage) : nullptr;
    const std::string& p = s.primitive;
    const std::string of = stage ? name(*stage) : std::string();
    if (stage && (p == "split" || p == "fuse" || p == "tile")) return shaped(s, *stage);
    if (stage && (p == "vectorize" || p == "unroll" || p == "parallel")) return marked(s, *stage);
    if (p == "reorder")
      return fmt::format("The loops {} of {} now stand in this order, outermost first.", arguments(s), of);
    if (p == "compute_inline") return fmt::format("{} is computed where it is read, and has no memory of its own.", of);
    if (p == "compute_root") return fmt::format("{} is computed whole before its readers begin.", of);
    if (stage && p == "compute_at") return placed(*stage);
    if (p == "cache_write" || p == "cache_read") return cached(s);
    if (p == "rfactor") return factored(s);
    if (p == "prefetch" || p == "storage_align") return of_memory(s, of);
    if (p == "pragma") return fmt::format("A hint for code generation in {}: {}.", of, arguments(s));
    if (p == "bind") return fmt::format("A loop of {} becomes a dimension of the thread grid: {}.", of, arguments(s));
    if (p == "tensorize")
      return fmt::format("The inner loops of {} become one hardware instruction: {}.", of, arguments(s));
    if (p == "set_scope") return fmt::format("{} lives in {} memory.", of, arguments(s));
    if (p == "set_store_predicate")
      return fmt::format("Of the threads that share the reduction of {}, those store it for which {} holds.", of,
                         arguments(s));
    if (stage && p == "transform_layout") return laid_out(s, *stage);
    if (p == "double_buffer") return fmt::format("{} has two copies: one is filled while the other is read.", of);
    if (p == "rolling_buffer") return fmt::format("{} keeps what its next piece needs again.", of);
    return fmt::format("{}({}){}.", p, arguments(s), of.empty() ? "" : " of " + of);
  }

  // tensor, scope and, of cache_read, the readers
  std::string cached(const Statement& s) const {
    const std::vector<std::string> parts = words(arguments(s));
    if (s.primitive == "cache_write" && parts.size() == 2)
      return fmt::format("{} is computed in {} memory of its own first, and stored from there.", parts[0], parts[1]);
    if (s.primitive == "cache_read" && parts.size() == 3)
      return fmt::format("{} reads a copy of {} in {} memory.", parts[2], parts[0], parts[1]);
    return fmt::format("{}({}).", s.primitive, arguments(s));
  }

  // tensor, axis, and where that stands in the partial results
  std::string factored(const Statement& s) const {
    const std::vector<std::string> parts = words(arguments(s));
    const auto stage = program_.stage_names.find(parts[0]);
    if (parts.size() < 2 || stage == program_.stage_names.end()) return fmt::format("rfactor({}).", arguments(s));
    const auto axes = static_cast<int64_t>(program_.schedule->stage(stage->second).op->output_shape(0).size()) + 1;
    const int64_t place = parts.size() > 2 ? std::strtoll(parts[2].c_str(), nullptr, 10) : 0;
    return fmt::format("{} adds up partial results, one for each iteration of {}, which is the {} of {}.", parts[0],
                       parts[1], place_among(place, axes), s.binds.empty() ? "them" : s.binds.front());
  }

  // storage_align: axis, factor, offset; prefetch: tensor, axis, offset
  std::string of_memory(const Statement& s, const std::string& of) const {
    const std::vector<std::string> parts = words(arguments(s));
    if (parts.size() < 3) return fmt::format("{}({}) of {}.", s.primitive, arguments(s), of);
    if (s.primitive == "prefetch")
      return fmt::format("While {} of {} runs, what {} iterations later read of {} is fetched.", parts[1], of, parts[2],
                         parts[0]);
    return fmt::format("In the memory of {} a step of {} is made a multiple of {} elements{}.", of, parts[0], parts[1],
                       parts[2] == "0" ? "" : " and " + parts[2] + " more");
  }

  // By the indices of an element before and after. Arguments are stored as their caller knows them.
  static std::string laid_out(const Statement& s, const Stage& stage) {
    const auto layout = std::ranges::find(stage.layout, s.span.line, &schedule::LayoutTransform::line);
    if (layout == stage.layout.end()) return fmt::format("A later step gives {} another layout.", name(stage));
    script::Naming naming;
    naming.variable = [](const tir::VarNode& v) { return std::string(v.name); };
    std::vector<std::string> from, to;
    for (const tir::Var& v : layout->vars) from.push_back(v->name);
    for (const tir::Expr& e : layout->indices) to.push_back(script::expr_text(e, naming));
    const std::string before = fmt::format("{}", fmt::join(from, ", ")), after = fmt::format("{}", fmt::join(to, ", "));
    if (stage.op->kind == te::OpKind::Placeholder)
      return fmt::format("{} is an argument of the kernel and keeps its layout.", name(stage));
    if (stage.is_output)
      return fmt::format("The loops of {} run over {} in place of {}; it is stored as the caller expects it.",
                         name(stage), after, before);
    return fmt::format("The element [{}] of {} is stored at [{}], and its loops run in that order.", before,
                       name(stage), after);
  }

  // A later rfactor made the loops anew: then by the names in the script.
  std::string shaped(const Statement& s, const Stage& stage) const {
    if (std::string text = shaped_in(s, stage); !text.empty()) return text;
    const std::vector<std::string> parts = words(arguments(s));
    if (s.primitive == "split" && s.binds.size() == 2)
      return fmt::format("{} of {} is cut in two: {} around {}.", parts[0], name(stage), s.binds[0], s.binds[1]);
    if (s.primitive == "tile" && s.binds.size() == 4 && parts.size() >= 2)
      return fmt::format("{} and {} of {} are cut in two each: {}, {} around {}, {}.", parts[0], parts[1], name(stage),
                         s.binds[0], s.binds[1], s.binds[2], s.binds[3]);
    if (s.primitive == "fuse" && s.binds.size() == 1)
      return fmt::format("{} of {} become one loop, {}.", arguments(s), name(stage), s.binds[0]);
    return {};
  }

  // By the axes that the statement's line made.
  std::string shaped_in(const Statement& s, const Stage& stage) const {
    std::string text;
    for (const schedule::Relation& relation : stage.relations) {
      if (const auto* split = std::get_if<schedule::SplitRelation>(&relation)) {
        if (stage.find_axis(split->outer)->line != s.span.line) continue;
        text += fmt::format("{}{} of {} is cut in two: {} of {} around {} of {}.", text.empty() ? "" : " ",
                            name(stage, split->parent), name(stage), name(stage, split->outer), extent(split->outer),
                            name(stage, split->inner), extent(split->inner));
      } else if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation)) {
        // A fuse of three loops is two fusions; the last is what people named.
        if (stage.find_axis(fuse->fused)->line == s.span.line)
          text = fmt::format("{} of {} become one loop, {} of {}.", arguments(s), name(stage), name(stage, fuse->fused),
                             extent(fuse->fused));
      }
    }
    return text;
  }

  // The loop that the step marked: by its line, or, as an axis keeps only the line of the last step about it, the one
  // whose line is that of another primitive.
  AxisId marked_axis(const Statement& s, const Stage& stage, tir::IterType type) const {
    AxisId later;
    for (const auto& [axis, attr] : stage.attrs) {
      if (attr.iter_type != type) continue;
      if (attr.line == s.span.line) return axis;
      const bool own = std::ranges::any_of(program_.statements, [&](const Statement& other) {
        return other.span.line == attr.line && other.primitive == s.primitive;
      });
      if (!own) later = axis;
    }
    return later;
  }

  std::string marked(const Statement& s, const Stage& stage) const {
    const std::string& p = s.primitive;
    const AxisId axis = marked_axis(s, stage,
                                    p == "parallel" ? tir::IterType::Parallelized
                                    : p == "unroll" ? tir::IterType::Unrolled
                                                    : tir::IterType::Vectorized);
    if (!axis.valid()) return fmt::format("A later step takes the place of this {}.", p);
    const std::string loop = name(stage, axis), n = extent(axis);
    if (p == "parallel") return fmt::format("The {} iterations of {} are shared among all cores.", n, loop);
    if (p == "unroll") return fmt::format("The {} iterations of {} are written out one after the other.", n, loop);
    return fmt::format("{} becomes vector instructions over {} elements of {}.", loop, n, name(stage));
  }

  std::string placed(const Stage& stage) const {
    using schedule::AttachKind;
    if (stage.attach.kind != AttachKind::At) return fmt::format("A later step gives {} another place.", name(stage));
    const Stage& at = program_.schedule->stage(stage.attach.stage);
    std::string piece;
    double elements = 1;
    bool known = true;
    for (AxisId root : stage.root) {
      if (stage.find_axis(root)->iter->type == tir::IterType::CommReduce) continue;
      piece += (piece.empty() ? "" : "×") + extent(root);
      const tir::Expr n = length(root);
      const int64_t* number = n ? tir::as_const_int(n) : nullptr;
      known = known && number;
      if (number) elements *= static_cast<double>(*number);
    }
    const std::string bytes = memory(elements * stage.op->output_dtype(0).bytes());
    return fmt::format("{} is computed inside of {} of {}, {} at a time.", name(stage), name(at, stage.attach.axis),
                       name(at),
                       !known          ? fmt::format("a piece of {} elements", piece)
                       : elements == 1 ? fmt::format("one element ({})", bytes)
                                       : fmt::format("a piece of {} elements ({})", piece, bytes));
  }

  const script::Program& program_;
  const schedule::Bounds& bounds_;
  tir::Substitution values_;  // of symbolic sizes
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<Explanation> explain(const std::string& text, const script::Program& program,
                                 const schedule::Bounds& bounds, const std::map<std::string, int64_t>& sizes) {
  return program.schedule ? Explainer(text, program, bounds, sizes).run() : std::vector<Explanation>();
}

}  // namespace nw::exporting
