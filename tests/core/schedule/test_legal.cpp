// SPDX-License-Identifier: GPL-3.0-or-later
// `legal` is exact: what it lists is accepted, what it leaves out is refused, over kernels in many states.
#include <algorithm>

#include "registry.h"
#include "schedule/legal.h"
#include "schedule/verify.h"
#include "steps.h"

using namespace nw;
using namespace nw::schedule;
using namespace nw::schedule::test;

namespace {

Kernel pipeline() {
  const te::Tensor c = matmul(16, 12, 8);
  const te::Tensor b = elementwise(c, "Bias"), r = elementwise(b, "Relu");
  Kernel k({r});
  for (const char* stage : {"C", "Bias", "Relu"})
    for (const char* axis : {"i", "j", "k"})
      if (const AxisId a = k.axis(stage, axis)) k.s.name_axis(a, std::string(stage) + "_" + axis);
  return k;
}

std::vector<Kernel> states() {
  std::vector<Kernel> all{pipeline()};
  Kernel k = pipeline();
  split_factor(k.s, k.stage("Relu"), k.axis("Relu", 1), n(4), step(9, "jo, ji = s[Relu].split(Relu_j, factor=4)"));
  all.push_back(k);
  compute_at(k.s, k.stage("Bias"), k.stage("Relu"), k.axis("Relu", 1), step(10, "s[Bias].compute_at(s[Relu], jo)"));
  all.push_back(k);
  vectorize(k.s, k.stage("Relu"), k.axis("Relu", 2), step(11, "s[Relu].vectorize(ji)"));
  split_factor(k.s, k.stage("C"), k.axis("C", 2), n(4), step(12, "ko, ki = s[C].split(C_k, factor=4)"));
  all.push_back(k);
  Kernel inlined = pipeline();
  compute_inline(inlined.s, inlined.stage("Bias"), step(9, "s[Bias].compute_inline()"));
  all.push_back(inlined);
  return all;
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word + "\n";
  return all;
}

bool sound(const Schedule& s) {
  return !has_errors(verify(s, {}));
}

}  // namespace

class TestLegal : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void places_are_exact() {
    for (const Kernel& k : states())
      for (StageId id : k.s.order()) {
        for (const Choice& c : places(k.s, id)) {
          Schedule copy = k.s;
          const bool accepted = !has_errors(compute_at(copy, id, c.stage, c.axis, {})) && sound(copy);
          QCOMPARE(c.legal, accepted);
          QCOMPARE(c.legal, c.why_not.empty());
        }
      }
  }
  void loops_are_exact() {
    for (const Kernel& k : states())
      for (StageId id : k.s.order())
        for (const Choice& c : choices(k.s, id, Primitive::Vectorize)) {
          Schedule copy = k.s;
          QCOMPARE(c.legal, !has_errors(vectorize(copy, id, c.axis, {})) && sound(copy));
        }
  }
  // The same of what a refused step lists, and of the places that a broken rule lists.
  void lists_of_diagnostics_are_exact() {
    Kernel k = pipeline();
    split_factor(k.s, k.stage("Relu"), k.axis("Relu", 0), n(4), step(9, "io, ii = s[Relu].split(Relu_i, factor=4)"));
    const Diagnostics stale = compute_at(k.s, k.stage("Bias"), k.stage("Relu"), k.axis("Relu", "Relu_i"),
                                         step(10, "s[Bias].compute_at(s[Relu], Relu_i)"));
    QCOMPARE(stale[0].legal.size(), size_t(3));  // io, ii, Relu_j
    compute_at(k.s, k.stage("C"), k.stage("Relu"), k.axis("Relu", 0), step(11, "s[C].compute_at(s[Relu], io)"));
    const Diagnostics escaped = verify(k.s, {});
    std::vector<std::string> legal;
    for (const Choice& c : places(k.s, k.stage("C")))
      if (c.legal)
        legal.push_back(k.s.stage(c.stage).find_axis(c.axis)->script_name + " of " + k.s.stage(c.stage).name());
    legal.push_back("root");
    std::vector<std::string> listed = escaped[0].legal;
    std::sort(legal.begin(), legal.end());
    std::sort(listed.begin(), listed.end());
    SAYS(joined(listed), joined(legal));
  }
  void stage_steps() {
    const Kernel k = pipeline();
    QVERIFY(choice(k.s, k.stage("Bias"), Primitive::ComputeInline).legal);
    SAYS(choice(k.s, k.stage("C"), Primitive::ComputeInline).why_not, "cannot inline C, a reduction");
    SAYS(choice(k.s, k.stage("Relu"), Primitive::ComputeInline).why_not, "cannot inline Relu, an output");
    QVERIFY(choice(k.s, k.stage("C"), Primitive::CacheWrite).legal);
    SAYS(choice(k.s, k.stage("A"), Primitive::CacheWrite).why_not,
         "cache_write takes a computed tensor, and A is an input");
  }
};

NW_TEST(TestLegal);
#include "test_legal.moc"
