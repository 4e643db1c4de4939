// SPDX-License-Identifier: GPL-3.0-or-later
// Random schedule steps: each draws what it may say from the loops and stages that the accepted steps have left.
#include <fmt/format.h>

#include <algorithm>

#include "random_kernels.h"

namespace nw::test {

RandomSteps::RandomSteps(const Computation& c, Dice& dice) : c_(c), dice_(dice) {
  now_.stages = c.stages;
  for (const std::string& stage : c.stages) {
    for (int i = 0; i < c.dims.at(stage); ++i)
      now_.loops[stage].push_back({fmt::format("s[{}].op.axis[{}]", stage, i), false});
    for (int i = 0; i < c.reduces.at(stage); ++i)
      now_.loops[stage].push_back({fmt::format("s[{}].op.reduce_axis[{}]", stage, i), true});
  }
}

void RandomSteps::accepted() {
  now_ = after_;
}

StepTry RandomSteps::next() {
  after_ = now_;
  const std::string stage = dice_.any(now_.stages);
  if (!c_.intrinsic.empty() && dice_.chance(45)) return tensorize();
  switch (dice_.share({14, 4, 4, 4, 26, 4, 4, 3, 3, 7, 6, 6, 4, 3, 3, 3, 3, 5, 5, 3, 2, 2})) {
    case 0:
      return split(stage);
    case 1:
      return tile(stage);
    case 2:
      return fuse(stage);
    case 3:
      return reorder(stage);
    case 4:
      return attach();
    case 5:
      return cache_read();
    case 6:
      return cache_write(dice_.chance(50) ? c_.stages.back() : stage);
    case 7:
      return mark(stage, "vectorize");
    case 8:
      return mark(stage, "unroll");
    case 9:
      return inline_one();
    case 10:
      return rfactor(dice_.chance(70) ? reduction() : stage);
    case 11:
      return {"double_buffer", {fmt::format("s[{}].double_buffer()", inner_stage())}};
    case 12:
      return storage_align(stage);
    case 13:
      return mark(stage, "parallel");
    case 14:
      return bind(stage);
    case 15:
      return create_group();
    case 16:
      return prefetch(stage);
    case 17:
      return {"rolling_buffer", {fmt::format("s[{}].rolling_buffer()", inner_stage())}};
    case 18:
      return transform_layout(inner_stage());
    case 19:
      return set_scope(stage);
    case 20:
      return {"compute_root", {fmt::format("s[{}].compute_root()", inner_stage())}};
    default:
      return mark(stage, "pragma");
  }
}

std::string RandomSteps::inner_stage() {
  const auto last = static_cast<int64_t>(after_.stages.size()) - 2;
  return after_.stages[static_cast<size_t>(dice_.number(0, std::max<int64_t>(last, 0)))];
}

// Mostly one that may be inlined: elementwise, not split, not the last.
StepTry RandomSteps::inline_one() {
  std::vector<std::string> fit;
  for (const std::string& stage : c_.stages)
    if (stage != c_.stages.back() && c_.reduces.at(stage) == 0 &&
        static_cast<int>(after_.loops[stage].size()) == c_.dims.at(stage))
      fit.push_back(stage);
  return {"compute_inline",
          {fmt::format("s[{}].compute_inline()",
                       fit.empty() || dice_.chance(10) ? dice_.any(after_.stages) : dice_.any(fit))}};
}

std::string RandomSteps::reduction() {
  for (const std::string& stage : c_.stages)
    if (c_.reduces.at(stage) > 0) return stage;
  return c_.stages.front();
}

StepTry RandomSteps::split(const std::string& stage) {
  auto& loops = after_.loops[stage];
  const auto at = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 1));
  const Loop old = loops[at];
  const std::string outer = fresh("o"), inner = fresh("i");
  loops[at] = {inner, old.reduce};
  loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(at), Loop{outer, old.reduce});
  return {"split",
          {fmt::format("{}, {} = s[{}].split({}, {}={})", outer, inner, stage, old.name,
                       dice_.chance(75) ? "factor" : "nparts", dice_.number(2, 9))}};
}

StepTry RandomSteps::tile(const std::string& stage) {
  auto& loops = after_.loops[stage];
  for (size_t i = 0; i + 1 < loops.size(); ++i) {
    if (loops[i].reduce || loops[i + 1].reduce) continue;
    const std::string y = loops[i].name, x = loops[i + 1].name, yo = fresh("yo"), xo = fresh("xo"), yi = fresh("yi"),
                      xi = fresh("xi");
    loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(i), loops.begin() + static_cast<std::ptrdiff_t>(i) + 2);
    loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(i),
                 {Loop{yo, false}, Loop{xo, false}, Loop{yi, false}, Loop{xi, false}});
    return {"tile",
            {fmt::format("{}, {}, {}, {} = s[{}].tile({}, {}, {}, {})", yo, xo, yi, xi, stage, y, x, dice_.number(2, 6),
                         dice_.number(2, 6))}};
  }
  return split(stage);
}

StepTry RandomSteps::fuse(const std::string& stage) {
  auto& loops = after_.loops[stage];
  if (loops.size() < 2) return split(stage);
  const auto at = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 2));
  const std::string fused = fresh("f");
  const std::string line = fmt::format("{} = s[{}].fuse({}, {})", fused, stage, loops[at].name, loops[at + 1].name);
  loops[at] = {fused, loops[at].reduce || loops[at + 1].reduce};
  loops.erase(loops.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return {"fuse", {line}};
}

StepTry RandomSteps::reorder(const std::string& stage) {
  auto& loops = after_.loops[stage];
  if (loops.size() < 2) return split(stage);
  const auto a = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 1));
  auto b = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 2));
  if (b >= a) ++b;
  const std::string line =
      fmt::format("s[{}].reorder({}, {})", stage, loops[std::max(a, b)].name, loops[std::min(a, b)].name);
  std::swap(loops[a], loops[b]);
  return {"reorder", {line}};
}

StepTry RandomSteps::mark(const std::string& stage, const char* primitive) {
  auto& loops = after_.loops[stage];
  const bool vector = std::string(primitive) == "vectorize", outer = std::string(primitive) == "parallel";
  const size_t at = vector && dice_.chance(70) ? loops.size() - 1
                    : outer && dice_.chance(60)
                        ? 0
                        : static_cast<size_t>(dice_.number(0, static_cast<int64_t>(loops.size()) - 1));
  if (std::string(primitive) == "pragma")
    return {
        "pragma",
        {fmt::format("s[{}].pragma({}, \"auto_unroll_max_step\", {})", stage, loops[at].name, dice_.number(4, 32))}};
  return {primitive, {fmt::format("s[{}].{}({})", stage, primitive, loops[at].name)}};
}

StepTry RandomSteps::attach() {
  if (after_.stages.size() < 2) return cache_read();
  const auto from = static_cast<size_t>(dice_.number(0, static_cast<int64_t>(after_.stages.size()) - 2));
  const auto to = dice_.chance(70) ? from + 1
                                   : static_cast<size_t>(dice_.number(static_cast<int64_t>(from) + 1,
                                                                      static_cast<int64_t>(after_.stages.size()) - 1));
  const auto& loops = after_.loops[after_.stages[to]];
  return {"compute_at",
          {fmt::format("s[{}].compute_at(s[{}], {})", after_.stages[from], after_.stages[to], dice_.any(loops).name)}};
}

void RandomSteps::add_axes(const std::string& stage, int dims, int reduces, std::vector<std::string>&) {
  auto& loops = after_.loops[stage];
  loops.clear();
  for (int i = 0; i < dims; ++i) loops.push_back({fmt::format("s[{}].op.axis[{}]", stage, i), false});
  for (int i = 0; i < reduces; ++i) loops.push_back({fmt::format("s[{}].op.reduce_axis[{}]", stage, i), true});
}

StepTry RandomSteps::bind(const std::string& stage) {
  const bool scan = stage == "S" && std::ranges::any_of(c_.lines, [](const std::string& line) {
                      return line.starts_with("S = te.scan");
                    });
  if (scan && dice_.chance(50))
    return {"env_threads",
            {fmt::format("s[S].env_threads(te.thread_axis((0, {}), \"threadIdx.x\"))", dice_.number(2, 12))}};
  auto& loops = after_.loops[stage];
  const std::string& loop = dice_.chance(60) ? loops.front().name : dice_.any(loops).name;
  const std::string thread = dice_.any<std::string>({"blockIdx.x", "blockIdx.y", "vthread", "threadIdx.x"});
  return {"bind", {fmt::format("s[{}].bind({}, te.thread_axis(\"{}\"))", stage, loop, thread)}};
}

// Stages between two, computed together.
StepTry RandomSteps::create_group() {
  if (after_.stages.size() < 2) return bind(after_.stages.back());
  const auto last = static_cast<int64_t>(after_.stages.size()) - 2;
  const std::string& out = after_.stages[static_cast<size_t>(dice_.number(0, last))];
  const std::string in = dice_.any(c_.inputs), name = fresh("g");
  StepTry t{"create_group",
            {fmt::format("{} = s.create_group(outputs={}, inputs={}, include_inputs=False)", name, out, in)}};
  const std::string& into = after_.stages.back();
  if (dice_.chance(60))
    t.lines.push_back(fmt::format("{}.compute_at(s[{}], {})", name, into, dice_.any(after_.loops[into]).name));
  return t;
}

StepTry RandomSteps::prefetch(const std::string& stage) {
  const bool of_input = dice_.chance(70) || c_.stages.size() < 2;
  const std::string tensor = of_input ? dice_.any(c_.inputs) : dice_.any(c_.stages);
  return {"prefetch",
          {fmt::format("s[{}].prefetch({}, {}, {})", stage, tensor, dice_.any(after_.loops[stage]).name,
                       dice_.number(1, 2))}};
}

StepTry RandomSteps::tensorize() {
  const std::string stage = "C", outer = fresh("o"), inner = fresh("i");
  auto& loops = after_.loops[stage];
  for (size_t at = 0; at < loops.size(); ++at) {
    if (loops[at].name != c_.intrinsic) continue;
    const bool reduce = loops[at].reduce;
    loops[at] = {inner, reduce, true};
    loops.insert(loops.begin() + static_cast<std::ptrdiff_t>(at), Loop{outer, reduce});
    return {"tensorize",
            {fmt::format("{}, {} = s[{}].split({}, factor=4)", outer, inner, stage, c_.intrinsic),
             fmt::format("s[{}].tensorize({}, unit)", stage, inner)}};
  }
  return split(stage);
}

// Of a stage whose loops are its axes still.
StepTry RandomSteps::transform_layout(const std::string& stage) {
  auto& loops = after_.loops[stage];
  const size_t dims = loops.size();
  if (dims == 0 || dims > 3) return split(stage);
  std::vector<std::string> params, indices, names;
  for (size_t i = 0; i < dims; ++i) params.push_back("p" + std::to_string(i));
  indices = params;
  if (dims > 1 && dice_.chance(50)) std::swap(indices[0], indices[dims - 1]);
  if (dice_.chance(60)) {
    const int64_t f = dice_.number(2, 4);
    const std::string cut = indices.back();
    indices.back() = fmt::format("{} // {}", cut, f);
    indices.push_back(fmt::format("{} % {}", cut, f));
  }
  loops.clear();
  for (size_t i = 0; i < indices.size(); ++i) {
    names.push_back(fresh("t"));
    loops.push_back({names.back(), false});
  }
  const std::string targets = names.size() == 1 ? names[0] + ", = " : fmt::format("{} = ", fmt::join(names, ", "));
  return {"transform_layout",
          {fmt::format("{}s[{}].transform_layout(lambda {}: [{}])", targets, stage, fmt::join(params, ", "),
                       fmt::join(indices, ", "))}};
}

StepTry RandomSteps::set_scope(const std::string& stage) {
  return {"set_scope",
          {fmt::format("s[{}].set_scope(\"{}\")", stage, dice_.any<std::string>({"local", "shared", "global"}))}};
}

StepTry RandomSteps::cache_read() {
  const bool of_input = dice_.chance(60) || c_.stages.size() < 2;
  const std::string tensor =
      of_input ? dice_.any(c_.inputs)
               : c_.stages[static_cast<size_t>(dice_.number(0, static_cast<int64_t>(c_.stages.size()) - 2))];
  const std::string reader = dice_.any(after_.stages), name = fresh("R");
  const auto at = std::find(after_.stages.begin(), after_.stages.end(), reader);
  StepTry t{"cache_read",
            {fmt::format("{} = s.cache_read({}, \"{}\", [{}])", name, tensor, dice_.chance(50) ? "local" : "global",
                         reader)}};
  after_.stages.insert(at, name);
  const std::string source = tensor;
  int dims = 0;  // as many axes as the tensor: two is right or the step that uses more is refused
  for (const std::string& line : c_.lines)
    if (line.starts_with(source + " = te.placeholder(("))
      dims =
          static_cast<int>(std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(line.find("),")), ','));
  if (!of_input) dims = c_.dims.at(source);
  add_axes(name, std::max(dims, 1), 0, t.lines);
  return t;
}

StepTry RandomSteps::cache_write(const std::string& stage) {
  if (std::find(c_.stages.begin(), c_.stages.end(), stage) == c_.stages.end()) return split(stage);
  const std::string name = fresh("W");
  const auto at = std::find(after_.stages.begin(), after_.stages.end(), stage);
  std::string line = fmt::format("{} = s.cache_write({}, \"{}\")", name, stage, dice_.chance(50) ? "local" : "global");
  if (c_.kind == "argmax" || c_.kind == "two_outputs")
    line = fmt::format("{}, {}b = s.cache_write([{}, {}1], \"local\")", name, name, stage, stage);
  StepTry t{"cache_write", {line}};
  after_.stages.insert(at, name);
  add_axes(name, c_.dims.at(stage), c_.reduces.at(stage), t.lines);
  add_axes(stage, c_.dims.at(stage), 0, t.lines);
  return t;
}

StepTry RandomSteps::rfactor(const std::string& stage) {
  std::vector<std::string> reduce;
  for (const Loop& l : after_.loops[stage])
    if (l.reduce) reduce.push_back(l.name);
  if (reduce.empty() || std::find(c_.stages.begin(), c_.stages.end(), stage) == c_.stages.end())
    return mark(stage, "unroll");
  const std::string name = fresh("F");
  const std::string bind = c_.kind == "argmax" ? fmt::format("{}, {}b", name, name) : name;
  const size_t loops = after_.loops[stage].size();
  StepTry t{"rfactor", {fmt::format("{} = s.rfactor({}, {})", bind, stage, dice_.any(reduce))}};
  const auto at = std::find(after_.stages.begin(), after_.stages.end(), stage);
  after_.stages.insert(at, name);
  add_axes(name, c_.dims.at(stage) + 1, static_cast<int>(reduce.size()) - 1, t.lines);
  add_axes(stage, c_.dims.at(stage), 1, t.lines);
  (void)loops;
  return t;
}

StepTry RandomSteps::storage_align(const std::string& stage) {
  return {"storage_align",
          {fmt::format("s[{}].storage_align(s[{}].op.axis[0], {}, {})", stage, stage, 8 * dice_.number(1, 2),
                       dice_.number(0, 4))}};
}

}  // namespace nw::test
