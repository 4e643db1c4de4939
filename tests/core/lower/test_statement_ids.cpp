// SPDX-License-Identifier: GPL-3.0-or-later
// Through every lowering pass, a statement keeps the id of the statement of phase `loops` that it came from.
#include <QTest>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "lower/lower.h"
#include "registry.h"
#include "script/script.h"
#include "statement_origins.h"

using namespace nw;

namespace {

const std::string kSum =
    "A = te.placeholder((30, 20), name=\"A\")\n"
    "B = te.placeholder((20, 64), name=\"B\")\n"
    "k = te.reduce_axis((0, 20), name=\"k\")\n"
    "C = te.compute((30, 64), lambda y, x: te.sum(A[y, k] * B[k, x], axis=k), name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "y, x = s[C].op.axis\n";
const std::string kBlur =
    "A = te.placeholder((34, 64), name=\"A\")\n"
    "B = te.compute((34, 64), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
    "C = te.compute((32, 64), lambda i, j: B[i, j] + B[i + 1, j] + B[i + 2, j], name=\"C\")\n"
    "s = te.create_schedule(C.op)\n"
    "i, j = s[C].op.axis\n";
std::map<std::string, std::string> kernels() {
  std::map<std::string, std::string> all;
  const std::string sum_args = "tvm.lower(s, [A, B, C], name=\"main\")\n",
                    args = "tvm.lower(s, [A, C], name=\"main\")\n";
  all["a tail"] = kSum + "yo, yi = s[C].split(y, factor=8)\n" + sum_args;
  all["a parallel tail"] =
      all["a tail"].substr(0, all["a tail"].size() - sum_args.size()) + "s[C].parallel(yo)\n" + sum_args;
  all["unrolled"] = kSum + "yo, yi = s[C].split(y, factor=2)\ns[C].reorder(yo, k, yi, x)\ns[C].unroll(yi)\n" + sum_args;
  all["unrolled by a pragma"] = kSum + "s[C].pragma(y, \"auto_unroll_max_step\", 512)\n" + sum_args;
  all["vectorized"] =
      kSum + "xo, xi = s[C].split(x, factor=24)\ns[C].reorder(y, xo, k, xi)\ns[C].vectorize(xi)\n" + sum_args;
  all["a long vector"] = kSum + "f = s[C].fuse(y, x)\ns[C].vectorize(f)\n" + sum_args;
  all["prefetched"] = kSum + "s[C].prefetch(A, y, 1)\n" + sum_args;
  all["factored"] = kSum + "ko, ki = s[C].split(k, factor=4)\nCF = s.rfactor(C, ki)\n" + sum_args;
  all["over threads"] =
      kSum + "ko, ki = s[C].split(k, factor=4)\ns[C].bind(ki, te.thread_axis(\"threadIdx.x\"))\n" + sum_args;
  all["virtual threads"] =
      kSum + "yo, yi = s[C].split(y, factor=5)\ns[C].bind(yi, te.thread_axis(\"vthread\"))\n" + sum_args;
  all["double buffer"] = kBlur + "s[B].compute_at(s[C], i)\ns[B].double_buffer()\n" + args;
  all["rolling buffer"] = kBlur + "s[B].compute_at(s[C], i)\ns[B].rolling_buffer()\n" + args;
  all["another layout"] = kBlur +
                          "io, ii = s[C].split(i, factor=5)\ns[B].compute_at(s[C], io)\n"
                          "s[B].transform_layout(lambda i, j: [j, i])\n" +
                          args;
  all["symbolic"] =
      "n = te.var(\"n\")\n"
      "A = te.placeholder((n,), name=\"A\")\n"
      "C = te.compute((n,), lambda i: A[i] * 2.0, name=\"C\")\n"
      "s = te.create_schedule(C.op)\n"
      "o, i = s[C].split(C.op.axis[0], factor=16)\n"
      "s[C].vectorize(i)\n" +
      args;
  all["tensorized"] =
      "a = te.placeholder((16,), name=\"a\")\n"
      "b = te.compute((16,), lambda i: a[i] * 2.0, name=\"b\")\n"
      "twice = te.decl_tensor_intrin(b.op, lambda ins, outs: tir.stmt_seq(tir.call_extern(\"int32\", \"note\", "
      "outs[0].access_ptr(\"w\")), outs[0].vstore([0], ins[0].vload([0], \"float32x16\") * 2.0)))\n"
      "A = te.placeholder((32, 64), name=\"A\")\n"
      "C = te.compute((32, 64), lambda i, j: A[i, j] * 2.0, name=\"C\")\n"
      "s = te.create_schedule(C.op)\n"
      "jo, ji = s[C].split(C.op.axis[1], factor=16)\n"
      "s[C].tensorize(ji, twice)\n" +
      args;
  for (const auto& entry : std::filesystem::directory_iterator(NW_SOURCE_DIR "/resources/samples/kernels")) {
    const std::string name = entry.path().filename().string();
    if (!name.ends_with(".py") || name.starts_with("make_")) continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    all[name] = text.str();
  }
  return all;
}

}  // namespace

class TestStatementIds : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void every_statement_names_the_one_it_came_from_data() {
    QTest::addColumn<QString>("text");
    for (const auto& [name, text] : kernels()) QTest::newRow(name.c_str()) << QString::fromStdString(text);
  }
  void every_statement_names_the_one_it_came_from() {
    QFETCH(QString, text);
    const script::Program program = script::read(text.toStdString());
    QVERIFY2(program.ok() && program.schedule, program.ok() ? "" : format(program.diagnostics.front()).c_str());
    const Result<lower::LoopNest> loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    QVERIFY2(loops.ok(), loops.ok() ? "" : format(loops.diagnostics.front()).c_str());
    for (const auto phase : {lower::lower_final, lower::lower_code}) {
      const Result<lower::LoopNest> lowered = phase(*loops, {});
      QVERIFY(lowered.ok());
      QCOMPARE(QString::fromStdString(test::without_origin(loops->body, lowered->body)), QString());
    }
  }

  // A reduction has two stores to one buffer in one stage: the identity and the sum.
  void stores_of_identities_are_marked() {
    const script::Program program = script::read(kSum + "tvm.lower(s, [A, B, C], name=\"main\")\n");
    const Result<lower::LoopNest> loops = lower::lower_loops(*program.schedule, program.args, program.kernel_name);
    std::vector<bool> initial;
    for (const tir::PrintedLine& line : tir::print(loops->body).lines)
      if (line.stmt->kind == tir::StmtKind::Store) initial.push_back(line.from.initial);
    QCOMPARE(initial, (std::vector<bool>{true, false}));
  }
};

NW_TEST(TestStatementIds);
#include "test_statement_ids.moc"
