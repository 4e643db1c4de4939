// SPDX-License-Identifier: GPL-3.0-or-later
// Layout of decoder-only transformers of 1,000 to 100,000 nodes, about 60 a layer: flat and in boxes, with and without
// a mask and positions that every layer reads from the top; and of a graph file, if NW_GRAPH names one (JSON).
// Counters: nodes, edges, crossings of the picture; where we have set ourselves a mark, it is beside (mark_ms,
// mark_crossings).
#include <benchmark/benchmark.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "layout/graph_file.h"
#include "layout/layout.h"

namespace {

using namespace nw;
using layout::Input;

// One transformer layer after the other, until there are so many nodes.
class Decoder {
 public:
  Decoder(int32_t nodes, bool shared) : shared_(shared) {
    mask_ = add(-1, {});
    position_ = add(-1, {});
    int32_t x = add(-1, {});
    while (static_cast<int32_t>(input_.sizes.size()) + 62 < nodes) x = layer(x);
  }
  Input take() { return std::move(input_); }

 private:
  int32_t box(int32_t parent) {
    Input::Box b;
    b.parent = parent;
    b.header = 20;
    input_.boxes.push_back(b);
    return static_cast<int32_t>(input_.boxes.size()) - 1;
  }
  int32_t add(int32_t box, std::initializer_list<int32_t> reads) {
    const int32_t v = static_cast<int32_t>(input_.sizes.size());
    input_.sizes.push_back({160, 40});
    input_.parent.push_back(box);
    for (const int32_t r : reads) input_.edges.emplace_back(r, v);
    return v;
  }
  int32_t chain(int32_t box, int32_t x, int count) {
    for (int k = 0; k < count; ++k) x = add(box, {x});
    return x;
  }
  int32_t norm(int32_t parent, int32_t x) {
    const int32_t b = box(parent);
    const int32_t centred = add(b, {x, add(b, {x})});
    return chain(b, add(b, {centred, chain(b, centred, 4)}), 2);
  }
  int32_t attention(int32_t parent, int32_t x) {
    const int32_t b = box(parent);
    const int32_t shape = add(b, {x}), batch = add(b, {shape}), time = add(b, {shape});
    const int32_t split = add(b, {batch, time}), join = add(b, {batch, time});
    int32_t heads[3];
    for (int32_t& head : heads) head = add(b, {add(b, {chain(b, x, 2), split})});
    const int32_t query = shared_ ? add(b, {heads[0], position_}) : add(b, {heads[0]});
    const int32_t scores = add(b, {add(b, {query, chain(b, heads[1], 2)})});
    const int32_t masked = shared_ ? add(b, {scores, mask_}) : add(b, {scores});
    const int32_t mixed = add(b, {add(b, {masked}), chain(b, heads[2], 1)});
    return chain(b, add(b, {add(b, {mixed}), join}), 2);
  }
  int32_t perceptron(int32_t parent, int32_t x) {
    const int32_t b = box(parent), u = chain(b, x, 2);
    const int32_t gate = chain(b, add(b, {u, chain(b, u, 2)}), 3);
    return chain(b, add(b, {add(b, {u}), gate}), 2);
  }
  int32_t layer(int32_t x) {
    const int32_t b = box(-1);
    x = add(b, {x, attention(b, norm(b, x))});
    return add(b, {x, perceptron(b, norm(b, x))});
  }

  bool shared_;
  Input input_;
  int32_t mask_ = 0, position_ = 0;
};

// What a picture may cost; 0: nothing is said.
struct Mark {
  double ms = 0;
  double crossings = 0;
};

void show(benchmark::State& state, const Mark& mark) {
  if (mark.ms > 0) state.counters["mark_ms"] = mark.ms;
  if (mark.crossings > 0) state.counters["mark_crossings"] = mark.crossings;
}

Mark mark_of_decoder(int64_t nodes, bool shared, bool nested) {
  if (nested) return nodes == 100'000 ? Mark{500, 0} : Mark{};
  if (shared) return nodes == 5'000 ? Mark{250, 830} : Mark{};
  return nodes == 20'000 ? Mark{1'000, 0} : nodes == 100'000 ? Mark{6'000, 0} : Mark{};
}

void measure(benchmark::State& state, const Input& input) {
  layout::Output output;
  for (auto _ : state) output = layout::layout(input);
  state.counters["nodes"] = static_cast<double>(input.sizes.size());
  state.counters["edges"] = static_cast<double>(input.edges.size());
  state.counters["crossings"] = static_cast<double>(layout::count_crossings(output, input));
}

void decoder(benchmark::State& state, bool shared, bool nested) {
  Input input = Decoder(static_cast<int32_t>(state.range(0)), shared).take();
  if (!nested) input.boxes.clear(), input.parent.clear();
  measure(state, input);
  show(state, mark_of_decoder(state.range(0), shared, nested));
}

// One box of a large picture, of which every other box is closed, is opened.
void expand(benchmark::State& state) {
  Input input = Decoder(static_cast<int32_t>(state.range(0)), true).take();
  for (Input::Box& box : input.boxes) box.collapsed = box.parent < 0, box.size = {160, 40};
  const layout::Cache cache;
  layout::layout_cached(input, {}, {}, cache);
  size_t next = 0;
  for (auto _ : state) {
    while (!input.boxes[next].collapsed) next = (next + 1) % input.boxes.size();
    input.boxes[next].collapsed = false;
    benchmark::DoNotOptimize(layout::layout_cached(input, {}, {}, cache));
  }
  show(state, {100, 0});
}

void graph_file(benchmark::State& state, bool nested) {
  const char* path = std::getenv("NW_GRAPH");
  std::ostringstream text;
  text << std::ifstream(path ? path : "").rdbuf();
  Result<layout::GraphFile> graph = layout::read_graph_json(text.str());
  if (!graph.ok()) {
    state.SkipWithError("NW_GRAPH names no graph");
    return;
  }
  if (nested) layout::nest_by_names(*graph, 20);
  measure(state, graph->input);
  const bool maskrcnn = graph->name == "onnx_maskrcnn" && !nested;
  show(state, maskrcnn ? Mark{60, 697} : Mark{});
}

#define SIZES ->Arg(1000)->Arg(5000)->Arg(20000)->Arg(100000)->Unit(benchmark::kMillisecond)
BENCHMARK_CAPTURE(decoder, flat, false, false) SIZES;
BENCHMARK_CAPTURE(decoder, flat_mask_shared, true, false) SIZES;
BENCHMARK_CAPTURE(decoder, boxes, false, true) SIZES;
BENCHMARK_CAPTURE(decoder, boxes_mask_shared, true, true) SIZES;
BENCHMARK(expand) SIZES->Iterations(10);
BENCHMARK_CAPTURE(graph_file, flat, false)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(graph_file, boxes, true)->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
