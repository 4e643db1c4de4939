// SPDX-License-Identifier: GPL-3.0-or-later
#include "runtime/profile.h"

#include <cxxabi.h>
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>

#include "codegen/symbol_name.h"
#include "codegen_llvm/instructions.h"
#include "codegen_llvm/line_table.h"
#include "runtime/sampler.h"
#include "tir/print.h"

namespace nw::runtime {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int64_t kEnough = 1000;
constexpr auto kPause = std::chrono::microseconds(100);
constexpr auto kPatience = std::chrono::seconds(2);

// As it was declared, where it is a C++ name.
std::string readable(const char* symbol) {
  int status = 0;
  const std::unique_ptr<char, decltype(&std::free)> declared(abi::__cxa_demangle(symbol, nullptr, nullptr, &status),
                                                             &std::free);
  return status == 0 && declared ? declared.get() : symbol;
}

// "libm.so.6: expf"; the file alone where the place is of no function with a visible name.
std::string name_of(uintptr_t place) {
  Dl_info found{};
  // NOLINTNEXTLINE(performance-no-int-to-ptr): a sampled place is a number until it is looked up
  if (::dladdr(reinterpret_cast<const void*>(place), &found) == 0 || !found.dli_fname) return "the system";
  std::string name = found.dli_fname;
  name = name.substr(name.rfind('/') + 1);
  if (found.dli_sname) name += ": " + readable(found.dli_sname);
  return name;
}

std::string without_indentation(const std::string& text) {
  return text.substr(std::min(text.find_first_not_of(' '), text.size()));
}

// Where in the code, beside where in the nest.
void read_instructions(const std::vector<uintptr_t>& places, const codegen::Instructions& code, uintptr_t base,
                       measure::TimeProfile& profile) {
  std::map<int, int64_t> met;
  for (const uintptr_t place : places)
    if (const int number = place < base ? -1 : code.at(place - base); number >= 0) ++met[number];
  for (const auto& [number, samples] : met) profile.instructions.push_back({number, samples});
  profile.instruction_count = static_cast<int>(code.begins.size());
}

measure::TimeProfile read_places(const std::vector<uintptr_t>& places, const lower::LoopNest& nest,
                                 const codegen::LineTable& table, uintptr_t base) {
  const tir::PrintedNest printed = tir::print(nest.body);
  measure::TimeProfile profile;
  profile.samples = static_cast<int64_t>(places.size());
  std::map<int, int64_t> by_line;
  std::map<std::string, int64_t> elsewhere;
  for (const uintptr_t place : places) {
    if (place < base || place - base >= table.size) {
      ++elsewhere[name_of(place)];
      continue;
    }
    const int line = table.line_at(place - base);
    if (line > 0 && static_cast<size_t>(line) <= printed.lines.size())
      ++by_line[line];
    else
      ++profile.unplaced;
  }
  for (const auto& [line, samples] : by_line)
    profile.lines.push_back({line, without_indentation(printed.lines[static_cast<size_t>(line) - 1].text), samples});
  for (const auto& [where, samples] : elsewhere) profile.elsewhere.push_back({where, samples});
  std::stable_sort(profile.elsewhere.begin(), profile.elsewhere.end(),
                   [](const auto& a, const auto& b) { return a.samples > b.samples; });
  return profile;
}

}  // namespace

std::optional<measure::TimeProfile> profile(const lower::LoopNest& nest, const codegen::CompiledKernel& kernel,
                                            const KernelRuntime& machine, const std::function<void()>& run) {
  const Result<codegen::LineTable> table = codegen::line_table(kernel.object(), codegen::symbol_name(nest));
  if (!table.value) return std::nullopt;
  const uintptr_t base = reinterpret_cast<uintptr_t>(kernel.entry()) - table.value->entry;
  Sampler sampler(machine.threads(), {base, base + table.value->size});
  if (!sampler.start(machine.get())) return std::nullopt;
  const auto start = Clock::now();
  // A kernel of nanoseconds runs many times between two looks at the clock: else most samples would be of looking.
  int64_t runs = 1;
  do {
    const auto from = Clock::now();
    for (int64_t i = 0; i < runs; ++i) run();
    if (Clock::now() - from < kPause) runs *= 2;
  } while (sampler.count() < kEnough && Clock::now() - start < kPatience);
  sampler.stop(machine.get());
  const std::vector<uintptr_t> places = sampler.places();
  measure::TimeProfile profile = read_places(places, nest, *table, base);
  if (const auto code = codegen::instructions(kernel.object(), codegen::symbol_name(nest)); code.value)
    read_instructions(places, *code, base, profile);
  return profile;
}

}  // namespace nw::runtime
