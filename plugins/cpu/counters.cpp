// SPDX-License-Identifier: GPL-3.0-or-later
#include "cpu/counters.h"

#include <unistd.h>

#include <charconv>
#include <cstdlib>
#include <cstring>

namespace nw::cpu {

Counters::Counters() {
  const char* named = std::getenv("NESTWRIGHT_COUNTERS_FD");
  if (!named) return;
  const char* end = named + std::strlen(named);
  int descriptor = -1;
  const auto read = std::from_chars(named, end, descriptor);
  if (read.ec == std::errc() && read.ptr == end && descriptor > STDERR_FILENO) descriptor_ = descriptor;
  if (present() && !totals()) descriptor_ = -1;
}

std::optional<Counts> Counters::totals() const {
  Counts counts{};
  if (::pread(descriptor_, counts.data(), sizeof counts, 0) != static_cast<ssize_t>(sizeof counts)) return std::nullopt;
  return counts;
}

std::optional<Counts> Counters::count(const std::function<void()>& call) const {
  if (!present() || !totals()) return std::nullopt;  // the first read of a kind may take longer than later ones
  const std::optional<Counts> idle = totals(), begin = totals();
  call();
  const std::optional<Counts> end = totals();
  if (!idle || !begin || !end) return std::nullopt;
  Counts counts{};
  for (size_t i = 0; i < counts.size(); ++i) counts[i] = (*end)[i] - (*begin)[i] - ((*begin)[i] - (*idle)[i]);
  return counts;
}

}  // namespace nw::cpu
