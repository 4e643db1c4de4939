// SPDX-License-Identifier: GPL-3.0-or-later
#include "codegen/c_names.h"

#include <set>

#include "base/escape.h"

namespace nw::codegen {

namespace {

// Of math.h; each exists with an f or l appended too.
const std::set<std::string_view>& math_functions() {
  static const std::set<std::string_view> names = {
      "acos",     "acosh",  "asin",    "asinh",   "atan",      "atan2",     "atanh", "cbrt",      "ceil",
      "copysign", "cos",    "cosh",    "erf",     "erfc",      "exp",       "exp2",  "expm1",     "fabs",
      "fdim",     "floor",  "fma",     "fmax",    "fmin",      "fmod",      "frexp", "hypot",     "ilogb",
      "ldexp",    "lgamma", "llrint",  "llround", "log",       "log10",     "log1p", "log2",      "logb",
      "lrint",    "lround", "modf",    "nan",     "nearbyint", "nextafter", "pow",   "remainder", "remquo",
      "rint",     "round",  "scalbln", "scalbn",  "sin",       "sinh",      "sqrt",  "tan",       "tanh",
      "tgamma",   "trunc",  "gamma",   "j0",      "j1",        "jn",        "y0",    "y1",        "yn"};
  return names;
}

const std::set<std::string_view>& math_constants() {
  static const std::set<std::string_view> names = {"M_E",        "M_LOG2E", "M_LOG10E", "M_LN2",  "M_LN10",
                                                   "M_PI",       "M_PI_2",  "M_PI_4",   "M_1_PI", "M_2_PI",
                                                   "M_2_SQRTPI", "M_SQRT2", "M_SQRT1_2"};
  return names;
}

// Of the other headers.
const std::set<std::string_view>& other_names() {
  static const std::set<std::string_view> names = {"BUFSIZ",
                                                   "EOF",
                                                   "FILE",
                                                   "FILENAME_MAX",
                                                   "FOPEN_MAX",
                                                   "HUGE_VAL",
                                                   "HUGE_VALF",
                                                   "HUGE_VALL",
                                                   "INFINITY",
                                                   "MB_CUR_MAX",
                                                   "NAN",
                                                   "NULL",
                                                   "TIMER_ABSTIME",
                                                   "TIME_UTC",
                                                   "TMP_MAX",
                                                   "abort",
                                                   "abs",
                                                   "aligned_alloc",
                                                   "asctime",
                                                   "at_quick_exit",
                                                   "atexit",
                                                   "atof",
                                                   "atoi",
                                                   "atol",
                                                   "atoll",
                                                   "bsearch",
                                                   "calloc",
                                                   "clearerr",
                                                   "clock",
                                                   "clock_gettime",
                                                   "clock_t",
                                                   "clockid_t",
                                                   "ctime",
                                                   "difftime",
                                                   "div",
                                                   "div_t",
                                                   "double_t",
                                                   "errno",
                                                   "exit",
                                                   "false",
                                                   "fclose",
                                                   "feof",
                                                   "ferror",
                                                   "fflush",
                                                   "fgetc",
                                                   "fgetpos",
                                                   "fgets",
                                                   "float_t",
                                                   "floordiv",
                                                   "floormod",
                                                   "fopen",
                                                   "fpclassify",
                                                   "fpos_t",
                                                   "fprintf",
                                                   "fputc",
                                                   "fputs",
                                                   "fread",
                                                   "free",
                                                   "freopen",
                                                   "fscanf",
                                                   "fseek",
                                                   "fsetpos",
                                                   "ftell",
                                                   "fwrite",
                                                   "getc",
                                                   "getchar",
                                                   "getenv",
                                                   "gmtime",
                                                   "isfinite",
                                                   "isgreater",
                                                   "isinf",
                                                   "isless",
                                                   "isnan",
                                                   "isnormal",
                                                   "isunordered",
                                                   "labs",
                                                   "ldiv",
                                                   "ldiv_t",
                                                   "linux",
                                                   "llabs",
                                                   "lldiv",
                                                   "lldiv_t",
                                                   "localtime",
                                                   "malloc",
                                                   "mblen",
                                                   "mbstowcs",
                                                   "mbtowc",
                                                   "memchr",
                                                   "memcmp",
                                                   "memcpy",
                                                   "memmove",
                                                   "memset",
                                                   "mktime",
                                                   "perror",
                                                   "printf",
                                                   "putc",
                                                   "putchar",
                                                   "puts",
                                                   "qsort",
                                                   "quick_exit",
                                                   "rand",
                                                   "realloc",
                                                   "remove",
                                                   "rename",
                                                   "rewind",
                                                   "scanf",
                                                   "setbuf",
                                                   "setvbuf",
                                                   "signbit",
                                                   "size_t",
                                                   "snprintf",
                                                   "sprintf",
                                                   "srand",
                                                   "sscanf",
                                                   "std",
                                                   "stderr",
                                                   "stdin",
                                                   "stdout",
                                                   "strcat",
                                                   "strchr",
                                                   "strcmp",
                                                   "strcoll",
                                                   "strcpy",
                                                   "strcspn",
                                                   "strerror",
                                                   "strftime",
                                                   "strlen",
                                                   "strncat",
                                                   "strncmp",
                                                   "strncpy",
                                                   "strpbrk",
                                                   "strrchr",
                                                   "strspn",
                                                   "strstr",
                                                   "strtod",
                                                   "strtof",
                                                   "strtok",
                                                   "strtol",
                                                   "strtold",
                                                   "strtoll",
                                                   "strtoul",
                                                   "strtoull",
                                                   "strxfrm",
                                                   "system",
                                                   "time",
                                                   "time_t",
                                                   "timespec",
                                                   "timespec_get",
                                                   "tm",
                                                   "tmpfile",
                                                   "tmpnam",
                                                   "true",
                                                   "ungetc",
                                                   "unix",
                                                   "va_list",
                                                   "vfprintf",
                                                   "vprintf",
                                                   "vsnprintf",
                                                   "vsprintf",
                                                   "wchar_t",
                                                   "wcstombs",
                                                   "wctomb",
                                                   "signgam",
                                                   "daylight",
                                                   "timezone",
                                                   "tzname",
                                                   "environ",
                                                   "index",
                                                   "rindex",
                                                   "random",
                                                   "select",
                                                   "read",
                                                   "write",
                                                   "open",
                                                   "close",
                                                   "pipe",
                                                   "sleep",
                                                   "usleep",
                                                   "link",
                                                   "unlink",
                                                   "stat",
                                                   "signal",
                                                   "raise",
                                                   "drem",
                                                   "significand",
                                                   "finite",
                                                   "pow10",
                                                   "exp10",
                                                   "math_errhandling"};
  return names;
}

bool is_number_type_or_limit(std::string_view name) {
  const bool integer = name.starts_with("int") || name.starts_with("uint");
  return (integer && name.ends_with("_t")) || name.ends_with("_MAX") || name.ends_with("_MIN") ||
         name.ends_with("_C") || name.ends_with("_WIDTH");
}

}  // namespace

bool is_c_name(std::string_view name) {
  if (plain_identifier(name) != name) return true;
  if (name.starts_with("nw_") || name.starts_with("__") || (name.size() > 1 && name[0] == '_' && name[1] < 'a'))
    return true;
  for (const std::string_view prefix : {"NW_", "FP_", "SEEK_", "CLOCK", "EXIT_", "MATH_", "L_tmp", "P_tmp", "STA_"})
    if (name.starts_with(prefix)) return true;
  std::string_view base = name;
  if (name.ends_with('f') || name.ends_with('l')) base.remove_suffix(1);
  return is_number_type_or_limit(name) || math_functions().contains(name) || math_functions().contains(base) ||
         math_constants().contains(name) || math_constants().contains(base) || other_names().contains(name);
}

}  // namespace nw::codegen
