// SPDX-License-Identifier: GPL-3.0-or-later
// Code that is loaded, and code that must not be: a plugin refuses it and works on.
#include <elf.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>

#include "bench.h"

namespace nw::plugin_check {

using nlohmann::json;

namespace {

void loads(Bench& bench) {
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  bench.open();
  const int64_t module = bench.load(kernel);
  bench.get({{"do", "unload"}, {"module", module}});
}

Reply try_to_load(Bench& bench, const std::string& binary, const std::string& dialect, const std::string& entry) {
  return bench.ask({{"do", "load"}, {"dialect", dialect}, {"entry", entry}}, binary);
}

void refuses(Bench& bench, const std::string& binary, const std::string& what) {
  const Reply reply = try_to_load(bench, binary, bench.known.facts->code.dialect, "multiply_add");
  bench.expect(reply, {"invalid", "unsupported", "not_found"}, "'load' of " + what);
}

// After what was refused, code that is right still loads.
void refuses_and_goes_on(Bench& bench, const std::vector<std::pair<std::string, std::string>>& binaries) {
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  bench.open();
  for (const auto& [binary, what] : binaries) refuses(bench, binary, what);
  bench.load(kernel);
}

void refuses_nothing(Bench& bench) {
  refuses_and_goes_on(bench, {{"", "no bytes"}});
}

void refuses_garbage(Bench& bench) {
  refuses_and_goes_on(bench, {{noise(1), "one byte"},
                              {noise(4096), "4096 bytes of noise"},
                              {std::string(ELFMAG) + noise(4096), "noise that begins like an ELF file"}});
}

void refuses_much_garbage(Bench& bench) {
  constexpr size_t kSize = size_t{1} << 20;
  refuses_and_goes_on(bench, {{noise(kSize), "1 MiB of noise"}, {std::string(kSize, ' '), "1 MiB of spaces"}});
}

// Bytes of an image that a loader needs.
size_t needed_bytes(const std::string& image) {
  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof header);
  size_t end = 0;
  for (size_t i = 0; i < header.e_phnum; ++i) {
    Elf64_Phdr part;
    std::memcpy(&part, image.data() + header.e_phoff + i * sizeof part, sizeof part);
    if (part.p_type == PT_LOAD) end = std::max<size_t>(end, part.p_offset + part.p_filesz);
  }
  return end;
}

void refuses_truncated_code(Bench& bench) {
  const std::string image = bench.compile(multiply_add(kCount)).image.image;
  const size_t needed = needed_bytes(image);
  std::vector<std::pair<std::string, std::string>> cut;
  for (const size_t size : {size_t{4}, size_t{16}, size_t{63}, needed / 4, needed / 2, needed - 1})
    cut.emplace_back(image.substr(0, size), fmt::format("the first {} of {} bytes of a kernel", size, image.size()));
  refuses_and_goes_on(bench, cut);
}

void refuses_another_machines_code(Bench& bench) {
  std::string image = bench.compile(multiply_add(kCount)).image.image;
  const Elf64_Half other = EM_SPARCV9;
  std::memcpy(image.data() + offsetof(Elf64_Ehdr, e_machine), &other, sizeof other);
  refuses_and_goes_on(bench, {{image, "a kernel of another processor"}});
}

void refuses_another_dialect(Bench& bench) {
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  bench.open();
  const Reply reply = try_to_load(bench, kernel.image.image, "no-such-dialect", kernel.image.entry);
  bench.expect(reply, {"unsupported", "invalid"}, "'load' of the dialect 'no-such-dialect'");
  bench.load(kernel);
}

// A binary does not depend on the process that it was made in.
void loads_in_a_fresh_process(Bench& bench) {
  const CompiledKernel kernel = bench.compile(multiply_add(kCount));
  for (int i = 0; i < 2; ++i) {
    bench.start_again();
    bench.open();
    bench.load(kernel);
  }
}

}  // namespace

Checks code_checks() {
  return {{"code.load", "life.open", loads},
          {"code.empty", "code.load", refuses_nothing},
          {"code.garbage", "code.load", refuses_garbage},
          {"code.large", "code.load", refuses_much_garbage},
          {"code.truncated", "code.load", refuses_truncated_code},
          {"code.other_device", "code.load", refuses_another_machines_code},
          {"code.dialect", "code.load", refuses_another_dialect},
          {"code.fresh_process", "code.load", loads_in_a_fresh_process}};
}

}  // namespace nw::plugin_check
