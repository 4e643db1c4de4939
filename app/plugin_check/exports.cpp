// SPDX-License-Identifier: GPL-3.0-or-later
#include "exports.h"

#include <elf.h>

#include <algorithm>
#include <cstring>
#include <fstream>
#include <iterator>

namespace nw::plugin_check {

namespace {

// A part of the file as a value of type T; nothing where it lies outside.
template <class T>
bool read_at(const std::string& file, uint64_t at, T& into) {
  if (at > file.size() || file.size() - at < sizeof into) return false;
  std::memcpy(&into, file.data() + at, sizeof into);
  return true;
}

std::string text_at(const std::string& file, uint64_t at) {
  if (at >= file.size()) return {};
  const size_t end = file.find('\0', at);
  return end == std::string::npos ? std::string() : file.substr(at, end - at);
}

bool is_exported(const Elf64_Sym& symbol) {
  const unsigned char bind = ELF64_ST_BIND(symbol.st_info);
  const unsigned char visibility = ELF64_ST_VISIBILITY(symbol.st_other);
  return symbol.st_shndx != SHN_UNDEF && (bind == STB_GLOBAL || bind == STB_WEAK || bind == STB_GNU_UNIQUE) &&
         (visibility == STV_DEFAULT || visibility == STV_PROTECTED);
}

void add_symbols(const std::string& file, const Elf64_Shdr& table, const Elf64_Shdr& names,
                 std::vector<std::string>& into) {
  for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    if (!read_at(file, table.sh_offset + at, symbol)) return;
    const std::string name = is_exported(symbol) ? text_at(file, names.sh_offset + symbol.st_name) : std::string();
    if (!name.empty()) into.push_back(name);
  }
}

}  // namespace

std::optional<std::vector<std::string>> exported_symbols(const std::string& path, std::string& why) {
  std::ifstream in(path, std::ios::binary);
  if (!in) {
    why = "the file cannot be read";
    return std::nullopt;
  }
  const std::string file{std::istreambuf_iterator<char>(in), {}};
  Elf64_Ehdr header;
  if (!read_at(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
      header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_type != ET_DYN || header.e_shentsize != sizeof(Elf64_Shdr)) {
    why = "the file is no shared library of 64 bits in ELF";
    return std::nullopt;
  }
  std::vector<std::string> symbols;
  bool has_table = false;
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    Elf64_Shdr section, names;
    if (!read_at(file, header.e_shoff + i * sizeof section, section) || section.sh_type != SHT_DYNSYM ||
        !read_at(file, header.e_shoff + section.sh_link * sizeof names, names))
      continue;
    has_table = true;
    add_symbols(file, section, names, symbols);
  }
  if (!has_table) {
    why = "the file has no table of dynamic symbols";
    return std::nullopt;
  }
  std::ranges::sort(symbols);
  return symbols;
}

}  // namespace nw::plugin_check
