// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever script is accepted, each of its exports is a text or a refusal of ours: never a crash, never a fault.
// NW_LONG=1 tries 2,000 random programs instead of 60; NW_RANDOM_SEED starts elsewhere.
#include <QDir>
#include <QFile>
#include <QTest>

#include "../lower/random_cases.h"
#include "exported.h"
#include "registry.h"

using namespace nw;
using namespace nw::test;

class ExportsTest : public QObject {
  Q_OBJECT

  // What is wrong with the exports of a script, if anything.
  static std::string problem(const std::string& script, const std::map<std::string, int64_t>& sizes = {}) {
    for (const kernel::ExportForm& form : kernel::export_forms()) {
      const Result<worker::Code> made = exported(script, form.kind, sizes);
      const auto ours = std::ranges::find_if(made.diagnostics, [](const Diagnostic& d) { return d.code[2] == '9'; });
      if (ours != made.diagnostics.end()) return form.kind + ": " + format(*ours);
      if (!made.value && !has_errors(made.diagnostics)) return form.kind + ": neither text nor refusal";
      if (made.value && (made->files.empty() || made->files[0].bytes.empty())) return form.kind + ": an empty file";
    }
    return {};
  }

  static std::string read(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
  }

  static std::string record(const std::string& script) {
    const auto made = exported(script, "ansor");
    return made.value ? made->files[0].bytes.substr(made->files[0].bytes.find("[[],[") + 4)
                      : format(made.diagnostics[0]);
  }
  static std::string tir(const std::string& script) {
    const auto made = exported(script, "tir");
    return made.value ? made->files[0].bytes : format(made.diagnostics[0]);
  }

  static constexpr const char* kTwo =
      "import tvm\nfrom tvm import te\nA = te.placeholder((12, 10), name=\"A\")\n"
      "B = te.compute((12, 10), lambda i, j: A[i, j] * 2.0, name=\"B\")\n"
      "C = te.compute((12, 10), lambda i, j: B[i, j] + 1.0, name=\"C\")\n"
      "s = te.create_schedule(C.op)\ni, j = s[C].op.axis\n";
  static constexpr const char* kEnd = "tvm.lower(s, [A, C], name=\"main\")\n";

 private Q_SLOTS:
  void scripts_of_people_are_written_or_refused() {
    int scripts = 0;
    for (const char* from : {NW_SOURCE_DIR "/resources/samples/kernels", NW_TEST_DATA "/parity/te"})
      for (const QFileInfo& file : QDir(from).entryInfoList({"*.py"}, QDir::Files, QDir::Name)) {
        if (file.fileName().startsWith("make_")) continue;
        const std::string found = problem(read(file.filePath()));
        QVERIFY2(found.empty(), (file.fileName().toStdString() + " as " + found).c_str());
        ++scripts;
      }
    QVERIFY(scripts > 30);
  }

  void random_programs_are_written_or_refused() {
    const int cases = qEnvironmentVariableIntValue("NW_LONG") ? 2000 : 60;
    const int seed = qEnvironmentVariableIsSet("NW_RANDOM_SEED") ? qEnvironmentVariableIntValue("NW_RANDOM_SEED") : 1;
    const std::vector<std::string> kinds = computation_kinds();
    StepCounts counts;
    for (int i = 0; i < cases; ++i) {
      Dice dice(static_cast<uint64_t>(seed) * 1'000'033 + static_cast<uint64_t>(i));
      const RandomCase c = draw(kinds[static_cast<size_t>(i) % kinds.size()], dice, counts);
      const std::string found = problem(c.text(), i % 2 ? c.all_sizes().back() : std::map<std::string, int64_t>());
      QVERIFY2(found.empty(), (c.text() + found).c_str());
    }
  }

  // The loop at which a stage is computed, after it was split or fused: the inner one, or the fused one.
  void a_place_follows_its_loop() {
    const std::string split = std::string(kTwo) + "s[B].compute_at(s[C], i)\no, n = s[C].split(i, factor=4)\n" + kEnd;
    QCOMPARE(record(split), std::string("[[\"SP\",2,0,12,[4],1],[\"CA\",1,2,1]]]],\"r\":[[],1,0,0],\"v\":\"v0.6\"}\n"));
    QVERIFY2(tir(split).find("sch.compute_at(b_B, C_n, preserve_unit_loops=True)\n") != std::string::npos,
             tir(split).c_str());
    const std::string fuse = std::string(kTwo) + "s[B].compute_at(s[C], j)\nf = s[C].fuse(i, j)\n" + kEnd;
    QCOMPARE(record(fuse), std::string("[[\"FU\",2,[0,1]],[\"CA\",1,2,0]]]],\"r\":[[],1,0,0],\"v\":\"v0.6\"}\n"));
    QVERIFY2(tir(fuse).find("sch.compute_at(b_B, C_f, preserve_unit_loops=True)\n") != std::string::npos,
             tir(fuse).c_str());
  }

  // So many outer iterations are not so many inner ones where the length does not divide.
  void a_split_into_parts_is_one() {
    const std::string text = std::string(kTwo) + "o, n = s[C].split(j, nparts=7)\n" + kEnd;
    QCOMPARE(record(text), std::string("[[\"SP\",2,1,10,[7],0]]]],\"r\":[[],1,0,0],\"v\":\"v0.6\"}\n"));
    QVERIFY2(tir(text).find("C_o, C_n = sch.split(C_j, factors=[7, None])\n") != std::string::npos, tir(text).c_str());
  }

  void where_and_init_of_reductions_are_refused_where_tvm_drops_them() {
    const std::string head =
        "import tvm\nfrom tvm import te\nA = te.placeholder((6, 8), name=\"A\")\nk = te.reduce_axis((0, 8), "
        "name=\"k\")\n";
    const std::string tail = "s = te.create_schedule(S.op)\ntvm.lower(s, [A, S], name=\"main\")\n";
    const std::string where =
        head + "S = te.compute((6,), lambda i: te.sum(A[i, k], axis=k, where=k <= i), name=\"S\")\n";
    const std::string init = head + "S = te.compute((6,), lambda i: te.sum(A[i, k], axis=k, init=3.0), name=\"S\")\n";
    const std::string because =
        "  because te.create_prim_func reads neither where= nor init= and would compute something else\n";
    QCOMPARE(
        tir(where + tail),
        "line 5:1: error: S cannot be written for tir.Schedule: it is a reduction with where= [NW4127]\n" + because);
    QCOMPARE(
        tir(init + tail),
        "line 5:1: error: S cannot be written for tir.Schedule: it is a reduction with init= [NW4127]\n" + because);
  }

  // An argument that nothing reads has no stage; its variable is that of its line.
  void an_argument_that_nothing_reads_is_an_argument() {
    const std::string text =
        "import tvm\nfrom tvm import te\nA = te.placeholder((8,), name=\"A\")\nU = te.placeholder((8,), name=\"U\")\n"
        "B = te.compute((8,), lambda i: A[i] + 1.0, name=\"B\")\ns = te.create_schedule(B.op)\n"
        "tvm.lower(s, [A, U, B], name=\"main\")\n";
    QVERIFY2(tir(text).find("func = te.create_prim_func([A, U, B])\n") != std::string::npos, tir(text).c_str());
    QCOMPARE(problem(text), std::string());
  }

  void a_loop_of_nothing_is_left_out() {
    const std::string text =
        "import tvm\nfrom tvm import te\nX = te.placeholder((18,), dtype=\"int32\", name=\"X\")\n"
        "k = te.reduce_axis((0, 18), name=\"k\")\nY = te.compute((), lambda: te.sum(X[k], k), name=\"Y\")\n"
        "s = te.create_schedule(Y.op)\nf = s[Y].fuse()\nlo, hi = s[Y].split(f, nparts=20)\n"
        "tvm.lower(s, [X, Y], name=\"main\")\n";
    QCOMPARE(problem(text), std::string());
  }

  // te.create_prim_func numbers blocks of one name.
  void stages_of_one_name_are_found_by_their_blocks() {
    const std::string text =
        "import tvm\nfrom tvm import te\nA = te.placeholder((8,), name=\"A\")\nB = te.compute((8,), lambda i: A[i] + "
        "1.0)\n"
        "C = te.compute((8,), lambda i: B[i] + 1.0)\ns = te.create_schedule(C.op)\ns[B].compute_inline()\n"
        "o, n = s[C].split(s[C].op.axis[0], factor=4)\ntvm.lower(s, [A, C], name=\"main\")\n";
    const std::string written = tir(text);
    QVERIFY2(written.find("sch.get_block(\"compute\")\nsch.compute_inline(") != std::string::npos, written.c_str());
    QVERIFY2(written.find("sch.get_block(\"compute_1\")\n") != std::string::npos, written.c_str());
  }
};

NW_TEST(ExportsTest);
#include "test_exports.moc"
