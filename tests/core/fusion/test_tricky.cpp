// SPDX-License-Identifier: GPL-3.0-or-later
// Programs at the corners of the algorithm, one for each of its rules. The groups were worked out by hand from what
// TVM 0.11 does.
#include <QTest>

#include "programs.h"
#include "registry.h"

using namespace nw::test;

namespace {

std::string image(const std::string& body) {
  return "fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 1, 1), float32], %b: Tensor[(8, 1, 1), float32]) "
         "{\n" +
         body + "\n}";
}
std::string matrix(const std::string& body) {
  return "fn (%x: Tensor[(4, 8), float32], %y: Tensor[(4, 8), float32], %i: Tensor[(4), int64]) {\n" + body + "\n}";
}
std::string conv(const std::string& data) {
  return "nn.conv2d(" + data + ", %w, channels=8, kernel_size=[1, 1])";
}

}  // namespace

class TestTricky : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void groups_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("expected");
    const auto row = [](const char* name, const std::string& program, const char* expected) {
      QTest::newRow(name) << QString::fromStdString(program) << QString::fromUtf8(expected);
    };
    // ── anchors
    row("an elementwise branch joins the sink that a convolution came to first",
        image("%0 = " + conv("%x") + "; %1 = nn.relu(%0); %2 = exp(%x); add(%1, %2)"), "{nn.conv2d nn.relu exp add}");
    row("what feeds a convolution and its sum stays outside",
        image("%0 = exp(%x); %1 = " + conv("%0") + "; add(%1, %0)"), "{exp} {nn.conv2d add}");
    row("the result's shape counts, not the operator", image("%0 = " + conv("%x") + "; %1 = add(%0, %b); nn.relu(%1)"),
        "{nn.conv2d add nn.relu}");
    row("on the other side as well", image("%0 = " + conv("%x") + "; add(%b, %0)"), "{nn.conv2d add}");
    row("a broadcast to a larger shape ends it",
        image("%0 = " + conv("%x") + "; %1 = broadcast_to(%0, shape=[2, 8, 16, 16]); nn.relu(%1)"),
        "{broadcast_to nn.relu} {nn.conv2d}");
    row("a transposition does too", image("%0 = " + conv("%x") + "; %1 = nn.relu(%0); transpose(%1)"),
        "{nn.conv2d nn.relu} {transpose}");
    row("an injective branch may lie in a convolution's diamond only after it",
        image("%0 = " + conv("%x") + "; %1 = reshape(%0, newshape=[1, 8, 16, 16]); add(%0, %1)"),
        "{nn.conv2d} {reshape add}");
    row("of two convolutions the first takes the sum",
        image("%0 = " + conv("%x") + "; %1 = " + conv("%x") + "; %2 = nn.relu(%1); add(%0, %2)"),
        "{nn.conv2d add} {nn.conv2d nn.relu}");
    row("pool and softmax are anchors", image("%0 = nn.max_pool2d(%x, pool_size=[2, 2]); %1 = exp(%0); nn.softmax(%1)"),
        "{nn.max_pool2d exp} {nn.softmax}");
    row("batch_norm gives a tuple, which is not elementwise",
        "fn (%x: Tensor[(1, 8, 4, 4), float32], %g: Tensor[(8), float32]) {\n%0 = nn.batch_norm(%x, %g, %g, %g, %g); "
        "%1 = %0.0; nn.relu(%1)\n}",
        "{nn.batch_norm} {nn.relu}");
    // ── reductions
    row("a reduction takes in, and ends", matrix("%0 = exp(%x); %1 = sum(%0, axis=[1], keepdims=True); sqrt(%1)"),
        "{exp sum} {sqrt}");
    row("a softmax by hand",
        matrix("%0 = max(%x, axis=[1], keepdims=True); %1 = subtract(%x, %0); %2 = exp(%1); %3 = sum(%2, axis=[1], "
               "keepdims=True); divide(%2, %3)"),
        "{divide} {max} {subtract exp} {sum}");
    row("injective operators do not go into one", matrix("%0 = transpose(%x); sum(%0)"), "{sum} {transpose}");
    row("unless they lie within what an elementwise one brings along",
        matrix("%0 = exp(%x); %1 = reshape(%0, newshape=[4, 8]); %2 = add(%0, %1); sum(%2)"), "{exp reshape add sum}");
    row("argmax is a reduction", matrix("%0 = add(%x, %y); argmax(%0, axis=[1])"), "{add argmax}");
    // ── tuples
    row("fields go into a tuple that has itself been fused",
        matrix("%0 = exp(%x); %1 = tanh(%y); %2 = (%0, %1); concatenate(%2, axis=0)"), "{exp tanh concatenate}");
    row("anchors do not", matrix("%0 = nn.softmax(%x); %1 = (%0, %y); concatenate(%1)"), "{concatenate} {nn.softmax}");
    row("nor reductions", matrix("%0 = sum(%x, axis=[1], keepdims=True); %1 = (%0, %y); concatenate(%1, axis=1)"),
        "{concatenate} {sum}");
    row("one field twice", matrix("%0 = exp(%x); %1 = (%0, %0); concatenate(%1)"), "{exp concatenate}");
    row("a tuple that a result holds takes nothing in", matrix("%0 = exp(%x); (%0, %y)"), "{exp}");
    row("split and its projections",
        matrix("%0 = exp(%x); %1 = split(%0, indices_or_sections=2, axis=1); %2 = %1.0; %3 = %1.1; add(%2, %3)"),
        "{exp split add}");
    row("a projection of a tuple that stands there",
        matrix("%0 = exp(%x); %1 = (%0, %y); %2 = %1.0; %3 = %1.1; add(%2, %3)"), "{exp add}");
    // ── opaque, annotations, constants
    row("opaque on both sides", matrix("%0 = exp(%x); %1 = argsort(%0); %2 = cast(%1, dtype=\"float32\"); tanh(%2)"),
        "{argsort} {cast tanh} {exp}");
    row("stop_fusion vanishes and keeps apart", matrix("%0 = exp(%x); %1 = annotation.stop_fusion(%0); add(%1, %0)"),
        "{add} {exp}");
    row("constants that are no scalars are opaque, not in the way",
        matrix("%0 = exp(%x); add(%0, meta[relay.Constant][0] /* ty=Tensor[(8), float32] */)"), "{exp add}");
    // ── dynamic shapes
    row("two dynamic dimensions count as equal",
        "fn (%x: Tensor[(?, 4), float32], %y: Tensor[(?, 4), float32], %w: Tensor[(4, 4), float32]) {\n%0 = "
        "nn.dense(%x, %w); add(%0, %y)\n}",
        "{nn.dense add}");
    row("what depends on values is opaque, also where the values are known",
        matrix("%0 = exp(%x); %1 = dyn.reshape(%0, %i); tanh(%1)"), "{dyn.reshape} {exp} {tanh}");
    // ── functions, lets, ifs, references
    row("a function's inside is fused, its call is not",
        matrix("%0 = fn (%a: Tensor[(4, 8), float32]) { %1 = exp(%a); tanh(%1) }; %2 = sqrt(%x); %3 = %0(%2); exp(%3)"),
        "{exp} {exp tanh} {sqrt}");
    row("a let binds what it binds", matrix("let %a = exp(%x); %0 = tanh(%a); let %c = sqrt(%0); exp(%c)"),
        "{exp} {exp} {tanh sqrt}");
    row("branches",
        matrix("%0 = less(%x, %y); %1 = any(%0); %2 = if (%1) { %3 = exp(%x); tanh(%3) } else { sqrt(%y) }; "
               "abs(%2)"),
        "{abs} {exp tanh} {less any} {sqrt}");
    row("a reference is a wall", matrix("%0 = exp(%x); %1 = ref(%0); %2 = ref_read(%1); tanh(%2)"), "{exp} {tanh}");
    row("functions for other compilers are not looked into",
        "def @main(%x: Tensor[(4), float32]) { %0 = @f(%x); exp(%0) }\ndef @f(%y: Tensor[(4), float32], "
        "Compiler=\"other\", Primitive=1) { %1 = exp(%y); tanh(%1) }",
        "{exp}");
  }

  void groups() {
    QFETCH(QString, program);
    QFETCH(QString, expected);
    QCOMPARE(nw::test::groups(program.toStdString()), expected.toStdString());
  }

  void constants_count_towards_the_depth() {
    const std::string text = matrix("%0 = add(%x, 1f); %1 = add(%0, 1f); add(%1, 1f)");
    QCOMPARE(nw::test::groups(text, depth(5)), std::string("{add add add}"));
    QCOMPARE(nw::test::groups(text, depth(4)), std::string("{add} {add add}"));
    QCOMPARE(nw::test::groups(text, depth(1)), std::string("{add} {add} {add}"));
  }

  void every_level_but_0_is_the_same() {
    const std::string text = matrix("%0 = exp(%x); tanh(%0)");
    QCOMPARE(nw::test::groups(text, level(0)), std::string("{exp} {tanh}"));
    for (const int n : {1, 2, 3, 4}) QCOMPARE(nw::test::groups(text, level(n)), std::string("{exp tanh}"));
  }
};

NW_TEST(TestTricky);
#include "test_tricky.moc"
