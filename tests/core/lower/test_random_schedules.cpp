// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever schedule is accepted, the nest computes what the computation says, stays inside its buffers, and its
// parallel loops do not race. NW_LONG=1 tries 20,000 instead of 300, NW_RANDOM_CASES as many as it says;
// NW_RANDOM_SEED starts elsewhere, NW_RANDOM_TRACE=1 prints every case.
#include <QTest>

#include "interp/interp.h"
#include "lower/lower.h"
#include "lower/passes.h"
#include "nest_interpreter.h"
#include "random_cases.h"
#include "registry.h"
#include "script/script.h"
#include "statement_origins.h"

using namespace nw;
using namespace nw::test;

class RandomSchedulesTest : public QObject {
  Q_OBJECT

  static std::string texts(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += format(d);
    return all;
  }

  static std::vector<NDArray> arrays(const script::Program& p, const std::vector<bool>& is_output) {
    std::vector<NDArray> all;
    for (size_t i = 0; i < p.args.size(); ++i) {
      std::vector<int64_t> shape;
      for (const tir::Expr& e : p.args[i]->shape) shape.push_back(*tir::as_const_int(e));
      NDArray a(p.args[i]->dtype, shape);
      for (int64_t k = 0; k < a.size() && !is_output[i]; ++k) {
        const int64_t v = (7 * k + 3 + static_cast<int64_t>(i)) % 13 - 6;
        if (a.dtype().is_float())
          a.set(k, static_cast<double>(v) * 0.25);
        else
          a.set_int(k, v);
      }
      all.push_back(std::move(a));
    }
    return all;
  }

  static std::string compare(const std::string& name, const NDArray& got, const NDArray& want) {
    for (int64_t k = 0; k < got.size(); ++k) {
      const bool same = got.dtype().is_float() ? std::fabs(got.at(k) - want.at(k)) <= 1e-4 * (std::fabs(want.at(k)) + 1)
                                               : got.int_at(k) == want.int_at(k);
      if (!same)
        return name + "[" + std::to_string(k) + "] is " + std::to_string(got.at(k)) + ", not " +
               std::to_string(want.at(k));
    }
    return {};
  }

  // What is wrong with a nest, if anything. `p` has numbers where the nest may have size variables.
  static std::string check(const script::Program& p, const lower::LoopNest& nest,
                           const std::map<std::string, int64_t>& sizes = {}) {
    std::vector<NDArray> args = arrays(p, nest.arg_is_output);
    std::vector<te::Tensor> outputs;
    for (size_t i = 0; i < p.args.size(); ++i)
      if (nest.arg_is_output[i]) outputs.push_back(p.args[i]);
    interp::Interpreter reference(outputs);
    for (size_t i = 0; i < p.args.size(); ++i)
      if (!nest.arg_is_output[i]) reference.set_input(p.args[i], args[i]);
    std::map<tir::Var, int64_t, tir::VarOrder> values;
    for (const tir::Var& v : nest.size_vars) values[v] = sizes.at(v->name);
    NestInterpreter run(nest, values);
    if (std::string problem = run.run(args); !problem.empty()) return problem;
    for (size_t i = 0; i < p.args.size(); ++i) {
      if (!nest.arg_is_output[i]) continue;
      const Result<NDArray> want = reference.evaluate(p.args[i]);
      if (!want.ok()) return "reference: " + texts(want.diagnostics);
      if (std::string different = compare(p.args[i]->name, args[i], *want); !different.empty()) return different;
    }
    return {};
  }

  // Empty if the case is right or refused.
  static std::string verdict(const RandomCase& c, bool* has_tail = nullptr) {
    const script::Program p = c.read();
    if (!p.ok() || !p.schedule) return {};
    const auto loops = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
    if (has_tail && loops.ok()) {
      bool attached = false, guarded = false;
      for (StageId id : loops->schedule.order())
        attached = attached || loops->schedule.stage(id).attach.kind == schedule::AttachKind::At;
      tir::walk(
          loops->body,
          [&](const tir::Stmt& x) {
            guarded = guarded || x->kind == tir::StmtKind::IfThenElse;
            return true;
          },
          [](const tir::Expr&) { return false; });
      *has_tail = attached && guarded;
    }
    if (!loops.ok() && loops.diagnostics[0].code.starts_with("NW24")) return {};  // refused once its loops are built
    if (!loops.ok()) return "accepted, but not lowered: " + texts(loops.diagnostics);
    bool together = false;  // threads that reduce together cannot be run one after another
    tir::walk(
        loops->body, [](const tir::Stmt&) { return true; },
        [&](const tir::Expr& e) {
          const auto* call = tir::node_cast<tir::CallNode>(e);
          together = together || (call && call->name == "tvm_thread_allreduce");
          return true;
        });
    if (together) return {};
    lower::LoopNest bare = *loops;  // the interpreter does not know the buffers of tensor intrinsics
    bare.body = lower::resolve_bindings(bare.body);
    const auto final_nest = lower::lower_final(*loops), code = lower::lower_code(*loops);
    if (!final_nest.ok() || !code.ok()) return texts(final_nest.diagnostics) + texts(code.diagnostics);
    for (const lower::LoopNest& later : {*final_nest, *code})
      if (const std::string line = without_origin(loops->body, later.body); !line.empty())
        return "no statement that this came from: " + line + "\n" + tir::print(loops->body).text() + "\n" +
               tir::print(later.body).text();
    for (const auto& sizes : c.all_sizes()) {
      const script::Program known = sizes.empty() ? script::Program() : c.read(sizes);
      const script::Program& q = sizes.empty() ? p : known;
      std::string at;
      for (const auto& [name, value] : sizes) at += name + " = " + std::to_string(value) + ": ";
      if (std::string problem = check(q, bare, sizes); !problem.empty())
        return "loops: " + at + problem + "\n" + tir::print(loops->body).text();
      if (std::string problem = check(q, *final_nest, sizes); !problem.empty())
        return "final: " + at + problem + "\n" + tir::print(loops->body).text() + "\n" +
               tir::print(final_nest->body).text();
      if (std::string problem = check(q, *code, sizes); !problem.empty())
        return "code: " + at + problem + "\n" + tir::print(loops->body).text() + "\n" + tir::print(code->body).text();
    }
    return {};
  }

  // The same failure with as few steps as can be.
  static std::string shrunk(RandomCase c) {
    std::string problem = verdict(c);
    for (size_t i = c.steps.size(); i-- > 0;) {
      RandomCase smaller = c;
      smaller.steps.erase(smaller.steps.begin() + static_cast<std::ptrdiff_t>(i));
      const std::string still = verdict(smaller);
      if (still.empty()) continue;
      c = smaller;
      problem = still;
    }
    return c.text() + "\n" + problem;
  }

  // A compiler with a fault: the nest as it would come out of it. Null if the fault has no place in it.
  enum class Fault { NoPredicates, NoStart, ShortLoop };
  static tir::Stmt with_fault(const tir::Stmt& s, Fault fault) {
    bool done = false;
    tir::Stmt wrong = tir::rewrite(
        s,
        [&](const tir::Stmt& x) -> tir::Stmt {
          const auto* i = tir::stmt_cast<tir::IfThenElseNode>(x);
          if (fault == Fault::NoPredicates && i && i->likely) {
            done = true;
            return i->then_case;
          }
          const auto* st = tir::stmt_cast<tir::StoreNode>(x);
          if (fault == Fault::NoStart && !done && st && st->value->kind <= tir::ExprKind::FloatImm) {
            done = true;
            return nullptr;
          }
          const auto* f = tir::stmt_cast<tir::ForNode>(x);
          if (fault == Fault::ShortLoop && !done && f && f->extent->kind == tir::ExprKind::IntImm) {
            done = true;
            return tir::make_for(f->var, f->min, f->extent - tir::int_imm(1), f->for_kind, f->body, f->from);
          }
          return x;
        },
        {});
    return done ? wrong : nullptr;
  }

 private Q_SLOTS:
  void faults_are_found() {
    const std::vector<std::string> kinds = computation_kinds();
    for (const Fault fault : {Fault::NoPredicates, Fault::NoStart, Fault::ShortLoop}) {
      int planted = 0, found = 0;
      for (size_t i = 0; i < 3 * kinds.size(); ++i) {
        StepCounts counts;
        Dice dice(99 + i);
        const RandomCase c = draw(kinds[i % kinds.size()], dice, counts);
        const script::Program p = c.read();
        auto nest = lower::lower_loops(*p.schedule, p.args, p.kernel_name);
        if (!nest.ok()) continue;  // refused once its loops are built
        nest->body = with_fault(lower::resolve_bindings(nest->body), fault);
        if (!nest->body) continue;
        ++planted;
        const std::map<std::string, int64_t> sizes = c.all_sizes().back();
        if (!check(c.read(sizes), *nest, sizes).empty()) ++found;
      }
      // A predicate may be one too many (it is TVM's), and a start may be what the memory would have held.
      QVERIFY2(planted > 10 && found * 2 > planted,
               qPrintable(QString("fault %1: %2 of %3").arg(static_cast<int>(fault)).arg(found).arg(planted)));
    }
  }

  void computations_are_read() {
    Dice dice(1);
    for (const std::string& kind : computation_kinds()) {
      const Computation c = random_computation(kind, dice);
      RandomCase plain{c.lines, {}, c.args, {}};
      plain.head.push_back("s = te.create_schedule(" + c.stages.back() + ".op)");
      const script::Program p = script::read(plain.text());
      QVERIFY2(p.ok(), (plain.text() + texts(p.diagnostics)).c_str());
    }
  }

  void accepted_schedules_are_right() {
    const int cases = qEnvironmentVariableIsSet("NW_RANDOM_CASES") ? qEnvironmentVariableIntValue("NW_RANDOM_CASES")
                      : qEnvironmentVariableIntValue("NW_LONG")    ? 20'000
                                                                   : 300;
    const int seed = qEnvironmentVariableIsSet("NW_RANDOM_SEED") ? qEnvironmentVariableIntValue("NW_RANDOM_SEED") : 1;
    const std::vector<std::string> kinds = computation_kinds();
    StepCounts counts;
    int failures = 0, tails = 0;  // tails: something is computed inside loops that do not divide evenly
    std::string report;
    const int show = qEnvironmentVariableIsSet("NW_RANDOM_SHOW") ? qEnvironmentVariableIntValue("NW_RANDOM_SHOW") : 3;
    for (int i = 0; i < cases; ++i) {
      Dice dice(static_cast<uint64_t>(seed) * 1'000'003 + static_cast<uint64_t>(i));
      const RandomCase c = draw(kinds[static_cast<size_t>(i) % kinds.size()], dice, counts);
      if (qEnvironmentVariableIsSet("NW_RANDOM_TRACE")) qInfo("case %d\n%s", i, c.text().c_str());
      bool has_tail = false;
      const std::string problem = verdict(c, &has_tail);
      tails += has_tail;
      if (problem.empty()) continue;
      ++failures;
      if (failures <= show) report += "case " + std::to_string(i) + ":\n" + shrunk(c) + "\n";
    }
    int taken = 0, all = 0;
    for (const auto& [primitive, count] : counts.tried) {
      all += count;
      taken += counts.accepted[primitive];
    }
    for (const auto& [primitive, count] : counts.tried)
      qInfo("%-16s %5d of %5d", primitive.c_str(), counts.accepted[primitive], count);
    qInfo("%d cases, %d with tails, %d of %d steps accepted, %d failures", cases, tails, taken, all, failures);
    std::fputs(report.c_str(), stderr);  // longer than Qt Test would show
    QCOMPARE(failures, 0);
    QVERIFY(taken * 10 >= all * 3);
    if (cases < 300) return;
    QVERIFY(tails * 5 >= cases);
    for (const auto& [primitive, count] : counts.tried)
      QVERIFY2(counts.accepted[primitive] * 100 >= taken, primitive.c_str());
  }
};

NW_TEST(RandomSchedulesTest);
#include "test_random_schedules.moc"
