// SPDX-License-Identifier: GPL-3.0-or-later
#include "registry.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

class TestFuseReorder : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void fuse_neighbours() {
    Kernel k({matmul(64, 48, 32)});
    const auto r = fuse(k.s, k.stage("C"), {k.axis("C", "i"), k.axis("C", "j")}, step(9, "f = s[C].fuse(i, j)"));
    QVERIFY(r.ok());
    SAYS(k.loops("C"), "i.j.fused k");
    SAYS(k.bounds("C"), "i 0+64, j 0+48, k 0+32; i.j.fused 0+3072, k 0+32");
  }
  void fuse_three() {
    Kernel k({matmul(4, 5, 6)});
    QVERIFY(fuse(k.s, k.stage("C"), {k.axis("C", 0), k.axis("C", 1), k.axis("C", 2)}, step(9, "f = s[C].fuse(i, j, k)"))
                .ok());
    SAYS(k.loops("C"), "i.j.fused.k.fused");
    QVERIFY(k.s.stage(k.stage("C")).axes.back().iter->type == tir::IterType::CommReduce);
  }
  void fuse_of_none_is_a_loop_of_one() {
    Kernel k({matmul(4, 5, 6)});
    QVERIFY(fuse(k.s, k.stage("C"), {}, step(9, "f = s[C].fuse()")).ok());
    SAYS(k.loops("C"), "singleton i j k");
    SAYS(k.bounds("C"), "i 0+4, j 0+5, k 0+6; singleton 0+1, i 0+4, j 0+5, k 0+6");
  }
  // TVM takes two neighbours in either order.
  void fuse_swapped() {
    Kernel k({matmul(4, 5, 6)});
    QVERIFY(fuse(k.s, k.stage("C"), {k.axis("C", "j"), k.axis("C", "i")}, step(9, "f = s[C].fuse(j, i)")).ok());
    SAYS(k.loops("C"), "j.i.fused k");
  }
  void fuse_apart() {
    Kernel k({matmul(4, 5, 6)});
    for (const char* name : {"i", "j", "k"}) k.s.name_axis(k.axis("C", name), name);
    const auto r = fuse(k.s, k.stage("C"), {k.axis("C", "i"), k.axis("C", "k")}, step(9, "f = s[C].fuse(i, k)"));
    SAYS(text(r.diagnostics),
         "k.py:9:1: error: i and k are not next to each other [NW2106]\n"
         "  because the loops of C are i, j, k\n"
         "  because j stands between them\n"
         "  legal: fuse(i, j), fuse(j, k)\n"
         "  fix: bring them together first\n"
         "    9~ s[C].reorder(i, k, j)\n"
         "f = s[C].fuse(i, k)\n");
    SAYS(k.loops("C"), "i j k");
  }
  void fuse_twice_the_same() {
    Kernel k({matmul(4, 5, 6)});
    k.s.name_axis(k.axis("C", "i"), "i");
    const auto r = fuse(k.s, k.stage("C"), {k.axis("C", "i"), k.axis("C", "i")}, step(9, "f = s[C].fuse(i, i)"));
    SAYS(text(r.diagnostics),
         "k.py:9:15: error: i is listed twice [NW2102]\n"
         "  because fuse takes every axis once\n"
         "  legal: i\n"
         "  fix: fuse it with j\n"
         "    9~ f = s[C].fuse(i, s[C].op.axis[1])\n"
         "  fix: list every axis once\n"
         "    9~ f = s[C].fuse(i)\n");
  }
  void reorder_some() {
    Kernel k({matmul(64, 48, 32)});
    QVERIFY(reorder(k.s, k.stage("C"), {k.axis("C", "k"), k.axis("C", "i")}, step(9, "s[C].reorder(k, i)")).empty());
    SAYS(k.loops("C"), "k j i");
  }
  void reorder_twice_the_same() {
    Kernel k({matmul(64, 48, 32)});
    for (const char* name : {"i", "j"}) k.s.name_axis(k.axis("C", name), name);
    const auto ds = reorder(k.s, k.stage("C"), {k.axis("C", "j"), k.axis("C", "i"), k.axis("C", "j")},
                            step(8, "s[C].reorder(j, i, j)"));
    SAYS(text(ds),
         "k.py:8:14: error: j is listed twice [NW2102]\n"
         "  because reorder takes every axis once\n"
         "  legal: j, i\n"
         "  fix: list every axis once\n"
         "    8~ s[C].reorder(j, i)\n"
         "  fix: delete the step\n"
         "    8- \n");
    SAYS(k.loops("C"), "i j k");
  }
  void reorder_of_a_split_axis() {
    Kernel k({matmul(64, 48, 32)});
    for (const char* name : {"i", "j"}) k.s.name_axis(k.axis("C", name), name);
    split_factor(k.s, k.stage("C"), k.axis("C", "j"), tir::int_imm(8), step(8, "jo, ji = s[C].split(j, factor=8)"));
    const auto ds = reorder(k.s, k.stage("C"), {k.axis("C", "j"), k.axis("C", "i")}, step(9, "s[C].reorder(j, i)"));
    SAYS(text(ds),
         "k.py:9:14: error: j is no longer a loop of C [NW2100]\n"
         "  because j was split into jo and ji in line 8\n"
         "  legal: jo, ji, i, k\n"
         "  fix: list the loops that j became\n"
         "    9~ s[C].reorder(jo, ji, i)\n"
         "  fix: use jo instead of j\n"
         "    9~ s[C].reorder(jo, i)\n"
         "  fix: use ji instead of j\n"
         "    9~ s[C].reorder(ji, i)\n"
         "  fix: delete the step\n"
         "    9- \n");
  }
};

NW_TEST(TestFuseReorder);
#include "test_fuse_reorder.moc"
