// SPDX-License-Identifier: GPL-3.0-or-later
// Values whose channels lie in blocks between the kernels of a network: which ones do, and that the numbers are those
// of the definitions, kernel by kernel and at the end.
#include <QTest>

#include "base/local_cpu.h"
#include "execute/network.h"
#include "local_device.h"
#include "lower/lower.h"
#include "model/channel_blocks.h"
#include "registry.h"
#include "relay_network.h"
#include "script/script.h"
#include "tir/visit.h"

using namespace nw;

class TestChannelBlocks : public QObject {
  Q_OBJECT

  static std::shared_ptr<const model::Model> network(const QString& text) {
    return test::relay_network(text.toStdString());
  }

  static TargetFacts with_vectors(int bytes) {
    TargetFacts facts = local_cpu_facts();
    facts.compute.vector_bytes = bytes;
    facts.compute.vector_registers = bytes == 64 ? 32 : 16;
    return facts;
  }

  // Names of the operators whose results lie in blocks of 8, in the order of the graph.
  static QStringList in_blocks(const model::Model& m) {
    QStringList names;
    const auto blocks = model::choose_channel_blocks(m.optimized(), model::fuse(m), with_vectors(32));
    for (const auto& [node, block] : blocks) names << QString::fromStdString(m.optimized().node(node).op);
    return names;
  }

  static void is_right(const std::shared_ptr<const model::Model>& model) {
    measure::RunRequest options;
    options.verify = true;
    options.repeat = 1;
    options.inputs = {true, 5};
    options.threads = 2;
    const auto report = execute::run_network(model, {}, options, test::local_device());
    QVERIFY2(report.ok(), report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY2(report->comparison->ok, report.diagnostics.empty() ? "" : format(report.diagnostics[0]).c_str());
    QVERIFY(report->comparison->checked > 0);
  }

 private Q_SLOTS:
  void values_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("blocked");
    const auto row = [](const char* name, const char* text, const QStringList& blocked) {
      QTest::newRow(name) << text << blocked;
    };
    const QString relu = "nn.relu", conv = "nn.conv2d";
    row("between convolutions", R"(fn (%x: Tensor[(1, 3, 20, 18), float32], %w0: Tensor[(32, 3, 3, 3), float32],
        %w1: Tensor[(32, 32, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0, padding=[1, 1, 1, 1]);
      %1 = nn.relu(%0);
      nn.conv2d(%1, %w1)
    })",
        {relu});
    row("a residual, by Winograd's algorithm", R"(fn (%x: Tensor[(1, 16, 15, 13), float32],
        %w0: Tensor[(32, 16, 1, 1), float32], %w1: Tensor[(32, 32, 3, 3), float32], %w2: Tensor[(32, 1, 1), float32],
        %w3: Tensor[(32, 32, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.relu(%0);
      %2 = nn.conv2d(%1, %w1, padding=[1, 1, 1, 1]);
      %3 = add(%2, %w2);
      %4 = add(%3, %1);
      %5 = nn.relu(%4);
      nn.conv2d(%5, %w3)
    })",
        {relu, relu});
    row("windows with strides and dilation, several images", R"(fn (%x: Tensor[(3, 16, 23, 17), float32],
        %w0: Tensor[(48, 16, 5, 3), float32], %w1: Tensor[(16, 48, 3, 3), float32],
        %w2: Tensor[(16, 16, 1, 7), float32]) {
      %0 = nn.conv2d(%x, %w0, strides=[2, 1], padding=[2, 1, 2, 0]);
      %1 = nn.conv2d(%0, %w1, padding=[2, 2, 2, 2], dilation=[2, 2]);
      nn.conv2d(%1, %w2, padding=[0, 3, 0, 3])
    })",
        {conv, conv});
    row("one channel each, with strides", R"(fn (%x: Tensor[(1, 8, 19, 21), float32],
        %w0: Tensor[(32, 8, 1, 1), float32], %w1: Tensor[(32, 1, 3, 3), float32], %w2: Tensor[(32, 1, 1), float32],
        %w3: Tensor[(32, 1, 5, 5), float32], %w4: Tensor[(16, 32, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.conv2d(%0, %w1, strides=[2, 2], padding=[1, 1, 1, 1], groups=32);
      %2 = add(%1, %w2);
      %3 = clip(%2, a_min=0f, a_max=6f);
      %4 = nn.conv2d(%3, %w3, padding=[2, 2, 2, 2], groups=32);
      nn.conv2d(%4, %w4)
    })",
        {conv, "clip", conv});
    row("pools", R"(fn (%x: Tensor[(1, 4, 17, 17), float32], %w0: Tensor[(16, 4, 3, 3), float32],
        %w1: Tensor[(16, 16, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0, padding=[1, 1, 1, 1]);
      %1 = nn.max_pool2d(%0, pool_size=[3, 3], strides=[2, 2], padding=[1, 1, 1, 1]);
      %2 = nn.avg_pool2d(%1, pool_size=[3, 3], padding=[1, 1, 1, 1]);
      %3 = nn.pad(%2, 0, pad_width=[[0, 0], [0, 0], [1, 2], [0, 1]]);
      %4 = nn.conv2d(%3, %w1);
      nn.global_avg_pool2d(%4)
    })",
        {conv, "nn.max_pool2d", "nn.avg_pool2d", "nn.pad", conv});
    row("a factor for each channel", R"(fn (%x: Tensor[(1, 8, 9, 9), float32], %w0: Tensor[(16, 8, 1, 1), float32],
        %w1: Tensor[(16, 16, 1, 1), float32], %w2: Tensor[(8, 16, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.global_avg_pool2d(%0);
      %2 = nn.conv2d(%1, %w1);
      %3 = sigmoid(%2);
      %4 = multiply(%3, %0);
      nn.conv2d(%4, %w2)
    })",
        {conv, "multiply"});
    row("a concatenation in place, and one that computes", R"(fn (%x: Tensor[(1, 8, 10, 10), float32],
        %w0: Tensor[(16, 8, 1, 1), float32], %w1: Tensor[(24, 8, 3, 3), float32],
        %w2: Tensor[(16, 40, 1, 1), float32], %w3: Tensor[(56, 1, 1), float32], %w4: Tensor[(8, 56, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.conv2d(%x, %w1, padding=[1, 1, 1, 1]);
      %2 = (%0, %1);
      %3 = concatenate(%2, axis=1);
      %4 = nn.conv2d(%3, %w2);
      %5 = (%3, %4);
      %6 = concatenate(%5, axis=1);
      %7 = multiply(%6, %w3);
      %8 = nn.relu(%7);
      nn.conv2d(%8, %w4)
    })",
        {conv, conv, "concatenate", conv, relu});
    row("channels that fill no blocks", R"(fn (%x: Tensor[(1, 8, 9, 9), float32], %w0: Tensor[(12, 8, 1, 1), float32],
        %w1: Tensor[(16, 12, 1, 1), float32], %w2: Tensor[(10, 16, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.conv2d(%0, %w1);
      nn.conv2d(%1, %w2)
    })",
        {conv});
    row("a view takes none, and a transposition does", R"(fn (%x: Tensor[(1, 8, 9, 9), float32],
        %w0: Tensor[(16, 8, 1, 1), float32], %w1: Tensor[(16, 8, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = reshape(%0, newshape=[1, 1296]);
      %2 = nn.conv2d(%x, %w1);
      %3 = transpose(%2, axes=[0, 2, 3, 1]);
      (%1, %3)
    })",
        {conv});
    row("a result that is written over a residual", R"(fn (%x: Tensor[(1, 8, 9, 9), float32],
        %w0: Tensor[(16, 8, 1, 1), float32], %w1: Tensor[(16, 8, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = sigmoid(%0);
      %2 = nn.conv2d(%x, %w1);
      add(%2, %1)
    })",
        {});
    row("Winograd's algorithm without a border", R"(fn (%x: Tensor[(1, 48, 16, 20), float32],
        %w0: Tensor[(96, 48, 3, 3), float32], %w1: Tensor[(48, 96, 7, 3), float32]) {
      %0 = nn.conv2d(%x, %w0);
      nn.conv2d(%0, %w1, strides=[2, 2])
    })",
        {conv});
    row("a field of a tuple takes none", R"(fn (%x: Tensor[(1, 8, 9, 9), float32],
        %w0: Tensor[(16, 8, 1, 1), float32], %w1: Tensor[(8, 16, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = (%0, %x);
      %2 = %1.0;
      %3 = nn.relu(%2);
      nn.conv2d(%3, %w1)
    })",
        {});
    row("a result of the network takes none", R"(fn (%x: Tensor[(1, 8, 9, 9), float32],
        %w0: Tensor[(16, 8, 1, 1), float32], %w1: Tensor[(16, 16, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.conv2d(%0, %w1);
      (%0, %1)
    })",
        {});
  }
  void values() {
    QFETCH(QString, text);
    QFETCH(QStringList, blocked);
    const auto model = network(text);
    QVERIFY(model);
    QCOMPARE(in_blocks(*model).join(QChar(u' ')), blocked.join(QChar(u' ')));
    // Vectors of SSE, AVX2 and AVX-512; this machine has one of them.
    const fusion::Fusion fusion = model::fuse(*model);
    for (const int bytes : {16, 32, 64}) {
      const TargetFacts facts = with_vectors(bytes);
      const auto blocks = model::choose_channel_blocks(model->optimized(), fusion, facts);
      for (const fusion::Group& group : fusion.groups) {
        const auto kernel = model::network_kernel(model->optimized(), fusion, group.id, facts, blocks);
        if (!kernel.ok() || model::block_of(blocks, group.root) == 0) continue;
        QVERIFY2(kernel->script.find(".vectorize(") != std::string::npos, kernel->script.c_str());
        const auto read = script::read(kernel->script, {});
        QVERIFY2(read.ok(), read.diagnostics.empty() ? "" : format(read.diagnostics[0]).c_str());
      }
    }
    is_right(model);
  }

  void a_result_in_planes_has_channels_as_lanes_where_its_data_have() {
    const auto model = network(R"(fn (%x: Tensor[(1, 8, 28, 28), float32], %w0: Tensor[(96, 8, 1, 1), float32],
        %w1: Tensor[(24, 96, 1, 1), float32], %w2: Tensor[(16, 24, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.conv2d(%0, %w1);
      nn.conv2d(%1, %w2)
    })");
    QVERIFY(model);
    const fusion::Fusion fusion = model::fuse(*model);
    const TargetFacts facts = with_vectors(64);
    const auto blocks = model::choose_channel_blocks(model->optimized(), fusion, facts);
    QCOMPARE(blocks.size(), size_t{1});
    const auto kernel = model::network_kernel(model->optimized(), fusion, fusion.groups[1].id, facts, blocks);
    QVERIFY(kernel.ok());
    // 24 channels in two vectors of 16; alone they are computed over neighbouring pixels.
    QVERIFY2(kernel->script.find("conv2d_block = te.compute((1, 1, 28, 28, 32)") != std::string::npos,
             kernel->script.c_str());
    is_right(model);
  }

  void few_blocks_of_channels_share_their_pixels_among_the_cores() {
    const auto model = network(R"(fn (%x: Tensor[(1, 8, 28, 28), float32], %w0: Tensor[(32, 8, 1, 1), float32],
        %w1: Tensor[(8, 32, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      nn.conv2d(%0, %w1)
    })");
    QVERIFY(model);
    const fusion::Fusion fusion = model::fuse(*model);
    for (const int cores : {2, 8}) {
      TargetFacts facts = with_vectors(64);
      facts.compute.units = cores;
      facts.compute.parallel_start_us = 0;
      const auto blocks = model::choose_channel_blocks(model->optimized(), fusion, facts);
      const auto kernel = model::network_kernel(model->optimized(), fusion, fusion.groups[0].id, facts, blocks);
      QVERIFY(kernel.ok());
      const auto program = script::read(kernel->script);
      QVERIFY(program.ok() && program.schedule);
      const auto loops = lower::lower_loops(*program.schedule, program.args, "main");
      QVERIFY(loops.ok());
      const auto nest = lower::lower_code(*loops);
      QVERIFY(nest.ok());
      int64_t tasks = 0;
      tir::walk(
          nest->body,
          [&](const tir::Stmt& s) {
            const auto* loop = tir::stmt_cast<tir::ForNode>(s);
            if (loop && loop->for_kind == tir::ForKind::Parallel) tasks = *tir::as_const_int(loop->extent);
            return true;
          },
          [](const tir::Expr&) { return false; });
      QVERIFY2(tasks >= 2 * cores, kernel->script.c_str());
    }
  }

  void groups_that_a_person_scheduled_take_what_the_graph_has() {
    const auto model = network(R"(fn (%x: Tensor[(1, 8, 9, 9), float32], %w0: Tensor[(16, 8, 1, 1), float32],
        %w1: Tensor[(16, 16, 1, 1), float32], %w2: Tensor[(16, 16, 1, 1), float32]) {
      %0 = nn.conv2d(%x, %w0);
      %1 = nn.conv2d(%0, %w1);
      nn.conv2d(%1, %w2)
    })");
    QVERIFY(model);
    const fusion::Fusion fusion = model::fuse(*model);
    const auto second = [&](const fusion::Group& group) { return group.id == fusion.groups[1].id; };
    QCOMPARE(model::choose_channel_blocks(model->optimized(), fusion, with_vectors(32)).size(), size_t{2});
    QCOMPARE(model::choose_channel_blocks(model->optimized(), fusion, with_vectors(32), second).size(), size_t{0});
  }

  void elements_there_and_back() {
    NDArray plain(DType::Float(32), {2, 16, 3, 5});
    for (int64_t i = 0; i < plain.size(); ++i) plain.set(i, static_cast<double>(i));
    const NDArray blocked = model::in_blocks(plain, 8);
    QCOMPARE(blocked.shape(), (std::vector<int64_t>{2, 2, 3, 5, 8}));
    // Image 1, channel 11, row 2, column 4.
    QCOMPARE(blocked.at(((((1 * 2 + 1) * 3 + 2) * 5 + 4) * 8) + 3), plain.at(((1 * 16 + 11) * 3 + 2) * 5 + 4));
    const NDArray back = model::without_blocks(blocked);
    QCOMPARE(back.shape(), plain.shape());
    for (int64_t i = 0; i < plain.size(); ++i) QCOMPARE(back.at(i), plain.at(i));
  }
};

NW_TEST(TestChannelBlocks);
#include "test_channel_blocks.moc"
