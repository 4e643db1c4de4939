// SPDX-License-Identifier: GPL-3.0-or-later
// Composites of a large model: 150 patterns over 5,000 nodes, with and without near misses and their fixes; `dominates`
// over a ladder of diamonds, which takes TVM exponential time.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include "import/relay.h"
#include "op/registry.h"
#include "pattern/table_fixes.h"

namespace {

using namespace nw;

graph::Graph chain_of_blocks(int nodes) {
  std::string text =
      "fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 1, 1), float32], %b: Tensor[(8), float32]) {\n";
  std::string last = "%x";
  int next = 0;
  const auto add = [&](const std::string& line) {
    text += fmt::format("  %{} = {};\n", next, line);
    last = fmt::format("%{}", next++);
  };
  while (next < nodes) {
    const std::string before = last;
    add(fmt::format("nn.conv2d({}, %w, channels=8, kernel_size=[1, 1])", before));
    add(fmt::format("nn.bias_add({}, %b)", last));
    add(next % 3 ? fmt::format("nn.relu({})", last) : fmt::format("tanh({})", last));
    if (next % 2) add(fmt::format("add({}, {})", last, before));
  }
  return std::move(*import::read_relay(text + "  " + last + "\n}").value);
}

// Most lines find nothing, as in real tables; those that do are shapes of convolutions.
std::string table_of(int lines) {
  std::string text =
      "conv = is_op(\"nn.conv2d\")(wildcard(), wildcard())\nbias = is_op(\"nn.bias_add\")(conv, wildcard())\n";
  const char* tops[] = {"nn.relu", "tanh", "add", "nn.bias_add", "sigmoid", "clip", "exp"};
  for (int i = 0; i < lines; ++i) {
    const std::string op = tops[i % 7];
    if (i % 4 == 0)
      text += fmt::format("my.p{}: is_op(\"{}\")(bias.has_attr({{\"axis\": {}}}))\n", i, op, i % 5);
    else if (i % 4 == 1)
      text +=
          fmt::format("my.p{}: is_op(\"{}\")(is_op(\"nn.relu\")(bias), wildcard()) | is_op(\"{}\")(conv)\n", i, op, op);
    else
      text += fmt::format("my.p{}: is_op(\"{}\")(bias | conv.has_attr({{\"groups\": {}}}))\n", i, op, i);
  }
  return text;
}

std::string ladder(int diamonds) {
  std::string text =
      "fn (%x: Tensor[(1, 8, 16, 16), float32], %w: Tensor[(8, 8, 1, 1), float32]) {\n  %0 = nn.conv2d(%x, %w);\n";
  int last = 0;
  for (int i = 0; i < diamonds; ++i, last += 3)
    text += fmt::format("  %{} = exp(%{});\n  %{} = sqrt(%{});\n  %{} = add(%{}, %{});\n", last + 1, last, last + 2,
                        last, last + 3, last + 1, last + 2);
  return text + fmt::format("  nn.relu(%{})\n}}", last);
}

void composites(benchmark::State& state, bool misses, bool fixes) {
  const graph::Graph graph = chain_of_blocks(5000);
  const std::string text = table_of(150);
  const auto& traits = op::Registry::standard().traits();
  for (auto _ : state) {
    const Result<pattern::Table> table = pattern::read_table(text);
    pattern::Program program = pattern::read_program(graph);
    pattern::MergeOptions options;
    options.near_misses = misses;
    pattern::Composites found = pattern::merge_composites(program, *table, traits, options);
    if (fixes) pattern::add_fixes(graph, {}, text, traits, program, *table, found.near_misses);
    state.counters["composites"] = static_cast<double>(found.list.size());
    state.counters["near_misses"] = static_cast<double>(found.near_misses.size());
  }
}

void patterns_150_lines_5000_nodes(benchmark::State& state) {
  composites(state, false, false);
}
void patterns_with_near_misses(benchmark::State& state) {
  composites(state, true, false);
}
void patterns_with_fixes(benchmark::State& state) {
  composites(state, true, true);
}

void dominates_ladder(benchmark::State& state) {
  const graph::Graph graph = std::move(*import::read_relay(ladder(static_cast<int>(state.range(0)))).value);
  const Result<pattern::Table> table = pattern::read_table(
      "elem = wildcard().has_attr({\"TOpPattern\": 0})(wildcard())\n"
      "wide = wildcard().has_attr({\"TOpPattern\": 1})(wildcard(), wildcard())\n"
      "my.piece: dominates(is_op(\"nn.conv2d\")(wildcard(), wildcard()), elem | wide, "
      "is_op(\"nn.relu\")(wildcard()))\n");
  for (auto _ : state) {
    pattern::Program program = pattern::read_program(graph);
    const auto found = pattern::merge_composites(program, *table, op::Registry::standard().traits());
    state.counters["composites"] = static_cast<double>(found.list.size());
  }
}

BENCHMARK(patterns_150_lines_5000_nodes)->Unit(benchmark::kMillisecond);
BENCHMARK(patterns_with_near_misses)->Unit(benchmark::kMillisecond);
BENCHMARK(patterns_with_fixes)->Unit(benchmark::kMillisecond);
BENCHMARK(dominates_ladder)->Arg(40)->Arg(200)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
