// SPDX-License-Identifier: GPL-3.0-or-later
#include "script/diagnostics.h"

#include <fmt/format.h>

namespace nw::script {

namespace {

Diagnostic error(const char* code, std::string message, TextSpan at) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  d.where.push_back(at_span(at));
  return d;
}

std::string in_quotes(std::string_view text) {
  return "'" + std::string(text) + "'";
}

}  // namespace

Diagnostic syntax_error(std::string_view expected, std::string_view found, TextSpan at) {
  const std::string seen = found.empty() ? "the line ends" : in_quotes(found.substr(0, found.find('\n'))) + " stands";
  return error("NW2001", fmt::format("{} here, where {} was expected", seen, expected), at);
}
Diagnostic not_in_language(const std::string& what, const std::string& instead, TextSpan at) {
  return error("NW2002", fmt::format("{} is not part of the script language; {}", what, instead), at);
}
Diagnostic unclosed_bracket(char bracket, TextSpan at) {
  return error("NW2003", fmt::format("this '{}' is never closed", bracket), at);
}
Diagnostic unopened_bracket(char bracket, TextSpan at) {
  return error("NW2003", fmt::format("'{}' closes no bracket", bracket), at);
}
Diagnostic unclosed_string(TextSpan at) {
  return error("NW2003", "this string is never closed", at);
}
Diagnostic bad_number(std::string_view text, TextSpan at) {
  return error("NW2001", fmt::format("'{}' is not a number", text), at);
}
Diagnostic leading_zero(std::string_view text, TextSpan at) {
  Diagnostic d = error("NW2001", fmt::format("an integer such as {} cannot begin with 0 in Python 3", text), at);
  std::string digits(text.substr(text.find_first_not_of("0_")));
  d.legal = {digits};
  if (digits.find_first_of("89_") == digits.npos) d.legal.push_back("0o" + digits);
  return d;
}
Diagnostic too_large_integer(std::string_view text, TextSpan at) {
  return error("NW2001", fmt::format("the integer {} does not fit in int64, which ends at 9223372036854775807", text),
               at);
}
Diagnostic strange_character(char c, TextSpan at) {
  const auto byte = static_cast<unsigned char>(c);
  const std::string shown = byte >= 0x20 && byte < 0x7f ? std::string(1, c) : fmt::format("\\x{:02x}", byte);
  return error("NW2001", fmt::format("the character '{}' has no meaning here", shown), at);
}
Diagnostic typographic_quote(TextSpan at) {
  return error("NW2001", "a typographic quotation mark stands here; strings stand in '\"'", at);
}
Diagnostic unexpected_indent(TextSpan at) {
  return error("NW2001", "this line is indented, but a script has no blocks", at);
}
Diagnostic unknown_import(TextSpan at) {
  Diagnostic d = error("NW2005", "only tvm can be imported", at);
  d.legal = {"import tvm", "from tvm import te, tir, topi"};
  return d;
}
Diagnostic too_deep(TextSpan at) {
  return error("NW2004", "this expression is nested too deeply", at);
}
Diagnostic too_long(std::string_view what, size_t most, TextSpan at) {
  return error("NW2004", fmt::format("this makes {} of more than {} elements", what, most), at);
}
Diagnostic too_large_expression(uint32_t nodes, uint32_t most, TextSpan at) {
  return error("NW2004",
               fmt::format("written out, this expression has {} nodes, and at most {} are handled",
                           nodes == UINT32_MAX ? "over 4 billion" : std::to_string(nodes), most),
               at);
}
Diagnostic too_large(TextSpan at) {
  return error("NW2004", "the script is too large; what follows is not read", at);
}

Diagnostic undefined_name(std::string_view name, const std::vector<std::string>& near, TextSpan at) {
  std::string message = fmt::format("the name '{}' is not defined", name);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near[0]);
  Diagnostic d = error("NW2010", std::move(message), at);
  d.legal = near;
  return d;
}
Diagnostic unknown_attribute(const std::string& of, std::string_view name, const std::vector<std::string>& near,
                             TextSpan at) {
  std::string message = fmt::format("{} has no '{}'", of, name);
  if (!near.empty()) message += fmt::format("; did you mean '{}'?", near[0]);
  Diagnostic d = error("NW2011", std::move(message), at);
  d.legal = near;
  return d;
}
Diagnostic not_callable(const std::string& what, TextSpan at) {
  return error("NW2013", fmt::format("{} cannot be called", what), at);
}
Diagnostic wrong_arguments(const std::string& function, const std::string& problem, const std::string& signature,
                           TextSpan at) {
  Diagnostic d = error("NW2012", fmt::format("{}: {}", function, problem), at);
  if (!signature.empty()) d.legal.push_back(signature);
  return d;
}
Diagnostic wrong_type(const std::string& role, const std::string& wanted, const std::string& found, TextSpan at) {
  return error("NW2013", fmt::format("{} must be {}, but this is {}", role, wanted, found), at);
}
Diagnostic used_iterator(TextSpan at) {
  Diagnostic d = error("NW2013", "this iterator was gone through before, so it has no items left", at);
  d.legal = {"list(reversed(…)), which can be used again"};
  return d;
}
Diagnostic wrong_unpacking(size_t names, size_t values, TextSpan at) {
  return error("NW2018", fmt::format("{} names for {} values", names, values), at);
}
Diagnostic index_out_of_range(int64_t index, size_t size, TextSpan at) {
  return error("NW2019", fmt::format("index {} is out of range: there {} {}", index, size == 1 ? "is" : "are", size),
               at);
}
Diagnostic arithmetic(const std::string& problem, TextSpan at) {
  return error("NW2017", problem, at);
}

Diagnostic shift_too_far(const std::string& dtype, int64_t amount, int bits, TextSpan at) {
  Diagnostic d = arithmetic(fmt::format("{} is shifted by {} bits, which is undefined", dtype, amount), at);
  d.legal = {fmt::format("an amount from 0 to {}", bits - 1)};
  return d;
}

Diagnostic wrong_index_count(const std::string& tensor, size_t wanted, size_t given, TextSpan at) {
  return error("NW2014",
               fmt::format("{} has {} dimension{} but is read with {} ind{}", tensor, wanted, wanted == 1 ? "" : "s",
                           given, given == 1 ? "ex" : "ices"),
               at);
}
Diagnostic ambiguous_division(TextSpan at) {
  Diagnostic d = error("NW2016", "'/' between integers is ambiguous: TVM has several integer divisions", at);
  d.legal = {"a // b (rounds down)", "tir.truncdiv(a, b) (rounds toward zero)", "a.astype(\"float32\") / b"};
  return d;
}
Diagnostic logic_on_expression(std::string_view word, TextSpan at) {
  const char* instead = word == "and" ? "tir.all(a, b)" : word == "or" ? "tir.any(a, b)" : "the opposite comparison";
  return error("NW2017", fmt::format("'{}' cannot join expressions; use {}", word, instead), at);
}
Diagnostic unknown_dtype(const std::string& text, TextSpan at) {
  Diagnostic d = error("NW2015", fmt::format("'{}' is not a data type", text), at);
  d.legal = {"float32", "float16", "float64", "bfloat16", "int8",   "int16", "int32",
             "int64",   "uint8",   "uint16",  "uint32",   "uint64", "bool"};
  return d;
}
Diagnostic wrong_parameter_count(size_t wanted, size_t given, TextSpan at) {
  return error("NW2020",
               fmt::format("the lambda takes {} parameter{} but the shape has {} dimension{}", given,
                           given == 1 ? "" : "s", wanted, wanted == 1 ? "" : "s"),
               at);
}
Diagnostic nested_reduction(TextSpan at) {
  Diagnostic d = error("NW2021", "a reduction may only stand at the top of a computation", at);
  d.legal = {"compute the reduction as a tensor of its own, then read that tensor"};
  return d;
}
Diagnostic mixed_bodies(TextSpan at) {
  return error("NW2022", "the outputs of one computation must all be plain, or all come from one reduction", at);
}
Diagnostic unbound_axis(const std::string& axis, bool is_reduce_axis, TextSpan at) {
  return error("NW2023",
               is_reduce_axis ? fmt::format("the reduce axis {} is used outside a reduction over it", axis)
                              : fmt::format("{} is an axis of another computation and has no value here", axis),
               at);
}
Diagnostic not_a_reduce_axis(const std::string& axis, TextSpan at) {
  Diagnostic d = error("NW2024", fmt::format("{} is not a reduce axis", axis), at);
  d.legal = {"an axis made by te.reduce_axis"};
  return d;
}
Diagnostic repeated_reduce_axis(const std::string& axis, TextSpan at) {
  return error("NW2024", fmt::format("the reduce axis {} is listed twice", axis), at);
}
Diagnostic shared_reduce_axis(const std::string& axis, const std::string& first, const std::string& second,
                              TextSpan at) {
  Diagnostic d = error("NW2750", fmt::format("{} and {} reduce over one axis, {}", first, second, axis), at);
  d.severity = Severity::Warning;
  d.because = {fmt::format("steps that name {} mean the loop of {} in one place and that of {} in another", axis, first,
                           second)};
  d.legal = {"a te.reduce_axis for each of them"};
  return d;
}
Diagnostic mixed_signs(DType a, DType b, DType joined, TextSpan at) {
  Diagnostic d = error("NW2751",
                       fmt::format("{} and {} are joined as {}, which has no negative numbers", to_string(a),
                                   to_string(b), to_string(joined)),
                       at);
  d.severity = Severity::Warning;
  d.because = {fmt::format("of two types of one width TVM takes the one without a sign; -1 becomes {}",
                           joined.bits >= 64 ? "18446744073709551615" : std::to_string(max_int(joined)))};
  d.legal = {"a wider type with a sign for one of them"};
  return d;
}
Diagnostic bad_shape(const std::string& problem, TextSpan at) {
  return error("NW2025", problem, at);
}
Diagnostic bad_scan(const std::string& problem, TextSpan at) {
  return error("NW2026", "te.scan: " + problem, at);
}
Diagnostic small_accumulator(const std::string& dtype, const std::string& worst, TextSpan at) {
  Diagnostic d = error("NW2027", fmt::format("the sum is kept in {}, which its terms can overflow", dtype), at);
  d.severity = Severity::Warning;
  d.because = {fmt::format("with extreme inputs it reaches {}", worst)};
  d.legal = {"cast the terms to a wider type first, as in (…).astype(\"int32\")"};
  return d;
}
Diagnostic unknown_extern(const std::string& name, TextSpan at) {
  return error("NW2028", fmt::format("'{}' is not one of the external functions a script may call", name), at);
}

Diagnostic not_an_operation(TextSpan at) {
  return error("NW2030", "a schedule is made from operations, but this is a tensor; write .op after it", at);
}
Diagnostic second_schedule(TextSpan at) {
  return error("NW2031", "the script has a schedule already", at);
}
Diagnostic no_stage(const std::string& tensor, TextSpan at) {
  Diagnostic d = error("NW2032", fmt::format("{} has no stage in this schedule", tensor), at);
  d.because = {"the schedule holds what its outputs need, and they do not need " + tensor};
  return d;
}
Diagnostic stale_axis(const std::string& axis, const std::string& stage, bool is_thread, TextSpan at) {
  Diagnostic d = error("NW2033",
                       is_thread ? fmt::format("{} is a thread axis, not a loop of {}", axis, stage)
                                 : fmt::format("{} is not an axis of {}", axis, stage),
                       at);
  if (is_thread)
    d.legal = {"bind a loop to it: s[" + stage + "].bind(axis, " + axis + ")"};
  else
    d.legal = {"s[" + stage + "].op.axis", "s[" + stage + "].op.reduce_axis"};
  return d;
}
Diagnostic missing_argument(const std::string& tensor, TextSpan at) {
  return error("NW2040", fmt::format("the kernel reads {}, which is not among its arguments", tensor), at);
}
Diagnostic missing_output(const std::string& tensor, bool all, TextSpan at) {
  Diagnostic d = error(
      "NW2041", fmt::format("the output {} is not among the kernel's arguments, so its result is lost", tensor), at);
  if (!all) d.severity = Severity::Warning;
  return d;
}
Diagnostic repeated_argument(const std::string& tensor, TextSpan at) {
  return error("NW2042", fmt::format("{} is listed twice among the kernel's arguments", tensor), at);
}
Diagnostic foreign_argument(const std::string& tensor, TextSpan at) {
  Diagnostic d = error("NW2042", fmt::format("the kernel neither reads nor computes {}", tensor), at);
  d.severity = Severity::Warning;
  return d;
}
Diagnostic no_kernel(int last_line) {
  return error("NW2043", "the script does not end with tvm.lower(s, [arguments])", {last_line, 1, 0});
}
Diagnostic after_kernel(TextSpan at) {
  return error("NW2044", "this stands after tvm.lower, so it has no effect on the kernel", at);
}

}  // namespace nw::script
