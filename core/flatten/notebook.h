// SPDX-License-Identifier: GPL-3.0-or-later
// Notebooks (.ipynb): the code of their cells.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace nw::flatten {

// The code cells of a notebook in order; lines of magic (%timeit, !pip) become comments. Nothing if it is no notebook.
std::optional<std::string> code_of_notebook(std::string_view text);

// A file that begins as a notebook, but is not whole: where its text ends or goes wrong.
std::optional<Diagnostic> broken_notebook(std::string_view text);

}  // namespace nw::flatten
