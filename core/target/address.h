// SPDX-License-Identifier: GPL-3.0-or-later
// What a person writes to name a target: [CARRIER:HOST/]PLUGIN[:DEVICE], such as "cpu", "opencl:0", "cross:riscv64-v",
// "ssh:lab1/cuda:0", or a name from `targets add`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nw::target {

struct Address {
  std::string carrier, host;  // empty: this machine
  std::string plugin;         // or the user's name of a target
  std::string device;         // of the plugin; empty: the only one, or the first

  bool operator==(const Address&) const = default;
};

// NW4201 for what is no address; NW4208 for a host that may not be named.
Result<Address> parse_address(std::string_view text);
std::string to_string(const Address& address);

// Of a plugin, or of a user's target: letters, digits, '.', '_' and '-', the first a letter or digit, at most 64.
bool is_plain_name(std::string_view name);
// Of a device: also ':', '/', '+' and '@' inside, at most 128.
bool is_device_name(std::string_view name);
// [USER@]HOST: letters, digits and ".-_:@[]", and no '-' in front of either, so that no program takes it for an option
// and no shell for more than a word. NW4208 otherwise.
Diagnostics check_host(std::string_view host);

}  // namespace nw::target
