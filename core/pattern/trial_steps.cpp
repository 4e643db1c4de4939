// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/trial_steps.h"

#include <algorithm>

namespace nw::pattern {

namespace {

constexpr size_t kMaxSteps = 4000;
constexpr size_t kMostTies = 200;  // kept with each step

std::string label_of(const PatternNode& pattern) {
  switch (pattern.kind) {
    case PatternKind::Wildcard:
      return "anything";
    case PatternKind::Constant:
      return "a constant";
    case PatternKind::Variable:
      return pattern.name.empty() ? "a variable" : "the variable " + pattern.name;
    case PatternKind::Operator:
      return pattern.name;
    case PatternKind::Call:
      return pattern.parts[0]->kind == PatternKind::Operator ? pattern.parts[0]->name : "a call";
    case PatternKind::Tuple:
      return "a tuple";
    case PatternKind::Field:
      return pattern.index < 0 ? "a field" : "field " + std::to_string(pattern.index);
    case PatternKind::If:
      return "if";
    case PatternKind::Let:
      return "let";
    case PatternKind::Function:
      return "a function";
    case PatternKind::Value:
      return "this constant";
    case PatternKind::Either:
      return "either";
    case PatternKind::WithAttrs: {
      std::string text = "with";
      for (const auto& [key, value] : pattern.attrs) text += " " + key + "=" + python_text(value);
      return text;
    }
    case PatternKind::WithType:
      return "of type " + python_text(pattern.type);
    case PatternKind::WithDtype:
      return "of " + to_string(pattern.type.dtype);
    case PatternKind::WithShape:
      return "of shape " + python_text(pattern.type.shape);
    case PatternKind::Dominates:
      return "dominates";
  }
  return {};
}

class Film : public MatchObserver {
 public:
  Film(const Program& program, const PatternGraph& graph) : program_(program), graph_(graph) {
    piece_of_.assign(graph.nodes.size(), -1);
    for (size_t p = 0; p < graph.nodes.size(); ++p) {
      const PatternNode& node = *graph.nodes[p].pattern;
      if (node.kind == PatternKind::Operator && p + 1 < graph.nodes.size()) continue;  // named by its call
      TrialSteps::Piece piece;
      piece.label = label_of(node);
      piece.span = node.span;
      for (const int part : graph.nodes[p].parts)
        if (const int own = piece_of_[static_cast<size_t>(part)]; own >= 0) piece.parts.push_back(own);
      piece_of_[p] = static_cast<int>(out.pattern.size());
      out.pattern.push_back(std::move(piece));
    }
  }

  TrialSteps out;

  void enter(const PatternNode& pattern, ExprId expr) override {
    Frame frame;
    const int p = graph_.find(&pattern);
    frame.piece = p >= 0 ? piece_of_[static_cast<size_t>(p)] : -1;
    if (frame.piece < 0 && !frames_.empty()) {  // an operator: the call around it is what is tried
      frame.piece = frames_.back().piece;
      frame.part = frames_.back().part;
      frame.hidden = true;
    } else {
      frame.part = part_of(expr, frames_.empty() ? -1 : frames_.back().part);
    }
    frame.ties = ties_.size();
    frames_.push_back(frame);
    if (!frame.hidden) add(TrialSteps::What::Try, {});
  }

  void leave(bool ok, size_t) override {
    const Frame frame = frames_.back();
    if (!ok) ties_.resize(std::min(ties_.size(), frame.ties));
    if (ok && !frame.hidden) ties_.emplace_back(frame.piece, frame.part);
    if (!frame.hidden) {
      add(ok ? TrialSteps::What::Tied : TrialSteps::What::Failed, frame.text);
    }
    frames_.pop_back();
    if (frames_.empty())
      out.ok = ok;
    else if (!ok && frame.hidden)
      frames_.back().text = frame.text;
  }

  void turned() override {
    if (!frames_.empty()) add(TrialSteps::What::Turned, {});
  }
  void step(std::string_view, int) override {}
  void step_back() override {}
  void failed(Failure failure, size_t) override {
    if (!frames_.empty()) frames_.back().text = words_of(program_, failure).text;
  }

 private:
  struct Frame {
    int piece = -1, part = -1;
    size_t ties = 0;
    bool hidden = false;
    std::string text;
  };

  int part_of(ExprId expr, int around) {
    const auto [at, is_new] = part_of_expr_.try_emplace(expr, static_cast<int>(out.model.size()));
    if (is_new) {
      TrialSteps::Part part;
      part.node = program_.pool[expr].source;
      part.label = kind_of(program_, expr);
      part.name = name_of(program_, expr);
      out.model.push_back(std::move(part));
    }
    if (around >= 0 && around != at->second) {
      std::vector<int>& parts = out.model[static_cast<size_t>(around)].parts;
      if (std::find(parts.begin(), parts.end(), at->second) == parts.end()) parts.push_back(at->second);
    }
    return at->second;
  }

  void add(TrialSteps::What what, std::string text) {
    if (out.steps.size() >= kMaxSteps) return;
    TrialSteps::Step step;
    step.what = what;
    step.piece = frames_.back().piece;
    step.part = frames_.back().part;
    step.depth = static_cast<int>(frames_.size()) - 1;
    step.text = std::move(text);
    const size_t kept = std::min(ties_.size(), kMostTies);
    step.ties.assign(ties_.end() - static_cast<std::ptrdiff_t>(kept), ties_.end());
    out.steps.push_back(std::move(step));
  }

  const Program& program_;
  const PatternGraph& graph_;
  std::vector<int> piece_of_;  // by node of the pattern; -1: an operator that a call names
  std::map<ExprId, int> part_of_expr_;
  std::vector<Frame> frames_;
  std::vector<std::pair<int, int>> ties_;
};

}  // namespace

TrialSteps follow_trial(Program& program, const Pattern& pattern, ExprId root, const graph::OpTraitsTable& traits) {
  const PatternGraph graph(pattern, program.pool);
  const ExprIndex index(program.pool, program.main);
  Matcher matcher(program.pool, index, traits, graph);
  Film film(program, graph);
  matcher.match(root, &film);
  return std::move(film.out);
}

}  // namespace nw::pattern
