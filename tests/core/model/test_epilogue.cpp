// SPDX-License-Identifier: GPL-3.0-or-later
// Fused in the graph, but not in the loops: what the anchor's default schedule does with what follows it.
#include <QTest>

#include "base/error_pages.h"
#include "import/relay.h"
#include "model/epilogue.h"
#include "op/registry.h"
#include "registry.h"

using namespace nw;

namespace {

std::string told_of(const std::string& program) {
  const Result<graph::Graph> graph = import::read_relay(program);
  TargetFacts machine;
  const fusion::Fusion fusion = fusion::fuse(*graph, op::Registry::standard().traits());
  std::string text;
  for (const Diagnostic& d : model::epilogue_warnings(*graph, fusion, machine)) text += format(d);
  return text;
}

std::string told(const std::string& body) {
  return told_of("fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 1, 1), float32]) {\n" + body + "\n}");
}

}  // namespace

class TestEpilogue : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void a_convolution_takes_it() {
    QCOMPARE(told("%0 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1]);\nnn.relu(%0)"), std::string());
  }

  void nothing_follows() { QCOMPARE(told("nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2])"), std::string()); }

  void a_softmax() {
    QCOMPARE(told("%0 = nn.softmax(%x, axis=1);\nexp(%0)"),
             std::string("line 2:1: warning: `nn.softmax` (%0) is fused with `exp`, but its default schedule computes "
                         "all of `nn.softmax` first [NW3012]\n"
                         "  because the schedule leaves stage 'softmax' at root, so its whole result goes through "
                         "memory\n"
                         "  legal: in the group's kernel, attach 'softmax' inside the loops of the last stage: "
                         "s[softmax].compute_at(…)\n"));
  }

  // What a custom operator's pattern promises, and nobody checks.
  void an_anchor_without_a_computation() {
    const std::string begin =
        "fn (%x: Tensor[(1, 64, 64, 64), int16], %w: Tensor[(3, 3, 64, 64), int16], %b: int16) {\n";
    QCOMPARE(told_of(begin + "%0 = nn.bitserial_conv2d(%x, %w, channels=64, kernel_size=[3, 3], "
                             "data_layout=\"NHWC\", kernel_layout=\"HWIO\");\nadd(%0, %b)\n}"),
             std::string(
                 "line 2:1: note: `nn.bitserial_conv2d` (%0) is fused with `add`; whether its schedule takes that in "
                 "cannot be checked here [NW3013]\n"
                 "  because out_elemwise_fusable promises that the schedule of `nn.bitserial_conv2d` begins at the "
                 "group's last stage; fusion does not look at schedules, and one that takes its own stage for the last "
                 "fails when bounds are inferred\n"
                 "  legal: keep it alone until its schedule does: --pattern nn.bitserial_conv2d=opaque\n"));
  }

  void equal_groups_are_told_once() {
    const std::string text = told("%0 = nn.softmax(%x, axis=1);\n%1 = exp(%0);\n%2 = nn.softmax(%1, axis=1);\nexp(%2)");
    QVERIFY(
        text.starts_with("line 2:1: warning: `nn.softmax` (%0) is fused with `exp`, but its default schedule "
                         "computes all of `nn.softmax` first (2 such groups) [NW3012]\n"));
    QCOMPARE(text.find("NW3012"), text.rfind("NW3012"));
  }

  void the_pages_do_what_they_say_data() {
    QTest::addColumn<QString>("code");
    for (const char* code : {"NW3012", "NW3013"}) QTest::newRow(code) << QString::fromLatin1(code);
  }
  void the_pages_do_what_they_say() {
    QFETCH(QString, code);
    const std::string_view page = error_page(code.toStdString());
    const auto example = [&](std::string_view label) {
      const size_t begin = page.find("```\n", page.find(label)) + 4;
      return std::string(page.substr(begin, page.find("```", begin) - begin));
    };
    QVERIFY(told_of(example("Fails:")).find(code.toStdString()) != std::string::npos);
    QCOMPARE(told_of(example("Mended:")), std::string());
  }

  void other_anchors_take_it() {
    QCOMPARE(told("%0 = nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2]);\nexp(%0)"), std::string());
    QCOMPARE(told("%0 = nn.conv2d(%x, %w, channels=8, kernel_size=[1, 1], data_layout=\"NHWC\", "
                  "kernel_layout=\"HWIO\");\nexp(%0)"),
             std::string());
    QCOMPARE(told("%0 = nn.global_avg_pool2d(%x);\nexp(%0)"), std::string());
  }
};

NW_TEST(TestEpilogue);
#include "test_epilogue.moc"
#include "texts.h"
