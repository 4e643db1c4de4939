// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/image.h"

#include <elf.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "cpu/functions.h"

namespace nw::cpu {

namespace {

#if defined(__x86_64__)
constexpr int kMachine = EM_X86_64;
constexpr const char* kMachineName = "x86-64";
constexpr uint32_t kRelative = R_X86_64_RELATIVE, kAbsolute = R_X86_64_64;
constexpr uint32_t kFunction = R_X86_64_JUMP_SLOT, kAddress = R_X86_64_GLOB_DAT;
#elif defined(__aarch64__)
constexpr int kMachine = EM_AARCH64;
constexpr const char* kMachineName = "AArch64";
constexpr uint32_t kRelative = R_AARCH64_RELATIVE, kAbsolute = R_AARCH64_ABS64;
constexpr uint32_t kFunction = R_AARCH64_JUMP_SLOT, kAddress = R_AARCH64_GLOB_DAT;
#elif defined(__riscv) && __riscv_xlen == 64
constexpr int kMachine = EM_RISCV;
constexpr const char* kMachineName = "RISC-V";
constexpr uint32_t kRelative = R_RISCV_RELATIVE, kAbsolute = R_RISCV_64;
constexpr uint32_t kFunction = R_RISCV_JUMP_SLOT, kAddress = R_RISCV_64;
#endif

constexpr uint64_t kLargest = uint64_t{256} << 20;  // bytes of memory that an image may take

Problem invalid(std::string why) {
  return {NWT_INVALID, "the kernel image cannot be loaded: " + std::move(why)};
}

// Whether `size` bytes at `at` lie within the first `all`.
bool within(uint64_t at, uint64_t size, uint64_t all) {
  return at <= all && size <= all - at;
}

// A value at an offset that was checked; it may be unaligned in bytes from outside.
template <class T>
T value_at(const std::byte* bytes, uint64_t at) {
  T value;
  std::memcpy(&value, bytes + at, sizeof value);
  return value;
}

// What the dynamic section tells a loader. Addresses are from the first page.
struct Dynamic {
  uint64_t rela = 0, rela_size = 0;    // relocations of data
  uint64_t jumps = 0, jumps_size = 0;  // and of calls
  uint64_t symbols = 0;                // the symbol table; its size is not written down
  uint64_t strings = 0, strings_size = 0;
};

class Loader {
 public:
  explicit Loader(std::span<const std::byte> file) : file_(file) {}

  // Each returns why the image is refused; nothing: go on.
  std::optional<Problem> read_header();
  std::optional<Problem> read_segments();
  void copy(const Pages& into);
  std::optional<Problem> read_dynamic();
  std::optional<Problem> relocate(uint64_t table, uint64_t size);
  std::optional<Problem> protect();

  uint64_t size() const { return size_; }
  const Dynamic& dynamic() const { return dynamic_; }
  // The entry and the executable part.
  std::optional<Problem> code(uint64_t& entry, uint64_t& begin, uint64_t& end) const;

 private:
  Outcome<uint64_t> symbol_address(uint32_t index) const;
  uint64_t base() const { return reinterpret_cast<uint64_t>(memory_->data()); }

  std::span<const std::byte> file_;
  Elf64_Ehdr header_{};
  std::vector<Elf64_Phdr> loads_;
  std::optional<Elf64_Phdr> dynamic_segment_;
  const Pages* memory_ = nullptr;
  uint64_t size_ = 0;
  Dynamic dynamic_;
};

std::optional<Problem> Loader::read_header() {
  if (file_.size() < sizeof header_) return invalid("it has only " + std::to_string(file_.size()) + " bytes");
  header_ = value_at<Elf64_Ehdr>(file_.data(), 0);
  if (std::memcmp(header_.e_ident, ELFMAG, SELFMAG) != 0) return invalid("it is no ELF file");
  if (header_.e_ident[EI_CLASS] != ELFCLASS64 || header_.e_ident[EI_DATA] != ELFDATA2LSB || header_.e_type != ET_DYN)
    return invalid("it is no 64-bit little-endian shared object");
  if (header_.e_machine != kMachine) return invalid("it is not for " + std::string(kMachineName) + " processors");
  if (header_.e_phentsize != sizeof(Elf64_Phdr) || header_.e_phnum == 0 ||
      !within(header_.e_phoff, uint64_t{header_.e_phnum} * sizeof(Elf64_Phdr), file_.size()))
    return invalid("its program headers lie outside of it");
  return std::nullopt;
}

std::optional<Problem> Loader::read_segments() {
  const uint64_t page = Pages::page_size();
  uint64_t last_page = 0;
  for (uint64_t i = 0; i < header_.e_phnum; ++i) {
    const auto segment = value_at<Elf64_Phdr>(file_.data(), header_.e_phoff + i * sizeof(Elf64_Phdr));
    if (segment.p_type == PT_TLS || segment.p_type == PT_INTERP)
      return invalid(segment.p_type == PT_TLS ? "it has thread-local variables" : "it is a program");
    if (segment.p_type == PT_DYNAMIC) dynamic_segment_ = segment;
    if (segment.p_type != PT_LOAD) continue;
    if (segment.p_filesz > segment.p_memsz || !within(segment.p_offset, segment.p_filesz, file_.size()) ||
        !within(segment.p_vaddr, segment.p_memsz, kLargest))
      return invalid("segment " + std::to_string(i) + " lies outside of it");
    if ((segment.p_flags & PF_W) && (segment.p_flags & PF_X))
      return invalid("segment " + std::to_string(i) + " is writable and executable");
    // Rights belong to pages, so no two segments may share one.
    if (!loads_.empty() && segment.p_vaddr / page * page < last_page)
      return invalid("segment " + std::to_string(i) + " begins in a page of the one before");
    last_page = (segment.p_vaddr + segment.p_memsz + page - 1) / page * page;
    loads_.push_back(segment);
  }
  if (loads_.empty()) return invalid("nothing of it is to be loaded");
  size_ = last_page;
  return std::nullopt;
}

void Loader::copy(const Pages& into) {
  memory_ = &into;
  for (const Elf64_Phdr& segment : loads_)
    if (segment.p_filesz > 0)
      std::memcpy(into.data() + segment.p_vaddr, file_.data() + segment.p_offset, segment.p_filesz);
}

std::optional<Problem> Loader::read_dynamic() {
  if (!dynamic_segment_) return std::nullopt;
  if (!within(dynamic_segment_->p_vaddr, dynamic_segment_->p_memsz, size_))
    return invalid("its dynamic section lies outside of it");
  const uint64_t end = dynamic_segment_->p_vaddr + dynamic_segment_->p_memsz;
  for (uint64_t at = dynamic_segment_->p_vaddr; within(at, sizeof(Elf64_Dyn), end); at += sizeof(Elf64_Dyn)) {
    const auto row = value_at<Elf64_Dyn>(memory_->data(), at);
    const uint64_t value = row.d_un.d_val;
    if (row.d_tag == DT_NULL) break;
    if (row.d_tag == DT_NEEDED) return invalid("it needs another library");
    if (row.d_tag == DT_INIT || row.d_tag == DT_FINI || row.d_tag == DT_INIT_ARRAY || row.d_tag == DT_FINI_ARRAY)
      return invalid("it has code to run when it is loaded");
    if (row.d_tag == DT_REL || row.d_tag == DT_RELR) return invalid("its relocations are of another form");
    if (row.d_tag == DT_RELA) dynamic_.rela = value;
    if (row.d_tag == DT_RELASZ) dynamic_.rela_size = value;
    if (row.d_tag == DT_JMPREL) dynamic_.jumps = value;
    if (row.d_tag == DT_PLTRELSZ) dynamic_.jumps_size = value;
    if (row.d_tag == DT_SYMTAB) dynamic_.symbols = value;
    if (row.d_tag == DT_STRTAB) dynamic_.strings = value;
    if (row.d_tag == DT_STRSZ) dynamic_.strings_size = value;
  }
  if (!within(dynamic_.rela, dynamic_.rela_size, size_) || !within(dynamic_.jumps, dynamic_.jumps_size, size_) ||
      !within(dynamic_.strings, dynamic_.strings_size, size_))
    return invalid("its relocations or names lie outside of it");
  return std::nullopt;
}

// Of the image's own symbol, or of a function that kernels may call; a weak one that is not there is null.
Outcome<uint64_t> Loader::symbol_address(uint32_t index) const {
  const uint64_t at = dynamic_.symbols + uint64_t{index} * sizeof(Elf64_Sym);
  if (!within(at, sizeof(Elf64_Sym), size_)) return invalid("a symbol lies outside of it");
  const auto symbol = value_at<Elf64_Sym>(memory_->data(), at);
  if (symbol.st_shndx != SHN_UNDEF) {
    if (ELF64_ST_TYPE(symbol.st_info) == STT_GNU_IFUNC || ELF64_ST_TYPE(symbol.st_info) == STT_TLS)
      return invalid("a symbol is of a kind that kernels do not have");
    if (symbol.st_value > size_) return invalid("a symbol lies outside of it");
    return base() + symbol.st_value;
  }
  if (symbol.st_name >= dynamic_.strings_size) return invalid("a name lies outside of it");
  const auto* name = reinterpret_cast<const char*>(memory_->data() + dynamic_.strings + symbol.st_name);
  if (!std::memchr(name, 0, dynamic_.strings_size - symbol.st_name)) return invalid("a name lies outside of it");
  if (void* function = function_by_name(name)) return reinterpret_cast<uint64_t>(function);
  if (ELF64_ST_BIND(symbol.st_info) == STB_WEAK) return uint64_t{0};
  return invalid("it calls '" + std::string(name) + "', which kernels cannot call here");
}

std::optional<Problem> Loader::relocate(uint64_t table, uint64_t size) {
  for (uint64_t i = 0; i < size / sizeof(Elf64_Rela); ++i) {
    const auto row = value_at<Elf64_Rela>(memory_->data(), table + i * sizeof(Elf64_Rela));
    const auto kind = static_cast<uint32_t>(ELF64_R_TYPE(row.r_info));
    if (kind == 0) continue;
    if (!within(row.r_offset, sizeof(uint64_t), size_)) return invalid("a relocation lies outside of it");
    const auto addend = static_cast<uint64_t>(row.r_addend);
    uint64_t value = 0;
    if (kind == kRelative) {
      value = base() + addend;
    } else if (kind == kAbsolute || kind == kFunction || kind == kAddress) {
      const Outcome<uint64_t> symbol = symbol_address(static_cast<uint32_t>(ELF64_R_SYM(row.r_info)));
      if (const Problem* problem = std::get_if<Problem>(&symbol)) return *problem;
      value = std::get<uint64_t>(symbol) + addend;
    } else {
      return invalid("a relocation is of kind " + std::to_string(kind) + ", which kernels do not need");
    }
    std::memcpy(memory_->data() + row.r_offset, &value, sizeof value);
  }
  return std::nullopt;
}

std::optional<Problem> Loader::protect() {
  const uint64_t page = Pages::page_size();
  auto* begin = reinterpret_cast<char*>(memory_->data());
  __builtin___clear_cache(begin, begin + size_);  // processors may keep instructions apart from data
  if (!memory_->protect(0, size_, PROT_NONE)) return invalid("the system does not let it be protected");
  for (const Elf64_Phdr& segment : loads_) {
    const uint64_t first = segment.p_vaddr / page * page;
    const uint64_t last = (segment.p_vaddr + segment.p_memsz + page - 1) / page * page;
    const int rights = (segment.p_flags & PF_X ? PROT_EXEC : 0) | (segment.p_flags & PF_W ? PROT_WRITE : 0) | PROT_READ;
    if (last > first && !memory_->protect(first, last - first, rights))
      return invalid("the system does not let memory become executable");
  }
  return std::nullopt;
}

std::optional<Problem> Loader::code(uint64_t& entry, uint64_t& begin, uint64_t& end) const {
  entry = header_.e_entry;
  bool found = false;
  begin = size_;
  end = 0;
  for (const Elf64_Phdr& segment : loads_) {
    if (!(segment.p_flags & PF_X)) continue;
    begin = std::min<uint64_t>(begin, segment.p_vaddr);
    end = std::max<uint64_t>(end, segment.p_vaddr + segment.p_memsz);
    found = found || (entry >= segment.p_vaddr && entry - segment.p_vaddr < segment.p_filesz);
  }
  if (!found) return invalid("its entry is not in its code");
  return std::nullopt;
}

}  // namespace

Outcome<Image> Image::load(std::span<const std::byte> file) {
  Loader loader(file);
  if (auto problem = loader.read_header()) return *problem;
  if (auto problem = loader.read_segments()) return *problem;
  std::optional<Pages> pages = Pages::allocate(loader.size());
  if (!pages) return Problem{NWT_NO_MEMORY, "there is no memory for the kernel image"};
  Image image(std::move(*pages));
  loader.copy(image.pages_);
  if (auto problem = loader.read_dynamic()) return *problem;
  if (auto problem = loader.relocate(loader.dynamic().rela, loader.dynamic().rela_size)) return *problem;
  if (auto problem = loader.relocate(loader.dynamic().jumps, loader.dynamic().jumps_size)) return *problem;
  if (auto problem = loader.code(image.entry_, image.code_begin_, image.code_end_)) return *problem;
  if (auto problem = loader.protect()) return *problem;
  return image;
}

nw_kernel Image::entry() const {
  return reinterpret_cast<nw_kernel>(entry_address());  // NOLINT(performance-no-int-to-ptr): an address in the image
}

}  // namespace nw::cpu
