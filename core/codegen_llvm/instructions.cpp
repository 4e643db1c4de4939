// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen_llvm/instructions.h"

#include <llvm/MC/MCAsmInfo.h>
#include <llvm/MC/MCContext.h>
#include <llvm/MC/MCDisassembler/MCDisassembler.h>
#include <llvm/MC/MCInst.h>
#include <llvm/MC/MCInstPrinter.h>
#include <llvm/MC/MCInstrInfo.h>
#include <llvm/MC/MCRegisterInfo.h>
#include <llvm/MC/MCSubtargetInfo.h>
#include <llvm/MC/MCTargetOptions.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/TargetParser/Host.h>

#include <algorithm>
#include <mutex>

#include "codegen/diagnostics.h"
#include "codegen_llvm/object.h"

namespace nw::codegen {

namespace {

// Reads this processor's instructions.
class Decoder {
 public:
  Decoder() {
    static std::once_flag once;
    std::call_once(once, [] {
      llvm::InitializeNativeTarget();
      llvm::InitializeNativeTargetAsmPrinter();
      llvm::InitializeNativeTargetDisassembler();
    });
    const llvm::Triple triple(llvm::sys::getProcessTriple());
    std::string error;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple.str(), error);
    if (!target) return;
    registers_.reset(target->createMCRegInfo(triple.str()));
    text_.reset(target->createMCAsmInfo(*registers_, triple.str(), llvm::MCTargetOptions()));
    features_.reset(target->createMCSubtargetInfo(triple.str(), llvm::sys::getHostCPUName(), ""));
    names_.reset(target->createMCInstrInfo());
    context_ = std::make_unique<llvm::MCContext>(triple, text_.get(), registers_.get(), features_.get());
    disassembler_.reset(target->createMCDisassembler(*features_, *context_));
    printer_.reset(target->createMCInstPrinter(triple, text_->getAssemblerDialect(), *text_, *names_, *registers_));
  }
  explicit operator bool() const { return disassembler_ && printer_; }

  // How many bytes the first instruction takes; 0: these are none.
  uint64_t read(llvm::ArrayRef<uint8_t> bytes, llvm::MCInst& instruction) const {
    uint64_t size = 0;
    const auto status = disassembler_->getInstruction(instruction, size, bytes, 0, llvm::nulls());
    return status == llvm::MCDisassembler::Success ? size : 0;
  }
  // One that does nothing.
  bool fills(const llvm::MCInst& instruction) const {
    const llvm::StringRef name = printer_->getMnemonic(&instruction).first;
    return name.starts_with("nop") || (name.starts_with("xchg") && instruction.getNumOperands() > 1 &&
                                       instruction.getOperand(0).isReg() && instruction.getOperand(1).isReg() &&
                                       instruction.getOperand(0).getReg() == instruction.getOperand(1).getReg());
  }

 private:
  std::unique_ptr<llvm::MCRegisterInfo> registers_;
  std::unique_ptr<llvm::MCAsmInfo> text_;
  std::unique_ptr<llvm::MCSubtargetInfo> features_;
  std::unique_ptr<llvm::MCInstrInfo> names_;
  std::unique_ptr<llvm::MCContext> context_;
  std::unique_ptr<llvm::MCDisassembler> disassembler_;
  std::unique_ptr<llvm::MCInstPrinter> printer_;
};

}  // namespace

int Instructions::at(uint64_t offset) const {
  if (offset >= size || begins.empty()) return -1;
  const auto after = std::upper_bound(begins.begin(), begins.end(), offset);
  return static_cast<int>(after - begins.begin()) - 1;
}

Result<Instructions> instructions(const std::string& object, const std::string& symbol) {
  const Result<ObjectSection> code = section_of(object, symbol);
  if (!code.value) return code.diagnostics;
  llvm::Expected<llvm::StringRef> bytes = code->section.getContents();
  if (!bytes) return broken_module("its code cannot be read: " + llvm::toString(bytes.takeError()));
  const Decoder decoder;
  if (!decoder) return broken_module("this processor's code cannot be read");
  const auto* first = reinterpret_cast<const uint8_t*>(bytes->data());
  Instructions found;
  found.size = bytes->size();
  for (uint64_t at = 0, begin = 0; at < found.size;) {
    llvm::MCInst instruction;
    const uint64_t length = decoder.read({first + at, static_cast<size_t>(found.size - at)}, instruction);
    if (length == 0) return broken_module("its code cannot be read");
    at += length;
    if (decoder.fills(instruction)) continue;
    found.begins.push_back(begin);
    begin = at;
  }
  return found;
}

}  // namespace nw::codegen
