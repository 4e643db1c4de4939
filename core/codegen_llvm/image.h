// SPDX-License-Identifier: GPL-3.0-or-later
// An object linked to a kernel image: what a target of the dialect "elf" loads. A shared ELF file without dependencies,
// whose entry is the kernel; functions of the C and math library stay open, for the target to fill in by name.
#pragma once

#include <string>

#include "base/result.h"

namespace nw::codegen {

// `object` is what object_file wrote; `symbol` is the kernel's. Code keeps its distances: an offset from the kernel's
// entry is the same in both. One at a time in a process, as the linker has it. Errors: NW9102.
Result<std::string> link_image(const std::string& object, const std::string& symbol);
// False once the linker has crashed: the process should end, and another take its place.
bool can_link_images();

}  // namespace nw::codegen
