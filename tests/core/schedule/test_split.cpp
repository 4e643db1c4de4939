// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

class TestSplit : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void by_factor() {
    Kernel k({matmul(64, 48, 32)});
    const auto r = split_factor(k.s, k.stage("C"), k.axis("C", "i"), tir::int_imm(16),
                                step(9, "io, ii = s[C].split(i, factor=16)"));
    QVERIFY(r.ok());
    SAYS(k.loops("C"), "i.outer i.inner j k");
    SAYS(k.bounds("C"), "i 0+64, j 0+48, k 0+32; i.outer 0+4, i.inner 0+16, j 0+48, k 0+32");
    SAYS(k.s.stage(k.stage("C")).find_axis(r->inner)->script_name, "ii");
  }
  void by_parts() {
    Kernel k({matmul(64, 48, 32)});
    QVERIFY(
        split_nparts(k.s, k.stage("C"), k.axis("C", "k"), tir::int_imm(5), step(9, "ko, ki = s[C].split(k, nparts=5)"))
            .ok());
    SAYS(k.bounds("C"), "i 0+64, j 0+48, k 0+32; i 0+64, j 0+48, k.outer 0+5, k.inner 0+7");
  }
  // A loop is never longer than what it is a part of.
  void factor_beyond_extent() {
    Kernel k({matmul(4, 4, 4)});
    QVERIFY(split_factor(k.s, k.stage("C"), k.axis("C", "i"), tir::int_imm(16),
                         step(9, "io, ii = s[C].split(i, factor=16)"))
                .ok());
    SAYS(k.bounds("C"), "i 0+4, j 0+4, k 0+4; i.outer 0+1, i.inner 0+4, j 0+4, k 0+4");
  }
  void tile_is_two_splits_and_a_reorder() {
    Kernel k({matmul(64, 48, 32)});
    QVERIFY(tile(k.s, k.stage("C"), k.axis("C", "i"), k.axis("C", "j"), tir::int_imm(8), tir::int_imm(4),
                 step(9, "io, jo, ii, ji = s[C].tile(i, j, 8, 4)"))
                .ok());
    SAYS(k.loops("C"), "i.outer j.outer i.inner j.inner k");
    SAYS(k.bounds("C"), "i 0+64, j 0+48, k 0+32; i.outer 0+8, j.outer 0+12, i.inner 0+8, j.inner 0+4, k 0+32");
  }
  void split_again() {
    Kernel k({matmul(64, 48, 32)});
    const AxisId i = k.axis("C", "i");
    k.s.name_axis(i, "i");
    split_factor(k.s, k.stage("C"), i, tir::int_imm(16), step(9, "io, ii = s[C].split(i, factor=16)"));
    const auto r = split_factor(k.s, k.stage("C"), i, tir::int_imm(4), step(10, "a, b = s[C].split(i, factor=4)"));
    QVERIFY(!r.ok());
    SAYS(text(r.diagnostics),
         "k.py:10:19: error: i is no longer a loop of C [NW2100]\n"
         "  because i was split into io and ii in line 9\n"
         "  legal: io, ii, j, k\n"
         "  fix: use io instead of i\n"
         "    10~ a, b = s[C].split(io, factor=4)\n"
         "  fix: use ii instead of i\n"
         "    10~ a, b = s[C].split(ii, factor=4)\n");
    SAYS(k.loops("C"), "i.outer i.inner j k");
  }
  void factor_must_be_positive() {
    Kernel k({matmul(64, 48, 32)});
    const auto r = split_factor(k.s, k.stage("C"), k.axis("C", "i"), tir::int_imm(-8),
                                step(9, "io, ii = s[C].split(i, factor=-8)"));
    SAYS(text(r.diagnostics),
         "k.py:9:31: error: the factor is -8; it must be at least 1 [NW2104]\n"
         "  because the inner loop has that many iterations\n"
         "  legal: the factor ≥ 1\n"
         "  fix: use 8\n"
         "    9~ io, ii = s[C].split(i, factor=8)\n");
    SAYS(k.loops("C"), "i j k");
  }
  void tile_points_at_the_factor() {
    Kernel k({matmul(64, 48, 32)});
    const auto r = tile(k.s, k.stage("C"), k.axis("C", "i"), k.axis("C", "j"), tir::int_imm(8), tir::int_imm(0),
                        step(9, "a, b, c, d = s[C].tile(i, j, 8, 0)"));
    SAYS(text(r.diagnostics),
         "k.py:9:33: error: the factor is 0; it must be at least 1 [NW2104]\n"
         "  because the inner loop has that many iterations\n"
         "  legal: the factor ≥ 1\n"
         "  fix: use 1\n"
         "    9~ a, b, c, d = s[C].tile(i, j, 8, 1)\n");
    SAYS(k.loops("C"), "i j k");
  }
  void factor_or_parts() {
    Kernel k({matmul(64, 48, 32)});
    const Diagnostic d =
        split_arguments(k.s, k.stage("C"), k.axis("C", "i"), true, step(9, "a, b = s[C].split(i, factor=8, nparts=2)"));
    SAYS(text({d}),
         "k.py:9:1: error: split takes factor or nparts, not both [NW2105]\n"
         "  because factor is the inner loop's length, nparts the outer loop's; the other follows from the axis' "
         "extent\n"
         "  legal: factor=…, nparts=…\n"
         "  fix: keep factor\n"
         "    9~ a, b = s[C].split(s[C].op.axis[0], factor=8)\n"
         "  fix: keep nparts\n"
         "    9~ a, b = s[C].split(s[C].op.axis[0], nparts=2)\n");
  }
  void axis_of_another_stage() {
    const te::Tensor a = te::placeholder({tir::int_imm(8), tir::int_imm(12)}, "A"), b = elementwise(a, "B"),
                     c = elementwise(b, "C");
    Kernel k({c});
    const auto r = split_factor(k.s, k.stage("C"), k.axis("B", "j"), tir::int_imm(4),
                                step(9, "x, y = s[C].split(B.op.axis[1], factor=4)"));
    SAYS(text(r.diagnostics),
         "k.py:9:19: error: j is an axis of B, not of C [NW2101]\n"
         "  because every stage has axes of its own, also where their names or extents are the same\n"
         "  legal: i, j\n"
         "  fix: use j of C, at the same place\n"
         "    9~ x, y = s[C].split(s[C].op.axis[1], factor=4)\n"
         "  fix: say it of B\n"
         "    9~ x, y = s[B].split(B.op.axis[1], factor=4)\n");
  }
  void marks_would_be_lost() {
    Kernel k({matmul(64, 48, 32)});
    k.s.name_axis(k.axis("C", "j"), "j");
    QVERIFY(vectorize(k.s, k.stage("C"), k.axis("C", "j"), step(9, "s[C].vectorize(j)")).empty());
    const auto r = split_factor(k.s, k.stage("C"), k.axis("C", "j"), tir::int_imm(8),
                                step(10, "jo, ji = s[C].split(j, factor=8)"));
    SAYS(text(r.diagnostics),
         "k.py:10:21: error: to split j now would undo that it was vectorized [NW2109]\n"
         "  because j was vectorized in line 9\n"
         "  because that step would have no effect any more, and nothing would say so\n"
         "  legal: split j first, then say it of its parts\n"
         "  fix: split first, then vectorize ji\n"
         "    9- \n"
         "    10~ jo, ji = s[C].split(j, factor=8)\ns[C].vectorize(ji)\n");
  }
};

NW_TEST(TestSplit);
#include "test_split.moc"
