// SPDX-License-Identifier: GPL-3.0-or-later
// The programs of TVM's own FuseOps tests, in Relay text, and the groups that those tests expect.
#include <QTest>

#include "programs.h"
#include "registry.h"

using namespace nw::test;

class TestTvmCases : public QObject {
  Q_OBJECT
 private Q_SLOTS:
  void simple() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(10, 20), float32]) {
  %0 = add(%x, 1f);
  %1 = exp(%0);
  squeeze(%1)
})"),
             "{add exp squeeze}");
  }

  void convolutions_that_meet() {
    const std::string text = R"(
fn (%x: Tensor[(1, 16, 64, 64), float32], %w1: Tensor[(16, 16, 3, 3), float32], %w2: Tensor[(16, 16, 1, 1), float32], %w3: Tensor[(16, 16, 3, 3), float32]) {
  %0 = add(%x, 1f);
  %1 = nn.conv2d(%0, %w1, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %2 = add(1f, %1);
  %3 = add(%1, %2);
  %4 = nn.conv2d(%3, %w2, padding=[0, 0, 0, 0], channels=16, kernel_size=[1, 1]);
  %5 = nn.conv2d(%3, %w3, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  add(%4, %5)
})";
    QCOMPARE(groups(text), "{add} {nn.conv2d} {nn.conv2d add} {nn.conv2d add add}");
    QCOMPARE(groups(text, level(0)), "{add} {add} {add} {add} {nn.conv2d} {nn.conv2d} {nn.conv2d}");
  }

  void concatenate() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(1, 16, 64, 64), float32]) {
  %0 = nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0]);
  %1 = nn.upsampling(%0, scale_h=2f, scale_w=2f);
  %2 = (%1, %x);
  %3 = concatenate(%2, axis=1);
  add(%3, 1f)
})"),
             "{nn.max_pool2d} {nn.upsampling concatenate add}");
  }

  void tuple_as_result() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(1, 16, 64, 64), float32]) {
  %0 = nn.max_pool2d(%x, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0]);
  %1 = nn.upsampling(%0, scale_h=2f, scale_w=2f);
  (%1, %x)
})"),
             "{nn.max_pool2d} {nn.upsampling}");
  }

  void stop_fusion() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(10, 20), float32]) {
  %0 = add(%x, 1f);
  %1 = annotation.stop_fusion(%0);
  exp(%1)
})"),
             "{add} {exp}");
  }

  void only_the_condition() {
    QCOMPARE(groups(R"(
fn (%x: float32, %y: float32) {
  %0 = greater(%x, %y);
  %1 = if (%0) { fn () { %x } } else { fn () { %y } };
  %1()
})"),
             "{greater}");
  }

  void projections_of_a_split() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(1, 64), float32], %w: Tensor[(192, 64), float32]) {
  %0 = nn.dense(%x, %w, units=192);
  %1 = split(%0, indices_or_sections=3, axis=1);
  %2 = sigmoid(%1.0);
  %3 = tanh(%1.1);
  %4 = exp(%1.2);
  %5 = multiply(%3, %4);
  add(%2, %5)
})"),
             "{nn.dense} {split sigmoid tanh exp multiply add}");
  }

  void a_projection_as_a_group_s_value() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(1, 192), float32], %w: Tensor[(192, 64), float32]) {
  %0 = split(%x, indices_or_sections=3, axis=1);
  %1 = %0.0;
  nn.dense(%1, %w, units=192)
})"),
             "{nn.dense} {split}");
  }

  void a_tuple_between() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(1, 16, 1, 64), float32]) {
  %0 = squeeze(%x, axis=[2]);
  %1 = add(%0, 1f);
  %2 = squeeze(%0);
  %3 = add(%2, 1f);
  %4 = add(%3, 1f);
  %5 = expand_dims(%4, axis=0);
  %6 = add(%0, 1f);
  %7 = (%1, %5, %6);
  %8 = concatenate(%7, axis=1);
  %9 = squeeze(%8);
  add(%9, 1f)
})"),
             "{squeeze add squeeze add add expand_dims add concatenate squeeze add}");
  }

  void tuples_one_behind_the_other() {
    std::string text = "fn (%x: Tensor[(1, 16, 64, 64), float32]) {\n";
    int next = 0;
    std::string joined;
    for (int i = 0; i < 3; ++i) {
      std::string fields;
      for (int k = 0; k < 3; ++k) {
        text += "  %" + std::to_string(next) + " = add(%x, 1f);\n";
        fields += "%" + std::to_string(next++) + (k < 2 ? ", " : "");
      }
      text += "  %" + std::to_string(next) + " = (" + fields + ");\n";
      text += "  %" + std::to_string(next + 1) + " = concatenate(%" + std::to_string(next) + ", axis=1);\n";
      text += "  %" + std::to_string(next + 2) + " = add(%" + std::to_string(next + 1) + ", 1f);\n";
      joined += "%" + std::to_string(next + 2) + (i < 2 ? ", " : "");
      next += 3;
    }
    text += "  %18 = (" + joined +
            ");\n  %19 = concatenate(%18, axis=1);\n"
            "  %20 = nn.max_pool2d(%19, pool_size=[2, 2], strides=[2, 2], padding=[0, 0, 0, 0]);\n"
            "  %21 = add(%20, 1f);\n  %22 = add(%21, 1f);\n  (%21, %22)\n}";
    QCOMPARE(groups(text),
             "{add} {add add add concatenate add add add add concatenate add add add add concatenate add concatenate} "
             "{nn.max_pool2d add}");
  }

  void inception() {
    QCOMPARE(
        groups(R"(
fn (%x: Tensor[(1, 16, 64, 64), float32], %a: Tensor[(16, 16, 3, 3), float32], %b: Tensor[(16, 16, 3, 3), float32], %c: Tensor[(16, 32, 3, 3), float32], %d: Tensor[(16, 32, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %a, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %1 = nn.relu(%0);
  %2 = nn.conv2d(%x, %b, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %3 = nn.relu(%2);
  %4 = (%1, %3);
  %5 = concatenate(%4, axis=1);
  %6 = nn.conv2d(%5, %c, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %7 = nn.relu(%6);
  %8 = nn.conv2d(%5, %d, padding=[1, 1, 1, 1], channels=16, kernel_size=[3, 3]);
  %9 = nn.relu(%8);
  %10 = (%7, %9);
  concatenate(%10, axis=1)
})"),
        "{concatenate} {concatenate} {nn.conv2d nn.relu} {nn.conv2d nn.relu} {nn.conv2d nn.relu} {nn.conv2d nn.relu}");
  }

  void parallel_injective() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(10, 20), int32]) {
  %0 = add(%x, 1);
  %1 = squeeze(%0);
  %2 = transpose(%0, axes=[0, 1]);
  left_shift(%1, %2)
})"),
             "{add squeeze transpose left_shift}");
  }

  void references_keep_apart() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(8, 12), float32]) {
  %0 = split(%x, indices_or_sections=3, axis=1);
  %1 = %0.0;
  %2 = ref(%1);
  %3 = ref_read(%2);
  %4 = %0.1;
  add(%3, %4)
})"),
             "{add} {split}");
  }

  void depth_limit() {
    const auto chain = [](int n) {
      std::string text = "fn (%x: Tensor[(10, 20), float32]) {\n  %0 = exp(%x);\n";
      for (int i = 1; i < n; ++i) text += "  %" + std::to_string(i) + " = exp(%" + std::to_string(i - 1) + ");\n";
      return text + "  negative(%" + std::to_string(n - 1) + ")\n}";
    };
    const auto sizes = [&](int n, int max_depth) {
      const nw::graph::Graph graph = read(chain(n));
      std::string text;
      for (const auto& group : nw::fusion::fuse(graph, relay_ops(), depth(max_depth)).groups) {
        text += std::to_string(group.nodes.size()) + " ";
      }
      return text;
    };
    QCOMPARE(sizes(299, 256), "256 44 ");
    QCOMPARE(sizes(19, 10), "10 10 ");
    QCOMPARE(sizes(19, 1000), "20 ");
  }

  void take_and_gather_nd() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(10, 1), float32]) {
  %0 = (%x, %x);
  %1 = concatenate(%0, axis=-1);
  take(%1, meta[relay.Constant][0] /* ty=Tensor[(2), int64] */, axis=0)
})"),
             "{concatenate take}");
    QCOMPARE(groups(R"(
fn (%x: Tensor[(10, 1), float32]) {
  %0 = (%x, %x);
  %1 = concatenate(%0, axis=-1);
  %2 = expand_dims(meta[relay.Constant][0] /* ty=Tensor[(2), int64] */, axis=1);
  gather_nd(%1, %2)
})"),
             "{concatenate expand_dims gather_nd}");
  }

  void broadcast_into_a_scalar_reduction() {
    QCOMPARE(groups("fn (%x: int32) {\n  %0 = less(%x, 10);\n  min(%0)\n}"), "{less min}");
  }

  void diamonds_up_to_the_limit() {
    std::string text = "fn (%x: Tensor[(10, 20), float32]) {\n";
    int next = 0;
    std::string in = "%x";
    for (int d = 0; d < 3; ++d) {
      std::string ends[2];
      for (std::string& end : ends) {
        end = in;
        for (int k = 0; k < 5; ++k) {
          text += "  %" + std::to_string(next) + " = exp(" + end + ");\n";
          end = "%" + std::to_string(next++);
        }
      }
      text += "  %" + std::to_string(next) + " = add(" + ends[0] + ", " + ends[1] + ");\n";
      in = "%" + std::to_string(next++);
    }
    text += "  " + in + "\n}";
    const std::string one = "{exp exp exp exp exp exp exp exp exp exp add}";
    QCOMPARE(groups(text, depth(11)), one + " " + one + " " + one);
  }

  void dynamic_squeeze_slice_take() {
    QCOMPARE(groups(R"(
fn (%x: Tensor[(1, ?, 3), float32], %i: Tensor[(?), int32]) {
  %0 = squeeze(%x, axis=[0]);
  %1 = strided_slice(%0, begin=[0, 0], end=[15130, 9223372036854775807], strides=[1, 1], axes=None);
  take(%1, %i, axis=0)
})"),
             "{squeeze strided_slice take}");
  }

  void softmax_and_cast() {
    QCOMPARE(groups("fn (%x: Tensor[(16, 16), float32]) {\n  %0 = nn.softmax(%x);\n  cast(%0, dtype=\"float16\")\n}"),
             "{nn.softmax cast}");
  }

  // A complaint of a user (issue 15358): with max_depth 4 some multiplications stay alone. That is the algorithm.
  void ladder_of_multiplications() {
    QCOMPARE(groups(R"(
fn (%a: Tensor[(4), float32], %b: Tensor[(4), float32]) {
  %0 = multiply(%a, %b);
  %1 = multiply(%a, %b);
  %2 = add(%0, %1);
  %3 = multiply(%a, %b);
  %4 = add(%2, %3);
  %5 = multiply(%a, %b);
  %6 = add(%4, %5);
  %7 = multiply(%a, %b);
  add(%6, %7)
})",
                    depth(4)),
             "{multiply} {multiply add multiply add} {multiply multiply add add}");
  }

  void the_graph_is_not_changed() {
    const nw::graph::Graph graph = read("fn (%x: Tensor[(10, 20), float32]) {\n  %0 = exp(%x);\n  exp(%0)\n}");
    const size_t before = graph.size();
    const nw::fusion::Fusion first = nw::fusion::fuse(graph, relay_ops());
    const nw::fusion::Fusion second = nw::fusion::fuse(graph, relay_ops());
    QCOMPARE(graph.size(), before);
    QCOMPARE(show(groups_of(graph, first)), show(groups_of(graph, second)));
  }
};

NW_TEST(TestTvmCases);
#include "test_tvm_cases.moc"
