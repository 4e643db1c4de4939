// SPDX-License-Identifier: GPL-3.0-or-later
// Whether this build runs under the address or the thread sanitizer, whose runtimes ask the system for more than ours.
#pragma once

namespace nw {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace nw
