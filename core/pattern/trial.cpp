// SPDX-License-Identifier: GPL-3.0-or-later
#include "pattern/trial.h"

namespace nw::pattern {

namespace {

constexpr size_t kMostAttempts = 5000;
constexpr size_t kDeepest = 200;

class Recorder : public MatchObserver {
 public:
  explicit Recorder(const Program& program) : program_(program) {}

  Trial root;

  void enter(const PatternNode& pattern, ExprId expr) override {
    Frame frame;
    frame.kept = attempts_ < kMostAttempts && frames_.size() < kDeepest && (frames_.empty() || frames_.back().kept);
    if (frame.kept) {
      ++attempts_;
      frame.trial.pattern = to_string(std::make_shared<const PatternNode>(pattern));
      frame.trial.node = name_of(program_, expr);
    }
    frames_.push_back(std::move(frame));
  }

  void leave(bool ok, size_t) override {
    if (frames_.back().in_turn) close_turn(ok);
    Frame frame = std::move(frames_.back());
    frames_.pop_back();
    if (!frame.kept) return;
    frame.trial.ok = ok;
    if (frames_.empty())
      root = std::move(frame.trial);
    else
      where(frames_.back()).push_back(std::move(frame.trial));
  }

  void turned() override {
    Frame& frame = frames_.back();
    frame.in_turn = true;
    frame.turn = {};
    frame.turn.pattern = frame.trial.pattern;
    frame.turn.node = frame.trial.node;
    frame.turn.text = "the arguments the other way round";
  }
  void step(std::string_view, int) override {}
  void step_back() override {}

  void failed(Failure failure, size_t) override {
    if (frames_.empty()) return;
    Trial& trial = frames_.back().in_turn ? frames_.back().turn : frames_.back().trial;
    trial.kind = to_string(failure.kind);
    trial.text = words_of(program_, failure).text;
  }

 private:
  struct Frame {
    Trial trial, turn;
    bool kept = false, in_turn = false;
  };

  static std::vector<Trial>& where(Frame& frame) { return frame.in_turn ? frame.turn.children : frame.trial.children; }

  void close_turn(bool ok) {
    Frame& frame = frames_.back();
    frame.in_turn = false;
    frame.turn.ok = ok;
    frame.trial.children.push_back(std::move(frame.turn));
  }

  const Program& program_;
  std::vector<Frame> frames_;
  size_t attempts_ = 0;
};

}  // namespace

Trial try_pattern(Program& program, const Pattern& pattern, ExprId root, const graph::OpTraitsTable& traits) {
  const PatternGraph graph(pattern, program.pool);
  const ExprIndex index(program.pool, program.main);
  Matcher matcher(program.pool, index, traits, graph);
  Recorder recorder(program);
  matcher.match(root, &recorder);
  return std::move(recorder.root);
}

}  // namespace nw::pattern
