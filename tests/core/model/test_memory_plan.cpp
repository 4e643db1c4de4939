// SPDX-License-Identifier: GPL-3.0-or-later
// Where the values of a network lie: lifetimes, in-place results, views, offsets.
#include <fmt/format.h>

#include <QTest>
#include <random>

#include "import/relay.h"
#include "model/arena.h"
#include "model/memory_plan.h"
#include "model/model.h"
#include "registry.h"

using namespace nw;

class TestMemoryPlan : public QObject {
  Q_OBJECT

  static std::shared_ptr<const model::Model> read(const std::string& text) {
    auto graph = import::read_relay(text);
    return model::build_model(std::move(*graph), {}, "net.relay");
  }

  static std::string to_text(const graph::Graph& graph, const model::MemoryPlan& plan) {
    std::string text;
    for (const model::PlannedValue& value : plan.values) {
      text += fmt::format("{} {} bytes", graph.node(value.id.node).name, value.bytes);
      text += value.offset ? fmt::format(" at {}", *value.offset) : "";
      text += fmt::format(", {} to {}", value.first, value.last);
      if (value.shares_with)
        text += fmt::format(", {} {}",
                            value.sharing == model::Sharing::View     ? "view of"
                            : value.sharing == model::Sharing::Part   ? "part of"
                            : value.sharing == model::Sharing::Joined ? "joined in"
                                                                      : "over",
                            graph.node(value.shares_with->node).name);
      text += value.why.empty() ? "\n" : ": " + value.why + "\n";
    }
    return text + fmt::format("arena {}, live {}, unshared {}", plan.arena_bytes, plan.live_bytes, plan.unshared_bytes);
  }

  // Every operator is a group of its own.
  static std::string plan(const std::string& text, const model::MemoryOptions& options = {}) {
    const auto m = read(text);
    fusion::Options apart;
    apart.opt_level = 0;
    const fusion::Fusion fusion = model::fuse(*m, apart);
    return to_text(m->optimized(), model::plan_memory(m->optimized(), fusion, options));
  }

  static constexpr const char* kChain =
      "fn (%x: Tensor[(4, 16), float32]) {\n"
      "  %0 = nn.softmax(%x);\n  %1 = nn.relu(%0);\n  %2 = nn.softmax(%1);\n  %3 = add(%2, %1);\n  nn.softmax(%3)\n}\n";

 private Q_SLOTS:
  // A result is written over the argument whose elements it alone reads, one by one; softmax reads whole rows.
  void a_chain_with_results_in_place() {
    QCOMPARE(QString::fromStdString(plan(kChain)), QStringLiteral("%0 256 bytes at 0, 0 to 1\n"
                                                                  "%1 256 bytes at 0, 1 to 3, over %0\n"
                                                                  "%2 256 bytes at 256, 2 to 3\n"
                                                                  "%3 256 bytes at 0, 3 to 4, over %1\n"
                                                                  "%4 256 bytes at 256, 4 to 5\n"
                                                                  "arena 512, live 512, unshared 1280"));
  }

  void a_device_without_parts_of_buffers_shares_whole_ones() {
    model::MemoryOptions whole;
    whole.parts = false;
    QCOMPARE(QString::fromStdString(plan(kChain, whole)), QStringLiteral("%0 256 bytes at 256, 0 to 1\n"
                                                                         "%1 256 bytes at 0, 1 to 3\n"
                                                                         "%2 256 bytes at 256, 2 to 3\n"
                                                                         "%3 256 bytes at 512, 3 to 4\n"
                                                                         "%4 256 bytes at 256, 4 to 5\n"
                                                                         "arena 768, live 768, unshared 1280"));
  }

  // A person's kernel may read in any order.
  void a_group_with_a_kernel_of_its_own_has_memory_of_its_own() {
    model::MemoryOptions own;
    own.own_kernel = [](const fusion::Group&) { return true; };
    QVERIFY(plan(kChain, own).find("over") == std::string::npos);
  }

  // What is viewed lives as long as its views; a network's result to the end; an input is never written over.
  void views_share_the_memory_of_what_they_show() {
    QCOMPARE(QString::fromStdString(plan("fn (%x: Tensor[(4, 16), float32]) {\n"
                                         "  %0 = nn.softmax(%x);\n  %1 = reshape(%0, newshape=[64]);\n"
                                         "  %2 = expand_dims(%1, axis=0);\n  %3 = nn.relu(%2);\n"
                                         "  %4 = reshape(%x, newshape=[64]);\n  %5 = nn.relu(%4);\n"
                                         "  (%3, %5, %0)\n}\n")),
             QStringLiteral("%0 256 bytes at 0, 0 to 6\n"
                            "%1 256 bytes at 0, 1 to 2, view of %0\n"
                            "%2 256 bytes at 0, 2 to 3, view of %1\n"
                            "%3 256 bytes at 256, 3 to 6\n"
                            "%4 256 bytes, 4 to 5, view of %x: in the memory of '%x'\n"
                            "%5 256 bytes at 512, 5 to 6\n"
                            "arena 768, live 768, unshared 1536"));
  }

  // An element that another one's result depends on is read after that has been written.
  void a_result_is_not_written_over_what_is_read_elsewhere() {
    const std::string text = plan(
        "fn (%x: Tensor[(4, 4), float32]) {\n  %0 = nn.softmax(%x);\n"
        "  %1 = transpose(%0, axes=[1, 0]);\n  nn.softmax(%1)\n}\n");
    QVERIFY2(text.find("over") == std::string::npos, text.c_str());
  }

  // A part that is read later, reshaped or written over keeps its place.
  void a_concatenation_has_its_arguments_where_they_lie_in_it() {
    QCOMPARE(QString::fromStdString(plan("fn (%x: Tensor[(1, 4, 16), float32]) {\n"
                                         "  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n  %2 = (%0, %1);\n"
                                         "  %3 = concatenate(%2, axis=1);\n  %4 = nn.softmax(%3);\n"
                                         "  %5 = reshape(%1, newshape=[64]);\n  %6 = nn.relu(%5);\n"
                                         "  (%4, %6)\n}\n")),
             QStringLiteral("%0 256 bytes at 0, 0 to 2, part of %3\n"
                            "%1 256 bytes at 256, 1 to 4, part of %3\n"
                            "%3 512 bytes at 0, 2 to 3\n"
                            "%4 512 bytes at 512, 3 to 6\n"
                            "%5 256 bytes at 256, 4 to 5, view of %1\n"
                            "%6 256 bytes at 256, 5 to 6, over %5\n"
                            "arena 1024, live 1024, unshared 2048"));
  }

  // Each layer reads what all layers before it gave: prefixes of one concatenation, and one of concatenations.
  void a_concatenation_of_parts_of_another_is_there_already() {
    QCOMPARE(QString::fromStdString(plan("fn (%x: Tensor[(1, 4, 16), float32]) {\n"
                                         "  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n  %2 = (%0, %1);\n"
                                         "  %3 = concatenate(%2, axis=1);\n  %4 = nn.softmax(%3);\n"
                                         "  %5 = (%0, %1, %4);\n  concatenate(%5, axis=1)\n}\n")),
             QStringLiteral("%0 256 bytes at 0, 0 to 4, part of %6\n"
                            "%1 256 bytes at 256, 1 to 4, part of %6\n"
                            "%3 512 bytes at 0, 2 to 3, joined in %6\n"
                            "%4 512 bytes at 512, 3 to 4, part of %6\n"
                            "%6 1024 bytes at 0, 4 to 5\n"
                            "arena 1024, live 1024, unshared 2560"));
    QCOMPARE(QString::fromStdString(plan("fn (%x: Tensor[(1, 4, 16), float32]) {\n"
                                         "  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n  %2 = (%0, %1);\n"
                                         "  %3 = concatenate(%2, axis=1);\n  %4 = nn.softmax(%3);\n"
                                         "  %5 = (%4, %3);\n  concatenate(%5, axis=1)\n}\n")),
             QStringLiteral("%0 256 bytes at 512, 0 to 2, part of %6\n"
                            "%1 256 bytes at 768, 1 to 2, part of %6\n"
                            "%3 512 bytes at 512, 2 to 4, joined in %6\n"
                            "%4 512 bytes at 0, 3 to 4, part of %6\n"
                            "%6 1024 bytes at 0, 4 to 5\n"
                            "arena 1024, live 1024, unshared 2560"));
  }

  void concatenations_of_which_arguments_cannot_be_parts_data() {
    QTest::addColumn<QString>("text");
    QTest::newRow("parts are not contiguous")
        << "fn (%x: Tensor[(4, 16), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n"
           "  %2 = (%0, %1);\n  concatenate(%2, axis=1)\n}\n";
    QTest::newRow("an input of the network")
        << "fn (%x: Tensor[(1, 16), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = (%0, %x);\n"
           "  concatenate(%1, axis=1)\n}\n";
    QTest::newRow("the same value twice")
        << "fn (%x: Tensor[(1, 16), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = (%0, %0);\n"
           "  concatenate(%1, axis=1)\n}\n";
    QTest::newRow("tensors would not be aligned")
        << "fn (%x: Tensor[(1, 5), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = nn.softmax(%0);\n  %2 = (%0, %1);\n"
           "  concatenate(%2, axis=1)\n}\n";
    QTest::newRow("the memory of another value")
        << "fn (%x: Tensor[(1, 16), float32]) {\n  %0 = nn.softmax(%x);\n  %1 = reshape(%0, newshape=[1, 16]);\n"
           "  %2 = nn.softmax(%1);\n  %3 = (%1, %2);\n  concatenate(%3, axis=1)\n}\n";
  }
  void concatenations_of_which_arguments_cannot_be_parts() {
    QFETCH(QString, text);
    const std::string planned = plan(text.toStdString());
    QVERIFY2(planned.find("part of") == std::string::npos, planned.c_str());
  }

  // What reads a field of a nested tuple reads that field's memory to the end, and not another one's.
  void fields_of_nested_tuples() {
    auto graph = import::read_relay(
        "fn (%x: Tensor[(4), float32]) {\n  %0 = exp(%x);\n  %1 = tanh(%x);\n  %2 = sigmoid(%x);\n"
        "  %3 = ((%0, %1), %2);\n  %4 = negative(%0);\n  %5 = exp(%4);\n  add(%3.1, %5)\n}\n");
    model::OpenOptions as_written;
    as_written.passes = model::Passes::None;
    const auto m = model::build_model(std::move(*graph), {}, "net.relay", as_written);
    fusion::Options apart;
    apart.opt_level = 0;
    const auto plan = model::plan_memory(m->optimized(), model::fuse(*m, apart), {});
    for (const model::PlannedValue& value : plan.values) {
      const std::string& name = m->optimized().node(value.id.node).name;
      if (name == "%1") QCOMPARE(value.last, value.first);
      if (name == "%2") QCOMPARE(value.last, plan.groups.size() - 1);
    }
  }

  // Forty lines name 2^40 tensors.
  void nested_tuples_without_a_type_end() {
    std::string text = "fn (%x: Tensor[(4), float32]) {\n  %0 = (%x, %x);\n";
    for (int i = 1; i < 40; ++i) text += fmt::format("  %{} = (%{}, %{});\n", i, i - 1, i - 1);
    auto graph = import::read_relay(text + "  %39\n}\n");
    QVERIFY(graph.value);
    const auto m = model::build_model(std::move(*graph.value), {}, "net.relay");
    QVERIFY(has_errors(m->diagnostics) || has_errors(graph.diagnostics));
    QVERIFY(model::plan_memory(m->optimized(), model::fuse(*m), {}).values.size() < 100);
  }

  void sizes_that_only_the_run_tells() {
    const std::string text = plan("fn (%x: Tensor[(? /* rows */, 4), float32]) {\n  nn.softmax(%x)\n}\n");
    QCOMPARE(QString::fromStdString(text), QStringLiteral("%0 0 bytes, 0 to 1: only the run tells its size\n"
                                                          "arena 0, live 0, unshared 0"));
  }

  // Blocks that are alive at the same time lie apart, whatever their sizes; the arena is little more than they need.
  void random_blocks_do_not_overlap() {
    std::mt19937 random(3);
    const auto number = [&](size_t most) { return static_cast<size_t>(random() % (most + 1)); };
    for (int round = 0; round < 50; ++round) {
      std::vector<model::Lifetime> blocks;
      for (int i = 0; i < 60; ++i) {
        const size_t first = number(40);
        blocks.push_back({static_cast<int64_t>(number(5000)), first, first + number(6)});
      }
      for (const auto& placement : {model::place_in_arena(blocks), model::place_in_buffers(blocks)}) {
        for (size_t a = 0; a < blocks.size(); ++a) {
          QCOMPARE(placement.offsets[a] % model::kBlockAlignment, int64_t{0});
          QVERIFY(placement.offsets[a] + blocks[a].bytes <= placement.bytes);
          for (size_t b = 0; b < a; ++b) {
            if (blocks[a].first > blocks[b].last || blocks[b].first > blocks[a].last) continue;
            if (blocks[a].bytes == 0 || blocks[b].bytes == 0) continue;
            QVERIFY(placement.offsets[a] + blocks[a].bytes <= placement.offsets[b] ||
                    placement.offsets[b] + blocks[b].bytes <= placement.offsets[a]);
          }
        }
      }
    }
  }
};

NW_TEST(TestMemoryPlan);
#include "test_memory_plan.moc"
