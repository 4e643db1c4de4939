// SPDX-License-Identifier: GPL-3.0-or-later
// Which processors have an instruction that a script calls by LLVM's name for it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace llvm {
class MCSubtargetInfo;
}

namespace nw::codegen {

// What the processor lacks for an intrinsic of x86 processors, in LLVM's words: "avx512vnni". Empty: nothing. None: the
// intrinsic is of another family of processors, or it is not known which x86 processors have it.
std::optional<std::string> missing_feature(std::string_view intrinsic, const llvm::MCSubtargetInfo& processor);

}  // namespace nw::codegen
