// SPDX-License-Identifier: GPL-3.0-or-later
// Loop nests as lowering makes them: reductions, local buffers, predicates, padding, parallel loops, symbolic sizes.
#include <cstring>

#include "codegen_llvm/machine_code.h"
#include "registry.h"
#include "run_nest.h"
#include "tir/byte_dot.h"

using namespace nw;
using namespace nw::test;

class TestKernels : public QObject {
  Q_OBJECT

  static Expr n(int64_t v) { return tir::int_imm(v); }
  static NDArray pattern(DType t, std::vector<int64_t> shape) {
    NDArray a(t, std::move(shape));
    for (int64_t i = 0; i < a.size(); ++i)
      a.set(i, (static_cast<double>((7 * i + 3) % 13) - 6) * (t.is_float() ? 0.25 : 1));
    return a;
  }

 private Q_SLOTS:
  // for y parallel: for x.outer: tile[16] in registers; for k: tile += A[y,k]·B[k,x…]; C = tile
  void matmul_with_a_register_tile() {
    constexpr int64_t M = 24, N = 64, K = 40;
    Buffer a = buffer("A", DType::Float(32), {M, K}), b = buffer("B", DType::Float(32), {K, N}),
           c = buffer("C", DType::Float(32), {M, N});
    Buffer tile = buffer("tile", DType::Float(32), {4 * 32}, "local");
    Var yo = tir::make_var("yo"), xo = tir::make_var("xo"), k = tir::make_var("k"), yi = tir::make_var("yi"),
        yi2 = tir::make_var("yi"), yi3 = tir::make_var("yi");
    const auto lane = [&](Expr base) { return tir::ramp(std::move(base), n(1), 32); };
    Stmt init = loop(yi, 4, tir::make_store(tile, tir::broadcast(tir::float_imm(0), 32), {lane(Expr(yi) * n(32))}));
    Expr product = tir::broadcast(at(a, {Expr(yo) * n(4) + Expr(yi2), k}), 32) * at(b, {k, lane(Expr(xo) * n(32))});
    Stmt update = loop(
        k, K,
        loop(yi2, 4, tir::make_store(tile, at(tile, {lane(Expr(yi2) * n(32))}) + product, {lane(Expr(yi2) * n(32))})));
    Stmt write = loop(
        yi3, 4,
        tir::make_store(c, at(tile, {lane(Expr(yi3) * n(32))}), {Expr(yo) * n(4) + Expr(yi3), lane(Expr(xo) * n(32))}));
    Stmt body = loop(yo, M / 4, loop(xo, N / 32, tir::make_allocate(tile, tir::make_seq({init, update, write}))),
                     tir::ForKind::Parallel);
    NDArray x = pattern(DType::Float(32), {M, K}), y = pattern(DType::Float(32), {K, N}), z(DType::Float(32), {M, N});
    for (const int threads : {1, 3}) {
      std::memset(z.mutable_bytes(), 0xff, z.size_bytes());
      run(nest({a, b}, {c}, body), {&x, &y, &z}, threads);
      for (int64_t i = 0; i < M; ++i)
        for (int64_t j = 0; j < N; ++j) {
          double sum = 0;
          for (int64_t r = 0; r < K; ++r) sum += x.at(i * K + r) * y.at(r * N + j);
          QCOMPARE(z.at(i * N + j), sum);
        }
    }
  }

  // The accumulators of such a tile stay in registers: the innermost loop of the assembly writes no memory.
  void register_tiles_are_not_stored_in_the_loop() {
    Buffer a = buffer("A", DType::Float(32), {4, 256}), b = buffer("B", DType::Float(32), {256, 16}),
           c = buffer("C", DType::Float(32), {4, 16});
    Buffer tile = buffer("tile", DType::Float(32), {4 * 16}, "local");
    Var k = tir::make_var("k"), y = tir::make_var("y"), y2 = tir::make_var("y"), y3 = tir::make_var("y");
    const auto lane = [&](Expr base) { return tir::ramp(std::move(base), n(1), 16); };
    Stmt init = loop(y, 4, tir::make_store(tile, tir::broadcast(tir::float_imm(0), 16), {lane(Expr(y) * n(16))}));
    Stmt update = loop(
        k, 256,
        loop(y2, 4,
             tir::make_store(
                 tile, at(tile, {lane(Expr(y2) * n(16))}) + tir::broadcast(at(a, {y2, k}), 16) * at(b, {k, lane(n(0))}),
                 {lane(Expr(y2) * n(16))})));
    Stmt write = loop(y3, 4, tir::make_store(c, at(tile, {lane(Expr(y3) * n(16))}), {y3, lane(n(0))}));
    const Result<std::string> ir =
        codegen::llvm_ir(nest({a, b}, {c}, tir::make_allocate(tile, tir::make_seq({init, update, write}))));
    QVERIFY2(ir.ok(), texts(ir.diagnostics).c_str());
    QVERIFY(ir->find("alloca") == std::string::npos);
    QVERIFY(ir->find("phi <16 x float>") != std::string::npos);
  }

  // Four bytes at a time, by the processor's instruction if it has one, however many lanes; -128 · 255 does not
  // saturate.
  void products_of_bytes_are_one_instruction_data() {
    QTest::addColumn<int>("size");
    for (const int size : {4, 16, 64}) QTest::newRow(qPrintable(QString::number(size))) << size;
  }
  void products_of_bytes_are_one_instruction() {
    QFETCH(int, size);
    Buffer a = buffer("A", DType::Int(32), {size}), b = buffer("B", DType::Int(32), {size}),
           c = buffer("C", DType::Int(32), {size});
    const Expr lanes = tir::ramp(n(0), n(1), size);
    const Expr sum = tir::broadcast(n(1000), size) + tir::byte_dot(at(a, {lanes}), at(b, {lanes}));
    const lower::LoopNest kernel = nest({a, b}, {c}, tir::make_store(c, sum, {lanes}));
    NDArray x(DType::Int(32), {size}), y(DType::Int(32), {size}), z(DType::Int(32), {size});
    for (int i = 0; i < 4 * size; ++i) {
      x.mutable_bytes()[i] = std::byte(i < 8 ? 255 : i * 37 % 256);
      y.mutable_bytes()[i] = std::byte(i < 8 ? 128 : i * 59 % 256);
    }
    run(kernel, {&x, &y, &z});
    for (int64_t i = 0; i < size; ++i) {
      int64_t expected = 1000;
      for (int64_t k = 4 * i; k < 4 * i + 4; ++k)
        expected += std::to_integer<uint8_t>(x.bytes()[k]) * static_cast<int8_t>(y.bytes()[k]);
      QCOMPARE(z.int_at(i), expected);
    }
    const Result<std::string> ir = codegen::llvm_ir(kernel);
    QVERIFY2(ir.ok(), texts(ir.diagnostics).c_str());
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx512vnni")) QSKIP("this processor has no AVX-512 VNNI");
    QVERIFY2(ir->find("llvm.x86.avx512.vpdpbusd.") != std::string::npos, ir->c_str());
#endif
  }

  // C itself as the accumulator, its rows in a loop inside the reduction: C is read before and written after the loop
  // over k.
  void accumulators_in_an_output_become_registers() {
    Buffer a = buffer("A", DType::Float(32), {4, 256}), b = buffer("B", DType::Float(32), {256, 16}),
           c = buffer("C", DType::Float(32), {8, 16});
    Var q = tir::make_var("q"), k = tir::make_var("k"), y = tir::make_var("y"), y0 = tir::make_var("y");
    Expr lanes = tir::ramp(n(0), n(1), 16);
    Expr row = Expr(q) * n(4) + Expr(y);
    Stmt init =
        loop(y0, 4, tir::make_store(c, tir::broadcast(tir::float_imm(1), 16), {Expr(q) * n(4) + Expr(y0), lanes}));
    Stmt update =
        loop(k, 256,
             loop(y, 4,
                  tir::make_store(c, at(c, {row, lanes}) + tir::broadcast(at(a, {y, k}), 16) * at(b, {k, lanes}),
                                  {row, lanes})));
    const lower::LoopNest kernel = nest({a, b}, {c}, loop(q, 2, tir::make_seq({init, update})));
    const Result<std::string> ir = codegen::llvm_ir(kernel);
    QVERIFY2(ir.ok(), texts(ir.diagnostics).c_str());
    QVERIFY(ir->find("phi <16 x float>") != std::string::npos);
    NDArray x = pattern(DType::Float(32), {4, 256}), w = pattern(DType::Float(32), {256, 16}),
            z(DType::Float(32), {8, 16});
    run(kernel, {&x, &w, &z});
    for (int64_t i = 0; i < 8; ++i)
      for (int64_t j = 0; j < 16; ++j) {
        double sum = 1;
        for (int64_t r = 0; r < 256; ++r) sum += x.at(i % 4 * 256 + r) * w.at(r * 16 + j);
        QCOMPARE(z.at(i * 16 + j), sum);
      }
  }

  // A prefix sum reads what an earlier iteration wrote at another place: no accumulator, and still right.
  void overlapping_places_stay_in_memory() {
    Buffer c = buffer("C", DType::Int(32), {64});
    Var k = tir::make_var("k"), i = tir::make_var("i"), j = tir::make_var("j");
    Stmt init = loop(j, 64, tir::make_store(c, j, {j}));
    Expr left = tir::ramp(Expr(i) * n(8), n(1), 16);
    Stmt update = loop(
        k, 5,
        loop(i, 4, tir::make_store(c, at(c, {left}) + at(c, {tir::ramp(Expr(i) * n(8) + n(8), n(1), 16)}), {left})));
    NDArray z(DType::Int(32), {64});
    run(nest({}, {c}, tir::make_seq({init, update})), {&z});
    std::vector<int64_t> expected(64);
    for (size_t e = 0; e < 64; ++e) expected[e] = static_cast<int64_t>(e);
    for (int round = 0; round < 5; ++round)
      for (size_t part = 0; part < 4; ++part) {
        const std::vector<int64_t> before = expected;
        for (size_t l = 0; l < 16; ++l) expected[part * 8 + l] = before[part * 8 + l] + before[part * 8 + 8 + l];
      }
    for (int64_t e = 0; e < 64; ++e) QCOMPARE(z.int_at(e), expected[static_cast<size_t>(e)]);
  }

  // Row and column of a place along rows of 5, read as one stretch; a quotient that does not belong to the remainder
  // stays what it is.
  void rows_and_columns_that_lie_as_a_stretch() {
    constexpr int64_t W = 5;
    Buffer a = buffer("A", DType::Float(32), {20, W}), c = buffer("C", DType::Float(32), {48});
    Var i = tir::make_var("i");
    const auto lane = [&](const Expr& base) { return tir::ramp(base, n(1), 16); };
    const auto all = [&](int64_t v) { return tir::broadcast(n(v), 16); };
    const auto copy = [&](int64_t apart) {
      const Expr place = lane(Expr(i) * n(16) + n(apart)), column = lane(Expr(i) * n(16));
      return loop(i, 3,
                  tir::make_store(c, at(a, {tir::floordiv(place, all(W)), tir::floormod(column, all(W))}),
                                  {lane(Expr(i) * n(16))}));
    };
    NDArray x = pattern(DType::Float(32), {20, W}), z(DType::Float(32), {48});
    for (const int64_t apart : {0, 5, 10, 3}) {
      const Result<std::string> ir = codegen::llvm_ir(nest({a}, {c}, copy(apart)));
      QVERIFY2(ir.ok(), texts(ir.diagnostics).c_str());
      QCOMPARE(ir->find("llvm.masked.gather") == std::string::npos, apart % W == 0);
      run(nest({a}, {c}, copy(apart)), {&x, &z});
      for (int64_t k = 0; k < 48; ++k) QCOMPARE(z.at(k), x.at((k + apart) / W * W + k % W));
    }
  }

  void bits_as_another_type() {
    Buffer a = buffer("A", DType::UInt(8), {8}), c = buffer("C", DType::Int(32), {2});
    Var i = tir::make_var("i");
    const Expr four = at(a, {tir::ramp(Expr(i) * n(4), n(1), 4)});
    const Expr word = tir::call(DType::Int(32), "reinterpret", {four}, tir::CallKind::PureIntrinsic);
    NDArray x(DType::UInt(8), {8}), z(DType::Int(32), {2});
    for (int64_t k = 0; k < 8; ++k) x.set(k, static_cast<double>(k + 1));
    run(nest({a}, {c}, loop(i, 2, tir::make_store(c, word, {i}))), {&x, &z});
    QCOMPARE(z.at(0), static_cast<double>(0x04030201));
    QCOMPARE(z.at(1), static_cast<double>(0x08070605));
  }

  void padding_reads_nothing_outside() {
    constexpr int64_t N = 30;
    Buffer a = buffer("A", DType::Float(32), {N}), c = buffer("C", DType::Float(32), {N + 2});
    Var i = tir::make_var("i");
    // A[-1] and A[N] lie outside: lazily for one element, under a mask for vectors.
    Expr inside = tir::logical_and(tir::ge(i, n(1)), tir::lt(i, n(N + 1)));
    Stmt scalar =
        loop(i, N + 2, tir::make_store(c, tir::if_then_else(inside, at(a, {Expr(i) - n(1)}), tir::float_imm(0)), {i}));
    Expr lanes = tir::ramp(Expr(i) * n(8), n(1), 8);
    Expr inside8 =
        tir::logical_and(tir::ge(lanes, tir::broadcast(n(1), 8)), tir::lt(lanes, tir::broadcast(n(N + 1), 8)));
    Stmt vector = loop(i, 4,
                       tir::make_store(c,
                                       tir::if_then_else(inside8, at(a, {tir::ramp(Expr(i) * n(8) - n(1), n(1), 8)}),
                                                         tir::broadcast(tir::float_imm(0), 8)),
                                       {lanes}));
    NDArray x = pattern(DType::Float(32), {N}), z(DType::Float(32), {N + 2});
    for (const Stmt& body : {scalar, vector}) {
      run(nest({a}, {c}, body), {&x, &z});
      QCOMPARE(z.at(0), 0.0);
      QCOMPARE(z.at(N + 1), 0.0);
      for (int64_t k = 0; k < N; ++k) QCOMPARE(z.at(k + 1), x.at(k));
    }
  }

  void masked_and_strided_stores() {
    constexpr int64_t N = 29;
    Buffer a = buffer("A", DType::Int(32), {64}), c = buffer("C", DType::Int(32), {64});
    Var i = tir::make_var("i");
    Expr lanes = tir::ramp(Expr(i) * n(16), n(1), 16);
    Stmt masked = loop(i, 2, tir::make_store(c, at(a, {lanes}), {lanes}, {}, tir::lt(lanes, tir::broadcast(n(N), 16))));
    NDArray x = pattern(DType::Int(32), {64}), z(DType::Int(32), {64});
    run(nest({a}, {c}, masked), {&x, &z});
    for (int64_t k = 0; k < 64; ++k) QCOMPARE(z.int_at(k), k < N ? x.int_at(k) : 0);
    // C[2l] = A[15 - l], C[2l + 1] = A[3l]
    Stmt strided = tir::make_seq({tir::make_store(c, at(a, {tir::ramp(n(15), n(-1), 16)}), {tir::ramp(n(0), n(2), 16)}),
                                  tir::make_store(c, at(a, {tir::ramp(n(0), n(3), 16)}), {tir::ramp(n(1), n(2), 16)})});
    run(nest({a}, {c}, strided), {&x, &z});
    for (int64_t k = 0; k < 16; ++k) {
      QCOMPARE(z.int_at(2 * k), x.int_at(15 - k));
      QCOMPARE(z.int_at(2 * k + 1), x.int_at(3 * k));
    }
  }

  // 32-bit index arithmetic that overflows wraps as the type says.
  void index_arithmetic_wraps_where_it_must() {
    Buffer c = buffer("C", DType::Int(32), {64});
    Var i = tir::make_var("i");
    Stmt body =
        loop(i, 64, tir::make_store(c, tir::floormod((Expr(i) * n(1103515245) + n(12345)) * n(3), n(1000)), {i}));
    NDArray z(DType::Int(32), {64});
    run(nest({}, {c}, body), {&z});
    for (int64_t k = 0; k < 64; ++k) {
      const auto wrapped = static_cast<int32_t>((static_cast<uint32_t>(k) * 1103515245u + 12345u) * 3u);
      QCOMPARE(z.int_at(k), ((int64_t{wrapped} % 1000) + 1000) % 1000);
    }
  }

  void large_local_buffers_come_from_the_runtime() {
    constexpr int64_t N = 100000;
    Buffer a = buffer("A", DType::Float(32), {N}), t = buffer("T", DType::Float(32), {N}),
           c = buffer("C", DType::Float(32), {N});
    Var i = tir::make_var("i"), j = tir::make_var("j");
    Stmt body = tir::make_allocate(
        t, tir::make_seq({loop(i, N, tir::make_store(t, at(a, {i}) + tir::float_imm(1), {i})),
                          loop(j, N, tir::make_store(c, at(t, {n(N - 1) - Expr(j)}), {j}), tir::ForKind::Parallel)}));
    NDArray x = pattern(DType::Float(32), {N}), z(DType::Float(32), {N});
    run(nest({a}, {c}, body), {&x, &z}, 2);
    for (int64_t k = 0; k < N; ++k) QCOMPARE(z.at(k), x.at(N - 1 - k) + 1);
  }

  void symbolic_sizes_are_arguments() {
    Var size = tir::make_var("n", DType::Int(32), true), i = tir::make_var("i");
    auto* node = new tir::BufferNode;
    node->name = "A";
    node->shape = {size};
    Buffer a{node};
    auto* out = new tir::BufferNode(*node);
    out->name = "C";
    Buffer c{out};
    lower::LoopNest kernel = nest({a}, {c},
                                  tir::make_for(i, n(0), size, tir::ForKind::Parallel,
                                                tir::make_store(c, at(a, {Expr(size) - n(1) - Expr(i)}), {i})));
    kernel.size_vars = {size};
    const Result<LoadedKernel> compiled = load(kernel);
    QVERIFY2(compiled.ok(), texts(compiled.diagnostics).c_str());
    NDArray x = pattern(DType::Float(32), {37}), z(DType::Float(32), {37});
    void* pointers[] = {x.mutable_bytes(), z.mutable_bytes()};
    const int64_t sizes[] = {37};
    QCOMPARE(compiled->entry()(pointers, sizes, nullptr), 0);  // without a runtime: one thread
    for (int64_t k = 0; k < 37; ++k) QCOMPARE(z.at(k), x.at(36 - k));
  }

  // Without the check LLVM would end the program while it looks for the instruction.
  void instructions_that_the_processor_lacks_are_refused_data() {
    QTest::addColumn<QString>("intrinsic");
    QTest::addColumn<QString>("why");
    QTest::newRow("a later x86") << "llvm.x86.avx512.vpdpbusd.512"
                                 << "it needs the processor feature avx512vnni, which is not there";
    QTest::newRow("another family") << "llvm.aarch64.neon.sqdmulh.v4i32"
                                    << "it is not an instruction of x86 processors that is known here";
  }
  void instructions_that_the_processor_lacks_are_refused() {
    QFETCH(QString, intrinsic);
    QFETCH(QString, why);
    const DType lanes = DType::Int(32).with_lanes(16);
    Buffer c = buffer("C", DType::Int(32), {16});
    const Expr zero = tir::broadcast(n(0), 16);
    const Expr dot =
        tir::call(lanes, "call_llvm_pure_intrin", {tir::string_imm(intrinsic.toStdString()), n(3), zero, zero, zero},
                  tir::CallKind::PureIntrinsic);
    codegen::Options old;
    old.cpu = "x86-64";
    const auto code = codegen::object_file(nest({}, {c}, tir::make_store(c, dot, {tir::ramp(n(0), n(1), 16)})), old);
    QVERIFY(!code.ok());
    QCOMPARE(QString::fromStdString(texts(code.diagnostics)),
             QStringLiteral("error: this processor has no instruction for %1 [NW4105]\n"
                            "  because %2\n"
                            "  legal: leave out tensorize: the loops compute the same\n")
                 .arg(intrinsic, why));
  }

  void gpu_threads_are_refused() {
    Buffer c = buffer("C", DType::Int(32), {64});
    Var i = tir::make_var("i");
    auto* f = new tir::ForNode;
    f->var = i;
    f->min = n(0);
    f->extent = n(64);
    f->for_kind = tir::ForKind::Thread;
    f->thread_tag = "threadIdx.x";
    f->from.line = 7;
    f->body = tir::make_store(c, i, {i});
    const Result<LoadedKernel> kernel = load(nest({}, {c}, Stmt(f)));
    QVERIFY(!kernel.ok());
    QCOMPARE(
        QString::fromStdString(texts(kernel.diagnostics)),
        QStringLiteral("line 7:1: error: loop 'i' is bound to threadIdx.x, and a CPU has no such threads [NW4101]\n"
                       "  legal: parallel, vectorize, unroll\n"));
  }
};

NW_TEST(TestKernels);
#include "test_kernels.moc"
