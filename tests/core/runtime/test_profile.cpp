// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel's time goes, by samples: the lines of a loop that does a thousand times more have nearly all of them.
#include <algorithm>
#include <set>

#include "codegen/symbol_name.h"
#include "codegen_llvm/instructions.h"
#include "codegen_llvm/line_table.h"
#include "local_device.h"
#include "registry.h"
#include "run_nest.h"
#include "runtime/run.h"

using namespace nw;
using namespace nw::test;

class TestProfile : public QObject {
  Q_OBJECT

  static Expr n(int64_t v) { return tir::int_imm(v); }
  // for i: C[i] = A[i] + 1 (line 2); for j: for i: D[j, i] = D[j, i] * 0.5 + A[i], 4096 times over (line 6).
  static lower::LoopNest hot_and_cold(tir::ForKind outer = tir::ForKind::Serial) {
    Buffer a = buffer("A", DType::Float(32), {256}), c = buffer("C", DType::Float(32), {256}),
           d = buffer("D", DType::Float(32), {4, 256});
    Var i = tir::make_var("i"), j = tir::make_var("j"), k = tir::make_var("k"), l = tir::make_var("l");
    Stmt cold = loop(i, 256, tir::make_store(c, at(a, {i}) + tir::float_imm(1), {i}));
    Stmt hot = tir::make_store(d, at(d, {j, l}) * tir::float_imm(0.5) + at(a, {l}), {j, l});
    return nest({a}, {c, d}, tir::make_seq({cold, loop(j, 4, loop(k, 4096, loop(l, 256, hot)), outer)}));
  }
  // for j: for i: D[j, i] = cosh(A[i]), computed by the system's library.
  static lower::LoopNest calling() {
    Buffer a = buffer("A", DType::Float(32), {256}), c = buffer("C", DType::Float(32), {256}),
           d = buffer("D", DType::Float(32), {4, 256});
    Var i = tir::make_var("i"), j = tir::make_var("j"), k = tir::make_var("k");
    Stmt store = tir::make_store(d, tir::call(DType::Float(32), "cosh", {at(a, {i})}), {j, i});
    return nest({a}, {c, d}, loop(j, 4, loop(k, 16, loop(i, 256, store)), tir::ForKind::Parallel));
  }
  static std::optional<measure::TimeProfile> profiled(const lower::LoopNest& nest, int threads) {
    measure::RunRequest options;
    options.threads = threads;
    options.repeat = 1;
    options.sample = true;
    const Result<measure::RunReport> report = runtime::run(nest, {}, options, local_device());
    return report.ok() ? report->profile : std::nullopt;
  }
  static int64_t samples(const measure::TimeProfile& profile, const std::string& text) {
    int64_t all = 0;
    for (const auto& line : profile.lines)
      if (line.text.find(text) != std::string::npos) all += line.samples;
    return all;
  }

 private Q_SLOTS:
  void the_hot_loop_has_the_samples_data() {
    QTest::addColumn<int>("threads");
    QTest::newRow("one thread") << 1;
    QTest::newRow("three threads") << 3;
  }
  void the_hot_loop_has_the_samples() {
    QFETCH(int, threads);
    const auto profile = profiled(hot_and_cold(threads > 1 ? tir::ForKind::Parallel : tir::ForKind::Serial), threads);
    QVERIFY(profile.has_value());
    if (profile->samples < measure::TimeProfile::kFew) QSKIP("too few samples: the machine is busy");
    const int64_t hot = samples(*profile, "D[j, l] =") + samples(*profile, "for k in") + samples(*profile, "for l in"),
                  cold = samples(*profile, "C[i] =") + samples(*profile, "for i in");
    int64_t placed = profile->unplaced, elsewhere = 0;
    for (const auto& line : profile->lines) placed += line.samples;
    for (const auto& other : profile->elsewhere) elsewhere += other.samples;
    QCOMPARE(placed + elsewhere, profile->samples);
    QVERIFY2(hot * 10 >= placed * 9, qPrintable(QStringLiteral("%1 of %2").arg(hot).arg(placed)));
    QVERIFY(cold * 20 < hot);
  }

  void what_a_line_calls_and_waiting_for_threads_are_told_apart() {
#ifdef __SANITIZE_THREAD__
    QSKIP("the sanitizer delivers signals between calls, where no line of the kernel is");
#endif
    const auto profile = profiled(calling(), 3);
    QVERIFY(profile.has_value());
    if (profile->samples < measure::TimeProfile::kFew) QSKIP("too few samples: the machine is busy");
    int64_t placed = 0;
    for (const auto& line : profile->lines) placed += line.samples;
    QVERIFY2(placed * 10 >= profile->samples * 9,
             qPrintable(QStringLiteral("%1 of %2").arg(placed).arg(profile->samples)));
    for (const auto& other : profile->elsewhere)
      QVERIFY2(other.where.find("cosh") == std::string::npos && other.where.find("ThreadPool") == std::string::npos,
               other.where.c_str());
    const int64_t stores = samples(*profile, "D[j, i] =");
    QVERIFY2(stores * 2 > placed, qPrintable(QStringLiteral("%1 of %2").arg(stores).arg(placed)));
  }

  // The listing that a person reads and the code that ran number the same instructions, though the latter has fillers
  // before loops that are aligned.
  void instructions_are_numbered_as_in_the_assembly() {
    for (const auto& nest : {hot_and_cold(), hot_and_cold(tir::ForKind::Parallel), calling()}) {
      const auto lines = codegen::assembly(nest);
      const auto object = codegen::object_file(nest);
      QVERIFY(lines.ok() && object.ok());
      const auto code = codegen::instructions(*object, codegen::symbol_name(nest));
      QVERIFY2(code.ok(), texts(code.diagnostics).c_str());
      const auto listed = std::count_if(lines->begin(), lines->end(), [](const auto& l) { return l.instruction >= 0; });
      QCOMPARE(static_cast<qsizetype>(code->begins.size()), static_cast<qsizetype>(listed));
      // Where the line table knows an instruction's line, the listing says the same.
      const auto table = codegen::line_table(*object, codegen::symbol_name(nest));
      for (const auto& line : *lines)
        if (line.instruction > 0 && line.instruction + 1 < static_cast<int>(code->begins.size())) {
          const uint64_t next = code->begins[static_cast<size_t>(line.instruction) + 1];
          QCOMPARE(code->at(next - 1), line.instruction);
          QCOMPARE(table->line_at(next - 1), line.nest_line);
        }
      QCOMPARE(code->at(code->size), -1);
    }
    QVERIFY(!codegen::instructions("no object", "test").ok());
  }

  void the_hot_instructions_compute_the_hot_line() {
    const lower::LoopNest nest = hot_and_cold();
    const auto profile = profiled(nest, 1);
    QVERIFY(profile.has_value());
    if (profile->samples < measure::TimeProfile::kFew) QSKIP("too few samples: the machine is busy");
    const auto lines = codegen::assembly(nest);
    int64_t all = 0, hot = 0;
    for (const auto& met : profile->instructions) {
      const auto line = std::find_if(lines->begin(), lines->end(),
                                     [&](const codegen::AssemblyLine& l) { return l.instruction == met.number; });
      QVERIFY(line != lines->end());
      all += met.samples;
      if (line->nest_line >= 4) hot += met.samples;
    }
    QVERIFY2(hot * 10 >= all * 9, qPrintable(QStringLiteral("%1 of %2").arg(hot).arg(all)));
    QVERIFY(all <= profile->samples);
  }

  // Two timers' signals never meet: sampling again, on other threads, finds nothing left of the first.
  void it_can_be_done_again() {
    for (int i = 0; i < 3; ++i) QVERIFY(profiled(hot_and_cold(tir::ForKind::Parallel), 2).has_value());
  }

  void the_line_table_knows_each_line_of_the_nest() {
    const lower::LoopNest nest = hot_and_cold();
    const Result<std::string> object = codegen::object_file(nest);
    QVERIFY(object.ok());
    const Result<codegen::LineTable> table = codegen::line_table(*object, codegen::symbol_name(nest));
    QVERIFY2(table.ok(), texts(table.diagnostics).c_str());
    std::set<int> lines;
    for (uint64_t at = 0; at < table->size; ++at) lines.insert(table->line_at(at));
    QVERIFY(lines.contains(2) && lines.contains(6));
    QCOMPARE(table->line_at(table->size), 0);
    QVERIFY(table->entry < table->size);
    QVERIFY(!codegen::line_table("no object", "test").ok());
    QVERIFY(!codegen::line_table(*object, "another").ok());
  }
};

NW_TEST(TestProfile);
#include "test_profile.moc"
