// SPDX-License-Identifier: GPL-3.0-or-later
// Small kernels to schedule in tests, and steps as the script reader would give them.
#pragma once

#include <QtTest>
#include <cstdio>
#include <string>

#include "schedule/bounds.h"
#include "schedule/catalogue.h"
#include "schedule/primitives.h"
#include "tir/print.h"

// Compares texts and shows the actual one, whole, if they differ (QCOMPARE cuts long ones).
#define SAYS(actual, expected)                                                                \
  do {                                                                                        \
    const std::string actual_text = (actual);                                                 \
    if (actual_text != (expected))                                                            \
      std::printf("actual text:\n%s<end> %s(%d)\n", actual_text.c_str(), __FILE__, __LINE__); \
    QVERIFY(actual_text == (expected));                                                       \
  } while (false)

namespace nw::schedule::test {

// "x" of " x "
inline std::string trimmed(const std::string& text) {
  const size_t first = text.find_first_not_of(' ');
  return first == std::string::npos ? std::string() : text.substr(first, text.find_last_not_of(' ') + 1 - first);
}

// Reads the statement of a step as the script reader would: "jo, ji = s[C].split(j, factor=8)".
class StatementReader {
 public:
  StatementReader(int line, const std::string& text) : text_(text) {
    at_.span = {line, 1, static_cast<int>(text.size())};
    at_.statement = StatementText(at_.span, text);
    const size_t open = text.find('('), equals = text.find(" = "), dot = text.rfind('.', open);
    const size_t call = equals < open ? equals + 3 : 0;
    if (equals < open) read_results(text.substr(0, equals));
    if (dot == std::string::npos || open == std::string::npos) return;
    at_.receiver = part(call, dot);
    const Receiver receiver = text[call] != 's'       ? Receiver::Group
                              : text[call + 1] == '[' ? Receiver::Stage
                                                      : Receiver::Schedule;
    row_ = &info(*find_primitive(receiver, text.substr(dot + 1, open - dot - 1)));
    read_arguments(open + 1);
  }
  StepSource read() const { return at_; }

 private:
  WrittenPart part(size_t from, size_t to) const {
    return {{at_.span.line, static_cast<int>(from) + 1, static_cast<int>(to - from)}, text_.substr(from, to - from)};
  }
  void read_results(const std::string& targets) {
    for (size_t start = 0; start <= targets.size();) {
      const size_t comma = std::min(targets.find(',', start), targets.size());
      at_.result_names.push_back(trimmed(targets.substr(start, comma - start)));
      start = comma + 1;
    }
  }
  void read_arguments(size_t start) {
    int depth = 0;
    for (size_t i = start; i < text_.size() && depth >= 0; ++i) {
      const char c = text_[i];
      if (c == '(' || c == '[') ++depth;
      if (c == ')' || c == ']') --depth;
      if (depth > 0 || (depth == 0 && c != ',')) continue;
      if (start < i) read_argument(text_.find_first_not_of(' ', start), i);
      start = i + 1;
    }
  }
  void read_argument(size_t from, size_t to) {
    const auto& parameters = row_->parameters;
    size_t parameter = parameters[0].kind == ArgumentKind::Axes ? 0 : at_.arguments.size();
    if (const size_t equals = text_.find('=', from); equals < to) {
      parameter = parameter_index(*row_, text_.substr(from, equals - from));
      from = equals + 1;
    }
    ArgumentSource argument{part(from, to), &parameters[parameter]};
    if (const size_t op = argument.text.find(".op."); op < argument.text.find('['))
      argument.tensor = part(from, from + op);
    at_.arguments.push_back(argument);
  }

  const std::string& text_;
  StepSource at_;
  const PrimitiveInfo* row_ = nullptr;
};

inline StepSource step(int line, const std::string& text) {
  return StatementReader(line, text).read();
}

inline std::string text(const Diagnostics& ds) {
  std::string all;
  for (const Diagnostic& d : ds) all += format(d, "k.py");
  return all;
}

// A[i, j] + 1 → B, B · 2 → C: every stage known to the script by its name.
struct Kernel {
  Schedule s;
  explicit Kernel(const std::vector<te::Tensor>& outputs) : s(operations(outputs)) {
    for (StageId id : s.order()) s.name_stage(id, s.stage(id).name());
  }
  static std::vector<te::Operation> operations(const std::vector<te::Tensor>& tensors) {
    std::vector<te::Operation> ops;
    for (const te::Tensor& t : tensors) ops.push_back(t->op);
    return ops;
  }
  StageId stage(const std::string& name) const { return s.find_by_name(name); }
  AxisId axis(const std::string& of, size_t i) const { return s.stage(stage(of)).leaf[i]; }
  // The axis of a stage by the script's or TVM's name.
  AxisId axis(const std::string& of, const std::string& name) const {
    for (const Axis& a : s.stage(stage(of)).axes)
      if (a.script_name == name || a.iter->var->name == name) return a.id;
    return {};
  }
  // "i.outer j i.inner"
  std::string loops(const std::string& of) const {
    std::string all;
    for (AxisId leaf : s.stage(stage(of)).leaf)
      all += (all.empty() ? "" : " ") + s.stage(stage(of)).find_axis(leaf)->iter->var->name;
    return all;
  }
  std::string order() const {
    std::string all;
    for (StageId id : s.order()) all += (all.empty() ? "" : " ") + s.stage(id).name();
    return all;
  }
  // "i [0, 8), j [0, 12); i.outer [0, 2), …": root axes, then loops.
  std::string bounds(const std::string& of) const {
    const Result<Schedule> n = normalize(s);
    const Result<Bounds> b = infer_bounds(*n);
    if (!b.value) return "failed: " + text(b.diagnostics);
    const Stage& stage = n->stage(n->find_by_name(of));
    auto part = [&](const std::vector<AxisId>& axes) {
      std::string all;
      for (AxisId a : axes) {
        const tir::Range& r = b->ranges.at(a);
        all += (all.empty() ? "" : ", ") + stage.find_axis(a)->iter->var->name + " " + tir::to_string(r.min) + "+" +
               tir::to_string(r.extent);
      }
      return all;
    };
    return part(stage.root) + "; " + part(stage.leaf);
  }
};

inline tir::Expr n(int64_t value) {
  return tir::int_imm(value);
}
inline tir::IterVar gpu_thread(const std::string& tag) {
  return tir::make_iter_var(tag, {}, tir::IterType::ThreadIndex, tag);
}

inline te::Tensor elementwise(const te::Tensor& a, const std::string& name,
                              const std::vector<std::string>& axes = {"i", "j"}) {
  return te::compute(
      a->shape, [&](const std::vector<tir::Var>& i) { return te::read(a, {i.begin(), i.end()}) + tir::float_imm(1.0); },
      name, axes);
}

// C[i, j] = Σ_k A[i, k] · B[k, j]
inline te::Tensor matmul(int64_t m, int64_t n, int64_t k) {
  const te::Tensor a = te::placeholder({tir::int_imm(m), tir::int_imm(k)}, "A"),
                   b = te::placeholder({tir::int_imm(k), tir::int_imm(n)}, "B");
  const IterVar r = te::reduce_axis({tir::int_imm(0), tir::int_imm(k)}, "k");
  return te::compute({tir::int_imm(m), tir::int_imm(n)},
                     [&](const std::vector<tir::Var>& i) {
                       return te::sum(te::read(a, {i[0], r->var}) * te::read(b, {r->var, i[1]}), {r});
                     },
                     "C", {"i", "j"});
}

// A scan of X over time, by a stage `next`.
inline Kernel running_sum() {
  const auto n = [](int64_t value) { return Expr(tir::int_imm(value)); };
  const te::Tensor x = te::placeholder({n(10), n(6)}, "X"), state = te::placeholder({n(10), n(6)}, "state");
  const te::Tensor init = te::compute(
      {n(1), n(6)}, [&](const std::vector<tir::Var>& i) { return te::read(x, {n(0), i[1]}); }, "init", {"t", "i"});
  const te::Tensor next = te::compute(
      {n(10), n(6)},
      [&](const std::vector<tir::Var>& i) { return te::read(state, {i[0] - n(1), i[1]}) + te::read(x, {i[0], i[1]}); },
      "next", {"t", "i"});
  return Kernel({te::scan({init}, {next}, {state}, {x}, "S")[0]});
}

}  // namespace nw::schedule::test
