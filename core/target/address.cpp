// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/address.h"

#include <fmt/format.h>

#include <algorithm>

#include "target/diagnostics.h"

namespace nw::target {

namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_word(std::string_view text, std::string_view also, size_t longest) {
  return !text.empty() && text.size() <= longest && is_letter_or_digit(text.front()) &&
         std::ranges::all_of(text, [&](char c) { return is_letter_or_digit(c) || also.find(c) != also.npos; });
}

Diagnostic no_address(std::string_view text) {
  Diagnostic d = no_such_target(text, {});
  d.legal = {"[CARRIER:HOST/]PLUGIN[:DEVICE]", "a name from `targets add`"};
  return d;
}

}  // namespace

bool is_plain_name(std::string_view name) {
  return is_word(name, "._-", 64);
}

bool is_device_name(std::string_view name) {
  return is_word(name, "._-:/+@", 128);
}

Diagnostics check_host(std::string_view host) {
  const size_t at = host.find('@');
  const std::string_view machine = at == host.npos ? host : host.substr(at + 1);
  const std::string shown(host.substr(0, 200));
  if (host.empty() || machine.empty()) return {not_reached(shown, "it names no host")};
  if (host.front() == '-' || machine.front() == '-')
    return {not_reached(shown, "a host name that begins with '-' could be taken for an option")};
  constexpr std::string_view also = ".-_:@[]";
  const auto allowed = [&](char c) { return is_letter_or_digit(c) || also.find(c) != also.npos; };
  if (host.size() > 255 || !std::ranges::all_of(host, allowed))
    return {not_reached(shown, "a host name has letters, digits and .-_:@[] only, at most 255")};
  return {};
}

Result<Address> parse_address(std::string_view text) {
  Address address;
  std::string_view rest = text;
  // A device may have a slash too: only a carrier and its host come before the plugin.
  const size_t slash = text.find('/'), colon = text.find(':');
  const std::string_view behind = slash == text.npos ? std::string_view() : text.substr(slash + 1);
  const bool remote = slash != text.npos && colon < slash && text.substr(0, colon) == "ssh";
  if (remote) {
    address.carrier = text.substr(0, colon);
    address.host = text.substr(colon + 1, slash - colon - 1);
    if (Diagnostics wrong = check_host(address.host); !wrong.empty()) return wrong;
    rest = behind;
  }
  const size_t device = rest.find(':');
  address.plugin = rest.substr(0, device);
  if (device != rest.npos) address.device = rest.substr(device + 1);
  if (!is_plain_name(address.plugin)) return no_address(text);
  if (device != rest.npos && !is_device_name(address.device)) return no_address(text);
  return address;
}

std::string to_string(const Address& address) {
  std::string text = address.carrier.empty() ? "" : fmt::format("{}:{}/", address.carrier, address.host);
  text += address.plugin;
  return address.device.empty() ? text : text + ":" + address.device;
}

}  // namespace nw::target
