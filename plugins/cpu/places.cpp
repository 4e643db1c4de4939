// SPDX-License-Identifier: GPL-3.0-or-later
// Where a kernel's time goes: it is run again and again while its threads are sampled.
#include <cxxabi.h>
#include <dlfcn.h>

#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>

#include "cpu/functions.h"
#include "cpu/runs.h"
#include "cpu/sampler.h"

namespace nw::cpu {

namespace {

using PlaceClock = std::chrono::steady_clock;

constexpr int64_t kEnough = 1000;
constexpr auto kPause = std::chrono::microseconds(100);
constexpr auto kPatience = std::chrono::seconds(2);

#if defined(NW_STATIC_RUNNER)

std::string name_of(uintptr_t place) {
  const std::string_view function = function_at(place);
  return function.empty() ? "the system" : std::string(function);
}

#else

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

#endif

std::string to_json_text(const std::vector<uintptr_t>& places, const Image& image) {
  std::map<int64_t, int64_t> inside;
  std::map<std::string, int64_t> elsewhere;
  for (const uintptr_t place : places)
    if (place >= image.code_begin() && place < image.code_end())
      ++inside[static_cast<int64_t>(place - image.entry_address())];
    else
      ++elsewhere[name_of(place)];
  nlohmann::json rows = nlohmann::json::array();
  for (const auto& [offset, count] : inside) rows.push_back({{"offset", offset}, {"count", count}});
  for (const auto& [where, count] : elsewhere) rows.push_back({{"where", where}, {"count", count}});
  return rows.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace

Outcome<std::string> sample_places(const Work& work, const Image& image, KernelRuntime& runtime, int threads) {
  Sampler sampler(threads, {image.code_begin(), image.code_end()});
  if (!sampler.start(runtime.get())) return std::string();
  const auto start = PlaceClock::now();
  bool stopped = false;
  // A kernel of nanoseconds runs many times between two looks at the clock: else most samples would be of looking.
  int64_t runs = 1;
  do {
    const auto from = PlaceClock::now();
    for (int64_t i = 0; i < runs; ++i) work.run();
    if (PlaceClock::now() - from < kPause) runs *= 2;
    stopped = work.stop_asked();
  } while (!stopped && sampler.count() < kEnough && PlaceClock::now() - start < kPatience);
  sampler.stop(runtime.get());
  if (stopped) return Problem{NWT_CANCELLED, "the runs were stopped"};
  return to_json_text(sampler.places(), image);
}

}  // namespace nw::cpu
