// SPDX-License-Identifier: GPL-3.0-or-later
#include "export/explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace nw::exporting {

using schedule::Stage;
using script::Statement;

namespace {

// The arguments of a call, without quotes, brackets and keywords: A, local, C for `A, "local", [C]`.
std::vector<std::string> words(const std::string& arguments) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : arguments) {
    depth += c == '[' || c == '(';
    depth -= c == ']' || c == ')';
    if (c == ',' && depth == 0)
      parts.emplace_back();
    else if (c == '=' && depth == 0)
      parts.back().clear();
    else if (c != '"' && c != '\'' && c != '[' && c != ']' && !(c == ' ' && parts.back().empty()))
      parts.back() += c;
  }
  return parts;
}

class Explainer {
 public:
  Explainer(const std::string& text, const script::Program& program, const schedule::Bounds& bounds)
      : program_(program), bounds_(bounds) {
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

  std::string extent(AxisId axis) const {
    const auto range = bounds_.ranges.find(axis);
    const int64_t* n = range == bounds_.ranges.end() ? nullptr : tir::as_const_int(range->second.extent);
    return n ? std::to_string(*n) : "some";
  }

  static std::string name(const Stage& stage, AxisId id) {
    const schedule::Axis* axis = stage.find_axis(id);
    return !axis ? "a loop" : axis->script_name.empty() ? std::string(axis->iter->var->name) : axis->script_name;
  }

  std::string sentence(const Statement& s) const {
    const Stage* stage = s.stage.valid() ? &program_.schedule->stage(s.stage) : nullptr;
    const std::string& p = s.primitive;
    const std::string of = stage ? stage->name() : std::string();
    if (stage && (p == "split" || p == "fuse" || p == "tile")) return shaped(s, *stage);
    if (stage && (p == "vectorize" || p == "unroll" || p == "parallel")) return marked(s, *stage);
    if (p == "reorder")
      return fmt::format("The loops {} of {} now stand in this order, outermost first.", arguments(s), of);
    if (p == "compute_inline") return fmt::format("{} is computed where it is read, and has no memory of its own.", of);
    if (p == "compute_root") return fmt::format("{} is computed whole before its readers begin.", of);
    if (stage && p == "compute_at") return placed(*stage);
    if (p == "cache_write" || p == "cache_read") return cached(s);
    if (p == "rfactor")
      return fmt::format("The reduction is cut into partial results that can be computed apart: {}.", arguments(s));
    if (p == "pragma") return fmt::format("A hint for code generation in {}: {}.", of, arguments(s));
    if (p == "bind") return fmt::format("A loop of {} becomes a dimension of the thread grid: {}.", of, arguments(s));
    if (p == "tensorize")
      return fmt::format("The inner loops of {} become one hardware instruction: {}.", of, arguments(s));
    if (p == "set_scope") return fmt::format("{} lives in {} memory.", of, arguments(s));
    if (p == "set_store_predicate")
      return fmt::format("Of the threads that share the reduction of {}, those store it for which {} holds.", of,
                         arguments(s));
    if (p == "double_buffer") return fmt::format("{} has two copies: one is filled while the other is read.", of);
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

  // By the axes that the statement's line made.
  std::string shaped(const Statement& s, const Stage& stage) const {
    std::string text;
    for (const schedule::Relation& relation : stage.relations) {
      if (const auto* split = std::get_if<schedule::SplitRelation>(&relation)) {
        if (stage.find_axis(split->outer)->line != s.span.line) continue;
        text += fmt::format("{}{} of {} is cut in two: {} of {} around {} of {}.", text.empty() ? "" : " ",
                            name(stage, split->parent), stage.name(), name(stage, split->outer), extent(split->outer),
                            name(stage, split->inner), extent(split->inner));
      } else if (const auto* fuse = std::get_if<schedule::FuseRelation>(&relation)) {
        // A fuse of three loops is two fusions; the last is what people named.
        if (stage.find_axis(fuse->fused)->line == s.span.line)
          text = fmt::format("{} of {} become one loop, {} of {}.", arguments(s), stage.name(),
                             name(stage, fuse->fused), extent(fuse->fused));
      }
    }
    return text;
  }

  std::string marked(const Statement& s, const Stage& stage) const {
    for (const auto& [axis, attr] : stage.attrs) {
      if (attr.line != s.span.line) continue;
      const std::string loop = name(stage, axis), n = extent(axis);
      if (s.primitive == "parallel") return fmt::format("The {} iterations of {} are shared among all cores.", n, loop);
      if (s.primitive == "unroll")
        return fmt::format("The {} iterations of {} are written out one after the other.", n, loop);
      return fmt::format("{} becomes vector instructions over {} elements of {}.", loop, n, stage.name());
    }
    return fmt::format("A later step takes the place of this {}.", s.primitive);
  }

  std::string placed(const Stage& stage) const {
    using schedule::AttachKind;
    if (stage.attach.kind != AttachKind::At) return fmt::format("A later step gives {} another place.", stage.name());
    const Stage& at = program_.schedule->stage(stage.attach.stage);
    std::string piece;
    double bytes = stage.op->output_dtype(0).bytes();
    for (AxisId root : stage.root) {
      if (stage.find_axis(root)->iter->type == tir::IterType::CommReduce) continue;
      const std::string n = extent(root);
      piece += (piece.empty() ? "" : "×") + n;
      bytes *= n == "some" ? 1 : std::stod(n);
    }
    return fmt::format("{} is computed inside of {} of {}, a piece of {} elements ({:.4g} KiB) at a time.",
                       stage.name(), name(at, stage.attach.axis), at.name(), piece, bytes / 1024);
  }

  const script::Program& program_;
  const schedule::Bounds& bounds_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<Explanation> explain(const std::string& text, const script::Program& program,
                                 const schedule::Bounds& bounds) {
  return program.schedule ? Explainer(text, program, bounds).run() : std::vector<Explanation>();
}

}  // namespace nw::exporting
