// SPDX-License-Identifier: GPL-3.0-or-later
#include "interp/diagnostics.h"

namespace nw::interp {

namespace {

Diagnostic error(const char* code, std::string message, const std::string& stage, TextSpan at = {}) {
  Diagnostic d;
  d.code = code;
  d.message = std::move(message);
  Place place = at_span(at);
  place.stage = stage;
  d.where.push_back(place);
  return d;
}

}  // namespace

Diagnostic read_outside(const std::string& stage, const std::string& element, const std::string& what, TextSpan at) {
  return error("NW4180", "while computing " + (element.empty() ? stage : element) + ", " + what, stage, at);
}
Diagnostic shifted_too_far(const std::string& stage, const std::string& element, const std::string& what, TextSpan at) {
  Diagnostic d = error("NW4184", "while computing " + (element.empty() ? stage : element) + ", " + what, stage, at);
  d.because = {
      "a shift by less than 0 or by all bits and more is undefined in LLVM and in TVM: any number may come of it"};
  return d;
}
Diagnostic cannot_interpret(const std::string& stage, const std::string& why, TextSpan at) {
  return error("NW4181", stage + " cannot be computed by the reference interpreter: " + why, stage, at);
}
Diagnostic needs_too_much_memory(const std::string& stage) {
  return error("NW4182", "computing all of " + stage + " takes more memory than the reference interpreter may use",
               stage);
}
Diagnostic no_input(const std::string& tensor) {
  return error("NW4183", "the input " + tensor + " has no data", tensor);
}
Diagnostic wrong_input(const std::string& tensor, const std::string& wanted) {
  return error("NW4183", "the data of the input " + tensor + " must be " + wanted, tensor);
}

}  // namespace nw::interp
