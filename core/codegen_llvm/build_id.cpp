// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/build_id.h"

#include <elf.h>
#include <link.h>
#include <llvm/Config/llvm-config.h>

#include <cstring>
#include <optional>
#include <string_view>

namespace nw::codegen {

namespace {

size_t aligned(size_t bytes) {
  return (bytes + 3) / 4 * 4;
}

// In hex, from a segment of notes.
std::optional<std::string> build_id_in(const char* notes, size_t size) {
  constexpr std::string_view kOwner("GNU", 4);  // with its end
  ElfW(Nhdr) note;
  for (size_t at = 0; at + sizeof note <= size;) {
    std::memcpy(&note, notes + at, sizeof note);
    at += sizeof note;
    const size_t content = at + aligned(note.n_namesz);
    if (content + note.n_descsz > size) return std::nullopt;
    if (note.n_type == NT_GNU_BUILD_ID && std::string_view(notes + at, note.n_namesz) == kOwner) {
      std::string hex;
      for (size_t i = 0; i < note.n_descsz; ++i) {
        const auto byte = static_cast<unsigned char>(notes[content + i]);
        hex += "0123456789abcdef"[byte >> 4];
        hex += "0123456789abcdef"[byte & 15];
      }
      return hex;
    }
    at = content + aligned(note.n_descsz);
  }
  return std::nullopt;
}

struct Ids {
  std::string text;
  bool complete = true;
};

// The program has no name; the code generator's own parts and the linker are in it.
int add(dl_phdr_info* object, size_t, void* data) {
  Ids& ids = *static_cast<Ids*>(data);
  const std::string_view name = object->dlpi_name;
  if (!name.empty() && name.find("libLLVM") == name.npos) return 0;
  std::optional<std::string> id;
  for (int i = 0; i < object->dlpi_phnum && !id; ++i)
    if (const ElfW(Phdr)& segment = object->dlpi_phdr[i]; segment.p_type == PT_NOTE)
      id = build_id_in(reinterpret_cast<const char*>(object->dlpi_addr + segment.p_vaddr), segment.p_memsz);
  ids.complete = ids.complete && id;
  ids.text += id.value_or("") + " ";
  return 0;
}

}  // namespace

const std::string& generator_build_id() {
  static const std::string id = [] {
    Ids ids;
    ::dl_iterate_phdr(add, &ids);
    return ids.complete ? ids.text + LLVM_VERSION_STRING : std::string();
  }();
  return id;
}

}  // namespace nw::codegen
