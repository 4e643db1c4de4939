// SPDX-License-Identifier: GPL-3.0-or-later
// What can be wrong with a script's text and its computation: one function a text. Codes NW2001–NW2059.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "base/dtype.h"

namespace nw::script {

inline constexpr size_t kMaxDiagnostics = 100;  // of one kind of mistake; what follows is not listed

// ── text ──
Diagnostic syntax_error(std::string_view expected, std::string_view found, TextSpan at);
Diagnostic not_in_language(const std::string& what, const std::string& instead, TextSpan at);
Diagnostic unclosed_bracket(char bracket, TextSpan at);
Diagnostic unopened_bracket(char bracket, TextSpan at);
Diagnostic unclosed_string(TextSpan at);
Diagnostic bad_number(std::string_view text, TextSpan at);
Diagnostic leading_zero(std::string_view text, TextSpan at);
Diagnostic too_large_integer(std::string_view text, TextSpan at);
Diagnostic strange_character(char c, TextSpan at);
Diagnostic typographic_quote(TextSpan at);
Diagnostic unexpected_indent(TextSpan at);
Diagnostic unknown_import(TextSpan at);
Diagnostic too_deep(TextSpan at);
Diagnostic too_large(TextSpan at);
Diagnostic too_long(std::string_view what, size_t most, TextSpan at);
Diagnostic too_large_expression(uint32_t nodes, uint32_t most, TextSpan at);

// ── names and calls ──
Diagnostic undefined_name(std::string_view name, const std::vector<std::string>& near, TextSpan at);
Diagnostic unknown_attribute(const std::string& of, std::string_view name, const std::vector<std::string>& near,
                             TextSpan at);
Diagnostic not_callable(const std::string& what, TextSpan at);
Diagnostic wrong_arguments(const std::string& function, const std::string& problem, const std::string& signature,
                           TextSpan at);
Diagnostic wrong_type(const std::string& role, const std::string& wanted, const std::string& found, TextSpan at);
Diagnostic used_iterator(TextSpan at);
Diagnostic wrong_unpacking(size_t names, size_t values, TextSpan at);
Diagnostic index_out_of_range(int64_t index, size_t size, TextSpan at);
Diagnostic shift_too_far(const std::string& dtype, int64_t amount, int bits, TextSpan at);
Diagnostic arithmetic(const std::string& problem, TextSpan at);

// ── computation ──
Diagnostic wrong_index_count(const std::string& tensor, size_t wanted, size_t given, TextSpan at);
Diagnostic ambiguous_division(TextSpan at);
Diagnostic logic_on_expression(std::string_view word, TextSpan at);
Diagnostic unknown_dtype(const std::string& text, TextSpan at);
Diagnostic wrong_parameter_count(size_t wanted, size_t given, TextSpan at);
Diagnostic nested_reduction(TextSpan at);
Diagnostic mixed_bodies(TextSpan at);
Diagnostic unbound_axis(const std::string& axis, bool is_reduce_axis, TextSpan at);
Diagnostic not_a_reduce_axis(const std::string& axis, TextSpan at);
Diagnostic repeated_reduce_axis(const std::string& axis, TextSpan at);
Diagnostic shared_reduce_axis(const std::string& axis, const std::string& first, const std::string& second,
                              TextSpan at);                           // NW2750
Diagnostic mixed_signs(DType a, DType b, DType joined, TextSpan at);  // NW2751
Diagnostic bad_shape(const std::string& problem, TextSpan at);
Diagnostic bad_scan(const std::string& problem, TextSpan at);
Diagnostic small_accumulator(const std::string& dtype, const std::string& worst, TextSpan at);
Diagnostic unknown_extern(const std::string& name, TextSpan at);

// ── schedule and kernel ──
Diagnostic not_an_operation(TextSpan at);
Diagnostic second_schedule(TextSpan at);
Diagnostic no_stage(const std::string& tensor, TextSpan at);
Diagnostic stale_axis(const std::string& axis, const std::string& stage, bool is_thread, TextSpan at);
Diagnostic missing_argument(const std::string& tensor, TextSpan at);
Diagnostic missing_output(const std::string& tensor, bool all, TextSpan at);
Diagnostic repeated_argument(const std::string& tensor, TextSpan at);
Diagnostic foreign_argument(const std::string& tensor, TextSpan at);
Diagnostic no_kernel(int last_line);
Diagnostic after_kernel(TextSpan at);

}  // namespace nw::script
